package papers

import (
	"image"
	"image/color"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"lensd/vision/geom"
)

// scene is a brown desk with white papers that hold a few dark strokes.
func scene(t *testing.T, papers ...image.Rectangle) gocv.Mat {
	m := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(60, 90, 120, 0), 600, 800, gocv.MatTypeCV8UC3)
	t.Cleanup(func() { m.Close() })
	for _, r := range papers {
		gocv.Rectangle(&m, r, color.RGBA{240, 240, 240, 0}, -1)
		for y := r.Min.Y + 30; y < r.Max.Y-20; y += 24 {
			gocv.Rectangle(&m, image.Rect(r.Min.X+20, y, r.Max.X-40, y+8), color.RGBA{30, 30, 30, 0}, -1)
		}
	}
	return m
}

func TestEveryPaperOfASceneIsFound(t *testing.T) {
	left, right := image.Rect(60, 80, 360, 520), image.Rect(440, 120, 740, 400)
	quads, framed := Find(scene(t, left, right))
	assert.False(t, framed)
	require.Len(t, quads, 2)
	for i, want := range []image.Rectangle{left, right} { // the larger one first
		b := quads[i].Bounds()
		assert.InDelta(t, float64(want.Min.X), b.X0, 8)
		assert.InDelta(t, float64(want.Max.Y), b.Y1, 8)
	}
}

func TestAPageOfItsOwnIsTheWholeFrame(t *testing.T) {
	m := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(250, 250, 250, 0), 600, 800, gocv.MatTypeCV8UC3)
	defer m.Close()
	quads, framed := Find(m)
	assert.True(t, framed)
	assert.Equal(t, []geom.Quad{geom.QuadOf(geom.Rect{X1: 800, Y1: 600})}, quads)
	gocv.Rectangle(&m, image.Rect(20, 20, 300, 200), color.RGBA{0, 0, 0, 0}, 3)
	quads, framed = Find(m)
	assert.True(t, framed, "a label in the corner of a sheet")
	require.Len(t, quads, 1)
	assert.Less(t, quads[0].Bounds().X1, 400.0)
}

// A bar printed from edge to edge parts a paper's white, and is as narrow as two papers seldom lie together.
func TestABarDoesNotCutAPaper(t *testing.T) {
	for name, test := range map[string]struct {
		bar  image.Rectangle
		want int
	}{
		"across":     {image.Rect(100, 200, 500, 230), 1},
		"upright":    {image.Rect(330, 60, 352, 540), 1},
		"broad":      {image.Rect(100, 200, 500, 264), 1},
		"two papers": {image.Rect(100, 200, 500, 224), 2},
	} {
		t.Run(name, func(t *testing.T) {
			m := scene(t, image.Rect(100, 60, 500, 540))
			gocv.Rectangle(&m, test.bar, color.RGBA{20, 20, 20, 0}, -1)
			if test.want > 1 {
				gocv.Rectangle(&m, test.bar, color.RGBA{120, 90, 60, 0}, -1) // the desk is seen between them
			}
			quads, _ := Find(m)
			require.Len(t, quads, test.want)
			if test.want == 1 {
				b := quads[0].Bounds()
				assert.InDelta(t, 100, b.X0, 8)
				assert.InDelta(t, 60, b.Y0, 8)
				assert.InDelta(t, 500, b.X1, 8)
				assert.InDelta(t, 540, b.Y1, 8)
			}
		})
	}
}

// Rules and bars that part a paper both ways leave pieces of which no two make a whole.
func TestAPaperRuledBothWaysIsOne(t *testing.T) {
	at := func(x0, y0, x1, y1 int) paper {
		q := geom.QuadOf(geom.Rect{X0: float64(x0), Y0: float64(y0), X1: float64(x1), Y1: float64(y1)})
		return paper{q, q.Area(), 1}
	}
	pieces := []paper{at(100, 60, 700, 150), at(100, 172, 396, 330), at(404, 172, 700, 330), at(100, 338, 700, 540)}
	for name, c := range map[string]struct {
		pieces []paper
		tone   uint8
		want   int
	}{
		"ruled":                    {pieces, 20, 1},
		"four papers on the desk":  {pieces, 60, 4}, // which is seen between them
		"pieces that fill it half": {[]paper{pieces[0], pieces[1], pieces[3]}, 20, 3},
		"two, which bars part":     {pieces[:2], 20, 2},
	} {
		t.Run(name, func(t *testing.T) {
			m := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(60, 0, 0, 0), 600, 800, gocv.MatTypeCV8UC1)
			defer m.Close()
			gocv.Rectangle(&m, image.Rect(100, 60, 700, 540), color.RGBA{c.tone, c.tone, c.tone, 0}, -1)
			got := mosaic(c.pieces, m)
			require.Len(t, got, c.want)
			if c.want == 1 {
				assert.Less(t, cornerError(got[0].quad, geom.QuadOf(geom.Rect{X0: 100, Y0: 60, X1: 700, Y1: 540})), 1.0)
			}
		})
	}
	m := scene(t, image.Rect(100, 60, 700, 540))
	for _, b := range []image.Rectangle{image.Rect(100, 150, 700, 172), image.Rect(100, 330, 700, 338), image.Rect(396, 172, 404, 330)} {
		gocv.Rectangle(&m, b, color.RGBA{20, 20, 20, 0}, -1)
	}
	quads, _ := Find(m)
	require.Len(t, quads, 1)
	assert.Less(t, cornerError(quads[0], geom.QuadOf(geom.Rect{X0: 100, Y0: 60, X1: 700, Y1: 540})), 8.0)
}

