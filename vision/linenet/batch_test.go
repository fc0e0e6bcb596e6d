package linenet

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// At other narrow widths OpenCV reads behind its input: the same page gave different cells at different times.
func TestNoBatchIsAsWideAsOpenCVReadsPast(t *testing.T) {
	var lines []*framed
	for w := 8; w < 400; w++ {
		lines = append(lines, &framed{width: w})
	}
	seen := 0
	for _, b := range batches(lines) {
		assert.Zero(t, b.width%widthStep)
		assert.GreaterOrEqual(t, b.width, narrowest)
		for _, i := range b.lines {
			assert.LessOrEqual(t, lines[i].width, b.width)
			seen++
		}
	}
	assert.Equal(t, len(lines), seen)
}

func TestWhatIsNoNumberIsSeen(t *testing.T) {
	assert.True(t, finite([]float32{-30, 0, 12}))
	assert.False(t, finite([]float32{1, float32(math.NaN()), 2}))
	assert.False(t, finite([]float32{float32(math.Inf(1))}))
}
