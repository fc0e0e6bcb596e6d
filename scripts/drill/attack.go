package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// The bars of the attack drill.
const (
	attackRSS    = 150 << 20
	attackHealth = time.Second
)

// siege is one attack: it returns once it has done its worst, and ctx ends what it still holds.
type siege struct {
	name string
	run  func(ctx context.Context, t target) error
}

// attacked is what one attack did to the daemon.
type attacked struct {
	name string
	peak int64 // bytes of resident memory
	slow time.Duration
	fail int // health checks without an answer
}

// attackReport lists all attacks.
type attackReport []attacked

// String is a table.
func (r attackReport) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-52s %9s %12s %6s\n", "attack", "peak RSS", "slowest", "failed")
	for _, a := range r {
		fmt.Fprintf(&b, "%-52s %6d MB %9d ms %6d\n", a.name, a.peak>>20, a.slow.Milliseconds(), a.fail)
	}
	return b.String()
}

// attack lets strangers and holders of a key do their worst to a real daemon, one attack after the other, and watches its memory
// and its health check.
func attack(ctx context.Context, p plan) (fmt.Stringer, error) {
	var report attackReport
	err := withTarget(ctx, p, "", func(t target) (err error) {
		report, err = t.besiege(ctx)
		return err
	})
	return report, err
}

// besiege carries out all attacks.
func (t target) besiege(ctx context.Context) (report attackReport, err error) {
	var errs []error
	for _, s := range append(brokerSieges(), requestSieges()...) {
		t.watch.reset()
		round, cancel := context.WithTimeout(ctx, time.Minute)
		err := s.run(round, t)
		cancel()
		holdFor(ctx, 2*time.Second) // what it leaves behind counts, too; some are refused before anybody has looked
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", s.name, err))
		}
		a := t.watch.told(s.name)
		report = append(report, a)
		if a.peak > attackRSS || a.slow > attackHealth || a.fail > 0 {
			errs = append(errs, fmt.Errorf("%s: a bar failed", s.name))
		}
	}
	return report, errors.Join(errs...)
}
