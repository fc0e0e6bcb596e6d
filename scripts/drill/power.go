package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"

	"lensd/store"
)

const powerReadings = 300

// powerReport is the outcome of the power drill.
type powerReport struct {
	Cuts     int // moments at which the power was cut
	Promised int // readings promised before, over all cuts
	Damaged  int // stores that were found damaged, though every sync was kept
	Lost     int // promised readings that the store lacks
	Unsent   int // promised readings that neither arrived nor wait in the outbox
}

func (r powerReport) String() string {
	return fmt.Sprintf("power: %d cuts, %d promises checked, stores damaged %d, readings lost %d, never sent %d",
		r.Cuts, r.Promised, r.Damaged, r.Lost, r.Unsent)
}

func (r powerReport) check() error {
	switch {
	case r.Promised == 0:
		return errors.New("nothing was promised before any cut")
	case r.Damaged+r.Lost+r.Unsent > 0:
		return fmt.Errorf("%d stores damaged, %d readings lost, %d never sent", r.Damaged, r.Lost, r.Unsent)
	}
	return nil
}

// power lets a box run under strace, then cuts the power at p.kills random moments of what it did to its files: what was
// not synced then is kept, lost or torn at random. Every such disk is opened by the real store.
func power(ctx context.Context, p plan) (fmt.Stringer, error) { return powerCuts(ctx, p, false) }

func powerCuts(ctx context.Context, p plan, lying bool) (fmt.Stringer, error) {
	p.readings = cmp.Or(p.readings, powerReadings)
	dir, m, leave, err := p.stage()
	if err != nil {
		return nil, err
	}
	defer leave()
	w, err := newWitness(m.url())
	if err != nil {
		return nil, err
	}
	defer w.close()
	state := filepath.Join(dir, "state")
	if err := os.Mkdir(state, 0o700); err != nil {
		return nil, err
	}
	done, err := record(ctx, subject{plan: p, dir: state, broker: m.url()}, filepath.Join(dir, "trace"))
	if err != nil {
		return nil, err
	}
	d := newDisk(state)
	d.lying = lying
	r, err := d.replay(done, p, w)
	if err != nil {
		return nil, err
	}
	return r, r.check()
}

// record runs one whole life of the box and returns what it did to its files.
func record(ctx context.Context, s subject, to string) ([]systemCall, error) {
	cmd, err := s.command()
	if err != nil {
		return nil, err
	}
	if cmd, err = traced(cmd, to); err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	exit := make(chan error, 1)
	go func() { exit <- cmd.Wait() }()
	select {
	case err = <-exit:
	case <-ctx.Done():
		err = stop(cmd, exit, ctx.Err())
	}
	if err != nil {
		return nil, err
	}
	f, err := os.Open(to)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return calls(f)
}

// replay follows the calls and cuts the power at random ones.
func (d *disk) replay(done []systemCall, p plan, w *witness) (r powerReport, err error) {
	rnd := rand.New(rand.NewPCG(p.seed, 2))
	cuts := map[int]int{}
	for range p.kills {
		cuts[rnd.IntN(len(done))]++
	}
	for i, c := range done {
		if err := d.do(c); err != nil {
			return r, err
		}
		for range cuts[i] {
			if err := d.cut(&r, rnd, w); err != nil {
				return r, fmt.Errorf("cut after call %d: %w", i, err)
			}
		}
	}
	return r, nil
}

// cut makes one disk and looks at it as the box would after the power's return.
func (d *disk) cut(r *powerReport, rnd *rand.Rand, w *witness) error {
	dir, err := os.MkdirTemp("", "lensd-power-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := d.crash(dir, rnd); err != nil {
		return err
	}
	s, err := store.Open(store.Options{Dir: dir, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	waiting, err := outboxIDs(s)
	if err != nil {
		return err
	}
	r.Cuts, r.Promised = r.Cuts+1, r.Promised+len(d.promised)
	if s.MovedAside() != "" {
		r.Damaged++
	}
	for _, id := range d.promised {
		if _, err := s.Get(id); err != nil {
			r.Lost++
		}
		if !waiting[id] && w.times(id) == 0 {
			r.Unsent++
		}
	}
	return nil
}

// outboxIDs are the readings that a store has yet to deliver.
func outboxIDs(s *store.Store) (map[uint64]bool, error) {
	out := map[uint64]bool{}
	for after := uint64(0); ; {
		seq, _, payload, ok, err := s.Next(after)
		if err != nil || !ok {
			return out, err
		}
		id, err := readingID(payload)
		if err != nil {
			return nil, err
		}
		out[id], after = true, seq
	}
}
