package labels

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"lensd/vision/layout"
)

func patch(x0, y0, x1, y1, area int) layout.Component {
	return layout.Component{Box: layout.Box{X0: x0, Y0: y0, X1: x1, Y1: y1}, Area: area}
}

func TestPiecesTouchAtTheirCorners(t *testing.T) {
	const w = 20
	pix := make([]byte, 6*w)
	for _, at := range []int{0*w + 3, 1*w + 4, 1*w + 2, 3*w + 0, 3*w + 19, 4*w + 19, 5*w + 10} {
		pix[at] = 200
	}
	pix[2*w+8] = 100 // no ink
	assert.Equal(t, []layout.Component{patch(2, 0, 5, 2, 3), patch(0, 3, 1, 4, 1), patch(19, 3, 20, 5, 2), patch(10, 5, 11, 6, 1)}, layout.Components(layout.Above(pix, w, 110)))
	assert.Empty(t, layout.Components(layout.Above(nil, w, 0)))
	assert.Empty(t, layout.Components(layout.Above(nil, 0, 0)))
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
		var want []layout.Component
		for i := 1; i < n; i++ {
			x, y := int(stats.GetIntAt(i, 0)), int(stats.GetIntAt(i, 1))
			want = append(want, patch(x, y, x+int(stats.GetIntAt(i, 2)), y+int(stats.GetIntAt(i, 3)), int(stats.GetIntAt(i, 4))))
		}
		for _, m := range []*gocv.Mat{&m, &labels, &stats, &centroids} {
			require.NoError(t, m.Close())
		}
		assert.ElementsMatch(t, want, layout.Components(layout.Above(pix, w, 0)))
	}
}
