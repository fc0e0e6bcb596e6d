package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"time"

	"lensd/store"
)

const killReadings = 10_000

// killReport is the outcome of the kill drill.
type killReport struct {
	Kills, Cuts, Stored, Promised, Arrived int
	Lost, Disorder, Duplicates             int
	Took                                   time.Duration
}

func (r killReport) String() string {
	return fmt.Sprintf("kill: %d readings stored (%d promised), %d kill -9, %d cuts: lost %d, order breaks %d, duplicates %d, in %s",
		r.Stored, r.Promised, r.Kills, r.Cuts, r.Lost, r.Disorder, r.Duplicates, r.Took.Round(time.Second))
}

func (r killReport) check() error {
	switch {
	case r.Lost > 0:
		return fmt.Errorf("%d readings lost", r.Lost)
	case r.Disorder > 0:
		return fmt.Errorf("%d readings out of order", r.Disorder)
	case r.Duplicates > r.Kills+r.Cuts:
		return fmt.Errorf("%d duplicates for %d cuts", r.Duplicates, r.Kills+r.Cuts)
	}
	return nil
}

// kill runs the box behind the cutting proxy, kills it again and again at random points, lets it finish, and compares
// what it promised and stored with what arrived.
func kill(ctx context.Context, p plan) (fmt.Stringer, error) {
	p.readings = cmp.Or(p.readings, killReadings)
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
	px, err := newProxy(m.addr, p.cutShare, p.seed)
	if err != nil {
		return nil, err
	}
	defer px.close()
	started := time.Now()
	s := subject{plan: p, dir: dir, broker: px.url(), trigger: asFastAsItCan}
	kills, err := s.lives(ctx, w)
	if err != nil {
		return nil, err
	}
	r := killReport{Kills: kills, Cuts: int(px.cuts.Load()), Took: time.Since(started)}
	if err := r.judge(p, dir, w); err != nil {
		return nil, err
	}
	return r, r.check()
}

// lives kills the box p.kills times, spread evenly over its readings with chance inside of each part, then lets it end.
func (s subject) lives(ctx context.Context, w *witness) (kills int, err error) {
	rnd := rand.New(rand.NewPCG(s.plan.seed, 1))
	for kills < s.plan.kills {
		target := (kills + 1) * s.plan.readings / (s.plan.kills + 1)
		ended, err := s.life(ctx, w, target, time.Duration(rnd.IntN(20_000))*time.Microsecond)
		if err != nil {
			return kills, err
		}
		if ended {
			break
		}
		kills++
	}
	return kills, s.finish(ctx, w)
}

// life runs the box until target readings have arrived and a random moment more, then kills it. A box that is killed
// while it starts arrives nowhere: now and then the blow comes at once.
func (s subject) life(ctx context.Context, w *witness, target int, more time.Duration) (ended bool, err error) {
	cmd, err := s.start()
	if err != nil {
		return false, err
	}
	exit := make(chan error, 1)
	go func() { exit <- cmd.Wait() }()
	for w.count() < target {
		select {
		case err := <-exit:
			return true, err
		case <-ctx.Done():
			return true, stop(cmd, exit, ctx.Err())
		case <-time.After(time.Millisecond):
		}
	}
	time.Sleep(more)
	_ = cmd.Process.Kill()
	<-exit
	return false, ctx.Err()
}

func stop(cmd *exec.Cmd, exit <-chan error, err error) error {
	_ = cmd.Process.Kill()
	<-exit
	return err
}

// finish lets the box end in peace: the drill's own child by itself, a daemon when its backlog is empty.
func (s subject) finish(ctx context.Context, w *witness) error {
	cmd, err := s.start()
	if err != nil {
		return err
	}
	exit := make(chan error, 1)
	go func() { exit <- cmd.Wait() }()
	if s.plan.daemon != "" {
		return s.finishDaemon(ctx, w, cmd, exit)
	}
	select {
	case err := <-exit:
		return err
	case <-ctx.Done():
		return stop(cmd, exit, ctx.Err())
	}
}

// judge compares promise and store with the witness.
func (r *killReport) judge(p plan, dir string, w *witness) error {
	stored, err := storedIDs(dir)
	if err != nil {
		return err
	}
	var promised []uint64
	if p.daemon == "" {
		if promised, err = ledger(dir); err != nil {
			return err
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.broken != nil {
		return fmt.Errorf("the witness failed, the drill is void: %w", w.broken)
	}
	r.Stored, r.Promised, r.Arrived = len(stored), len(promised), len(w.seen)
	missing := map[uint64]bool{}
	for _, id := range append(stored, promised...) {
		if w.seen[id] == 0 {
			missing[id] = true
		}
	}
	r.Lost, r.Disorder, r.Duplicates = len(missing), len(w.disorder), w.duplicates
	if r.Stored == 0 {
		return errors.New("nothing was stored, the drill is void")
	}
	return nil
}

// storedIDs opens the store as the box left it and lists its records; the store must be sound.
func storedIDs(dir string) (ids []uint64, err error) {
	s, err := store.Open(store.Options{Dir: dir})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if s.MovedAside() != "" {
		return nil, errors.New("the store was damaged")
	}
	before := uint64(0)
	for {
		recs, err := s.List(store.Query{Before: before, Limit: 1000})
		if err != nil || len(recs) == 0 {
			return ids, err
		}
		for _, rec := range recs {
			ids = append(ids, rec.ID)
		}
		before = recs[len(recs)-1].ID
	}
}
