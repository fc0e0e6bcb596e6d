package trigger

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const patience = time.Minute

func background(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

func TestEveryOrdersAtOnceAndAgain(t *testing.T) {
	e, err := NewEvery(time.Millisecond)
	require.NoError(t, err)
	for range 5 {
		shot, err := e.Next(background(t))
		require.NoError(t, err)
		assert.Equal(t, Shot{Cause: "every"}, shot)
	}
	e, err = NewEvery(time.Hour)
	require.NoError(t, err)
	_, err = e.Next(background(t))
	require.NoError(t, err, "the first order comes at once")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = e.Next(ctx)
	require.ErrorIs(t, err, context.Canceled)
	_, err = NewEvery(0)
	require.Error(t, err)
}

func TestFollowingKeepsTheBeat(t *testing.T) {
	t0 := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct{ took, want time.Duration }{
		{0, 10}, {9, 10}, {10, 20}, {11, 20}, {25, 30}, {1000, 1010},
	} {
		assert.Equal(t, t0.Add(c.want*time.Second), following(t0, 10*time.Second, t0.Add(c.took*time.Second)), "took %d s", c.took)
	}
}

// wall is a clock that a test sets. Every look moves it on by step.
type wall struct {
	mu    sync.Mutex
	now   time.Time
	step  time.Duration
	jumps map[int]time.Time // at which look the clock is set, and to what
	looks int
}

func (w *wall) Now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(w.step)
	if to, ok := w.jumps[w.looks]; ok {
		w.now = to
	}
	w.looks++
	return w.now
}

func TestCron(t *testing.T) {
	day := func(h, m, s int) time.Time { return time.Date(2026, 3, 2, h, m, s, 0, time.Local) }
	cases := []struct {
		name, line string
		clock      *wall
		want       time.Time // the earliest time at which the order may come
		before     time.Time
	}{
		{"on time", "*/5 * * * *", &wall{now: day(8, 3, 0), step: time.Second}, day(8, 5, 0), day(8, 5, 2)},
		{"a jump over the time orders one", "0 12 * * *", &wall{now: day(8, 0, 0), step: time.Second, jumps: map[int]time.Time{5: day(15, 0, 0)}}, day(15, 0, 0), day(15, 0, 2)},
		{"a jump back counts from there", "0 12 * * *", &wall{now: day(11, 59, 50), step: time.Second, jumps: map[int]time.Time{4: day(9, 0, 0), 9: day(11, 59, 58)}}, day(12, 0, 0), day(12, 0, 2)},
		{"from 1970 to now", "@hourly", &wall{now: time.Unix(0, 0), step: time.Second, jumps: map[int]time.Time{3: day(8, 30, 0)}}, day(8, 30, 0), day(8, 30, 2)},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			trigger, err := NewCron(c.line)
			require.NoError(t, err)
			trigger.now, trigger.look = c.clock.Now, time.Microsecond
			shot, err := trigger.Next(background(t))
			require.NoError(t, err)
			assert.Equal(t, "cron", shot.Cause)
			assert.False(t, c.clock.now.Before(c.want), "%s is too early", c.clock.now)
			assert.True(t, c.clock.now.Before(c.before), "%s is too late", c.clock.now)
		})
	}
}

func TestCronRefusesWhatNeverComes(t *testing.T) {
	for _, line := range []string{"", "every day", "61 * * * *", "0 0 30 2 *", "* * * * * *"} {
		_, err := NewCron(line)
		require.Error(t, err, line)
	}
}

func TestCronEndsWithItsContext(t *testing.T) {
	trigger, err := NewCron("@yearly")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = trigger.Next(ctx)
	require.ErrorIs(t, err, context.Canceled)
}
