package mrz

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// FuzzRead shows the reader pictures of any size, grey or in colour: it may find nothing, but never breaks, and what it
// finds has as many characters as its format says and lies at real places.
func FuzzRead(f *testing.F) {
	f.Add(byte(120), byte(20), false, []byte{0, 255, 255, 0, 7})
	f.Add(byte(1), byte(1), true, []byte{})
	f.Add(byte(255), byte(3), false, []byte("P<UTOERIKSSON<<ANNA<MARIA"))
	r, err := Open()
	require.NoError(f, err)
	f.Cleanup(func() { _ = r.Close() })
	f.Fuzz(func(t *testing.T, w, h byte, colour bool, pattern []byte) {
		if w == 0 || h == 0 {
			return
		}
		kind, channels := gocv.MatTypeCV8UC1, 1
		if colour {
			kind, channels = gocv.MatTypeCV8UC3, 3
		}
		px := make([]byte, int(w)*int(h)*channels)
		for i := range px {
			if len(pattern) > 0 {
				px[i] = pattern[i%len(pattern)]
			}
		}
		m, err := gocv.NewMatFromBytes(int(h), int(w), kind, px)
		require.NoError(t, err)
		defer m.Close()
		zones, err := r.Read(m)
		require.NoError(t, err)
		for _, z := range zones {
			require.Len(t, z.Lines, z.Reading.Format.Lines())
			for _, l := range z.Lines {
				require.Len(t, l.Chars, z.Reading.Format.Width())
				for _, q := range l.Chars {
					require.False(t, math.IsNaN(q.Area()) || math.IsInf(q.Area(), 0), "%v", q)
				}
			}
		}
	})
}

// FuzzRegister gives answers of any kind to the grid and the resolver that follow the reading net: columns of scores, as
// the net writes them, from bytes.
func FuzzRegister(f *testing.F) {
	f.Add([]byte{1, 2, 3, 250, 0}, 0.2)
	f.Add([]byte{}, 0.08)
	f.Add([]byte{255, 0, 0, 0, 255, 0, 0, 0}, 0.0)
	f.Fuzz(func(t *testing.T, scores []byte, spread float64) {
		if !(spread >= 0 && spread <= 0.5) || len(scores) > 4000 {
			return
		}
		logits := make([]float32, 38*columns)
		for i := range logits {
			if len(scores) > 0 {
				logits[i] = float32(int8(scores[(i*7)%len(scores)])) / 4
			}
		}
		a := newAnswer(logits)
		l, ok := a.trace(spread)
		if !ok {
			return
		}
		for _, n := range []int{44, 36, 30} {
			g := a.register(n, l)
			if math.IsInf(g.score, -1) {
				continue
			}
			require.False(t, math.IsNaN(g.score) || math.IsNaN(g.start) || math.IsNaN(g.pitch), "%+v", g)
			for _, c := range a.cells(g) {
				require.NotEmpty(t, c)
				sum := 0.0
				for _, x := range c {
					sum += x.P
				}
				require.InDelta(t, 0.5, sum, 0.5001)
			}
		}
	})
}
