package share

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/eclipse/paho.golang/paho"
)

// Ask is something to be read.
type Ask struct {
	Who      string            // a topic level: which camera or endpoint of this box
	Words    map[string]string // what readers have to know of it
	Body     []byte
	Patience time.Duration // how long it may be that nobody takes it; 0: as long as the context lasts
}

// Errors of Ask.
var (
	ErrNobody = errors.New("no box took it") // it was never begun
	ErrLate   = errors.New("the box that took it is not done in time")
	ErrLarge  = errors.New("it is larger than the broker passes on")
)

// Poison says where readers ended over something, one after the other: at boxes that differ, unless nobody else would take it.
type Poison struct{ Boxes []string }

// Error names the boxes.
func (p *Poison) Error() string {
	return fmt.Sprintf("readers ended over it %d times, at %s", len(p.Boxes), strings.Join(p.Boxes, ", "))
}

// Asker has others read. Make it with NewAsker and run it with Serve.
type Asker struct {
	cfg  Config
	gate *gate

	mu      sync.Mutex
	waiting map[string]chan reply // by id
	late    atomic.Uint64
}

// NewAsker returns an asker; it asks once Serve has connected.
func NewAsker(cfg Config) *Asker {
	return &Asker{cfg: cfg.withDefaults(), gate: newGate(), waiting: map[string]chan reply{}}
}

// Connected says whether there is a broker to ask.
func (a *Asker) Connected() bool { return a.gate.isOpen() }

// Late is the number of answers that came when nobody waited for them any more.
func (a *Asker) Late() uint64 { return a.late.Load() }

// Serve keeps the connection until ctx ends.
func (a *Asker) Serve(ctx context.Context) error {
	l := &link{cfg: a.cfg, id: "lensd-" + a.cfg.Box + "-asks", filter: a.cfg.answerTopic(),
		handle: func(_ context.Context, _ *client, p *paho.Publish) { a.receive(p) },
		open:   func(c *client) func() { a.gate.open(c); return a.gate.shut }}
	return l.serve(ctx)
}

// receive passes an answer on to whoever waits; the first that is complete counts, those after it are late.
func (a *Asker) receive(p *paho.Publish) {
	id, r, ok := replyOf(p)
	if !ok {
		return
	}
	a.mu.Lock()
	c := a.waiting[id]
	a.mu.Unlock()
	if c == nil {
		a.late.Add(1)
		return
	}
	select {
	case c <- r:
	default: // a flood of answers to one question is not ours to wait for
	}
}

// Ask has something read by another box and returns its answer. It asks again while nobody takes it, when a box can not, or when
// the one that took it is heard of no more. It returns a *Poison after MostDeaths boxes have ended over it: a box
// that has is spared, so that one whose readers end over anything condemns nothing. Where nobody else takes it, it is that box's
// once more.
func (a *Asker) Ask(ctx context.Context, q Ask) ([]byte, error) {
	id := make([]byte, idSize)
	_, _ = rand.Read(id) // never fails on Linux
	replies := make(chan reply, 64)
	a.mu.Lock()
	a.waiting[string(id)] = replies
	a.mu.Unlock()
	defer func() {
		a.mu.Lock()
		delete(a.waiting, string(id))
		a.mu.Unlock()
	}()
	m := &matter{a: a, q: q, id: id, replies: replies, since: time.Now()}
	for ; ; m.attempt++ {
		if answer, over, err := m.try(ctx); over {
			return answer, err
		}
	}
}

// matter is one Ask on its way.
type matter struct {
	a       *Asker
	q       Ask
	id      []byte
	attempt byte
	replies chan reply
	via     *client   // the connection by which it was asked last
	since   time.Time // the last sign that somebody cares
	deaths  []string  // boxes, or their readers, that ended over it
	spared  int       // how often in a row it was given to one of them
}

