package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

const (
	backWithin = 30 * time.Second // all boxes, after a broker's return
	week       = 10_080           // readings at one a minute
)

// assemble starts a fleet and waits until all boxes are connected.
func assemble(ctx context.Context, p plan) (*fleet, error) {
	f, err := newFleet(ctx, p)
	if err != nil {
		return f, err
	}
	from := time.Now()
	took, err := until(ctx, 5*time.Minute, func() bool { return f.connected() == len(f.boxes) })
	all, most := f.tries.since(from)
	fmt.Printf("%d boxes connected in %.1f s, %d attempts, at most %d a second; load %s\n", len(f.boxes), took.Seconds(), all, most, load())
	return f, err
}

func load() string {
	b, _ := os.ReadFile("/proc/loadavg")
	return strings.Join(strings.Fields(string(b))[:2], " ")
}

// usage is what the broker's process has taken so far.
func (f *fleet) usage() (cpu time.Duration, rss int64) {
	pid := strconv.Itoa(f.broker.PID())
	if b, err := os.ReadFile("/proc/" + pid + "/stat"); err == nil {
		if _, rest, ok := strings.Cut(string(b), ") "); ok {
			w := strings.Fields(rest)
			user, _ := strconv.Atoi(w[11])
			system, _ := strconv.Atoi(w[12])
			pages, _ := strconv.Atoi(w[21])
			return time.Duration(user+system) * 10 * time.Millisecond, int64(pages) * int64(unix.Getpagesize())
		}
	}
	return 0, 0
}

func steady(ctx context.Context, p plan) error {
	f, err := assemble(ctx, p)
	defer f.leave()
	if err != nil {
		return err
	}
	before, _ := f.usage()
	f.work(ctx, p.length)
	_, err = f.arrival(ctx)
	after, rss := f.usage()
	n := f.promised()
	fmt.Printf("steady: %s; %.1f readings a second; broker %.1f %% of a core, %.2f ms a reading, %.1f MiB; load %s\n", f.witness.report(n),
		float64(n)/p.length.Seconds(), 100*(after-before).Seconds()/p.length.Seconds(), 1000*(after-before).Seconds()/float64(max(1, n)), float64(rss)/(1<<20), load())
	return errors.Join(err, f.witness.check(n))
}

func restart(ctx context.Context, p plan) error {
	f, err := assemble(ctx, p)
	defer f.leave()
	if err != nil {
		return err
	}
	worked := make(chan struct{})
	go func() { f.work(ctx, p.length); close(worked) }()
	if _, err = until(ctx, p.length, func() bool { return f.promised() >= p.boxes/20 }); err != nil {
		return err
	}
	fmt.Printf("restart: the broker goes, %d readings were promised\n", f.promised())
	gone := time.Now()
	for _, d := range f.doors {
		d.close()
	}
	f.broker.Stop()
	time.Sleep(p.down)
	err = errors.Join(f.broker.Start(), f.witness.join(f.broker.URL()))
	for _, d := range f.doors {
		err = errors.Join(err, d.open())
	}
	if err != nil {
		return err
	}
	back := time.Now()
	took, err := until(ctx, 5*time.Minute, func() bool { return f.connected() == len(f.boxes) })
	if err != nil {
		return err
	}
	fmt.Printf("restart: all are back after %.1f s\n", took.Seconds())
	all, most := f.tries.since(gone)
	_, mostBack := f.tries.since(back)
	<-worked
	_, err = f.arrival(ctx)
	n := f.promised()
	fmt.Printf("restart, broker away %s: all %d back after %.1f s (bar %s), %d attempts, at most %d a second while it was away and %d after; %s; load %s\n",
		p.down, len(f.boxes), took.Seconds(), backWithin, all, most, mostBack, f.witness.report(n), load())
	if took > backWithin {
		err = errors.Join(err, fmt.Errorf("all were back after %s only", took))
	}
	return errors.Join(err, f.witness.check(n))
}

func cut(ctx context.Context, p plan) error {
	f, err := assemble(ctx, p)
	defer f.leave()
	if err != nil {
		return err
	}
	worked := make(chan struct{})
	go func() { f.work(ctx, p.length); close(worked) }()
	for i, d := range f.doors {
		d.close()
		time.Sleep(p.down)
		others := f.connected()
		if err := d.open(); err != nil {
			return err
		}
		took, err := until(ctx, 5*time.Minute, func() bool { return f.connected() == len(f.boxes) })
		if err != nil {
			return err
		}
		fmt.Printf("cut %d of 3 for %s: %d boxes stayed, all back after %.1f s\n", i+1, p.down, others, took.Seconds())
	}
	<-worked
	_, err = f.arrival(ctx)
	n := f.promised()
	fmt.Printf("cut: %s; load %s\n", f.witness.report(n), load())
	return errors.Join(err, f.witness.check(n))
}

func backlog(ctx context.Context, p plan) error {
	p.readings = cmp.Or(p.readings, week)
	f, err := assemble(ctx, p)
	defer f.leave()
	if err != nil {
		return err
	}
	for _, d := range f.doors {
		d.close()
	}
	for _, b := range f.boxes {
		for left := p.readings; left > 0; left -= 500 {
			if err := b.read(ctx, min(left, 500)); err != nil {
				return err
			}
		}
	}
	before, _ := f.usage()
	for _, d := range f.doors {
		err = errors.Join(err, d.open())
	}
	took, late := f.arrival(ctx)
	after, _ := f.usage()
	n := f.promised()
	fmt.Printf("backlog of %d readings each: drained in %.1f s, %.0f a second; broker %.2f ms a reading; %s; load %s\n",
		p.readings, took.Seconds(), float64(n)/took.Seconds(), 1000*(after-before).Seconds()/float64(n), f.witness.report(n), load())
	return errors.Join(err, late, f.witness.check(n))
}
