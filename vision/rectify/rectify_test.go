package rectify

import (
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"lensd/vision/geom"
	"lensd/vision/internal/printed"
	"lensd/vision/layout"
	"lensd/vision/picture"
)

func bgr(t testing.TB, g *image.Gray) *picture.Picture {
	p, err := picture.FromGray(g)
	require.NoError(t, err)
	t.Cleanup(func() { p.Close() })
	return p
}

func turned(t testing.TB, g *image.Gray, degrees float64) *image.Gray {
	w, h := float64(g.Rect.Dx()), float64(g.Rect.Dy())
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	m := geom.Affine(1, 0, -w/2, 0, 1, -h/2).Then(geom.Affine(cos, -sin, 0, sin, cos, 0)).Then(geom.Affine(1, 0, w*0.7, 0, 1, h*0.7))
	src, err := picture.GrayMat(g)
	require.NoError(t, err)
	defer src.Close()
	out, err := Warp(src, m, int(w*1.4), int(h*1.4))
	require.NoError(t, err)
	defer out.Close()
	img, err := picture.ToGray(out)
	require.NoError(t, err)
	return img
}

func TestSkewIsMeasuredToATenthOfADegree(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, angle := range []float64{-14.3, -6.55, -1.2, -0.3, 0, 0.15, 0.7, 2.4, 8.85, 13} {
		g := turned(t, printed.Letter(r, 1000, 1400).Gray, angle)
		got := FindTurn(layout.Threshold(g, 160), 45)
		assert.InDelta(t, angle, got.Angle, 0.1)
		assert.False(t, got.Sideways)
	}
}

func TestQuarterTurnsAreSeen(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 10 {
		page := printed.Letter(r, 1000, 1400).Gray
		assert.False(t, FindTurn(layout.Threshold(page, 160), 45).Sideways)
		assert.True(t, FindTurn(layout.Threshold(turned(t, page, 90), 160), 45).Sideways)
		assert.True(t, FindTurn(layout.Threshold(turned(t, page, 270), 160), 45).Sideways)
	}
}

func TestPlacesOnTheSheetLeadBackToThePicture(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	page := printed.NewPage(800, 1130)
	for y := 100; y < 1000; y += 40 {
		page.Text(100, y, 22, "a line that gives the page its direction")
	}
	mark := image.Rect(560, 1040, 600, 1080)
	page.Fill(mark, 0)
	shot := printed.Shot(r, page.Gray, 900, 1200, 9, 15, -12)
	out, err := Rectify(bgr(t, shot.Image).Mat())
	require.NoError(t, err)
	require.NotNil(t, out.Paper)
	toPage, err := geom.FromQuads(shot.Corners, geom.QuadOf(geom.Rect{X1: 800, Y1: 1130}))
	require.NoError(t, err)
	// Wherever the sheet is black, the page must be: the mark is the only solid black of its size.
	b := layout.Threshold(out.Gray, 128)
	found := false
	for _, c := range layout.Components(b) {
		if c.W() > 25 && c.H() > 25 && c.Area*10 > c.W()*c.H()*8 {
			at := toPage.Apply(out.ToSource.Apply(geom.Point{X: float64(c.X0+c.X1) / 2, Y: float64(c.Y0+c.Y1) / 2}))
			assert.InDelta(t, 580, at.X, 4)
			assert.InDelta(t, 1060, at.Y, 4)
			found = true
		}
	}
	assert.True(t, found, "the mark is on the sheet")
}

func TestLightIsDividedOut(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 12))
	page := printed.Letter(r, 700, 900).Gray
	for y := range 900 {
		for x := range 700 {
			i := y*page.Stride + x
			page.Pix[i] = uint8(float64(page.Pix[i]) * (0.45 + 0.4*float64(x)/700))
		}
	}
	m, err := picture.GrayMat(page)
	require.NoError(t, err)
	defer m.Close()
	flat, err := Flatten(m)
	require.NoError(t, err)
	for _, x := range []int{10, 350, 690} {
		assert.GreaterOrEqual(t, int(flat.Pix[20*flat.Stride+x]), 245, "paper is white at x=%d", x)
	}
}

func TestUselessPicturesAreErrorsNotCrashes(t *testing.T) {
	empty := gocv.NewMat()
	defer empty.Close()
	_, err := Rectify(empty)
	assert.Error(t, err)
	for _, size := range []image.Point{{X: 1, Y: 1}, {X: 1, Y: 400}, {X: 400, Y: 1}, {X: 17, Y: 16}} {
		_, err := Rectify(bgr(t, image.NewGray(image.Rect(0, 0, size.X, size.Y))).Mat())
		assert.NoError(t, err, "%v", size)
	}
	_, err = Warp(empty, geom.Identity(), 10, 10)
	assert.Error(t, err)
}

// A camera's small print is soft and noisy, unlike that of a screen: whoever reads crops knows other print.
func TestSmallPrintOfAPhotographIsNoneOfAScreen(t *testing.T) {
	page := printed.NewPage(800, 1130)
	for y := 100; y < 1000; y += 24 {
		page.Text(100, y, 11, "a line in small print that gives the page its direction and its size")
	}
	flat, err := Upright(bgr(t, page.Gray).Mat())
	require.NoError(t, err)
	assert.True(t, flat.Small)
	shot := printed.Shot(rand.New(rand.NewPCG(8, 9)), page.Gray, 900, 1200, 9, 15, -12)
	photo, err := Rectify(bgr(t, shot.Image).Mat())
	require.NoError(t, err)
	require.NotNil(t, photo.Paper)
	assert.Less(t, math.Abs(photo.ToSource[0]), 0.6, "its print is enlarged")
	assert.False(t, photo.Small)
}