// Rules from edge to edge make a part of a paper crisper than the paper, and a shadow makes it paler.
func TestAPartIsTakenForItsPaper(t *testing.T) {
	at := func(x0, y0, x1, y1, score float64) paper {
		q := geom.QuadOf(geom.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1})
		return paper{q, q.Area(), score}
	}
	part := at(102, 300, 398, 480, 20)
	for name, c := range map[string]struct {
		other paper
		want  bool
	}{
		"the paper around it":          {at(100, 100, 400, 500, 12), true},
		"one of an outline too poor":   {at(100, 100, 400, 500, 9), false},
		"hardly larger":                {at(100, 290, 400, 490, 19), false},
		"another paper that laps over": {at(100, 100, 400, 400, 19), false},
		"another paper beside it":      {at(500, 100, 800, 500, 19), false},
	} {
		got := whole(part, []paper{part, c.other})
		assert.Equal(t, c.want, got == c.other, name)
		assert.Equal(t, !c.want, got == part, name)
	}
}

// What bright parts and the one paper say together.
func TestOnePaperAndItsPartsAreSettled(t *testing.T) {
	at := func(x0, y0, x1, y1 float64) geom.Quad { return geom.QuadOf(geom.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1}) }
	one := at(100, 100, 500, 500)
	left, right := at(100, 100, 290, 500), at(310, 100, 500, 500)
	beside := at(520, 100, 700, 300)
	plain, err := judgeOf(scene(t)) // nothing but the desk lies between papers
	require.NoError(t, err)
	defer plain.Close()
	for name, c := range map[string]struct{ others, want []geom.Quad }{
		"alone":                       {nil, []geom.Quad{one}},
		"a cell of it":                {[]geom.Quad{at(120, 120, 300, 200)}, []geom.Quad{one}},
		"the parcel under it":         {[]geom.Quad{at(20, 20, 800, 800)}, []geom.Quad{one}},
		"another beside it":           {[]geom.Quad{beside}, []geom.Quad{one, beside}},
		"a larger one beside it":      {[]geom.Quad{at(520, 0, 1100, 900)}, []geom.Quad{at(520, 0, 1100, 900), one}},
		"papers that it goes around":  {[]geom.Quad{left, right}, []geom.Quad{left, right}},
		"papers that it goes through": {[]geom.Quad{at(90, 90, 290, 700), at(310, 90, 510, 700)}, []geom.Quad{at(90, 90, 290, 700), at(310, 90, 510, 700)}},
		"two cells that fill little":  {[]geom.Quad{at(100, 100, 200, 500), at(400, 100, 500, 500)}, []geom.Quad{one}},
	} {
		assert.Equal(t, c.want, settled(one, c.others, plain), name)
	}
	m := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(90, 120, 100, 0), 600, 800, gocv.MatTypeCV8UC3)
	defer m.Close()
	gocv.Rectangle(&m, image.Rect(100, 100, 500, 500), color.RGBA{235, 215, 80, 0}, -1) // a yellow bar from edge to edge
	for _, r := range []image.Rectangle{image.Rect(100, 100, 280, 500), image.Rect(320, 100, 500, 500)} {
		gocv.Rectangle(&m, r, color.RGBA{240, 240, 240, 0}, -1)
	}
	barred, err := judgeOf(m)
	require.NoError(t, err)
	defer barred.Close()
	assert.Equal(t, []geom.Quad{one}, settled(one, []geom.Quad{at(100, 100, 280, 500), at(320, 100, 500, 500)}, barred), "parts of a paper with a coloured bar")
}

// The one part of a paper that stands out in its frame holds next to none of the picture's print.
func TestAStripOfALabelIsNoPaper(t *testing.T) {
	m := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(205, 208, 204, 0), 600, 800, gocv.MatTypeCV8UC3)
	defer m.Close()
	for y := 140; y < 560; y += 20 {
		for x := 60; x < 700; x += 24 {
			gocv.Rectangle(&m, image.Rect(x, y, x+14, y+10), color.RGBA{30, 30, 30, 0}, -1)
		}
	}
	strip := geom.QuadOf(geom.Rect{X0: 60, Y0: 40, X1: 700, Y1: 100})
	j, err := judgeOf(m)
	require.NoError(t, err)
	defer j.Close()
	assert.Less(t, j.share([]geom.Quad{strip}), leastDetail)
	assert.Greater(t, j.share([]geom.Quad{geom.QuadOf(geom.Rect{X0: 40, Y0: 20, X1: 720, Y1: 580})}), 0.9)
}

// The picture's border is bright, as a page's of its own is, and yet there is a paper on something else in it.
func TestAPaperBeforeAWhiteWallIsFound(t *testing.T) {
	m := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(235, 235, 235, 0), 600, 800, gocv.MatTypeCV8UC3)
	defer m.Close()
	gocv.Rectangle(&m, image.Rect(60, 60, 740, 540), color.RGBA{150, 110, 70, 0}, -1)
	gocv.Rectangle(&m, image.Rect(160, 120, 640, 480), color.RGBA{245, 245, 245, 0}, -1)
	for y := 150; y < 460; y += 24 {
		gocv.Rectangle(&m, image.Rect(180, y, 600, y+8), color.RGBA{30, 30, 30, 0}, -1)
	}
	quads, framed := Find(m)
	assert.False(t, framed)
	require.Len(t, quads, 1)
	assert.InDelta(t, 160, quads[0].Bounds().X0, 4)
	assert.InDelta(t, 480, quads[0].Bounds().Y1, 4)
}
