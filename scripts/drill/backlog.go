package main

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"syscall"
	"time"
)

const (
	backlogReadings = 10_080 // a week at one a minute
	backlogLimit    = 60 * time.Second
	growthLimit     = 10 << 20
	warmUp          = 100 // readings before the broker goes away, after which memory is compared
)

// backlogReport is the outcome of the backlog drill.
type backlogReport struct {
	Readings, Arrived, Disorder int
	Took                        time.Duration // from the broker's return to the last reading
	Before, Peak                int64         // resident bytes: when the broker went away, and the most since
}

func (r backlogReport) String() string {
	return fmt.Sprintf("backlog: %d of %d readings arrived %.1f s after the broker's return, order breaks %d, RSS %.1f -> at most %.1f MiB (+%.1f)",
		r.Arrived, r.Readings, r.Took.Seconds(), r.Disorder, mib(r.Before), mib(r.Peak), mib(r.Peak-r.Before))
}

func mib(b int64) float64 { return float64(b) / (1 << 20) }

func (r backlogReport) check() error {
	switch {
	case r.Arrived < r.Readings || r.Disorder > 0:
		return fmt.Errorf("%d readings missing, %d out of order", r.Readings-r.Arrived, r.Disorder)
	case r.Took > backlogLimit:
		return fmt.Errorf("draining took %s", r.Took)
	case r.Peak-r.Before >= growthLimit:
		return fmt.Errorf("memory grew by %.1f MiB", mib(r.Peak-r.Before))
	}
	return nil
}

// backlog lets a box read while its broker is away, brings the broker back, and measures.
func backlog(ctx context.Context, p plan) (fmt.Stringer, error) {
	p.readings = cmp.Or(p.readings, backlogReadings)
	dir, m, leave, err := p.stage()
	if err != nil {
		return nil, err
	}
	defer leave()
	d := &outage{dir: dir, broker: m}
	s := subject{plan: p, dir: dir, broker: m.url(), linger: true}
	s.plan.readings += warmUp
	end, err := d.begin(s)
	if err != nil {
		return nil, err
	}
	defer func() { end() }()
	if err := d.fill(ctx, s.plan.readings); err != nil {
		return nil, err
	}
	if p.daemon != "" {
		end()
		if end, err = d.handOver(ctx, s); err != nil {
			return nil, err
		}
	}
	if err := d.drain(ctx); err != nil {
		return nil, err
	}
	return d.report, d.report.check()
}

// outage is the course of the drill.
type outage struct {
	pid    int
	dir    string
	broker *mosquitto
	report backlogReport
}

// begin starts the drill's own child, also where a daemon is on trial: the filling is not what takes a reader's time.
func (d *outage) begin(s subject) (end func(), err error) {
	s.plan.daemon = ""
	return d.start(s)
}

func (d *outage) start(s subject) (end func(), err error) {
	cmd, err := s.start()
	if err != nil {
		return nil, err
	}
	d.pid = cmd.Process.Pid
	exit := make(chan error, 1)
	go func() { exit <- cmd.Wait() }()
	var once sync.Once
	return func() { once.Do(func() { _ = stop(cmd, exit, nil) }) }, nil
}

// fill takes a few readings with the broker, takes it away, and waits for the rest.
func (d *outage) fill(ctx context.Context, total int) error {
	if err := d.await(ctx, func() (bool, error) { n, err := lines(d.dir); return n >= warmUp, err }); err != nil {
		return err
	}
	d.broker.stop()
	if err := d.measure(); err != nil {
		return err
	}
	before, err := lines(d.dir)
	// Readings of the warm-up may have been delivered to the broker that is gone; only what came after counts.
	d.report.Readings = total - before
	if err != nil {
		return err
	}
	return d.await(ctx, func() (bool, error) { n, err := lines(d.dir); return n >= total, err })
}

// settled is how long a daemon is left alone before its memory is compared; its pauses between two tries to reach the
// broker have reached their longest by then, as after a week.
const settled = 75 * time.Second

// handOver starts a lensd on the filled state directory, its broker still away.
func (d *outage) handOver(ctx context.Context, s subject) (end func(), err error) {
	s.trigger = whenAsked
	if end, err = d.start(s); err != nil {
		return nil, err
	}
	from := time.Now()
	d.report.Before, d.report.Peak = 0, 0
	if err := d.await(ctx, func() (bool, error) { return time.Since(from) > settled, nil }); err != nil {
		return end, err
	}
	return end, d.measure()
}

func (d *outage) measure() error {
	rss, err := procField(d.pid, "status", "VmRSS")
	d.report.Before = rss << 10
	return err
}

// drain brings the broker back and waits for everything.
func (d *outage) drain(ctx context.Context) error {
	w, err := d.listen()
	if err != nil {
		return err
	}
	defer w.close()
	back := time.Now()
	late := func() (bool, error) { return w.count() >= d.report.Readings || time.Since(back) > 2*backlogLimit, nil }
	if err := d.await(ctx, late); err != nil {
		return err
	}
	d.report.Took, d.report.Arrived, d.report.Disorder = time.Since(back), w.count(), len(w.disorder)
	return d.settle(ctx)
}

// listen brings the broker back with a witness at it. The box stands still meanwhile: what it delivers to a broker at which nobody
// listens yet would be counted as lost.
func (d *outage) listen() (*witness, error) {
	if err := syscall.Kill(d.pid, syscall.SIGSTOP); err != nil {
		return nil, err
	}
	defer func() { _ = syscall.Kill(d.pid, syscall.SIGCONT) }()
	if err := d.broker.start(); err != nil {
		return nil, err
	}
	return newWitness(d.broker.url())
}

// settle goes on looking at the memory for a while after the last delivery.
func (d *outage) settle(ctx context.Context) error {
	end := time.Now().Add(time.Second)
	return d.await(ctx, func() (bool, error) { return time.Now().After(end), nil })
}

// await polls ready and notes the most memory seen meanwhile.
func (d *outage) await(ctx context.Context, ready func() (bool, error)) error {
	for {
		rss, err := procField(d.pid, "status", "VmRSS")
		if err != nil {
			return fmt.Errorf("the box is gone: %w", err)
		}
		if d.report.Before > 0 {
			d.report.Peak = max(d.report.Peak, rss<<10)
		}
		if ok, err := ready(); ok || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// lines counts the readings that the box has promised; a box that has not yet begun has none.
func lines(dir string) (int, error) {
	ids, err := ledger(dir)
	if err != nil {
		return 0, nil //nolint:nilerr // not yet written
	}
	return len(ids), nil
}
