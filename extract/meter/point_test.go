package meter

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestIntegerDigits(t *testing.T) {
	last3, last1 := []float64{-3, -3, -3, -3, -3, 3, 3, 3}, []float64{-3, -3, -3, -3, 3}
	plain := []float64{-3, -3, -3, -3, -3, -3, -3, -3}
	tests := []struct {
		name string
		red  []float64
		look []float64
		want int
	}{
		{"red wheels", []float64{2, 1, 3, 2, 1, 80, 85, 78}, last3, 5},
		{"the last is redder than the rest", []float64{-1, -4, -6, -4, -3, 40, 35, 70}, []float64{-5, -5, -4, -4, -2, 2, 2, 4}, 5},
		{"the net sees black print only", []float64{2, 1, 3, 2, 1, 80, 85, 78}, []float64{-3, -3, -3, -3, -3, -1, -1, -1}, 5},
		{"under a reddish lamp", []float64{40, 42, 39, 41, 40, 70, 72, 69}, last3, 5},
		{"one decimal", []float64{0, 1, 0, 2, 60}, last1, 4},
		{"all alike", []float64{3, 1, 2, 4, 2}, plain[:5], 5},
		{"a lamp's slow change is no step", []float64{0, 6, 12, 18, 24, 30, 36, 42}, plain, 8},
		{"red at the left is no decimal", []float64{80, 80, 80, 1, 2, 1, 0, 2}, plain, 8},
		{"grey picture, the net has seen the frame", []float64{0, 0, 0, 0, 0}, []float64{-3, -3, -3, 3, 3}, 3},
		{"grey picture, the net is not sure where", []float64{0, 0, 0, 0, 0, 0, 0, 0}, []float64{-5, -7, -3, -2, -3, -2, .1, -.5}, 8},
		{"nothing has a colour but the last, a bit", []float64{5, 4, 5, 5, 7}, []float64{-3, -3, -2, -1, 1}, 5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cells := make([]Cell, len(tt.red))
			for i := range cells {
				cells[i].Red, cells[i].Decimal = tt.red[i], tt.look[i]
			}
			assert.Equal(t, tt.want, integerDigits(cells, false))
		})
	}
}

func TestDisplaysAreGivenTheirPointSooner(t *testing.T) {
	looks := []float64{-3, -3, -3, -3, 1.87}
	cells := make([]Cell, len(looks))
	for i := range cells {
		cells[i].Decimal = looks[i]
	}
	assert.Equal(t, 5, integerDigits(cells, false))
	assert.Equal(t, 4, integerDigits(cells, true))
}
