package meter

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract/meter"
	"lensd/vision/geom"
)

// rowOf is a row of n digits 30 px high that begins at x, y, turned about the origin by degrees.
func rowOf(n int, x, y, degrees float64) (q []geom.Quad) {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	for i := range n {
		left := x + 24*float64(i)
		q = append(q, geom.QuadOf(geom.Rect{X0: left, Y0: y, X1: left + 20, Y1: y + 30}).Map(func(p geom.Point) geom.Point {
			return geom.Point{X: cos*p.X - sin*p.Y, Y: sin*p.X + cos*p.Y}
		}))
	}
	return q
}

func TestTheWindowOfAUnitIsLevelAndEndsBehindTheRow(t *testing.T) {
	for _, degrees := range []float64{0, 25, -90, 180} {
		q := rowOf(6, 100, 200, degrees)
		to := unitView(q).Quad(q[5])
		assert.InDelta(t, unitEnd, to[1].X, 1e-6)
		assert.InDelta(t, unitDigit, to[2].Y-to[1].Y, 1e-6)
		assert.InDelta(t, unitHeight/2, to.Center().Y, 1e-6)
	}
}

// mapWith is a net's output in which one sort of print is marked over places of a row of the window.
func mapWith(kind, row, from, to int, logit float32) []float32 {
	out := make([]float32, (meter.Prints+1)*unitRows*unitColumns)
	for i := range unitRows * unitColumns {
		out[i] = 6
	}
	for x := from; x <= to; x++ {
		out[((kind+1)*unitRows+row)*unitColumns+x] = logit
	}
	return out
}

func TestPrintIsToldWhereTheNetMarksIt(t *testing.T) {
	q := rowOf(6, 100, 200, 0)
	back, err := unitView(q).Inverse()
	require.NoError(t, err)
	for name, tc := range map[string]struct {
		row, from, to int
		logit         float32
		beside, told  bool
	}{
		"beside the row":                {5, 28, 30, 9, true, true},
		"over it":                       {1, 28, 30, 9, false, true},
		"before its last digits":        {5, 2, 4, 9, false, true},
		"where nothing is as likely":    {5, 28, 30, 6, true, true},
		"where nothing is far likelier": {5, 28, 30, 4, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			got := unitMap(probabilities(mapWith(3, tc.row, tc.from, tc.to, tc.logit))).prints(back)
			if !tc.told {
				assert.Empty(t, got)
				return
			}
			require.Len(t, got, 1)
			assert.Equal(t, []any{3, tc.beside}, []any{got[0].Kind, got[0].Beside})
			want := back.Apply(geom.Point{X: (float64(tc.from+tc.to)/2 + .5) * unitStride, Y: (float64(tc.row) + .5) * unitStride})
			assert.InDelta(t, want.X, got[0].Quad.Center().X, 0.5)
			assert.InDelta(t, want.Y, got[0].Quad.Center().Y, 0.5)
			length, _ := got[0].Quad.Size()
			assert.InDelta(t, 3*unitStride/markedLength*30/unitDigit, length, 0.5)
		})
	}
}

func TestARowIsKnownWhereItsMiddleLiesInAnother(t *testing.T) {
	var c meter.Candidate
	c.Meter.Digits = rowOf(6, 100, 200, 20)
	all, b := []register{{read: c}}, rowQuad(c.Meter.Digits)
	for heights, want := range map[float64]bool{0: true, 0.3: true, -0.4: true, 0.8: false, -1.2: false} {
		assert.Equal(t, want, known(all, b.shifted(heights).box(0.6)), "%v heights off", heights)
	}
	assert.True(t, known(all, b.shifted(0.6).box(1.7)), "a larger box covers it")
	down := b.shifted(1)
	assert.InDelta(t, 30, down.at.Dist(b.at), 1e-6)
	assert.Greater(t, down.at.Y, b.at.Y)
}
