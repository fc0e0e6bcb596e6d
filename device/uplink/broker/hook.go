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
	maxRetainedBytes = 16 << 20
	smallRetained    = 4 << 10 // messages up to this size have as much room again: states are not crowded out by pictures
	maxHeld          = 32 << 20
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
	held           held

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
		own: Credentials{"lensd-uplink", hex.EncodeToString(secret)}, retained: map[string]int{},
	}
}

// ID names the hook in the library's log.
func (g *gate) ID() string { return "lensd-gate" }

// Provides tells the library which of its questions this hook answers.
func (g *gate) Provides(b byte) bool {
	return bytes.Contains([]byte{mochi.OnConnect, mochi.OnConnectAuthenticate, mochi.OnACLCheck,
		mochi.OnSubscribe, mochi.OnPublish, mochi.OnRetainMessage, mochi.OnRetainedExpired}, []byte{b})
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

// OnPublish parts with a client whose message finds no room, and lets one that finds none among the retained pass unretained.
func (g *gate) OnPublish(cl *mochi.Client, pk packets.Packet) (packets.Packet, error) {
	if g.isOwn(cl) {
		return pk, nil
	}
	if pk.FixedHeader.Remaining-len(pk.Payload) > maxProperties || !g.held.admit(pk.Payload, pk.FixedHeader.Remaining) {
		g.log.Warn("an MQTT client was disconnected: the broker holds as many messages as it may", "address", cl.Net.Remote)
		cl.Stop(packets.ErrQuotaExceeded)
		return pk, packets.ErrRejectPacket
	}
	if pk.FixedHeader.Retain && !g.mayRetain(pk.TopicName, len(pk.Payload)) {
		g.log.Warn("an MQTT message was not retained: the broker holds as many as it may", "address", cl.Net.Remote)
		pk.FixedHeader.Retain = false
	}
	return pk, nil
}

func (g *gate) mayRetain(topic string, size int) bool {
	if size == 0 {
		return true // an empty one deletes
	}
	limit := maxRetainedBytes
	if size <= smallRetained {
		limit *= 2
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
