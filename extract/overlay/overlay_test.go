package overlay

import (
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract"
	"lensd/vision/geom"
)

func white(w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	return img
}

func TestDrawInksTheOutlineOnly(t *testing.T) {
	marks := []Mark{{Quad: geom.QuadOf(geom.Rect{X0: 40, Y0: 60, X1: 160, Y1: 120}), Confidence: 1}}
	img := white(100, 100)
	Draw(img, marks, 0.5)
	plain := color.RGBA{255, 255, 255, 255}
	assert.NotEqual(t, plain, img.RGBAAt(50, 30))
	assert.NotEqual(t, plain, img.RGBAAt(20, 45))
	assert.Equal(t, plain, img.RGBAAt(50, 45))
	assert.Equal(t, plain, img.RGBAAt(5, 5))
	assert.InDelta(t, 40, marks[0].Quad[0].X, 1e-9, "the caller's marks stay")
}

func TestDrawSurvivesStrangeQuads(t *testing.T) {
	nan := geom.Point{X: math.NaN(), Y: math.Inf(1)}
	far := geom.Quad{{X: -1e5, Y: -1e5}, {X: 1e5, Y: -1e5}, {X: 1e5, Y: 1e5}, {X: -1e5, Y: 1e5}}
	assert.NotPanics(t, func() {
		Draw(white(40, 40), []Mark{{Quad: geom.Quad{nan, nan, nan, nan}, Caption: "x"}, {Quad: far}, {}}, 1)
	})
}

func TestMarksListsEverythingWithAPlace(t *testing.T) {
	q := geom.QuadOf(geom.Rect{X1: 1, Y1: 1})
	page := extract.Page{Items: []extract.Item{{
		Meter:  &extract.Meter{Value: "12", Digits: []geom.Quad{q, q}},
		Fields: []extract.Field{{Name: "a", Quads: []geom.Quad{q, q}}, {Name: "missing"}},
		Tables: []extract.Table{{Cells: []extract.Cell{{Quad: q}}}},
		Codes:  []extract.Code{{Quad: q}},
		Face:   &extract.Face{Quad: q},
	}}}
	assert.Len(t, Marks(page), 7)
}
