package signal_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/device/signal"
)

// panel records what its lines are set to.
type panel struct {
	mu     sync.Mutex
	ons    []string
	lit    map[string]bool
	closed int
	broken error
}

type line struct {
	p    *panel
	name string
}

func (l line) SetValue(v int) error {
	l.p.mu.Lock()
	defer l.p.mu.Unlock()
	if v == 1 && !l.p.lit[l.name] {
		l.p.ons = append(l.p.ons, l.name)
	}
	l.p.lit[l.name] = v == 1
	return l.p.broken
}

func (l line) Close() error {
	l.p.mu.Lock()
	defer l.p.mu.Unlock()
	l.p.closed++
	return nil
}

func (p *panel) seen() ([]string, map[string]bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	lit := map[string]bool{}
	for k, v := range p.lit {
		if v {
			lit[k] = true
		}
	}
	return append([]string{}, p.ons...), lit
}

func serve(t *testing.T, p *panel, hold time.Duration) (*signal.Signal, func() error) {
	t.Helper()
	s := signal.New(map[signal.Outcome]signal.Line{
		signal.Read: line{p, "read"}, signal.Repeated: line{p, "repeated"}, signal.Failed: line{p, "failed"},
	}, line{p, "sound"}, hold, time.Millisecond)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx) }()
	return s, func() error { cancel(); return <-done }
}

const wait, tick = time.Minute, 5 * time.Millisecond

func TestEachOutcomeHasItsLampAndSound(t *testing.T) {
	for o, want := range map[signal.Outcome][]string{
		signal.Read:     {"read", "sound"},
		signal.Repeated: {"repeated", "sound", "sound"},
		signal.Failed:   {"failed", "sound"},
	} {
		p := &panel{lit: map[string]bool{}}
		s, stop := serve(t, p, 5*time.Millisecond)
		s.Show(o)
		require.Eventually(t, func() bool { ons, lit := p.seen(); return len(ons) == len(want) && len(lit) == 0 }, wait, tick)
		ons, _ := p.seen()
		assert.Equal(t, want, ons)
		require.NoError(t, stop())
		assert.Equal(t, 4, p.closed, "the lines are given back")
	}
}

func TestANewOutcomeReplacesTheLamp(t *testing.T) {
	p := &panel{lit: map[string]bool{}}
	s, stop := serve(t, p, time.Hour)
	s.Show(signal.Read)
	require.Eventually(t, func() bool { _, lit := p.seen(); return lit["read"] }, wait, tick)
	s.Show(signal.Failed)
	require.Eventually(t, func() bool { _, lit := p.seen(); return lit["failed"] && !lit["read"] }, wait, tick)
	require.NoError(t, stop())
	_, lit := p.seen()
	assert.Empty(t, lit, "everything is off in the end")
}

func TestShowNeverBlocks(t *testing.T) {
	s := signal.New(nil, nil, 0, 0)
	for range 100 {
		s.Show(signal.Read)
	}
}

func TestABrokenLineEndsIt(t *testing.T) {
	p := &panel{lit: map[string]bool{}, broken: errors.New("gone")}
	s, stop := serve(t, p, time.Hour)
	s.Show(signal.Read)
	assert.ErrorContains(t, stop(), "gone")
}

func TestAChipThatIsNotThereIsNamed(t *testing.T) {
	seven := 7
	_, err := signal.Open(signal.Config{Chip: "gpiochip-none", Failed: &seven})
	assert.ErrorContains(t, err, "signal.failed: line 7 of gpiochip-none")
}
