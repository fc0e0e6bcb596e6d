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
