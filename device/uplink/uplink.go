// Package uplink publishes a box's readings over MQTT and takes its commands.
//
// Readings come from an outbox and leave it only after the broker's acknowledgement and in order: at least once, never
// lost. On a quick line one is under way at a time, so that a cut of the connection repeats one at most; on a slow line a
// few are, see line. The retained state of a station is not
// buffered; only the newest is published. Every connection is a new client with a clean session, because a paho client
// that reconnects by itself completes tokens of messages that no broker ever acknowledged (paho #458, #563).
package uplink

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"
)

// Outbox holds the readings to publish. Next returns the oldest one above after that is not delivered, until Delivered
// is called with its sequence, which delivers all below it too.
type Outbox interface {
	Next(after uint64) (seq uint64, topic string, payload []byte, ok bool, err error)
	Delivered(seq uint64) error
	Changed() <-chan struct{} // receives a value after items were added
}

// Handler takes what comes from the broker. Its methods are called one after the other, never from the client's own
// goroutines, and may take their time: commands wait meanwhile, and of waiting frames only the newest is kept.
type Handler interface {
	ReadNow(station string)
	Frame(station string, jpeg []byte)
}

// Uplink is one box's connection to one broker. Make it with New and run it with Serve.
type Uplink struct {
	cfg     Config
	outbox  Outbox
	handler Handler
	topics  Topics
	live    *liveTopics
	inbox   *inbox
	noted   []string // what Memory holds; nil: not read yet. Of sessions alone, one after the other

	mu     sync.Mutex
	status Status
}

// Status is what the uplink can say about itself.
type Status struct {
	Broker    string    `json:"broker"`
	Connected bool      `json:"connected"`
	Since     time.Time `json:"since"`                // of the last change of Connected
	LastError string    `json:"last_error,omitempty"` // why the last connection failed or ended
	Delivered uint64    `json:"delivered"`            // acknowledged readings since the start
}

// New prepares an uplink; nothing is connected before Serve.
func New(cfg Config, outbox Outbox, handler Handler) (*Uplink, error) {
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	u := &Uplink{
		cfg: cfg, outbox: outbox, handler: handler,
		topics: Topics{Root: cfg.Topic, Box: cfg.Box},
		live:   newLiveTopics(), inbox: newInbox(),
	}
	u.status = Status{Broker: publicAddress(cfg.Broker), Since: time.Now()}
	return u, nil
}

// Topics names the topics that this uplink uses.
func (u *Uplink) Topics() Topics { return u.topics }

// Status returns the present state of the connection.
func (u *Uplink) Status() Status {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.status
}

// SetState replaces a station's retained state and publishes it as soon as there is a connection. It never blocks;
// a state that a newer one overtakes before the broker is back is not published at all.
func (u *Uplink) SetState(station string, payload []byte) {
	u.live.set(u.topics.State(station), payload)
}

// SetImage replaces a station's retained picture. It never blocks.
func (u *Uplink) SetImage(station string, jpeg []byte) {
	u.live.set(u.topics.Image(station), jpeg)
}

// SetHealth replaces a station's retained health, {"problem": bool, "reason": …}. It never blocks.
func (u *Uplink) SetHealth(station string, payload []byte) {
	u.live.set(u.topics.Health(station), payload)
}

// SetAbout replaces what the box tells of itself. It never blocks.
func (u *Uplink) SetAbout(payload []byte) { u.live.set(u.topics.About(), payload) }

// Serve keeps the box connected until ctx ends, and returns ctx's error. A broker that is away is waited for.
func (u *Uplink) Serve(ctx context.Context) error {
	var wg sync.WaitGroup
	wg.Go(func() { u.inbox.serve(ctx, u.handler) })
	defer wg.Wait()
	backoff := u.cfg.MinBackoff
	for {
		started := time.Now()
		err := u.session(ctx)
		held := u.setConnected(false, err)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		// A connection that held for a while earns a quick return; one that fails at once must not hammer the broker.
		if time.Since(started) > u.cfg.MaxBackoff {
			backoff = u.cfg.MinBackoff
		}
		pause := jitter(backoff)
		if held {
			pause = max(pause, rand.N(u.cfg.Spread+1))
		}
		u.cfg.Log.Warn("broker connection ended", "broker", publicAddress(u.cfg.Broker), "error", err, "retry_in", pause)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		backoff = min(2*backoff, u.cfg.MaxBackoff)
	}
}

// jitter spreads boxes that lost the same broker over half to the whole of d.
func jitter(d time.Duration) time.Duration { return d/2 + rand.N(d/2+1) }

// setConnected notes the connection's state and returns the one before.
func (u *Uplink) setConnected(on bool, err error) (before bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	before = u.status.Connected
	if u.status.Connected != on {
		u.status.Since = time.Now()
	}
	u.status.Connected = on
	u.status.LastError = ""
	if err != nil && !errors.Is(err, context.Canceled) {
		u.status.LastError = err.Error()
	}
	return before
}

func (u *Uplink) countDelivered() {
	u.mu.Lock()
	u.status.Delivered++
	u.mu.Unlock()
}
