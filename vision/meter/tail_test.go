package meter

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// tailed is a row of four digits and, behind them, smaller ones of the height h.
func tailed(h float64, xs ...float64) []place {
	cells := row(.9, 100, 125, 150, 175)
	for _, x := range xs {
		cells = append(cells, place{x: x, y: 30, h: h, w: 8, found: .9, decimal: 2})
	}
	return cells
}

func TestSmallerDecimalsAreATail(t *testing.T) {
	tests := []struct {
		name  string
		cells []place
		want  int
	}{
		{"none", tailed(0), 0},
		{"two", tailed(12, 195, 205), 4},
		{"hardly smaller", tailed(22, 195, 205), 0},
		{"a small one between the digits", append(tailed(12, 195), place{x: 215, h: 24}), 0},
		{"all alike", row(.9, 20, 40), 0},
		{"nothing", nil, 0},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, tailBegin(tt.cells), tt.name)
	}
}

func TestTheCloserLookStandsBehindTheFirstDigits(t *testing.T) {
	same := func(pl place) place { return pl }
	at := func(x, h, found float64) place { return place{x: x, y: 30, h: h, w: 8, found: found} }
	tests := []struct {
		name  string
		found []place
		want  []float64
	}{
		{"two where one was", []place{at(205, 12, .9), at(195, 12, .9)}, []float64{195, 205}},
		{"the last of the first digits again", []place{at(178, 12, .9), at(195, 12, .9)}, []float64{195}},
		{"a unit that is higher, and a point", []place{at(195, 12, .9), at(196, 5, .9), at(215, 24, .9)}, []float64{195}},
		{"a faint one beyond the last", []place{at(195, 12, .9), at(205, 12, .5)}, []float64{195}},
		{"a faint one in its place", []place{at(195, 12, .5)}, []float64{195}},
		{"one beyond a gap", []place{at(195, 12, .9), at(205, 12, .9), at(228, 12, .9)}, []float64{195, 205}},
		{"nothing", nil, []float64{195}},
	}
	for _, tt := range tests {
		var xs []float64
		for _, c := range retailed(tailed(12, 195), 4, tt.found, same)[4:] {
			xs = append(xs, c.x)
			assert.InDelta(t, 2, c.decimal, 1e-9, tt.name)
		}
		assert.Equal(t, tt.want, xs, tt.name)
	}
}
