package labels

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The order of what is found decides what is read: the same picture was a label at one time and none at another.
func TestDashedRulesComeInOneOrder(t *testing.T) {
	var blobs []blob
	for row := range 12 {
		for i := range 15 {
			blobs = append(blobs, blob{x0: 40 * i, y0: 90 * row, x1: 40*i + 24, y1: 90*row + 4, area: 96})
		}
	}
	_, first := takeDashes(blobs)
	assert.Len(t, first, 12)
	for range 50 {
		_, again := takeDashes(blobs)
		assert.Equal(t, first, again)
	}
}
