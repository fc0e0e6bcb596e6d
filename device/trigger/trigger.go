// Package trigger says when a station reads: at an interval, by a crontab line, or when the scene in front of the camera has
// changed and come to rest. Orders by MQTT and HTTP go to the station itself; they need no waiting.
package trigger

import (
	"context"
	"fmt"
	"time"

	"github.com/robfig/cron/v3"

	"lensd/device/camera"
)

// Shot is an order to read.
type Shot struct {
	Cause string        // every, cron or settle
	Frame *camera.Frame // the picture that the trigger chose; nil: take the camera's newest
}

// Trigger waits for the next order to read. Next returns an error only when ctx ends. One caller at a time.
type Trigger interface {
	Next(ctx context.Context) (Shot, error)
}

// Every orders a reading at once and then each interval. A reading that takes longer than the interval delays the next one and
// causes no burst.
type Every struct {
	interval time.Duration
	next     time.Time // monotonic: a wall clock that is set does not move it
}

// NewEvery returns a trigger for a positive interval.
func NewEvery(interval time.Duration) (*Every, error) {
	if interval <= 0 {
		return nil, fmt.Errorf("every %s: the interval has to be longer than nothing", interval)
	}
	return &Every{interval: interval}, nil
}

// Next waits until the interval since the last order is over.
func (e *Every) Next(ctx context.Context) (Shot, error) {
	now := time.Now()
	if e.next.IsZero() {
		e.next = now
	}
	if err := sleep(ctx, e.next.Sub(now)); err != nil {
		return Shot{}, err
	}
	e.next = following(e.next, e.interval, time.Now())
	return Shot{Cause: "every"}, nil
}

// following is the first time of the series last, last+interval, … that lies after now, so that readings keep their beat.
func following(last time.Time, interval time.Duration, now time.Time) time.Time {
	next := last.Add(interval)
	if late := now.Sub(next); late >= 0 {
		next = next.Add(late/interval*interval + interval)
	}
	return next
}

// sleep waits for d, not at all when d is not positive, or until ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	if err := ctx.Err(); err != nil || d <= 0 {
		return err
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Cron orders readings by a crontab line in the box's time zone.
type Cron struct {
	schedule cron.Schedule
	now      func() time.Time
	look     time.Duration // between two looks at the wall clock
}

// NewCron understands five fields (minute hour day month weekday), @hourly, @daily and the like, and CRON_TZ=Zone before them.
func NewCron(line string) (*Cron, error) {
	schedule, err := cron.ParseStandard(line)
	if err != nil {
		return nil, fmt.Errorf("cron %q: %w", line, err)
	}
	if schedule.Next(time.Now()).IsZero() {
		return nil, fmt.Errorf("cron %q: this never comes", line)
	}
	return &Cron{schedule: schedule, now: time.Now, look: 20 * time.Second}, nil
}

// Next waits until the line's next time has come. A box without a battery-backed clock starts in the past and is set when the
// network is up, so the wall clock is looked at again and again: a jump over the time orders one reading, a jump back orders
// none and counts from there.
func (c *Cron) Next(ctx context.Context) (Shot, error) {
	last := c.now()
	due := c.schedule.Next(last)
	for {
		now := c.now().Round(0) // without the monotonic reading, which a jump does not move
		if !now.Before(due) {
			return Shot{Cause: "cron"}, nil
		}
		if now.Before(last.Round(0)) {
			due = c.schedule.Next(now)
		}
		last = now
		if err := sleep(ctx, min(c.look, due.Sub(now))); err != nil {
			return Shot{}, err
		}
	}
}
