package broker

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	mochi "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"

	"lensd/guard"
)

// limits of what those may ask who were let in.
const (
	maxSessions      = 256 // connected or not
	maxSubscriptions = 128 // of one client
	maxTopic         = 512
	maxLevels        = 16
	maxProperties    = 8 << 10 // of a message beside its payload
	maxRetained      = 4096    // messages
	maxRetainedBytes = 4 << 20 // much less than may wait for a client: one that subscribes to everything gets all of it at once
	smallRetained    = 4 << 10 // messages up to this size have half as much room again: states are not crowded out by pictures
	maxOutbound      = 16 << 20
	copies           = 4 // of a message, while one subscriber is being written to
)

// gate answers the library's questions: who may come in, and how much of the box's memory a client may use. Whoever knows the
// one user's password has all rights; anyone when there is no user. The library's own ledger is not used: it takes "*" in a
// password for a wild card and an empty one for any, and compares byte by byte.
type gate struct {
	mochi.HookBase
	server  *mochi.Server
	log     *slog.Logger
	backoff *guard.Backoff

	open           bool
	user, password [sha256.Size]byte
	own            Credentials // of the box's own uplink, drawn at each start
	waiting        *waiting
	outbound       *budget // of the copies of messages on their way out

	mu       sync.Mutex
	retained map[string]int // bytes by topic
	sum      int
}

// Credentials are what a client sends to be let in.
type Credentials struct{ Username, Password string }

func newGate(cfg Config) *gate {
	secret := make([]byte, 24)
	_, _ = rand.Read(secret) // never fails on Linux
	return &gate{
		log: cfg.Log, backoff: guard.NewBackoff(time.Now), open: cfg.Username == "",
		user: sha256.Sum256([]byte(cfg.Username)), password: sha256.Sum256([]byte(cfg.Password)),
		own: Credentials{"lensd-uplink", hex.EncodeToString(secret)}, retained: map[string]int{}, waiting: newWaiting(), outbound: newBudget(maxOutbound),
	}
}

// ID names the hook in the library's log.
func (g *gate) ID() string { return "lensd-gate" }

// Provides tells the library which of its questions this hook answers.
func (g *gate) Provides(b byte) bool {
	return bytes.Contains([]byte{mochi.OnConnect, mochi.OnConnectAuthenticate, mochi.OnACLCheck,
		mochi.OnSubscribe, mochi.OnPublish, mochi.OnPacketEncode, mochi.OnPacketSent,
		mochi.OnSelectSubscribers, mochi.OnRetainPublished, mochi.OnPublishDropped, mochi.OnQosPublish, mochi.OnQosComplete, mochi.OnQosDropped, mochi.OnDisconnect, mochi.OnRetainMessage, mochi.OnRetainedExpired}, []byte{b})
}

// OnConnect keeps the number of sessions finite: each that is kept costs memory for a day.
func (g *gate) OnConnect(cl *mochi.Client, _ packets.Packet) error {
	if _, known := g.server.Clients.Get(cl.ID); !known && g.server.Clients.Len() >= maxSessions && !g.isOwn(cl) {
		return packets.ErrServerBusy
	}
	return nil
}

func (g *gate) isOwn(cl *mochi.Client) bool {
	c, ok := cl.Net.Conn.(*conn)
	return ok && c.ours.Load()
}

// OnConnectAuthenticate compares in constant time, hashes of equal length. An address that guesses has to wait.
func (g *gate) OnConnectAuthenticate(cl *mochi.Client, pk packets.Packet) bool {
	c, ok := cl.Net.Conn.(*conn)
	if !ok {
		return false
	}
	if same(sha256.Sum256(pk.Connect.Username), sha256.Sum256([]byte(g.own.Username))) &&
		same(sha256.Sum256(pk.Connect.Password), sha256.Sum256([]byte(g.own.Password))) {
		c.welcome(true)
		return true
	}
	if g.open {
		c.welcome(false)
		return true
	}
	if g.backoff.Wait(c.Address()) > 0 {
		return false
	}
	user, secret := sha256.Sum256(pk.Connect.Username), sha256.Sum256(pk.Connect.Password)
	if subtle.ConstantTimeCompare(user[:], g.user[:])&subtle.ConstantTimeCompare(secret[:], g.password[:]) == 1 {
		g.backoff.Succeed(c.Address())
		c.welcome(false)
		return true
	}
	if n, fresh := g.backoff.Fail(c.Address(), append(user[:], secret[:]...)); fresh {
		g.log.Warn("wrong MQTT user or password", "address", c.Address().String(), "in_a_row", n)
	}
	return false
}

