package broker

import (
	"sync"

	mochi "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"
)

// The library copies a message for each of its subscribers, into a queue when they read slowly and into a session when they do
// not acknowledge. waiting counts these copies, and parts with the client that makes most of them wait.
const (
	maxWaiting       = 8 << 20  // bytes for one client
	maxWaitingForAll = 14 << 20 // and for all of them
)

type waiting struct {
	mu      sync.Mutex
	sum     int
	clients map[string]*wait
}

// wait is what waits for one client.
type wait struct {
	client *mochi.Client
	queued int            // not yet written
	unsure map[uint16]int // written or not, not acknowledged; by packet id
	bytes  int            // all of it
}

func newWaiting() *waiting { return &waiting{clients: map[string]*wait{}} }

func (w *waiting) of(cl *mochi.Client) *wait {
	c, ok := w.clients[cl.ID]
	if !ok {
		c = &wait{unsure: map[uint16]int{}}
		w.clients[cl.ID] = c
	}
	c.client = cl
	return c
}

func (w *waiting) change(c *wait, by int) { c.bytes += by; w.sum += by }

// total is what waits for all clients.
func (w *waiting) total() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.sum
}

// queue counts a message that is about to be queued for a client.
func (w *waiting) queue(cl *mochi.Client, size int) {
	w.mu.Lock()
	c := w.of(cl)
	c.queued += size
	w.change(c, size)
	w.mu.Unlock()
	w.forgetIfClosed(cl)
	w.relieve()
}

// dequeue counts one that was written or dropped.
func (w *waiting) dequeue(cl *mochi.Client, size int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if c, ok := w.clients[cl.ID]; ok && !cl.Closed() { // of a closed one the whole queue is forgotten
		c.queued -= size // below zero for a moment, where it is counted after it was written
		w.change(c, -size)
	}
}

// keep counts a message that a session keeps until it is acknowledged.
func (w *waiting) keep(cl *mochi.Client, id uint16, size int) {
	w.mu.Lock()
	c := w.of(cl)
	w.change(c, size-c.unsure[id])
	c.unsure[id] = size
	w.mu.Unlock()
	w.forgetIfClosed(cl)
	w.relieve()
}

// acknowledged counts one that it keeps no more.
func (w *waiting) acknowledged(cl *mochi.Client, id uint16) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if c, ok := w.clients[cl.ID]; ok {
		w.change(c, -c.unsure[id])
		delete(c.unsure, id)
	}
}

// forgetIfClosed takes back what was counted while its connection ended: OnDisconnect may have come before, and does not come again.
func (w *waiting) forgetIfClosed(cl *mochi.Client) {
	if cl.Closed() {
		w.left(cl, expires(cl))
	}
}

// expires tells whether a session ends with its connection; the library's own rule.
func expires(cl *mochi.Client) bool {
	if cl.Properties.ProtocolVersion == 5 {
		return cl.Properties.Props.SessionExpiryInterval == 0
	}
	return cl.Properties.Clean
}

// left forgets the queue of a connection that is over; what a session keeps stays counted, unless it expired with it.
func (w *waiting) left(cl *mochi.Client, expired bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	c, ok := w.clients[cl.ID]
	if !ok || c.client != cl {
		return
	}
	if expired {
		w.change(c, -c.bytes)
		delete(w.clients, cl.ID)
		return
	}
	w.change(c, -c.queued)
	c.queued = 0
	if c.bytes <= 0 && len(c.unsure) == 0 {
		delete(w.clients, cl.ID)
	}
}

// relieve parts with clients until what waits is within the limits. The box's own uplink subscribes to nothing that is large.
func (w *waiting) relieve() {
	for {
		w.mu.Lock()
		var most *wait
		for _, c := range w.clients {
			if most == nil || c.bytes > most.bytes {
				most = c
			}
		}
		if most == nil || most.bytes <= maxWaiting && w.sum <= maxWaitingForAll || most.bytes == 0 {
			w.mu.Unlock()
			return
		}
		w.change(most, -most.bytes)
		most.queued, most.unsure = 0, map[uint16]int{}
		cl := most.client
		w.mu.Unlock()
		cl.Stop(packets.ErrQuotaExceeded)
		cl.ClearInflights()
	}
}

// OnSelectSubscribers chooses who of a group gets a message, and counts it for them.
func (g *gate) OnSelectSubscribers(subs *mochi.Subscribers, pk packets.Packet) *mochi.Subscribers {
	subs.SelectShared()
	for id := range subs.SharedSelected {
		g.queueFor(id, len(pk.Payload))
	}
	return subs
}

func (g *gate) queueFor(id string, size int) {
	if cl, ok := g.server.Clients.Get(id); ok && size > 0 && !cl.Closed() {
		g.waiting.queue(cl, size)
	}
}

// OnPublished is too late and OnPublish in time to count the copies that a message makes.
func (g *gate) countCopies(pk packets.Packet) {
	for id := range g.server.Topics.Subscribers(pk.TopicName).Subscriptions {
		g.queueFor(id, len(pk.Payload))
	}
}

// OnRetainPublished counts a retained message that a new subscriber gets.
func (g *gate) OnRetainPublished(cl *mochi.Client, pk packets.Packet) {
	g.waiting.queue(cl, len(pk.Payload))
}

// OnPublishDropped counts a message that found a queue full.
func (g *gate) OnPublishDropped(cl *mochi.Client, pk packets.Packet) {
	g.waiting.dequeue(cl, len(pk.Payload))
}

// OnQosPublish counts what a session keeps.
func (g *gate) OnQosPublish(cl *mochi.Client, pk packets.Packet, _ int64, _ int) {
	if pk.FixedHeader.Type == packets.Publish {
		g.waiting.keep(cl, pk.PacketID, len(pk.Payload))
	}
}

// OnQosComplete counts what it keeps no more.
func (g *gate) OnQosComplete(cl *mochi.Client, pk packets.Packet) {
	g.waiting.acknowledged(cl, pk.PacketID)
}

// OnQosDropped counts what it keeps no more.
func (g *gate) OnQosDropped(cl *mochi.Client, pk packets.Packet) {
	g.waiting.acknowledged(cl, pk.PacketID)
}

// OnDisconnect forgets a connection's queue.
func (g *gate) OnDisconnect(cl *mochi.Client, _ error, expired bool) { g.waiting.left(cl, expired) }
