package meter

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func row(found float64, xs ...float64) []place {
	var out []place
	for _, x := range xs {
		out = append(out, place{x: x, y: 24, h: 24, w: 14, found: found})
	}
	return out
}

func TestRegular(t *testing.T) {
	tests := []struct {
		name string
		in   []place
		want []float64
	}{
		{"even row", row(.9, 20, 40, 60, 80, 100), []float64{20, 40, 60, 80, 100}},
		{"wider step at the point", row(.9, 20, 40, 60, 90, 110), []float64{20, 40, 60, 90, 110}},
		{"unit far to the right", row(.9, 20, 40, 60, 80, 130), []float64{20, 40, 60, 80}},
		{"unit not so far to the right, doubtful", row(.5, 20, 40, 60, 80, 118), []float64{20, 40, 60, 80}},
		{"wheel under glare before the last", row(.9, 20, 40, 60, 80, 118), []float64{20, 40, 60, 80, 99, 118}},
		{"wheel under glare beside the point", row(.9, 107, 123, 137, 153, 170, 187, 216), []float64{107, 123, 137, 153, 170, 187, 201.5, 216}},
		{"emblem close to the left", row(.9, 12, 20, 40, 60, 80), []float64{20, 40, 60, 80}},
		{"wheel under glare", row(.9, 20, 40, 80, 100, 120), []float64{20, 40, 60, 80, 100, 120}},
		{"three cells have no pitch to speak of", row(.9, 20, 40, 90), []float64{20, 40, 90}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []float64
			for _, c := range regular(tt.in) {
				got = append(got, c.x)
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestRegularDropsAFaintEndOfAnotherHeight(t *testing.T) {
	cells := row(.9, 20, 40, 60, 80, 100)
	cells[4].h, cells[4].found = 12, .4
	assert.Len(t, regular(cells), 4)
	cells = row(.9, 20, 40, 60, 80, 100)
	cells[4].h = 12 // clearly seen, so the height is the doubtful part
	assert.Len(t, regular(cells), 5)
}

func TestBeyondTheEnds(t *testing.T) {
	faint := []place{{x: 121, y: 25, h: 23, w: 13, found: .2}, {x: 150, h: 20, w: 10, found: .3}}
	before, after := straightened{cells: row(.9, 40, 60, 80, 100), faint: faint}.beyond()
	assert.Equal(t, faint[0], after, "what the net saw faintly at the pitch")
	assert.InDelta(t, 20, before.x, 1e-9, "nothing seen: an empty place at the pitch")
	assert.Zero(t, before.found)
}
