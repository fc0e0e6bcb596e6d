package levels

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestQuantileIsTheFirstLevelThatReachesTheShare(t *testing.T) {
	h := Count([]byte{0, 0, 10, 200})
	for share, want := range map[float64]int{0.5: 0, 0.51: 10, 0.75: 10, 0.76: 200, 1: 200} {
		assert.Equal(t, want, h.Quantile(share), "share %v", share)
	}
	h.Add([]byte{200, 200})
	assert.Equal(t, 200, h.Quantile(0.6))
	var none Histogram
	assert.Zero(t, none.Quantile(0.5))
}
