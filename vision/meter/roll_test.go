package meter

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract/meter"
	"lensd/vision/geom"
)

// rings is a map of the row reader with one wheel at a column, whose ring shows a tenth.
func rings(column, tenth int) stripMap {
	fr := wheels()
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
			rings(50, 37).ring(&c, same)
			assert.Equal(t, tt.seconded, c.Seconded)
			assert.InDelta(t, tt.found, c.Found, .001)
			if tt.found > .6 {
				assert.InDelta(t, 0, c.Second[37], .001)
			}
		})
	}
}

func TestAWheelIsSettledWhereItsPlaceIsPlain(t *testing.T) {
	ring := func(spread float64, at ...int) (out [meter.Bins]float64) {
		for b := range out {
			out[b] = -30
			for _, a := range at {
				d := math.Mod(float64(b-a)+1.5*meter.Bins, meter.Bins) - meter.Bins/2
				out[b] = math.Max(out[b], -d*d/(2*spread*spread))
			}
		}
		all := meter.LogSum(out[:])
		for b := range out {
			out[b] -= all
		}
		return out
	}
	tests := []struct {
		name string
		cell meter.Cell
		want bool
	}{
		{"one place", meter.Cell{Seconded: true, Found: .97, Second: ring(1, 42)}, true},
		{"across the ring's end", meter.Cell{Seconded: true, Found: .97, Second: ring(1, 99)}, true},
		{"two places", meter.Cell{Seconded: true, Found: .97, Second: ring(1, 42, 72)}, false},
		{"hardly a place", meter.Cell{Seconded: true, Found: .97, Second: ring(6, 42)}, false},
		{"hardly a wheel", meter.Cell{Seconded: true, Found: .6, Second: ring(1, 42)}, false},
		{"beyond the strip", meter.Cell{Found: .97, Second: ring(1, 42)}, false},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, settled(&tt.cell), tt.name)
	}
}
