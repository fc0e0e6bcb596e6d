package sheet

import (
	"context"
	"flag"
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/geom"
	"lensd/vision/internal/printed"
	"lensd/vision/ocr"
)

// drawnPages is how many pages are photographed in all four turns; docs/accuracy.md has the figure of 50.
var drawnPages = flag.Int("pages", 2, "drawn pages that are photographed in all four quarter turns")

func TestPagesAreTurnedUpright(t *testing.T) {
	engine := ocr.New()
	defer engine.Close()
	o := NewOpener(Config{Recognizer: engine})
	right, all := 0, 0
	for i := range *drawnPages {
		r := rand.New(rand.NewPCG(uint64(i), 7))
		between := func(most float64) float64 { return (2*r.Float64() - 1) * most }
		shot := printed.Shot(r, printed.Letter(r, 900, 1270).Gray, 1000, 1300, between(15), between(25), between(25))
		img, corners := shot.Image, shot.Corners
		for turn := range 4 {
			sheets, _, err := o.Open(context.Background(), document(pngOf(t, img)))
			require.NoError(t, err)
			if off := offLevel(sheets[0], corners); off < 3 {
				right++
			} else {
				t.Logf("page %d, turn %d: off by %.1f degrees", i, turn, off)
			}
			all++
			require.NoError(t, sheets[0].Close())
			img, corners = quarter(img, corners)
		}
	}
	t.Logf("%d of %d upright", right, all)
	assert.GreaterOrEqual(t, right*100, all*95)
}

// Marks one below the other look like lines that run down the page; what they say when they are read decides.
func TestColumnsOfSingleMarksStandUpright(t *testing.T) {
	engine := ocr.New()
	defer engine.Close()
	o := NewOpener(Config{Recognizer: engine})
	p := printed.NewPage(900, 900)
	for i, name := range []string{"harbour dues", "storage fees", "customs", "cleaning", "freight paid", "insurance", "stamps", "packing"} {
		y := 200 + 34*i
		p.Text(100, y, 24, name)
		for k := range 12 {
			p.Text(340+40*k, y, 24, []string{"7", "4", "2", "5"}[(i+k)%4])
		}
	}
	sheets, _, err := o.Open(context.Background(), document(pngOf(t, p.Gray)))
	require.NoError(t, err)
	defer sheets[0].Close()
	assert.Less(t, offLevel(sheets[0], geom.QuadOf(geom.Rect{X1: 900, Y1: 900})), 3.0)
}

// offLevel is the angle in degrees between the sheet's direction of reading and the page's own, in the sender's picture.
func offLevel(s *Sheet, corners geom.Quad) float64 {
	w, h := s.Size()
	middle := geom.Point{X: float64(w) / 2, Y: float64(h) / 2}
	a, b := s.Homography().Apply(middle), s.Homography().Apply(geom.Point{X: middle.X + 50, Y: middle.Y})
	toSource, err := geom.FromQuads(geom.QuadOf(geom.Rect{X1: 1, Y1: 1.41}), corners)
	if err != nil {
		return 180
	}
	back, err := toSource.Inverse()
	if err != nil {
		return 180
	}
	p, q := back.Apply(a), back.Apply(b)
	return math.Abs(math.Atan2(q.Y-p.Y, q.X-p.X)) * 180 / math.Pi
}

// quarter turns a picture clockwise, and the corners of the page on it; their order stays the page's.
func quarter(g *image.Gray, corners geom.Quad) (*image.Gray, geom.Quad) {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, h, w))
	for y := range h {
		for x := range w {
			out.Pix[x*out.Stride+h-1-y] = g.Pix[y*g.Stride+x]
		}
	}
	for i, c := range corners {
		corners[i] = geom.Point{X: float64(h) - c.Y, Y: c.X}
	}
	return out, corners
}
