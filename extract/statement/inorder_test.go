package statement

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestInOrder(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b []float64 // places along a line
		want []int
		cost float64
	}{
		{"one to one", []float64{1, 5}, []float64{1, 5}, []int{0, 1}, 0},
		{"one of the others is left out", []float64{1, 9}, []float64{1, 5, 9}, []int{0, 2}, 2},
		{"one has no partner and stands before the second", []float64{1, 3, 9}, []float64{1, 9}, []int{0, ^1, 1}, 4},
		{"what stands in the wrong order cannot both be paired", []float64{5, 1}, []float64{1, 5}, []int{^0, 0}, 6},
		{"nothing to pair with", []float64{1, 2}, nil, []int{^0, ^0}, 8},
		{"nothing to pair", nil, []float64{1}, []int{}, 2},
	} {
		got, cost := inOrder(len(c.a), len(c.b), 2, 4, func(i, j int) float64 { return math.Abs(c.a[i] - c.b[j]) })
		assert.Equal(t, c.want, got, c.name)
		assert.InDelta(t, c.cost, cost, 1e-9, c.name)
	}
}
