package camera

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"
)

// Source is an opened-anew-each-time supply of pictures. Run delivers JPEGs to emit until ctx ends or the supply fails; it
// returns promptly once ctx ends, nil or any error. One Run at a time.
type Source interface {
	Run(ctx context.Context, emit func(jpeg []byte)) error
}

// Camera supervises one source. Use New, then Serve in a goroutine of its own; all other methods are safe at any time.
type Camera struct {
	source    Source
	limits    Limits
	mayRepeat bool
	log       *slog.Logger
	onStatus  func(Status)

	mu      sync.Mutex
	status  Status
	frame   Frame
	seq     uint64
	changed chan struct{} // closed and replaced at each frame and each change of state
}

// Options tune a Camera beyond its source. The zero value is right for a live sensor.
type Options struct {
	Limits    Limits
	MayRepeat bool         // equal pictures are no fault (a directory, a push)
	Log       *slog.Logger // nil: slog.Default
	OnStatus  func(Status) // called at each change of state from Serve's goroutine; must not block
}

// New builds a stopped camera around source.
func New(source Source, o Options) *Camera {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return &Camera{
		source: source, limits: o.Limits.withDefaults(), mayRepeat: o.MayRepeat, log: o.Log, onStatus: o.OnStatus,
		status: Status{State: StateStopped, Since: time.Now()}, changed: make(chan struct{}),
	}
}

// Serve opens the source, watches it, and opens it again when it fails, until ctx ends. It returns ctx's error.
func (c *Camera) Serve(ctx context.Context) error {
	defer c.enter(StateStopped, "", time.Time{})
	watch := newHealth(c.limits, c.mayRepeat)
	wait := c.limits.BackoffMin
	for first := true; ; first = false {
		if !first {
			c.countReopen()
		}
		healthyFor := c.session(ctx, watch)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if healthyFor > c.limits.BackoffMax {
			wait = c.limits.BackoffMin
		}
		pause := jitter(wait)
		c.announceRetry(time.Now().Add(pause))
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		wait = min(2*wait, c.limits.BackoffMax)
	}
}

// jitter spreads d by a quarter to both sides, so that cameras behind one switch do not come back in step.
func jitter(d time.Duration) time.Duration {
	return d*3/4 + rand.N(d/2+1)
}

// session runs the source once and returns for how long it was healthy.
func (c *Camera) session(parent context.Context, watch *health) time.Duration {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	opened := time.Now()
	watch.reopen(opened)
	c.reopened()

	frames := make(chan []byte) // hands the health check to one goroutine; emit waits for it, which slows no camera noticeably
	done := make(chan error, 1)
	go func() {
		done <- c.source.Run(ctx, func(jpeg []byte) {
			select {
			case frames <- jpeg:
			case <-ctx.Done():
			}
		})
	}()

	tick := time.NewTicker(max(time.Millisecond, min(time.Second, c.limits.Stale/4, c.limits.Frozen/4)))
	defer tick.Stop()
	for {
		select {
		case jpeg := <-frames:
			now := time.Now()
			watch.frame(jpeg, now)
			c.judge(watch, Frame{JPEG: jpeg, Time: now})
		case <-tick.C:
			state, reason := watch.verdict(time.Now())
			if state == StateStale || state == StateFrozen {
				c.enter(state, reason, time.Time{})
				cancel()
				<-done
				return watch.last.Sub(opened)
			}
		case err := <-done:
			if parent.Err() == nil {
				c.enter(StateFailed, failure(err), time.Time{})
			}
			return time.Since(opened)
		}
	}
}

func failure(err error) string {
	if err == nil || errors.Is(err, context.Canceled) {
		return "its stream ended"
	}
	return err.Error()
}

// judge publishes a frame when the session is in good health; a repeated picture is never published as live for long.
func (c *Camera) judge(watch *health, f Frame) {
	state, reason := watch.verdict(f.Time)
	if state == StateLive {
		c.publish(f)
		return
	}
	c.enter(state, reason, time.Time{})
}

func (c *Camera) publish(f Frame) {
	c.mu.Lock()
	c.seq++
	f.Seq = c.seq
	c.frame = f
	c.status.LastFrame = f.Time
	c.status.Frames++
	c.wake()
	c.mu.Unlock()
	c.enter(StateLive, "", time.Time{})
}

// wake tells all waiters; c.mu is held.
func (c *Camera) wake() {
	close(c.changed)
	c.changed = make(chan struct{})
}

// reopened enters StateStarting unless the camera is known to be bad: a retry must not make the trouble look gone.
func (c *Camera) reopened() {
	c.mu.Lock()
	bad := c.status.State == StateStale || c.status.State == StateFrozen || c.status.State == StateFailed
	c.mu.Unlock()
	if !bad {
		c.enter(StateStarting, "", time.Time{})
	}
}

func (c *Camera) announceRetry(at time.Time) {
	c.mu.Lock()
	c.status.NextTry = at
	c.mu.Unlock()
}

func (c *Camera) countReopen() {
	c.mu.Lock()
	c.status.Reopens++
	c.mu.Unlock()
}

// enter moves to a state; the same state with the same reason changes nothing.
func (c *Camera) enter(state State, reason string, next time.Time) {
	c.mu.Lock()
	was := c.status
	c.status.Reason = reason
	if state != was.State {
		c.status.State, c.status.Since, c.status.NextTry = state, time.Now(), next
	}
	now := c.status
	if state != StateLive {
		c.frame = Frame{} // nobody may get a picture that the camera no longer stands for
	}
	if state != was.State {
		c.wake()
	}
	c.mu.Unlock()
	if state == was.State {
		return
	}
	c.tell(was, now)
}

func (c *Camera) tell(was, now Status) {
	level := slog.LevelInfo
	if now.Reason != "" {
		level = slog.LevelWarn
	}
	c.log.Log(context.Background(), level, "camera state", "from", was.State, "to", now.State, "reason", now.Reason)
	if c.onStatus != nil {
		c.onStatus(now)
	}
}

// Status returns the state as of now.
func (c *Camera) Status() Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.status
}

// latest returns the newest picture, or a *NotLiveError when there is none that is live. The caller holds the lock.
func (c *Camera) latest() (Frame, error) {
	if c.status.State != StateLive {
		return Frame{}, &NotLiveError{Status: c.status}
	}
	// The supervisor looks once a second; between its looks the age decides.
	if age := time.Since(c.frame.Time); age > c.limits.Stale {
		s := c.status
		s.State, s.Reason = StateStale, fmt.Sprintf("no picture for %s", round(age))
		return Frame{}, &NotLiveError{Status: s}
	}
	return c.frame, nil
}

// Next waits for a live picture with a Seq greater than after. With after = 0 any live picture will do. When ctx ends first,
// a camera in trouble is the error to tell; otherwise ctx's.
func (c *Camera) Next(ctx context.Context, after uint64) (Frame, error) {
	for {
		c.mu.Lock()
		f, err := c.latest()
		changed := c.changed
		c.mu.Unlock()
		if err == nil && f.Seq > after {
			return f, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			if err != nil {
				return Frame{}, err
			}
			return Frame{}, ctx.Err()
		}
	}
}
