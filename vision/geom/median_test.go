package geom

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestMedian(t *testing.T) {
	odd := []int{9, 1, 5}
	assert.Equal(t, 5, Median(odd))
	assert.Equal(t, []int{9, 1, 5}, odd)
	assert.InDelta(t, 3.0, Median([]float64{4, 1, 3, 2}), 0)
	assert.Zero(t, Median[float64](nil))
}
