package meter

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract/meter"
	"lensd/vision/geom"
)

// rings is a map of the row reader with one wheel at a column, whose ring shows a tenth.
func rings(column, tenth int) stripMap {
	fr := rolling()
	m := stripMap{fr, make([]float32, fr.channels()*fr.columns())}
	for c := range fr.columns() {
		m.data[c] = -9
	}
	m.data[column] = 2
	m.data[(firstDigit+tenth)*fr.columns()+column] = 20
	return m
}

func TestTheRowReaderSecondsTheCellAtItsColumn(t *testing.T) {
	cell := func(x float64) meter.Cell {
		return meter.Cell{Quad: geom.QuadOf(geom.Rect{X0: x - 9, Y0: 13, X1: x + 9, Y1: 43}), Found: .5}
	}
	same := geom.Affine(1, 0, 0, 0, 1, 0)
	tests := []struct {
		name     string
		x        float64
		seconded bool
		found    float64
	}{
		{"on it", 202, true, (.5 + .881) / 2},
		{"a little aside", 205, true, (.5 + .881) / 2},
		{"at the next wheel's place", 222, true, .25},
		{"beyond the strip", 420, false, .5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := cell(tt.x)
			rings(50, 37).second(&c, same)
			assert.Equal(t, tt.seconded, c.Seconded)
			assert.InDelta(t, tt.found, c.Found, .001)
			if tt.found > .6 {
				assert.InDelta(t, 0, c.Second[37], .001)
			}
		})
	}
}
