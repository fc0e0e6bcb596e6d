package meter

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract/meter"
	"lensd/vision/geom"
)

func TestUncutLeavesOutWhatTheEdgeCutsOff(t *testing.T) {
	at := func(x float64) meter.Cell {
		return meter.Cell{Quad: geom.QuadOf(geom.Rect{X0: x, Y0: 10, X1: x + 20, Y1: 40}), Found: .9}
	}
	r := meter.Row{Cells: []meter.Cell{at(-10), at(12), at(34), at(56), at(78), at(93)}, Beyond: [2]meter.Cell{at(-32), at(115)}}
	got := uncut(r, 100, 50)
	assert.Len(t, got.Cells, 4)
	assert.InDelta(t, 1.23, got.Share, .01, "of the picture's longer side, with what is cut off")
	assert.InDelta(t, 12, got.Cells[0].Quad[0].X, 1e-9)
	assert.Zero(t, got.Beyond[0].Found)
	assert.Zero(t, got.Beyond[1].Found)
	assert.InDelta(t, .5, got.Beyond[0].Inside, .01, "how much of it is seen stays known")
	assert.InDelta(t, .1, got.Beyond[0].NotDigit, 1e-9, "and that it looks like a digit")
	assert.InDelta(t, 1, got.Cells[0].Inside, 1e-9)
	got = uncut(r, 106, 50)
	assert.Len(t, got.Cells, 5, "most of the last one is seen")
	assert.InDelta(t, .5, inside(at(-10).Quad, 100, 50), .01)
	assert.InDelta(t, 1, inside(at(12).Quad, 100, 50), 1e-9)
}
