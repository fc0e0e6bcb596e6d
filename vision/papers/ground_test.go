package papers

import (
	"image"
	"image/color"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"lensd/vision/geom"
)

// carpet draws a page with three lines on ground of a colour whose grains differ by spread.
func carpet(ground color.RGBA, spread int) (gocv.Mat, geom.Quad) {
	const w, h = 480, 640
	r := rand.New(rand.NewPCG(5, 8))
	m := gocv.NewMatWithSize(h, w, gocv.MatTypeCV8UC3)
	grain := func(c uint8, k float64) uint8 { return uint8(min(255, max(0, float64(c)+k))) }
	for y := 0; y < h; y += 2 {
		for x := 0; x < w; x += 2 {
			k := float64(spread) * r.NormFloat64()
			gocv.Rectangle(&m, image.Rect(x, y, x+2, y+2), color.RGBA{grain(ground.R, k), grain(ground.G, k), grain(ground.B, k), 0}, -1)
		}
	}
	at := image.Rect(60, 50, 420, 590)
	gocv.Rectangle(&m, at, color.RGBA{225, 222, 214, 0}, -1)
	for y := 90; y < 130; y += 14 {
		gocv.Rectangle(&m, image.Rect(90, y, 300, y+4), color.RGBA{40, 40, 40, 0}, -1)
	}
	return m, geom.QuadOf(geom.Rect{X0: float64(at.Min.X), Y0: float64(at.Min.Y), X1: float64(at.Max.X), Y1: float64(at.Max.Y)})
}

// A page with a few lines on ground that is richer in detail than the page.
func TestAPaperOnCarpet(t *testing.T) {
	for name, c := range map[string]struct {
		ground color.RGBA
		spread int
		want   bool
	}{
		"a plain desk":                      {color.RGBA{120, 118, 113, 0}, 0, true},
		"green carpet":                      {color.RGBA{60, 150, 90, 0}, 25, true},
		"carpet as bright as paper":         {color.RGBA{150, 235, 190, 0}, 14, true},
		"dark carpet of the paper's colour": {color.RGBA{100, 98, 94, 0}, 25, true},
		"pale carpet of the paper's colour": {color.RGBA{196, 193, 186, 0}, 9, false},
	} {
		m, want := carpet(c.ground, c.spread)
		defer m.Close()
		q, ok := FindOne(m)
		require.Equal(t, c.want, ok, name)
		if ok {
			assert.Less(t, cornerError(q, want), 10.0, name)
		}
	}
}

// The pale face of a meter stands out as a sheet would, but for its corners, which no four lines follow.
func TestADialIsNoSheet(t *testing.T) {
	m, _ := carpet(color.RGBA{60, 80, 150, 0}, 25)
	defer m.Close()
	gocv.Rectangle(&m, image.Rect(50, 40, 430, 600), color.RGBA{60, 80, 150, 0}, -1)
	for at := range 40 {
		y := 40 + 14*at
		gocv.Rectangle(&m, image.Rect(430, y, 478, y+6), color.RGBA{20, 30, 60, 0}, -1)
		gocv.Rectangle(&m, image.Rect(2, y, 50, y+6), color.RGBA{20, 30, 60, 0}, -1)
	}
	dial := gocv.NewPointsVectorFromPoints([][]image.Point{{{140, 90}, {340, 90}, {420, 190}, {420, 450}, {340, 550}, {140, 550}, {60, 450}, {60, 190}}})
	defer dial.Close()
	gocv.FillPoly(&m, dial, color.RGBA{230, 228, 222, 0})
	_, ok := FindOne(m)
	assert.False(t, ok)
}

// Patches of a texture fall into rows here and there. They are print around a sheet where most that may be letters do.
func TestSpecksInRowsAreNoPrint(t *testing.T) {
	sheet := geom.QuadOf(geom.Rect{X0: 100, Y0: 100, X1: 400, Y1: 400})
	row := func(n int, y float64) (out []geom.Point) {
		for x := range n {
			out = append(out, geom.Point{X: 20 * float64(x), Y: y})
		}
		return out
	}
	some := row(15, 50)
	var loose []geom.Point
	for y := 500.0; y < 500+200; y++ {
		loose = append(loose, row(1, y)...)
	}
	for name, c := range map[string]struct {
		p    print
		want bool
	}{
		"a row beside the sheet":         {print{inRows: some, letters: some}, true},
		"amid specks that are in no row": {print{inRows: some, letters: append(loose, some...)}, false},
		"beside much print on the sheet": {print{inRows: append(inside(100), some...), letters: some}, false},
		"a row of a few":                 {print{inRows: row(11, 50), letters: row(11, 50)}, false},
		"specks on the sheet itself":     {print{inRows: some, letters: append(row(15, 50), inside(200)...)}, true},
	} {
		assert.Equal(t, c.want, c.p.goesOn(sheet), name)
	}
}

// inside gives n places on the sheet.
func inside(n int) (out []geom.Point) {
	for k := range n {
		out = append(out, geom.Point{X: 150 + float64(k%100), Y: 200})
	}
	return out
}
