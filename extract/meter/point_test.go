package meter

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestIntegerDigits(t *testing.T) {
	tests := []struct {
		name string
		red  []float64
		look []float64
		want int
	}{
		{"red wheels", []float64{2, 1, 3, 2, 1, 80, 85, 78}, nil, 5},
		{"red ink is less red on the whole", []float64{-2, 1, 0, -1, 2, 20, 18, 22}, nil, 5},
		{"under a reddish lamp", []float64{40, 42, 39, 41, 40, 70, 72, 69}, nil, 5},
		{"one decimal", []float64{0, 1, 0, 2, 60}, nil, 4},
		{"all alike", []float64{3, 1, 2, 4, 2}, nil, 5},
		{"a lamp's slow change is no step", []float64{0, 6, 12, 18, 24, 30, 36, 42}, nil, 8},
		{"red at the left is no decimal", []float64{80, 80, 80, 1, 2, 1, 0, 2}, nil, 8},
		{"grey picture, the net has seen the frame", []float64{0, 0, 0, 0, 0}, []float64{-3, -3, -3, 3, 3}, 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cells := make([]Cell, len(tt.red))
			for i := range cells {
				cells[i].Red, cells[i].Decimal = tt.red[i], -3
				if tt.look != nil {
					cells[i].Decimal = tt.look[i]
				}
			}
			assert.Equal(t, tt.want, integerDigits(cells))
		})
	}
}
