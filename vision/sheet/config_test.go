package sheet

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/internal/printed"
)

// A kind without boxes to tick says so, and has none.
func TestKindsWithoutTicksHaveNone(t *testing.T) {
	for _, tickless := range []bool{false, true} {
		open(t, Config{Recognizer: says("a line of print", 0.9), Tickless: tickless}, func(l *extract.Layout) {
			assert.Equal(t, tickless, len(l.Ticks) == 0)
		})
	}
}

// What a doubtful line costs depends on the kind: print that all stands one way is not looked at from the other side, and where lines
// are mostly captions only those that are bad for their length are looked at again.
func TestKindsAreSparedLooksThatTheyDoNotNeed(t *testing.T) {
	short, long := "a line of print", strings.Repeat("a line of print ", 5)
	asked := func(cfg Config, value string, confidence float64) int {
		r := says(value, confidence)
		cfg.Recognizer = r
		open(t, cfg, func(*extract.Layout) {})
		return r.crops
	}
	for name, c := range map[string]struct {
		cfg        Config
		value      string
		confidence float64
		less       bool
	}{
		"another side":                      {Config{Upright: true}, short, 0.3, true},
		"another crop, bad for its length":  {Config{Sparing: true}, short, 0.3, false},
		"another crop, good for its length": {Config{Sparing: true}, long, 0.5, true},
	} {
		all, spared := asked(Config{}, c.value, c.confidence), asked(c.cfg, c.value, c.confidence)
		assert.Equal(t, c.less, spared < all, "%s: %d crops of %d", name, spared, all)
	}
}

// open reads a page with a line of print and boxes to tick.
func open(t *testing.T, cfg Config, see func(*extract.Layout)) {
	p := printed.NewPage(600, 400)
	p.Text(60, 100, 30, "A line of print that is long enough")
	p.Grid([]int{60, 100}, []int{200, 240}, 3)
	err := NewOpener(cfg).Each(context.Background(), document(pngOf(t, p.Gray)), func(s *Sheet, failed *extract.Error) error {
		require.Nil(t, failed)
		l, err := s.Layout(context.Background())
		require.NoError(t, err)
		see(l)
		return nil
	})
	require.NoError(t, err)
}
