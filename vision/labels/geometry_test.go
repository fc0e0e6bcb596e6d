package labels

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/geom"
	"lensd/vision/picture"
)

// ruledPaper draws words as rows of black boxes, tilted by an angle.
func ruledPaper(w, h int, degrees float64) *image.Gray {
	g := image.NewGray(image.Rect(0, 0, w, h))
	draw.Draw(g, g.Rect, image.White, image.Point{}, draw.Src)
	slope := math.Tan(degrees * math.Pi / 180)
	for row := 60; row < h-60; row += 40 {
		for x := 60; x < w-60; x++ {
			at := x + row*row%37 // so that no columns stand under each other
			if at/18%5 == 4 {
				continue // between two words
			}
			y := row + int(slope*float64(x-w/2))
			for dy := range 14 {
				if at%18 < 12 && y+dy > 0 && y+dy < h {
					g.SetGray(x, y+dy, color.Gray{Y: 20})
				}
			}
		}
	}
	return g
}

func TestSkewOfLines(t *testing.T) {
	for _, degrees := range []float64{-8, -2.5, -0.6, 0, 0.6, 3, 9} {
		assert.InDelta(t, degrees, skew(ruledPaper(900, 700, degrees), 10), 0.25, "%v degrees", degrees)
	}
	assert.Zero(t, skew(image.NewGray(image.Rect(0, 0, 200, 200)), 10), "nothing is printed")
}

func TestLevelTurnsBackIntoAFrameThatHoldsAll(t *testing.T) {
	m, w, h := level(10, 400, 300)
	for _, p := range geom.QuadOf(geom.Rect{X1: 400, Y1: 300}).Map(m.Apply) {
		assert.True(t, p.X >= -1 && p.X <= float64(w)+1 && p.Y >= -1 && p.Y <= float64(h)+1, "%v is outside %d x %d", p, w, h)
	}
	a, b := m.Apply(geom.Point{X: 0, Y: 0}), m.Apply(geom.Point{X: 100 * math.Cos(math.Pi/18), Y: 100 * math.Sin(math.Pi/18)})
	assert.InDelta(t, a.Y, b.Y, 0.01, "what descended by ten degrees is level")
}

func TestRotateKeepsTheWayToTheSource(t *testing.T) {
	for quarters := range 4 {
		l := &Label{Gray: ruledPaper(300, 200, 0), toSource: geom.Identity()}
		l.Gray.SetGray(30, 7, color.Gray{Y: 99})
		l.rotate(quarters)
		w, h := l.Size()
		found := false
		for y := range h {
			for x := range w {
				if l.Gray.GrayAt(x, y).Y == 99 {
					q := l.ToSource(geom.QuadOf(geom.Rect{X0: float64(x), Y0: float64(y), X1: float64(x) + 1, Y1: float64(y) + 1}))
					assert.InDelta(t, 30, q[0].X, 1.01)
					assert.InDelta(t, 7, q[0].Y, 1.01)
					found = true
				}
			}
		}
		assert.True(t, found, "%d quarters", quarters)
		assert.Equal(t, quarters%2 == 1, w < h)
	}
}

func TestLinesAreFoundAlongAndAcross(t *testing.T) {
	img := ruledPaper(900, 700, 0)
	lay, err := layoutOf(img, nil)
	assert.NoError(t, err)
	across, along := weigh(lay)
	assert.Greater(t, across, 10*along)
	l := &Label{Gray: img, toSource: geom.Identity()}
	l.rotate(1)
	lay, err = layoutOf(l.Gray, nil)
	assert.NoError(t, err)
	across, along = weigh(lay)
	assert.Greater(t, along, 10*across)
}

func TestTheEdgeOfThePaperIsNoLine(t *testing.T) {
	at := func(x0, x1 float64) geom.Rect { return geom.Rect{X0: x0, Y0: 100, X1: x1, Y1: 500} }
	assert.True(t, onEdge(at(915, 934), 940))
	assert.True(t, onEdge(at(0, 13), 940))
	assert.False(t, onEdge(at(40, 60), 940))
	assert.False(t, onEdge(at(880, 910), 940))
}

func TestTellingLinesAreThoseOfADozenGlyphs(t *testing.T) {
	strip := func(glyphs int, length float64) Strip {
		return Strip{Quad: geom.QuadOf(geom.Rect{X1: length, Y1: 20}), Glyphs: glyphs}
	}
	lay := Layout{Strips: []Strip{strip(2, 60), strip(60, 700), strip(6, 100), strip(16, 220), strip(30, 1200)}}
	assert.Equal(t, []int{3, 1, 2}, lay.telling(false), "too short and longer than print are left out")
	assert.Empty(t, lay.telling(true))
}

func TestLettersBehindAWallStretchNoLine(t *testing.T) {
	var blobs []blob
	for i := range 10 {
		blobs = append(blobs, blob{60 + 20*i, 100, 74 + 20*i, 128, 250})
	}
	stacked := blob{28, 109, 39, 126, 90} // one of a column of small letters beside the cell
	blobs = append(blobs, stacked)
	open := chains(blobs, nil, 120)
	walled := chains(blobs, []geom.Rect{{X0: 49, Y0: 0, X1: 51, Y1: 400}}, 120)
	assert.Len(t, open, 1)
	assert.Equal(t, 28, open[0].box.x0, "without the rule it is a part of the line")
	assert.Len(t, walled, 1)
	assert.Equal(t, 60, walled[0].box.x0)
}

func TestABlackBoxThatHangsOnARuleIsFound(t *testing.T) {
	g := image.NewGray(image.Rect(0, 0, 900, 500))
	draw.Draw(g, g.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(g, image.Rect(60, 100, 860, 103), image.Black, image.Point{}, draw.Src)
	draw.Draw(g, image.Rect(60, 100, 160, 130), image.Black, image.Point{}, draw.Src)
	for x := 70; x < 150; x += 16 {
		draw.Draw(g, image.Rect(x, 107, x+7, 123), image.White, image.Point{}, draw.Src)
	}
	m, err := picture.GrayMat(g)
	require.NoError(t, err)
	defer m.Close()
	bin := binarize(m)
	defer bin.Close()
	got := findBoxes(bin)
	require.Len(t, got, 1)
	assert.InDelta(t, 60, got[0].x0, 2)
	assert.InDelta(t, 160, got[0].x1, 2)
	assert.InDelta(t, 130, got[0].y1, 2)
}

// Two bars beside each other, one of them grey and higher: together they are no box.
func TestCaptionsInBarsThatTouchAreLines(t *testing.T) {
	g := ruledPaper(1400, 860, 0)
	draw.Draw(g, image.Rect(0, 380, 1400, 450), image.White, image.Point{}, draw.Src)
	draw.Draw(g, image.Rect(10, 388, 720, 429), image.Black, image.Point{}, draw.Src)
	draw.Draw(g, image.Rect(720, 388, 1390, 442), &image.Uniform{C: color.Gray{Y: 76}}, image.Point{}, draw.Src)
	for _, x0 := range []int{26, 740} {
		for x := x0; x < x0+110; x += 16 {
			draw.Draw(g, image.Rect(x, 400, x+10, 417), image.White, image.Point{}, draw.Src)
		}
	}
	lay, err := layoutOf(g, nil)
	require.NoError(t, err)
	for _, x := range []float64{60, 780} {
		found := false
		for _, s := range lay.Strips {
			b := s.Quad.Bounds()
			found = found || b.X0 < x && b.X1 > x && b.Y0 < 408 && b.Y1 > 408 && b.H() < 50
		}
		assert.True(t, found, "the caption at %v", x)
	}
}