// try asks once. over says that nothing is left to be tried.
func (m *matter) try(ctx context.Context) (answer []byte, over bool, err error) {
	heard, err := m.publish(ctx)
	switch {
	case errors.Is(err, ErrLarge):
		return nil, true, err
	case ctx.Err() != nil:
		return nil, true, fmt.Errorf("%w: %w", ErrNobody, ctx.Err())
	case err != nil || !heard:
		return nil, m.again(ctx, time.Second), ErrNobody
	}
	r, err := m.await(ctx)
	switch {
	case err != nil:
		return nil, true, err
	case r.state == Done:
		return r.body, true, nil
	case r.state == Large:
		return nil, true, ErrLarge
	case r.state == Died:
		m.deaths = append(m.deaths, r.box)
		if m.spared < nobodyElse {
			m.spared = 0
		}
		return nil, len(m.deaths) >= MostDeaths, &Poison{m.deaths}
	case r.state == Spared:
		m.spared++
		return nil, m.again(ctx, 100*time.Millisecond), ErrNobody
	case r.state == Busy:
		return nil, m.again(ctx, 300*time.Millisecond), ErrNobody
	}
	return nil, m.again(ctx, 0), ErrNobody
}

// publish sends the question; heard is false when the broker knows nobody who would read it.
func (m *matter) publish(ctx context.Context) (heard bool, err error) {
	wait := ctx
	if m.q.Patience > 0 {
		var cancel context.CancelFunc
		wait, cancel = context.WithDeadline(ctx, m.since.Add(m.q.Patience))
		defer cancel()
	}
	c, err := m.a.gate.pass(wait)
	if err != nil {
		return false, err
	}
	m.via = c
	if len(m.q.Body)+maxWordBytes > c.largest {
		return false, ErrLarge
	}
	fresh := uint32(max(1, m.a.cfg.Fresh/time.Second))
	p := &paho.Publish{QoS: 1, Topic: m.a.cfg.frameTopic(m.q.Who), Payload: m.q.Body, Properties: &paho.PublishProperties{
		ResponseTopic: m.a.cfg.answerTopic(), CorrelationData: append(m.id[:idSize:idSize], m.attempt), MessageExpiry: &fresh}}
	for k, v := range m.q.Words {
		p.Properties.User.Add(k, v)
	}
	if len(m.deaths) > 0 && m.spared < nobodyElse {
		p.Properties.User.Add(wordEnded, strings.Join(m.deaths, ","))
	}
	res, err := c.Publish(ctx, p)
	return err == nil && res.ReasonCode != noSubscribers, err
}

// nobodyElse is how often in a row a broker gives something to boxes that ended over it before there is nobody else: it deals in
// turn, or at random, to each reader of each box.
const nobodyElse = 24

const noSubscribers = 0x10 // a PUBACK's reason code, MQTT 5 section 3.4.2.1

// await waits for an answer. Without one in time it returns Died for a box that has fallen silent, and no state for a question
// that nobody took.
func (m *matter) await(ctx context.Context) (reply, error) {
	// A second more than the message lives at the broker: what is asked again is not there twice.
	holder, timer := "", time.NewTimer(m.a.cfg.Fresh+time.Second)
	defer timer.Stop()
	for {
		select {
		case r := <-m.replies:
			switch {
			case r.state == Done || r.state == Large:
				return r, nil // of whichever attempt
			case r.attempt != m.attempt:
			case r.state == Taken:
				holder, m.since = r.box, time.Now()
				timer.Reset(m.a.cfg.Lease)
			case r.state == Spared:
				return r, nil
			default:
				m.since = time.Now()
				return r, nil
			}
		case <-timer.C:
			if holder == "" {
				return reply{}, nil
			}
			m.a.cfg.Log.Warn("a box fell silent over something that it was to read", "box", holder)
			return reply{state: Died, box: holder}, nil
		case <-m.via.gone: // what is said from now on goes to a connection that is no more
			return reply{}, nil
		case <-ctx.Done():
			if holder != "" {
				return reply{}, fmt.Errorf("%w: %w", ErrLate, ctx.Err())
			}
			return reply{}, fmt.Errorf("%w: %w", ErrNobody, ctx.Err())
		}
	}
}

// again lets others come free, so that many who ask do not come back in the same moment, and says whether nobody has cared for
// longer than is worth waiting for.
func (m *matter) again(ctx context.Context, d time.Duration) (over bool) {
	select {
	case <-ctx.Done():
	case <-time.After(d/2 + mathrand.N(d+1)):
	}
	return m.q.Patience > 0 && time.Since(m.since) > m.q.Patience
}