func same(a, b [sha256.Size]byte) bool { return subtle.ConstantTimeCompare(a[:], b[:]) == 1 }

// OnACLCheck allows everything to those who are in, but topics without measure.
func (g *gate) OnACLCheck(_ *mochi.Client, topic string, _ bool) bool { return !boundless(topic) }

func boundless(topic string) bool {
	return len(topic) > maxTopic || strings.Count(topic, "/") >= maxLevels
}

// OnSubscribe makes the filters invalid that a client has too many of.
func (g *gate) OnSubscribe(cl *mochi.Client, pk packets.Packet) packets.Packet {
	room := maxSubscriptions - cl.State.Subscriptions.Len()
	filters := slices.Clone(pk.Filters)
	for i := range filters {
		if _, has := cl.State.Subscriptions.Get(filters[i].Filter); has {
			continue
		}
		if room--; room < 0 {
			filters[i].Filter = ""
		}
	}
	pk.Filters = filters
	return pk
}

// OnPublish counts the copies that a message makes, and lets one that finds no room among the retained pass unretained.
func (g *gate) OnPublish(cl *mochi.Client, pk packets.Packet) (packets.Packet, error) {
	if g.isOwn(cl) {
		g.countCopies(pk)
		return pk, nil
	}
	if pk.FixedHeader.Remaining-len(pk.Payload) > maxProperties {
		g.log.Warn("an MQTT client was disconnected: it sent properties without measure", "address", cl.Net.Remote)
		cl.Stop(packets.ErrQuotaExceeded)
		return pk, packets.ErrRejectPacket
	}
	if pk.FixedHeader.Retain && !g.mayRetain(pk.TopicName, len(pk.Payload)) {
		g.log.Warn("an MQTT message was not retained: the broker holds as many as it may", "address", cl.Net.Remote)
		pk.FixedHeader.Retain = false
	}
	g.countCopies(pk)
	return pk, nil
}

// OnPacketEncode waits until there is room for the copies that the library makes of a message for each subscriber: so many that
// do not read would otherwise hold so many copies. It runs in the subscriber's own goroutine, whose queue is bounded.
func (g *gate) OnPacketEncode(cl *mochi.Client, pk packets.Packet) packets.Packet {
	c, ok := cl.Net.Conn.(*conn)
	if size := min(copies*len(pk.Payload), maxOutbound); ok && pk.FixedHeader.Type == packets.Publish && len(pk.Payload) > smallRetained && !c.ours.Load() {
		if g.outbound.take(size, writeLimit) {
			c.sending(g.outbound, size)
		} else {
			_ = c.Close()
		}
	}
	return pk
}

// OnPacketSent gives that room back.
func (g *gate) OnPacketSent(cl *mochi.Client, pk packets.Packet, _ []byte) {
	if pk.FixedHeader.Type == packets.Publish {
		g.waiting.dequeue(cl, len(pk.Payload))
	}
	if c, ok := cl.Net.Conn.(*conn); ok {
		c.sent(g.outbound)
	}
}

func (g *gate) mayRetain(topic string, size int) bool {
	if size == 0 {
		return true // an empty one deletes
	}
	limit := maxRetainedBytes
	if size <= smallRetained {
		limit += limit / 2
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	old, has := g.retained[topic]
	return g.sum-old+size <= limit && (has || len(g.retained) < maxRetained)
}

// OnRetainMessage keeps the books.
func (g *gate) OnRetainMessage(_ *mochi.Client, pk packets.Packet, _ int64) {
	g.book(pk.TopicName, len(pk.Payload))
}

// OnRetainedExpired keeps the books.
func (g *gate) OnRetainedExpired(topic string) { g.book(topic, 0) }

func (g *gate) book(topic string, size int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sum += size - g.retained[topic]
	g.retained[topic] = size
	if size == 0 {
		delete(g.retained, topic)
	}
}
