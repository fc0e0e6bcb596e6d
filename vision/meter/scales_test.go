package meter

import (
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"lensd/vision/geom"
)

// drawScale puts a scale with ten marks and a red hand around c, turned as the counter is, in degrees.
func drawScale(m *gocv.Mat, c geom.Point, r, position, turned float64) {
	at := func(turn, far float64) image.Point {
		sin, cos := math.Sincos((turn*36 + turned) * math.Pi / 180)
		return image.Pt(int(math.Round(c.X+sin*far)), int(math.Round(c.Y-cos*far)))
	}
	for i := range 10 {
		gocv.Line(m, at(float64(i), .82*r), at(float64(i), r), color.RGBA{R: 30, G: 30, B: 30}, 2)
	}
	red := color.RGBA{R: 210, G: 30, B: 30}
	hand := gocv.NewPointsVectorFromPoints([][]image.Point{{at(position, .78*r), at(position+2.5, .14*r), at(position-2.5, .14*r)}})
	defer hand.Close()
	gocv.FillPoly(m, hand, red)
	gocv.Circle(m, at(0, 0), int(.17*r), red, -1)
}

// dialWith is a light dial with a row of wheels over its middle, turned by degrees, and scales under it.
func dialWith(t *testing.T, degrees float64, hands ...float64) (*pyramid, []geom.Quad) {
	t.Helper()
	m := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(215, 222, 218, 0), 640, 640, gocv.MatTypeCV8UC3)
	turn := func(p geom.Point) geom.Point {
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		x, y := p.X-320, p.Y-320
		return geom.Point{X: 320 + cos*x - sin*y, Y: 320 + sin*x + cos*y}
	}
	var row []geom.Quad
	for i := range 5 {
		x := 220 + 40*float64(i)
		row = append(row, geom.QuadOf(geom.Rect{X0: x, Y0: 240, X1: x + 36, Y1: 290}).Map(turn))
	}
	for i, h := range hands {
		drawScale(&m, turn(geom.Point{X: 430 - 100*float64(i), Y: 400}), 34, h, degrees)
	}
	p, err := newPyramid(m)
	require.NoError(t, err)
	t.Cleanup(func() { p.Close(); m.Close() })
	return p, row
}

func TestPointersAreReadAsTheCounterStands(t *testing.T) {
	for _, degrees := range []float64{0, 73, 180, -140} {
		want := []float64{3.2, 7.7, 0.4}
		p, row := dialWith(t, degrees, want...)
		seen, err := scalesAround(p, row)
		require.NoError(t, err)
		for i, w := range want {
			ok := false
			for _, s := range seen {
				off := math.Abs(math.Mod(s.Position-w+15, 10) - 5)
				ok = ok || math.Abs(s.At.X-(110-100*float64(i))/196) < .05 && off < .3 && s.Looks.Warm == 1 && s.Looks.Ticks > .2
			}
			assert.True(t, ok, "turned by %v, the hand at %v: %+v", degrees, w, seen)
		}
	}
}

func TestAPlainDialHasNoPointers(t *testing.T) {
	p, row := dialWith(t, 20)
	seen, err := scalesAround(p, row)
	require.NoError(t, err)
	assert.Empty(t, seen)
}
