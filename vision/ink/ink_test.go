package ink_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/vision/ink"
)

func TestQuantileIsTheFirstLevelThatReachesTheShare(t *testing.T) {
	h := ink.Count([]byte{0, 0, 10, 200})
	for share, want := range map[float64]int{0.5: 0, 0.51: 10, 0.75: 10, 0.76: 200, 1: 200} {
		assert.Equal(t, want, h.Quantile(share), "share %v", share)
	}
}

func TestRunsJoinNeighbouringRows(t *testing.T) {
	for _, c := range []struct {
		name   string
		counts []int
		need   int
		want   []ink.Run
	}{
		{"no ink", []int{0, 0, 0}, 1, nil},
		{"one line", []int{0, 3, 4, 0}, 1, []ink.Run{{Start: 1, End: 3, Weight: 7}}},
		{"two lines, one at the edge", []int{2, 0, 1}, 1, []ink.Run{{Start: 0, End: 1, Weight: 2}, {Start: 2, End: 3, Weight: 1}}},
		{"specks do not join", []int{5, 1, 5}, 2, []ink.Run{{Start: 0, End: 1, Weight: 5}, {Start: 2, End: 3, Weight: 5}}},
	} {
		assert.Equal(t, c.want, ink.Runs(c.counts, c.need), c.name)
	}
}
