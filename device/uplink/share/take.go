package share

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/eclipse/paho.golang/paho"
)

// Work reads one task. It returns an answer with Done, or why there is none. It ends soon after ctx has.
type Work func(ctx context.Context, t Task) (answer []byte, s State)

// Taker reads for others. Make it with NewTaker and run it with Serve.
type Taker struct {
	cfg     Config
	readers int
	work    Work

	underway sync.Map // key of a task: it is being read here
}

// NewTaker returns a taker that works on as many tasks at a time as it has readers.
func NewTaker(cfg Config, readers int, work Work) *Taker {
	return &Taker{cfg: cfg.withDefaults(), readers: readers, work: work}
}

// Serve takes tasks until ctx ends. Each reader has a connection of its own with a Receive Maximum of one, so that the broker hands
// out no more than is being read. On one connection for all, a long reading would hold back the others': MQTT wants
// acknowledgements in the order of arrival.
func (t *Taker) Serve(ctx context.Context) error {
	var wg sync.WaitGroup
	for n := range t.readers {
		l := &link{cfg: t.cfg, id: fmt.Sprintf("lensd-%s-reader-%d", t.cfg.Box, n+1), receive: 1, filter: t.cfg.filter(), handle: t.take,
			open: func(*client) func() { return func() {} }}
		wg.Go(func() { _ = l.serve(ctx) })
	}
	wg.Wait()
	return ctx.Err()
}

// take is called by the connection for one task after the other.
func (t *Taker) take(ctx context.Context, c *client, p *paho.Publish) {
	task, err := t.cfg.taskOf(p)
	if err != nil {
		if !errors.Is(err, errNoAnswerWanted) {
			t.cfg.Log.Warn("something that was to be read is malformed", "topic", p.Topic)
		}
		return
	}
	if _, twice := t.underway.LoadOrStore(task.key(), true); twice {
		return // the broker sent it again while it is being read
	}
	defer t.underway.Delete(task.key())
	answer, state := []byte(nil), Spared
	if !slices.Contains(task.Ended, t.cfg.Box) {
		stop := t.holding(ctx, c, task)
		answer, state = t.work(ctx, task)
		stop()
	}
	if state != Done {
		answer = nil
	} else if len(answer)+maxWordBytes > c.largest {
		answer, state = nil, Large
	}
	// What was read to its end is told even if the box is told to end in this moment.
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), packetTimeout)
	defer cancel()
	if _, err := c.Publish(last, t.cfg.answer(task, state, answer)); err != nil {
		t.cfg.Log.Warn("an answer could not be sent", "error", err)
	}
}

// holding says that a task is being read, again and again until the function that it returns is called.
func (t *Taker) holding(ctx context.Context, c *client, task Task) (stop func()) {
	say := func() { _, _ = c.Publish(ctx, t.cfg.answer(task, Taken, nil)) } // one that is lost is followed by the next
	say()
	over := make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() {
		tick := time.NewTicker(t.cfg.Lease / 5)
		defer tick.Stop()
		for {
			select {
			case <-over:
				return
			case <-ctx.Done():
				return
			case <-tick.C:
				say()
			}
		}
	})
	return func() { close(over); done.Wait() }
}
