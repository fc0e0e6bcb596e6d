package face_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"lensd/extract/passport"
	"lensd/vision/face"
	"lensd/vision/geom"
	"lensd/vision/picture"
)

// The page is drawn by scripts/synth/passport, which tells where its corners and the drawn face are.
const pageFile = "../../cmd/lensd/readers/testdata/passport.jpg"

func drawn() (corners, portrait geom.Quad) {
	return geom.Quad{{X: 289.3, Y: 287.9}, {X: 1436.7, Y: 207.8}, {X: 1526.0, Y: 1091.8}, {X: 280.0, Y: 1089.9}},
		geom.Quad{{X: 396.0, Y: 499.0}, {X: 531.6, Y: 492.1}, {X: 533.9, Y: 687.0}, {X: 395.8, Y: 691.6}}
}

func page(t *testing.T) gocv.Mat {
	t.Helper()
	b, err := os.ReadFile(pageFile)
	require.NoError(t, err)
	p, err := picture.Decode(b, picture.Limits{MaxBytes: 1 << 20, MaxPixels: 4 << 20, MinSide: 100})
	require.NoError(t, err)
	t.Cleanup(func() { _ = p.Close() })
	return p.Mat()
}

func planeOf(t *testing.T, corners geom.Quad) face.Plane {
	t.Helper()
	h, err := geom.FromQuads(geom.QuadOf(geom.Rect{X1: passport.PageWidth, Y1: 88}), corners)
	require.NoError(t, err)
	return face.Plane{ToSource: h, Portrait: passport.Portrait()}
}

func overlap(a, b geom.Rect) float64 {
	i := a.Intersect(b).Area()
	return i / (a.Area() + b.Area() - i)
}

func finder(t *testing.T) *face.Finder {
	t.Helper()
	f, err := face.Open("")
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, f.Close()) })
	return f
}

func TestFindSeesThePortraitHoweverThePageLies(t *testing.T) {
	corners, portrait := drawn()
	upright := page(t)
	w, h := float64(upright.Cols()), float64(upright.Rows())
	var first image.Image
	for _, c := range []struct {
		name string
		code *gocv.RotateFlag
		to   func(geom.Point) geom.Point
	}{
		{"upright", nil, func(p geom.Point) geom.Point { return p }},
		{"quarter to right", flag(gocv.Rotate90Clockwise), func(p geom.Point) geom.Point { return geom.Point{X: h - p.Y, Y: p.X} }},
		{"half", flag(gocv.Rotate180Clockwise), func(p geom.Point) geom.Point { return geom.Point{X: w - p.X, Y: h - p.Y} }},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := upright.Clone()
			defer m.Close()
			if c.code != nil {
				gocv.Rotate(upright, &m, *c.code)
			}
			plane := planeOf(t, corners.Map(c.to))
			got, ok, err := finder(t).Find(m, plane)
			require.NoError(t, err)
			require.True(t, ok)
			assert.True(t, got.Seen)
			assert.Greater(t, overlap(got.Quad.Bounds(), portrait.Map(c.to).Bounds()), 0.5)
			cut, err := face.Cut(m, got, plane)
			require.NoError(t, err)
			img, err := jpeg.Decode(bytes.NewReader(cut))
			require.NoError(t, err)
			assert.InDelta(t, got.Box.W()/got.Box.H(), float64(img.Bounds().Dx())/float64(img.Bounds().Dy()), 0.02)
			if first == nil {
				first = img
			}
			assert.Less(t, difference(first, img, false), 0.6*difference(first, img, true), "the cut is upright")
		})
	}
}

func flag(f gocv.RotateFlag) *gocv.RotateFlag { return &f }

// difference is the mean difference of brightness over a grid, with b as it is or standing on its head.
func difference(a, b image.Image, headlong bool) (sum float64) {
	const n = 12
	at := func(m image.Image, x, y int) float64 {
		r := m.Bounds()
		v, _, _, _ := color.GrayModel.Convert(m.At(r.Min.X+(2*x+1)*r.Dx()/(2*n), r.Min.Y+(2*y+1)*r.Dy()/(2*n))).RGBA()
		return float64(v) / 0xffff
	}
	for y := range n {
		for x := range n {
			row := y
			if headlong {
				row = n - 1 - y
			}
			sum += math.Abs(at(a, x, y) - at(b, x, row))
		}
	}
	return sum / (n * n)
}

func TestFindGivesTheUsualPlaceWhereItSeesNothing(t *testing.T) {
	corners, _ := drawn()
	blank := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(220, 220, 220, 0), 1230, 1640, gocv.MatTypeCV8UC3)
	defer blank.Close()
	plane := planeOf(t, corners)
	got, ok, err := finder(t).Find(blank, plane)
	require.NoError(t, err)
	assert.True(t, ok)
	assert.False(t, got.Seen)
	assert.InDelta(t, got.Box.Area(), got.Box.Intersect(plane.Portrait).Area(), 1e-9, "inside the frame")

	away := planeOf(t, corners.Map(func(p geom.Point) geom.Point { return geom.Point{X: p.X - 1200, Y: p.Y} }))
	_, ok, err = finder(t).Find(blank, away)
	require.NoError(t, err)
	assert.False(t, ok, "the portrait's place lies outside of the picture")
}

func TestFindRefusesWhatIsNoPicture(t *testing.T) {
	empty, grey := gocv.NewMat(), gocv.NewMatWithSize(100, 100, gocv.MatTypeCV8U)
	defer empty.Close()
	defer grey.Close()
	for _, m := range []gocv.Mat{empty, grey} {
		_, _, err := finder(t).Find(m, face.Plane{ToSource: geom.Identity(), Portrait: passport.Portrait()})
		assert.ErrorContains(t, err, "8-bit BGR")
	}
	_, err := face.Open("nowhere.xml")
	assert.ErrorContains(t, err, "opencv-data")
}
