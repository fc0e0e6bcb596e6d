package face

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"

	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"lensd/vision/geom"
)

// scale is the drawn page's pixels a millimetre.
const scale = 8

// frame is where the drawn page has its portrait, in millimetres.
func frame() geom.Rect { return geom.Rect{X0: 5, Y0: 16, X1: 40, Y1: 61} }

// drawn is the box of the face that portrait draws.
func drawn() geom.Rect {
	f := frame()
	w, h := f.W(), f.H()
	return geom.Rect{X0: f.X0 + 0.25*w, Y0: f.Y0 + 0.21*h, X1: f.X0 + 0.75*w, Y1: f.Y0 + 0.74*h}
}

// portrait draws a page with a head made of ellipses, nobody in particular.
func portrait(t *testing.T) gocv.Mat {
	t.Helper()
	m := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(225, 228, 230, 0), 88*scale, 125*scale, gocv.MatTypeCV8UC3)
	f := frame()
	w, h := f.W()*scale, f.H()*scale
	cx, cy, fw, fh := f.X0*scale+w/2, f.Y0*scale+0.47*h, 0.25*w, 0.27*h
	skin, hair := color.RGBA{205, 155, 120, 0}, color.RGBA{50, 40, 30, 0}
	ellipse := func(x, y, a, b float64, c color.RGBA) {
		gocv.Ellipse(&m, image.Pt(int(x), int(y)), image.Pt(max(1, int(a)), max(1, int(b))), 0, 0, 360, c, -1)
	}
	ellipse(cx, f.Y0*scale+1.0*h, 0.46*w, 0.2*h, color.RGBA{40, 50, 90, 0})
	gocv.Rectangle(&m, image.Rect(int(cx-fw/2), int(cy), int(cx+fw/2), int(cy+0.4*h)), color.RGBA{185, 140, 108, 0}, -1)
	ellipse(cx, cy-fh*0.15, fw*1.22, fh*1.18, hair)
	ellipse(cx, cy, fw, fh, skin)
	ellipse(cx, cy-fh*0.75, fw*0.98, fh*0.42, hair)
	for _, side := range []float64{-1, 1} {
		ex, ey := cx+side*fw*0.42, cy-fh*0.12
		ellipse(ex, ey, fw*0.26, fh*0.13, color.RGBA{150, 110, 85, 0})
		ellipse(ex, ey, fw*0.19, fh*0.07, color.RGBA{235, 235, 235, 0})
		ellipse(ex, ey, fw*0.08, fh*0.065, color.RGBA{30, 30, 30, 0})
		ellipse(ex, ey-fh*0.24, fw*0.25, fh*0.05, hair)
	}
	ellipse(cx, cy+fh*0.2, fw*0.13, fh*0.18, color.RGBA{176, 133, 103, 0})
	ellipse(cx, cy+fh*0.52, fw*0.36, fh*0.09, color.RGBA{150, 70, 70, 0})
	gocv.GaussianBlur(m, &m, image.Pt(9, 9), 2, 2, gocv.BorderDefault)
	return m
}

func openFinder(t *testing.T) *Finder {
	t.Helper()
	f, err := Open("")
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, f.Close()) })
	return f
}

// overlap is intersection over union.
func overlap(a, b geom.Rect) float64 {
	both := a.Intersect(b).Area()
	return both / (a.Area() + b.Area() - both)
}

func TestThePortraitIsFoundHoweverThePageLies(t *testing.T) {
	f, upright := openFinder(t), portrait(t)
	defer upright.Close()
	w, h := float64(upright.Cols()), float64(upright.Rows())
	for name, c := range map[string]struct {
		how   gocv.RotateFlag
		turns bool
		plane geom.Homography
	}{
		"upright":     {0, false, geom.Affine(scale, 0, 0, 0, scale, 0)},
		"a quarter":   {gocv.Rotate90Clockwise, true, geom.Affine(0, -scale, h, scale, 0, 0)},
		"upside down": {gocv.Rotate180Clockwise, true, geom.Affine(-scale, 0, w, 0, -scale, h)},
	} {
		t.Run(name, func(t *testing.T) {
			m := upright.Clone()
			defer m.Close()
			if c.turns {
				gocv.Rotate(upright, &m, c.how)
			}
			at := Plane{ToSource: c.plane, Portrait: frame()}
			got, ok, err := f.Find(m, at)
			require.NoError(t, err)
			require.True(t, ok)
			assert.True(t, got.Seen, "the cascade sees it")
			assert.Greater(t, overlap(got.Box, drawn()), 0.5)
			assert.Greater(t, overlap(got.Quad.Bounds(), c.plane.Quad(geom.QuadOf(drawn())).Bounds()), 0.5, "the quadrilateral lies in the picture")
			raw, err := Cut(m, got, at)
			require.NoError(t, err)
			img, err := jpeg.Decode(bytes.NewReader(raw))
			require.NoError(t, err)
			assert.Greater(t, img.Bounds().Dy(), img.Bounds().Dx(), "upright")
			_, _, blueTop, _ := img.At(img.Bounds().Dx()/2, img.Bounds().Dy()/4).RGBA()
			_, _, blueLow, _ := img.At(img.Bounds().Dx()/2, img.Bounds().Dy()/2).RGBA()
			assert.Less(t, blueTop, blueLow, "the hair is on top")
		})
	}
}

func TestWithoutAFaceTheUsualPlaceIsGiven(t *testing.T) {
	f := openFinder(t)
	blank := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(220, 220, 220, 0), 88*scale, 125*scale, gocv.MatTypeCV8UC3)
	defer blank.Close()
	got, ok, err := f.Find(blank, Plane{ToSource: geom.Affine(scale, 0, 0, 0, scale, 0), Portrait: frame()})
	require.NoError(t, err)
	assert.True(t, ok)
	assert.False(t, got.Seen)
	assert.Less(t, got.Box.Center().Dist(frame().Center()), 3.0)
}

func TestAPortraitOutsideThePictureIsNone(t *testing.T) {
	f := openFinder(t)
	m := portrait(t)
	defer m.Close()
	_, ok, err := f.Find(m, Plane{ToSource: geom.Affine(scale, 0, -60*scale, 0, scale, 0), Portrait: frame()})
	require.NoError(t, err)
	assert.False(t, ok)
}

func TestFindRefusesWhatIsNoPicture(t *testing.T) {
	f := openFinder(t)
	empty := gocv.NewMat()
	defer empty.Close()
	_, _, err := f.Find(empty, Plane{ToSource: geom.Affine(1, 0, 0, 0, 1, 0), Portrait: frame()})
	assert.Error(t, err)
	m := portrait(t)
	defer m.Close()
	_, _, err = f.Find(m, Plane{Portrait: frame()})
	assert.Error(t, err, "a plane of nothing")
	_, err = Open("no such file")
	assert.ErrorContains(t, err, "opencv-data")
}
