package table

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/layout"
)

// wordAt is a phrase of one word, with letters 10 high.
func wordAt(x0, x1, y int) layout.Phrase {
	w := layout.Word{Box: layout.Box{X0: x0, Y0: y, X1: x1, Y1: y + 10}, Height: 10, Base: y + 10}
	return layout.Phrase{Box: w.Box, Height: 10, Base: w.Base, Words: []layout.Word{w}}
}

// scene lays lines of print out in columns, without joining them.
func scene(cols []column, lines ...[]layout.Phrase) (rows []textRow) {
	for _, l := range lines {
		r := textRow{cells: place(l, cols, 9), lines: 1, base: l[0].Base}
		r.y0, r.y1 = rowExtent(l)
		rows = append(rows, r)
	}
	return rows
}

func TestWhatIsToldOfPairsOfLines(t *testing.T) {
	cols := []column{{0, 100}, {100, 200}}
	rows := scene(cols,
		[]layout.Phrase{wordAt(0, 95, 0), wordAt(110, 140, 0)},   // leaves no room for a further word in the first column
		[]layout.Phrase{wordAt(0, 40, 12)},                       // goes on there
		[]layout.Phrase{wordAt(0, 30, 40), wordAt(110, 140, 40)}) // stands far off, under a rule
	f := &finder{page: &layout.Page{}, th: 10}
	rule := layout.Rule{X0: 0, X1: 200, Y0: 33, Y1: 34}
	pairs := f.pairs(rows, []layout.Rule{rule}, cols)
	require.Len(t, pairs, 2)
	for i, c := range []map[string]float32{
		{"distance of baselines": 1.2, "white": 0.2, "first column": 1, "filled above": 1, "filled": 0.5, "both of the line's": 1, "rule between": 0, "least room left above": -3.5, "least shift of the left edge": 0},
		{"distance of baselines": 2.8, "white": 1.8, "filled above": 0.5, "filled": 1, "both of the line's": 0.5, "the line's alone": 0.5, "rule between": 1, "least room left above": 3},
	} {
		for name, want := range c {
			assert.InDelta(t, want, pairs[i][indexOf(t, name)], 0.01, "%d: %s", i, name)
		}
	}
	assert.Len(t, pairs[0], len(PairNames()))
}

func indexOf(t *testing.T, name string) int {
	t.Helper()
	for i, n := range PairNames() {
		if n == name {
			return i
		}
	}
	t.Fatalf("no feature %q", name)
	return -1
}

func TestLinesAreJoinedWhereThatIsLikely(t *testing.T) {
	cols := []column{{0, 100}, {100, 200}}
	lines := func() []textRow {
		return scene(cols, []layout.Phrase{wordAt(0, 95, 0)}, []layout.Phrase{wordAt(0, 40, 12)}, []layout.Phrase{wordAt(0, 30, 40)})
	}
	joined := joinLikely(lines(), []float64{2, -3})
	require.Len(t, joined, 2)
	assert.Equal(t, []int{2, 1}, []int{joined[0].lines, joined[1].lines})

	fits := likelihood(joined, []float64{2, -3})
	assert.InDelta(t, (-math.Log1p(math.Exp(-2))-math.Log1p(math.Exp(-3)))/2, fits.mean, 1e-9)
	assert.InDelta(t, -math.Log1p(math.Exp(-2)), fits.worst, 1e-9)
	apart := likelihood(lines(), []float64{2, -3})
	assert.Less(t, apart.mean, fits.mean, "parting what is likely one row is less likely")
	assert.InDelta(t, -math.Log1p(math.Exp(2)), apart.worst, 1e-9)
}

func TestWaysToJoinLinesShareNoCells(t *testing.T) {
	cols := []column{{0, 100}, {100, 200}}
	lines := scene(cols, []layout.Phrase{wordAt(110, 140, 0)}, []layout.Phrase{wordAt(0, 40, 12)}, []layout.Phrase{wordAt(0, 30, 40)})
	lines[0].cells = slices.Grow(lines[0].cells, 8) // room that joining may be tempted to write into
	whole := tableOf(joinLikely(lines, []float64{2, -3}), cols)
	assert.Equal(t, "2x2\nxx\nx.", shape(whole))
	assert.Equal(t, "3x2\n.x\nx.\nx.", shape(tableOf(lines, cols)), "the lines are as they were")
}

func TestPrintIsLaidOutOnce(t *testing.T) {
	var s stretches
	print, rule := []layout.Phrase{wordAt(0, 40, 0), wordAt(0, 30, 12)}, layout.Rule{X0: 0, X1: 200, Y0: 33, Y1: 34}
	assert.True(t, s.isNew(print, nil))
	assert.False(t, s.isNew(slices.Clone(print), nil))
	assert.True(t, s.isNew(print, []layout.Rule{rule}), "other rules, other rows")
	assert.True(t, s.isNew(print[:1], nil))
	assert.False(t, s.isNew(print, []layout.Rule{rule}))
}
