package share

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/eclipse/paho.golang/paho"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/device/uplink/mosquitto"
)

func realBroker(t *testing.T) *mosquitto.Broker {
	t.Helper()
	b, err := mosquitto.Start(t.TempDir(), "max_packet_size 1048576")
	require.NoError(t, err)
	t.Cleanup(b.Stop)
	return b
}

func configOf(b *mosquitto.Broker, box string) Config {
	return Config{Broker: b.URL(), Topic: "lensd", Box: box, MinBackoff: 10 * time.Millisecond, MaxBackoff: 100 * time.Millisecond,
		Lease: time.Minute, Fresh: time.Minute}
}

// runs serves until the test or the function that it returns ends it.
func runs(t *testing.T, serve func(context.Context) error) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- serve(ctx) }()
	var once sync.Once
	stop = func() {
		once.Do(func() {
			cancel()
			assert.ErrorIs(t, <-done, context.Canceled)
		})
	}
	t.Cleanup(stop)
	return stop
}

func asker(t *testing.T, cfg Config) *Asker {
	t.Helper()
	a := NewAsker(cfg)
	runs(t, a.Serve)
	return a
}

// limit is far more than any of this takes.
func limit(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func question(body string) Ask {
	return Ask{Who: "~cellar", Words: map[string]string{"kind": "water-meter"}, Body: []byte(body)}
}

func TestWhatIsAskedIsReadOnceByWhoeverIsFree(t *testing.T) {
	b := realBroker(t)
	a := asker(t, configOf(b, "camera"))
	var read [3]atomic.Int64
	var most, now atomic.Int64
	for i := range read {
		runs(t, NewTaker(configOf(b, fmt.Sprint("box", i)), 2, func(_ context.Context, task Task) ([]byte, State) {
			read[i].Add(1)
			most.Store(max(most.Load(), now.Add(1)))
			defer now.Add(-1)
			assert.Equal(t, map[string]string{"kind": "water-meter"}, task.Words)
			return append([]byte("read "), task.Body...), Done
		}).Serve)
	}
	var all sync.WaitGroup
	for n := range 30 {
		all.Go(func() {
			answer, err := a.Ask(limit(t), question(fmt.Sprint(n)))
			assert.NoError(t, err)
			assert.Equal(t, fmt.Sprint("read ", n), string(answer))
		})
	}
	all.Wait()
	assert.Equal(t, int64(30), read[0].Load()+read[1].Load()+read[2].Load(), "each once")
	assert.LessOrEqual(t, most.Load(), int64(6), "no more at a time than there are readers")
	assert.Zero(t, a.Late())
}

// A box that is full sends what it was given back to the others, and one that is told to end hands on what it was reading.
func TestABusyBoxAndOneThatEndsPassTheMatterOn(t *testing.T) {
	b := realBroker(t)
	a := asker(t, configOf(b, "camera"))
	begun := make(chan struct{}, 1)
	stop := runs(t, NewTaker(configOf(b, "ending"), 1, func(ctx context.Context, _ Task) ([]byte, State) {
		begun <- struct{}{}
		<-ctx.Done()
		return nil, Busy
	}).Serve)
	answered := make(chan string, 1)
	go func() {
		answer, err := a.Ask(limit(t), question("x"))
		assert.NoError(t, err)
		answered <- string(answer)
	}()
	<-begun
	stop()
	var refused atomic.Bool
	runs(t, NewTaker(configOf(b, "box"), 1, func(context.Context, Task) ([]byte, State) {
		if !refused.Swap(true) {
			return nil, Busy
		}
		return []byte("read"), Done
	}).Serve)
	assert.Equal(t, "read", <-answered)
	assert.True(t, refused.Load())
}

// ends has a box with so many readers end over what begins with poison, and say who it is to anything else. It returns once the
// box takes part.
func ends(t *testing.T, b *mosquitto.Broker, a *Asker, box string, readers int, poison string) *atomic.Int64 {
	t.Helper()
	var n atomic.Int64
	runs(t, NewTaker(configOf(b, box), readers, func(_ context.Context, task Task) ([]byte, State) {
		if bytes.HasPrefix(task.Body, []byte(poison)) {
			n.Add(1)
			return nil, Died
		}
		return []byte(box), Done
	}).Serve)
	for answer := ""; answer != box; {
		said, err := a.Ask(limit(t), question("who is there?"))
		require.NoError(t, err)
		answer = string(said)
	}
	return &n
}

// Most of what the broker deals goes to the box with the most readers: it counts once all the same.
func TestAPoisonIsSetAsideAfterThreeBoxes(t *testing.T) {
	b := realBroker(t)
	a := asker(t, configOf(b, "camera"))
	ends(t, b, a, "one", 6, "poison")
	ends(t, b, a, "two", 1, "poison")
	ends(t, b, a, "three", 1, "poison")
	_, err := a.Ask(limit(t), question("poison"))
	var poison *Poison
	require.ErrorAs(t, err, &poison)
	assert.ElementsMatch(t, []string{"one", "two", "three"}, poison.Boxes)
	assert.ErrorContains(t, err, poison.Boxes[0])
	_, err = a.Ask(limit(t), question("a picture"))
	require.NoError(t, err, "nobody is stopped by it")
}

// A box whose readers end over anything, by bad memory for one, would condemn what others read if its ends counted.
func TestABoxThatEndsOverAnythingCondemnsNothing(t *testing.T) {
	b := realBroker(t)
	a := asker(t, configOf(b, "camera"))
	faulty := ends(t, b, a, "faulty", 6, "a picture")
	ends(t, b, a, "sound", 1, "poison")
	for n := range 10 {
		answer, err := a.Ask(limit(t), question("a picture"))
		require.NoError(t, err, n)
		assert.Equal(t, "sound", string(answer))
	}
	assert.LessOrEqual(t, faulty.Load(), int64(10), "each picture ended it once at most")
}

// Where only one box reads, it is that one's readers that count.
func TestOneBoxAloneSetsAPoisonAside(t *testing.T) {
	b := realBroker(t)
	a := asker(t, configOf(b, "camera"))
	n := ends(t, b, a, "one", 2, "poison")
	_, err := a.Ask(limit(t), question("poison"))
	var poison *Poison
	require.ErrorAs(t, err, &poison)
	assert.Equal(t, []string{"one", "one", "one"}, poison.Boxes)
	assert.Equal(t, int64(MostDeaths), n.Load())
}

// played is a reading box whose every message a test decides on.
func played(t *testing.T, b *mosquitto.Broker, take func(ctx context.Context, c *client, cfg Config, task Task)) {
	t.Helper()
	cfg := configOf(b, "played").withDefaults()
	ready := make(chan struct{}, 10)
	l := &link{cfg: cfg, id: "played", filter: cfg.filter(),
		open: func(*client) func() { ready <- struct{}{}; return func() {} },
		handle: func(ctx context.Context, c *client, p *paho.Publish) {
			if task, err := cfg.taskOf(p); assert.NoError(t, err) {
				take(ctx, c, cfg, task)
			}
		}}
	runs(t, l.serve)
	<-ready
}

func tell(t *testing.T, c *client, p *paho.Publish) {
	t.Helper()
	_, err := c.Publish(limit(t), p)
	assert.NoError(t, err)
}

// A box that was killed says nothing more: after its lease the matter goes to another one, and what the first says after all comes late.
func TestABoxThatFallsSilentLosesTheMatter(t *testing.T) {
	b := realBroker(t)
	cfg := configOf(b, "camera")
	cfg.Lease = 3 * time.Second
	a := asker(t, cfg)
	answered := make(chan struct{})
	played(t, b, func(_ context.Context, c *client, cfg Config, task Task) {
		tell(t, c, cfg.answer(task, Taken, nil))
		if len(task.Ended) > 0 {
			tell(t, c, cfg.answer(task, Done, []byte("read")))
			<-answered
			tell(t, c, cfg.answer(task, Done, []byte("again")))
		}
	})
	answer, err := a.Ask(limit(t), question("x"))
	require.NoError(t, err)
	assert.Equal(t, "read", string(answer))
	close(answered)
	require.Eventually(t, func() bool { return a.Late() == 1 }, time.Minute, 5*time.Millisecond, "the second answer is ignored")
}

func TestAskGivesUpInItsOwnWords(t *testing.T) {
	b := realBroker(t)
	a := asker(t, configOf(b, "camera"))
	q := question("x")
	q.Patience = time.Millisecond
	_, err := a.Ask(limit(t), q)
	assert.ErrorIs(t, err, ErrNobody, "no box reads")
	_, err = a.Ask(limit(t), question(string(bytes.Repeat([]byte("x"), 1<<20))))
	assert.ErrorIs(t, err, ErrLarge, "the broker takes a mebibyte at most")
	ctx, cancel := context.WithCancel(context.Background())
	played(t, b, func(_ context.Context, c *client, cfg Config, task Task) {
		tell(t, c, cfg.answer(task, Taken, nil))
		cancel()
	})
	for err = nil; err == nil || ctx.Err() == nil; {
		_, err = a.Ask(ctx, question("x"))
	}
	assert.ErrorIs(t, err, context.Canceled)
}

// The broker restarts in the middle: what was asked is asked again, and answered.
func TestABrokerRestartLosesNothing(t *testing.T) {
	b := realBroker(t)
	a := asker(t, configOf(b, "camera"))
	var mu sync.Mutex
	begun := 0
	first := make(chan struct{})
	runs(t, NewTaker(configOf(b, "box"), 1, func(ctx context.Context, _ Task) ([]byte, State) {
		mu.Lock()
		begun++
		once := begun == 1
		mu.Unlock()
		if once {
			close(first)
			<-ctx.Done()
		}
		return []byte("read"), Done
	}).Serve)
	answered := make(chan error, 1)
	go func() { _, err := a.Ask(limit(t), question("x")); answered <- err }()
	<-first
	b.Stop()
	require.NoError(t, b.Start())
	assert.NoError(t, <-answered)
}
