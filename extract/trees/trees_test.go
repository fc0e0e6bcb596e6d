package trees

import (
	"bytes"
	"compress/gzip"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSumFollowsTheThresholds(t *testing.T) {
	f := Forest{
		{Feature: []int{0, 1}, Threshold: []float32{0.5, 2}, Left: []int{-1, -2}, Right: []int{1, -3}, Leaf: []float64{1, 10, 100}},
		{Leaf: []float64{1000}},
	}
	require.NoError(t, f.Check(2))
	for _, c := range []struct {
		v    []float32
		want float64
	}{{[]float32{0.5, 9}, 1001}, {[]float32{0.6, 2}, 1010}, {[]float32{0.6, 3}, 1100}} {
		assert.Equal(t, c.want, f.Sum(c.v), "%v", c.v)
	}
}

func TestCheckRefusesBrokenTrees(t *testing.T) {
	for name, tree := range map[string]Tree{
		"a circle":            {Feature: []int{0}, Threshold: []float32{1}, Left: []int{0}, Right: []int{-1}, Leaf: []float64{1, 2}},
		"no such node":        {Feature: []int{0}, Threshold: []float32{1}, Left: []int{5}, Right: []int{-1}, Leaf: []float64{1, 2}},
		"no such leaf":        {Feature: []int{0}, Threshold: []float32{1}, Left: []int{-3}, Right: []int{-1}, Leaf: []float64{1, 2}},
		"no such feature":     {Feature: []int{7}, Threshold: []float32{1}, Left: []int{-1}, Right: []int{-2}, Leaf: []float64{1, 2}},
		"too few leaves":      {Feature: []int{0}, Threshold: []float32{1}, Left: []int{-1}, Right: []int{-2}, Leaf: []float64{1}},
		"no leaf and no node": {},
	} {
		assert.Error(t, Forest{tree}.Check(2), name)
	}
}

func TestReadHoldsTheNumberOfFeatures(t *testing.T) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write([]byte(`{"features":3,"trees":[{"f":[2],"t":[1.5],"l":[-1],"r":[-2],"v":[0.25,-4]}]}`))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	f, err := Read(bytes.NewReader(b.Bytes()), 3)
	require.NoError(t, err)
	assert.Equal(t, -4.0, f.Sum([]float32{0, 0, 2}))
	_, err = Read(bytes.NewReader(b.Bytes()), 4)
	assert.ErrorContains(t, err, "trained on 3 features")
	_, err = Read(bytes.NewReader([]byte("no gzip")), 3)
	assert.Error(t, err)
}
