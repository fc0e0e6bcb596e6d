package camera

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestVerdict steps through sessions with a clock of its own. Each step moves the clock, may bring a picture, and judges.
func TestVerdict(t *testing.T) {
	type step struct {
		wait time.Duration
		jpeg string // "": none
		open bool   // a new session
		want State
	}
	s := time.Second
	cases := []struct {
		name   string
		repeat bool
		steps  []step
	}{
		{"starting, then nothing", false, []step{{15 * s, "", false, StateStarting}, {s, "", false, StateStale}}},
		{"live, then silent", false, []step{{s, "a", false, StateLive}, {10 * s, "", false, StateLive}, {s, "", false, StateStale}}},
		{"two equal are no proof", false, []step{{s, "a", false, StateLive}, {9 * s, "a", false, StateLive}, {9 * s, "b", false, StateLive}}},
		{"frozen", false, []step{{s, "a", false, StateLive}, {8 * s, "a", false, StateLive}, {8 * s, "a", false, StateFrozen}}},
		{"a change ends it", false, []step{{s, "a", false, StateLive}, {8 * s, "a", false, StateLive}, {8 * s, "b", false, StateLive}, {8 * s, "b", false, StateLive}}},
		{"may repeat", true, []step{{s, "a", false, StateLive}, {9 * s, "a", false, StateLive}, {9 * s, "a", false, StateLive}}},
		{"still frozen after opening again", false, []step{
			{s, "a", false, StateLive}, {8 * s, "a", false, StateLive}, {8 * s, "a", false, StateFrozen},
			{s, "", true, StateStarting}, {s, "a", false, StateFrozen}, {s, "b", false, StateLive}}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			now := time.Now()
			h := newHealth(DefaultLimits(), c.repeat)
			h.reopen(now)
			for i, st := range c.steps {
				now = now.Add(st.wait)
				if st.open {
					h.reopen(now)
				}
				if st.jpeg != "" {
					h.frame([]byte(st.jpeg), now)
				}
				got, reason := h.verdict(now)
				assert.Equal(t, st.want, got, "step %d", i)
				assert.Equal(t, got == StateStale || got == StateFrozen, reason != "", "a reason is given for trouble only, step %d", i)
			}
		})
	}
}

// TestTroubleIsToldWithinTwentySeconds holds the promise of the defaults: the check runs once a second.
func TestTroubleIsToldWithinTwentySeconds(t *testing.T) {
	l := DefaultLimits()
	for name, limit := range map[string]time.Duration{"open": l.Open, "stale": l.Stale, "frozen": l.Frozen} {
		assert.LessOrEqual(t, limit+2*time.Second, 20*time.Second, name)
	}
}

func TestSlowSourcesGetThreeIntervals(t *testing.T) {
	l := DefaultLimits().stretched(time.Minute)
	assert.Equal(t, 3*time.Minute, l.Stale)
	assert.Equal(t, 3*time.Minute, l.Frozen)
	assert.Equal(t, DefaultLimits(), DefaultLimits().stretched(time.Second))
	assert.Equal(t, DefaultLimits(), Limits{}.withDefaults())
}

func TestJitterStaysWithinAQuarter(t *testing.T) {
	for range 1000 {
		d := jitter(time.Second)
		assert.GreaterOrEqual(t, d, 750*time.Millisecond)
		assert.LessOrEqual(t, d, 1250*time.Millisecond)
	}
}
