package nets_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/nets"
)

// shipped opens the line net: 40 rows in, one column of scores for every four columns.
func shipped(t *testing.T) *nets.Net {
	t.Helper()
	b, err := os.ReadFile("../linenet/linenet.onnx")
	require.NoError(t, err)
	n, err := nets.Open(b)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	return n
}

func TestForwardTakesAnyBatchAndWidth(t *testing.T) {
	n := shipped(t)
	for _, shape := range [][]int{{1, 1, 40, 64}, {3, 1, 40, 96}, {1, 1, 40, 320}} {
		out, err := n.Forward(make([]float32, shape[0]*shape[2]*shape[3]), shape)
		require.NoError(t, err)
		require.Len(t, out, 1)
		assert.Equal(t, shape[0], out[0].Shape[0], "a row of scores a line")
		assert.Equal(t, shape[3]/4, out[0].Shape[3], "a slot for every four columns")
	}
}

func TestForwardOfALineDoesNotDependOnItsBatch(t *testing.T) {
	n := shipped(t)
	line := make([]float32, 40*64)
	for i := range line {
		line[i] = float32(i%13) / 13
	}
	alone, err := n.Forward(line, []int{1, 1, 40, 64})
	require.NoError(t, err)
	both, err := n.Forward(append(make([]float32, 40*64), line...), []int{2, 1, 40, 64})
	require.NoError(t, err)
	assert.InDeltaSlice(t, alone[0].Data, both[0].Data[len(alone[0].Data):], 1e-3)
}

func TestInputThatDoesNotFillItsShapeIsRefused(t *testing.T) {
	n := shipped(t)
	for name, shape := range map[string][]int{"too few": {1, 1, 40, 64}, "none": {0, 1, 40, 64}, "negative": {1, -1, 40, 64}} {
		_, err := n.Forward(make([]float32, 100), shape)
		assert.ErrorContains(t, err, "do not fill", name)
	}
	_, err := n.Forward(nil, []int{0})
	assert.Error(t, err)
}

func TestOpenRefusesNothing(t *testing.T) {
	_, err := nets.Open(nil)
	require.ErrorContains(t, err, "empty")
}

// The two models have the same weights, among them zero of both signs, the greatest half and subnormal ones.
func TestWeightsInHalfPrecisionComputeWhatTheyDoInSingle(t *testing.T) {
	in := make([]float32, 16)
	for i := range in {
		in[i] = float32(i) - 7.5
	}
	var out [2][]float32
	for i, name := range []string{"testdata/single.onnx", "testdata/half.onnx"} {
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		n, err := nets.Open(b)
		require.NoError(t, err)
		got, err := n.Forward(in, []int{1, 1, 4, 4})
		require.NoError(t, err)
		out[i] = got[0].Data
		require.NoError(t, n.Close())
	}
	assert.NotZero(t, out[0][5])
	assert.Equal(t, out[0], out[1])
}

func TestOpenRefusesADamagedModel(t *testing.T) {
	b, err := os.ReadFile("testdata/half.onnx")
	require.NoError(t, err)
	_, err = nets.Open(b[:len(b)/2])
	assert.ErrorContains(t, err, "damaged")
}
