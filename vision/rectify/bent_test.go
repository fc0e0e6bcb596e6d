package rectify

import (
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/geom"
	"lensd/vision/internal/printed"
	"lensd/vision/layout"
)

// mark is a dark square on a page, and where the middle of one lies on a sheet.
const mark = 60

func markOf(t *testing.T, g *image.Gray) geom.Point {
	for _, c := range layout.Components(layout.Threshold(g, 128)) {
		if c.W() > mark/2 && c.H() > mark/2 && c.W() < 2*mark && c.H() < 2*mark && 10*c.Area > 8*c.W()*c.H() {
			return geom.Point{X: float64(c.X0+c.X1) / 2, Y: float64(c.Y0+c.Y1) / 2}
		}
	}
	require.Fail(t, "the mark is not on the sheet")
	return geom.Point{}
}

func at(p geom.Point) geom.Quad { return geom.Quad{p, p, p, p} }

// A page around a bottle is made straight, and what stands on it leads back to where it lay, however the sheet is turned.
func TestABentPageIsMadeStraight(t *testing.T) {
	page := printed.NewPage(1000, 1300)
	for y := 120; y < 1250; y += 60 {
		page.Text(90, y, 32, "the amount between following letters")
	}
	page.Fill(image.Rect(800, 1000, 800+mark, 1000+mark), 20)
	rise := func(x, _ float64) float64 { return -60 * math.Pow(x/500-1, 2) }
	bent := printed.Bent(page.Gray, rise)
	want := markOf(t, bent)

	got, err := Rectify(bgr(t, bent).Mat())
	require.NoError(t, err)
	require.NotEmpty(t, got.Strips())
	lines := 0
	for _, l := range got.Layout().Phrases {
		if l.W() > 300 {
			lines++
			assert.Less(t, l.H(), 42, "a line of print is as high as its letters")
		}
	}
	assert.Greater(t, lines, 15)
	for turn, how := range []func(){func() {}, got.Upend, got.Quarter, got.Quarter, got.Upend} {
		how()
		assert.Less(t, got.Source(at(markOf(t, got.Gray)))[0].Dist(want), 3.0, "turn %d", turn)
	}
	assert.Greater(t, got.ToSource.Quad(at(markOf(t, got.Gray)))[0].Dist(want), 10.0, "the map without the bend is a rough one")

	flat, err := Rectify(bgr(t, page.Gray).Mat())
	require.NoError(t, err)
	assert.Empty(t, flat.Strips())
	for turn, how := range []func(){func() {}, flat.Upend, flat.Quarter} {
		how()
		assert.Less(t, flat.Source(at(markOf(t, flat.Gray)))[0].Dist(markOf(t, page.Gray)), 3.0, "turn %d", turn)
	}
}

// What the layout is made of is the page's pixels as they are: with what was taken out of them, and turned.
func TestWhatWasSeenOfAPageIsForgottenWithItsPixels(t *testing.T) {
	page, err := Rectify(bgr(t, printed.Letter(rand.New(rand.NewPCG(3, 9)), 800, 1000).Gray).Mat())
	require.NoError(t, err)
	for i := range page.Gray.Pix {
		page.Gray.Pix[i] = 255
	}
	page.Changed()
	assert.Empty(t, page.Layout().Phrases)
}
