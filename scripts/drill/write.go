package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

const (
	writeReadings = 1440 // a day at one a minute
	writeLimit    = 120 << 20
)

// writeReport is the outcome of the write drill.
type writeReport struct {
	Readings int
	Bytes    int64 // that the box caused to be written to the disk, /proc/PID/io write_bytes
}

func (r writeReport) String() string {
	return fmt.Sprintf("write: %d readings, each settled before the next: %.1f KiB a reading, %.1f MiB a day at one a minute",
		r.Readings, float64(r.Bytes)/float64(r.Readings)/1024, mib(r.aDay()))
}

func (r writeReport) aDay() int64 { return r.Bytes * writeReadings / int64(r.Readings) }

func (r writeReport) check() error {
	if r.aDay() > writeLimit {
		return fmt.Errorf("%.1f MiB a day are too much", mib(r.aDay()))
	}
	return nil
}

// write counts what a box writes. Time does not matter, only that every reading is delivered and its pages are on the
// disk before the next; the housekeeping that a day adds finds nothing to do and writes nothing.
func write(ctx context.Context, p plan) (fmt.Stringer, error) {
	p.readings = cmp.Or(p.readings, writeReadings)
	dir, m, leave, err := p.stage()
	if err != nil {
		return nil, err
	}
	defer leave()
	if p.daemon != "" {
		return writeDaemon(ctx, subject{plan: p, dir: dir, broker: m.url(), trigger: everyTwoSeconds}, m)
	}
	s := subject{plan: p, dir: dir, broker: m.url(), slow: true, linger: true}
	s.plan.readings += warmUp
	cmd, err := s.start()
	if err != nil {
		return nil, err
	}
	exit := make(chan error, 1)
	go func() { exit <- cmd.Wait() }()
	defer func() { _ = stop(cmd, exit, nil) }()
	from, err := writtenAt(ctx, cmd.Process.Pid, dir, warmUp)
	if err != nil {
		return nil, err
	}
	to, err := writtenAt(ctx, cmd.Process.Pid, dir, s.plan.readings)
	if err != nil {
		return nil, err
	}
	r := writeReport{Readings: to.readings - from.readings, Bytes: to.bytes - from.bytes}
	return r, r.check()
}

type written struct {
	readings int
	bytes    int64
}

// writtenAt waits for n readings and returns what had been written then.
func writtenAt(ctx context.Context, pid int, dir string, n int) (w written, err error) {
	for w.readings < n {
		select {
		case <-ctx.Done():
			return w, ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
		if w.bytes, err = procField(pid, "io", "write_bytes"); err != nil {
			return w, fmt.Errorf("the box is gone: %w", err)
		}
		if w.readings, err = lines(dir); err != nil {
			return w, err
		}
	}
	return w, nil
}

// everyTwoSeconds leaves time to settle between a daemon's readings.
const everyTwoSeconds = "every: 2s"

// writeDaemon counts what a lensd writes, while this process keeps flushing the disk in its stead.
func writeDaemon(ctx context.Context, s subject, m *mosquitto) (fmt.Stringer, error) {
	w, err := newWitness(m.url())
	if err != nil {
		return nil, err
	}
	defer w.close()
	dir, err := os.Open(s.dir)
	if err != nil {
		return nil, err
	}
	defer func() { _ = dir.Close() }()
	cmd, err := s.start()
	if err != nil {
		return nil, err
	}
	exit := make(chan error, 1)
	go func() { exit <- cmd.Wait() }()
	defer func() { _ = stop(cmd, exit, nil) }()
	const first = 5 // readings that are not counted: the start writes too
	var from, to written
	for to.readings < s.plan.readings+first {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
		if err := unix.Syncfs(int(dir.Fd())); err != nil {
			return nil, err
		}
		to.readings = w.count()
		if to.bytes, err = procField(cmd.Process.Pid, "io", "write_bytes"); err != nil {
			return nil, fmt.Errorf("the box is gone: %w", err)
		}
		if from.readings == 0 && to.readings >= first {
			from = to
		}
	}
	r := writeReport{Readings: to.readings - from.readings, Bytes: to.bytes - from.bytes}
	return r, r.check()
}
