package overlay

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/geom"
)

func white(t testing.TB, w, h int) []byte {
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, img))
	return b.Bytes()
}

func TestDrawInksTheOutlineOnly(t *testing.T) {
	q := geom.QuadOf(geom.Rect{X0: 20, Y0: 30, X1: 80, Y1: 60})
	img, err := Draw(white(t, 100, 100), []Mark{{Quad: q, Confidence: 1}})
	require.NoError(t, err)
	plain := color.RGBA{255, 255, 255, 255}
	assert.NotEqual(t, plain, img.RGBAAt(50, 30))
	assert.NotEqual(t, plain, img.RGBAAt(20, 45))
	assert.Equal(t, plain, img.RGBAAt(50, 45))
	assert.Equal(t, plain, img.RGBAAt(5, 5))
}

func TestDrawSurvivesStrangeQuads(t *testing.T) {
	nan := geom.Point{X: math.NaN(), Y: math.Inf(1)}
	far := geom.Quad{{X: -1e5, Y: -1e5}, {X: 1e5, Y: -1e5}, {X: 1e5, Y: 1e5}, {X: -1e5, Y: 1e5}}
	_, err := Draw(white(t, 40, 40), []Mark{{Quad: geom.Quad{nan, nan, nan, nan}, Caption: "x"}, {Quad: far}, {}})
	assert.NoError(t, err)
}

func TestDrawRefusesWhatIsNoPicture(t *testing.T) {
	_, err := Draw([]byte("%PDF-1.4"), nil)
	assert.ErrorContains(t, err, "JPEG")
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
