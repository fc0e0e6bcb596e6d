package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"lensd/cmd/lensd/announced"
	"lensd/device/uplink"
	"lensd/device/uplink/mosquitto"
	"lensd/store"
)

// fleet is many boxes behind three doors to one broker.
type fleet struct {
	plan    plan
	dir     string
	broker  *mosquitto.Broker
	doors   [3]*door
	boxes   []*box
	witness *witness
	tries   tries
	stop    context.CancelFunc
	serving sync.WaitGroup
}

// box is a store with its outbox and an uplink.
type box struct {
	id       string
	store    *store.Store
	uplink   *uplink.Uplink
	promised atomic.Int64
}

func newFleet(ctx context.Context, p plan) (*fleet, error) {
	dir, err := os.MkdirTemp("", "lensd-sim-")
	if err != nil {
		return nil, err
	}
	f := &fleet{plan: p, dir: dir, witness: newWitness()}
	if f.broker, err = mosquitto.Start(dir, "max_inflight_messages 1000\n"+p.broker); err != nil {
		return f, err
	}
	if err := f.witness.join(f.broker.URL()); err != nil {
		return f, err
	}
	for i := range f.doors {
		if f.doors[i], err = newDoor(f.broker.Address()); err != nil {
			return f, err
		}
	}
	ctx, f.stop = context.WithCancel(ctx)
	for i := range p.boxes {
		b, err := f.newBox(i)
		if err != nil {
			return f, err
		}
		f.boxes = append(f.boxes, b)
		f.serving.Go(func() { _ = b.store.Serve(ctx) })
		f.serving.Go(func() { _ = b.uplink.Serve(ctx) })
	}
	return f, nil
}

func (f *fleet) newBox(i int) (*box, error) {
	b := &box{id: fmt.Sprintf("box-%04d", i)}
	dir := filepath.Join(f.dir, b.id)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	var err error
	if b.store, err = store.Open(store.Options{Dir: dir}); err != nil {
		return nil, err
	}
	b.uplink, err = uplink.New(uplink.Config{Broker: "tcp://" + f.doors[i%len(f.doors)].address, Box: b.id, Spread: f.plan.spread,
		Discovery: f.plan.discovery, Memory: announced.Memory{Store: b.store, Prefix: f.plan.discovery, Box: b.id},
		Stations: []uplink.Station{{Name: "cellar", Kind: "water-meter", Decimals: 3}}, Log: slog.New(&f.tries)}, b.store, nowhere{})
	return b, err
}

// read stores readings of a box with their messages.
func (b *box) read(ctx context.Context, n int) error {
	topic := b.uplink.Topics().Reading("cellar")
	entries := make([]store.Entry, n)
	for i := range entries {
		entries[i] = store.Entry{Station: "cellar", At: time.Now(), Synced: true, Build: func(id uint64) (store.Built, error) {
			body, err := json.Marshal(map[string]any{"id": id, "ts": time.Now(), "clock": "synced", "station": "cellar", "kind": "water-meter", "trigger": "every", "accepted": true, "reason": "", "confidence": 0.98, "picture": false,
				"counter": map[string]any{"value": float64(id) / 1000, "delta": 0.001, "flow_m3_per_h": 0.06, "leak": false, "resolved": false}, "data": map[string]any{"numbers": strings.Repeat("x", 700)}})
			return store.Built{Body: body, Items: []store.Item{{Topic: topic, Payload: body}}}, err
		}}
	}
	_, err := b.store.Add(ctx, entries...)
	if err == nil {
		b.promised.Add(int64(n))
	}
	return err
}

// work has all boxes read at their beat, each at a moment of its own, for so long.
func (f *fleet) work(ctx context.Context, length time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, length)
	defer cancel()
	var all sync.WaitGroup
	for _, b := range f.boxes {
		all.Go(func() {
			for pause := rand.N(f.plan.every); ; pause = f.plan.every {
				select {
				case <-ctx.Done():
					return
				case <-time.After(pause):
				}
				if err := b.read(context.WithoutCancel(ctx), 1); err != nil {
					fmt.Fprintln(os.Stderr, "sim:", b.id, err)
					return
				}
			}
		})
	}
	all.Wait()
}

func (f *fleet) promised() (n int) {
	for _, b := range f.boxes {
		n += int(b.promised.Load())
	}
	return n
}

func (f *fleet) connected() (n int) {
	for _, b := range f.boxes {
		if b.uplink.Status().Connected {
			n++
		}
	}
	return n
}

// until polls, and returns how long it took.
func until(ctx context.Context, limit time.Duration, ready func() bool) (time.Duration, error) {
	from := time.Now()
	for !ready() {
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
		if time.Since(from) > limit {
			return 0, fmt.Errorf("not within %s", limit)
		}
	}
	return time.Since(from), nil
}

// arrival waits for all that was promised, as long as anything comes.
func (f *fleet) arrival(ctx context.Context) (time.Duration, error) {
	from, promised, before := time.Now(), f.promised(), -1
	for {
		_, err := until(ctx, 2*time.Minute, func() bool { n := f.witness.count(); return n >= promised || n >= before+1000 })
		before = f.witness.count()
		if err != nil || before >= promised {
			return time.Since(from), err
		}
	}
}

func (f *fleet) leave() {
	if f.stop != nil {
		f.stop()
	}
	f.serving.Wait()
	for _, b := range f.boxes {
		_ = b.store.Close()
	}
	for _, d := range f.doors {
		if d != nil {
			d.close()
		}
	}
	if f.broker != nil {
		f.broker.Stop()
	}
	_ = os.RemoveAll(f.dir)
}

// tries counts connection attempts by second, from what the uplinks log.
type tries struct {
	mu sync.Mutex
	at []time.Time
}

// Enabled implements slog.Handler.
func (t *tries) Enabled(context.Context, slog.Level) bool { return true }

// Handle counts a connection that stands and one that failed.
func (t *tries) Handle(_ context.Context, r slog.Record) error {
	tried := r.Message == "broker connected"
	r.Attrs(func(a slog.Attr) bool {
		tried = tried || a.Key == "error" && strings.HasPrefix(a.Value.String(), "connect:")
		return true
	})
	if tried {
		t.mu.Lock()
		t.at = append(t.at, time.Now())
		t.mu.Unlock()
	}
	return nil
}

// WithAttrs implements slog.Handler.
func (t *tries) WithAttrs([]slog.Attr) slog.Handler { return t }

// WithGroup implements slog.Handler.
func (t *tries) WithGroup(string) slog.Handler { return t }

// since returns the number of attempts after a moment, and the most in one second.
func (t *tries) since(from time.Time) (all, most int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	by := map[int]int{}
	for _, at := range t.at {
		if at.After(from) {
			all++
			s := int(at.Sub(from).Seconds())
			by[s]++
			most = max(most, by[s])
		}
	}
	return all, most
}

// nowhere takes orders that nobody gives.
type nowhere struct{}

func (nowhere) ReadNow(string)       {}
func (nowhere) Frame(string, []byte) {}
