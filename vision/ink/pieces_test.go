package ink

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

func TestPiecesTouchAtTheirCorners(t *testing.T) {
	const w = 20
	pix := make([]byte, 6*w)
	for _, at := range []int{0*w + 3, 1*w + 4, 1*w + 2, 3*w + 0, 3*w + 19, 4*w + 19, 5*w + 10} {
		pix[at] = 200
	}
	pix[2*w+8] = 100 // no ink
	assert.Equal(t, []Piece{{2, 0, 5, 2, 3}, {0, 3, 1, 4, 1}, {19, 3, 20, 5, 2}, {10, 5, 11, 6, 1}}, Pieces(pix, w, 110))
	assert.Empty(t, Pieces(nil, w, 0))
	assert.Empty(t, Pieces(nil, 0, 0))
}

func TestPiecesAreOpenCVs(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for round := range 40 {
		w, h := 1+rnd.IntN(70), 1+rnd.IntN(50)
		pix := make([]byte, w*h)
		for i := range pix {
			if rnd.IntN(10) < 2+round%5 {
				pix[i] = 255
			}
		}
		m, err := gocv.NewMatFromBytes(h, w, gocv.MatTypeCV8U, pix)
		require.NoError(t, err)
		labels, stats, centroids := gocv.NewMat(), gocv.NewMat(), gocv.NewMat()
		n := gocv.ConnectedComponentsWithStats(m, &labels, &stats, &centroids)
		var want []Piece
		for i := 1; i < n; i++ {
			x, y := int(stats.GetIntAt(i, 0)), int(stats.GetIntAt(i, 1))
			want = append(want, Piece{x, y, x + int(stats.GetIntAt(i, 2)), y + int(stats.GetIntAt(i, 3)), int(stats.GetIntAt(i, 4))})
		}
		for _, m := range []*gocv.Mat{&m, &labels, &stats, &centroids} {
			require.NoError(t, m.Close())
		}
		assert.ElementsMatch(t, want, Pieces(pix, w, 0))
	}
}
