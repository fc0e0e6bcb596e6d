package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
)

// part is one of the box's parts as a configuration asks for it. It is left alone for as long as its recipe stays the same.
type part struct {
	name   string
	recipe string // of all that build takes from the configuration
	build  func() (running, error)
}

// running is what a built part does until it is stopped: serves run beside each other, close comes after them.
type running struct {
	serves []func(ctx context.Context) error
	close  func() error // nil: nothing
	faulty bool         // told and left out; the next apply tries again
}

// serving is a part that does nothing but serve.
func serving(serve ...func(ctx context.Context) error) func() (running, error) {
	return func() (running, error) { return running{serves: serve}, nil }
}

// recipeOf writes values of the configuration so that equal ones are equal texts.
func recipeOf(values ...any) string {
	b, err := json.Marshal(values)
	if err != nil {
		return err.Error() // plain structs only: cannot happen
	}
	return string(b)
}

// filesOf stands for the contents of files in a recipe: a secret or certificate that was replaced is a change, too.
func filesOf(paths ...string) (out []string) {
	for _, path := range paths {
		if path != "" {
			out = append(out, fmt.Sprint(stampOf(path)))
		}
	}
	return out
}

// parts runs a box's parts, each for a life of its own, and changes only those that a new configuration changes. apply and stop
// belong to one goroutine.
type parts struct {
	log    *slog.Logger
	starts *prometheus.CounterVec // by part
	failed chan error             // the first part that ended with an error of its own
	live   []*livePart            // in the order of their starts
}

type livePart struct {
	part
	cancel context.CancelFunc
	done   sync.WaitGroup
	close  func() error
	faulty bool
}

func newParts(log *slog.Logger, reg *prometheus.Registry) *parts {
	p := &parts{log: log, failed: make(chan error, 1), starts: prometheus.NewCounterVec(
		prometheus.CounterOpts{Name: "lensd_part_starts_total", Help: "Starts of the box's parts; an edit of the configuration starts what it changes."},
		[]string{"part"})}
	reg.MustRegister(p.starts)
	return p
}

// apply stops what plan does not hold or holds with another recipe, the last started first, and starts what is missing in the
// plan's order. What an error leaves running is what the next apply begins with.
func (p *parts) apply(ctx context.Context, plan []part) error {
	var errs []error
	kept := p.live[:0:0]
	for _, l := range slices.Backward(p.live) {
		if slices.ContainsFunc(plan, l.same) {
			kept = append(kept, l)
			continue
		}
		errs = append(errs, p.end(l))
	}
	slices.Reverse(kept)
	p.live = kept
	for _, want := range plan {
		if slices.ContainsFunc(p.live, func(l *livePart) bool { return l.same(want) }) {
			continue
		}
		if err := p.begin(ctx, want); err != nil {
			return errors.Join(append(errs, err)...)
		}
	}
	return errors.Join(errs...)
}

// stop ends all parts, the last started first.
func (p *parts) stop() error { return p.apply(context.Background(), nil) }

func (l *livePart) same(want part) bool {
	return l.name == want.name && l.recipe == want.recipe && !l.faulty
}

func (p *parts) begin(ctx context.Context, want part) error {
	r, err := want.build()
	if err != nil {
		return fmt.Errorf("%s: %w", want.name, err)
	}
	ctx, cancel := context.WithCancel(ctx)
	l := &livePart{part: want, cancel: cancel, close: r.close, faulty: r.faulty}
	for _, serve := range r.serves {
		l.done.Go(func() { p.ended(ctx, want.name, serve(ctx)) })
	}
	p.live = append(p.live, l)
	p.starts.WithLabelValues(want.name).Inc()
	return nil
}

// ended tells of a part that failed by itself; one that was told to end, or has nothing left to do, did not fail.
func (p *parts) ended(ctx context.Context, name string, err error) {
	if err == nil || ctx.Err() != nil {
		return
	}
	if !errors.Is(err, errRecompose) {
		p.log.Error("a part of the box failed", "part", name, "err", err)
	}
	select {
	case p.failed <- fmt.Errorf("%s: %w", name, err):
	default:
	}
}

func (p *parts) end(l *livePart) error {
	l.cancel()
	l.done.Wait()
	if l.close == nil {
		return nil
	}
	return l.close()
}
