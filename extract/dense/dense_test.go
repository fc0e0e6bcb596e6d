package dense

import (
	"bytes"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAMapOfAnySizeMultiplies(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {3, 4}, {5, 7}, {9, 8}} {
		in, out := size[0], size[1]
		l := Linear{In: in, Out: out, W: make([]float32, in*out), Bias: make([]float32, out)}
		x, want := make([]float32, in), make([]float32, out)
		for i := range x {
			x[i] = float32(i) - 1.5
		}
		for k := range want {
			l.Bias[k] = float32(k)
			want[k] = float32(k)
			for i := range x {
				l.W[k*in+i] = float32(k*i%5) - 2
				want[k] += l.W[k*in+i] * x[i]
			}
		}
		assert.InDeltaSlice(t, want, l.Of(x), 1e-5, "%v", size)
	}
}

func TestANormHasMeanAndDeviation(t *testing.T) {
	n := Norm{Scale: []float32{2, 2}, Shift: []float32{5, 5}}
	assert.InDeltaSlice(t, []float32{3, 7}, n.Of([]float32{10, 30}), 1e-4)
}

func TestLogarithmsOfShares(t *testing.T) {
	got := LogSoftmax([]float32{1000, 1000, 1000 + float32(math.Log(2))})
	assert.InDeltaSlice(t, []float32{float32(math.Log(.25)), float32(math.Log(.25)), float32(math.Log(.5))}, got, 1e-4)
	assert.Equal(t, []float32{0, 2}, Relu([]float32{-1, 2}))
}

func TestAFileIsReadToItsEnd(t *testing.T) {
	head := `{"wide":1}`
	raw := append([]byte{byte(len(head)), 0, 0, 0}, head...)
	raw = append(raw, 0x80, 0x3f, 0x00, 0x40) // 1 and 2 in halves
	var h struct{ Wide int }
	f, err := Open(bytes.NewReader(raw), &h)
	require.NoError(t, err)
	assert.Equal(t, Linear{1, 1, []float32{1}, []float32{2}}, f.Linear(h.Wide, 1))
	assert.NoError(t, f.End())
	for name, b := range map[string][]byte{"short": raw[:len(raw)-1], "long": append(bytes.Clone(raw), 0)} {
		f, err := Open(bytes.NewReader(b), &h)
		require.NoError(t, err)
		f.Linear(1, 1)
		assert.Error(t, f.End(), name)
	}
	_, err = Open(bytes.NewReader(raw[:6]), &h)
	assert.Error(t, err, "cut in its head")
}
