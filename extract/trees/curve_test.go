package trees

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCurvesAreStraightBetweenTheirKnotsAndLevelBeyond(t *testing.T) {
	c := Curve{{-0.2, 0.1}, {0.6, 0.5}, {0.9, 0.95}}
	for in, want := range map[float64]float64{-1: 0.1, -0.2: 0.1, 0.2: 0.3, 0.6: 0.5, 0.75: 0.725, 0.99: 0.95} {
		assert.InDelta(t, want, c.At(in), 1e-9, "%v", in)
	}
	assert.InDelta(t, 0.7, Curve(nil).At(0.7), 0)
}
