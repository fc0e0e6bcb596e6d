package sheet

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/internal/printed"
)

// desk is a picture of letters that lie side by side on something brown.
func desk(t *testing.T, letters ...*printed.Page) []byte {
	img := image.NewRGBA(image.Rect(0, 0, 1100*len(letters)+100, 900))
	for i := range img.Pix {
		img.Pix[i] = []byte{90, 60, 40, 255}[i%4]
	}
	for k, p := range letters {
		for y := range p.Rect.Dy() {
			for x := range p.Rect.Dx() {
				v := p.GrayAt(x, y).Y
				img.SetRGBA(100+1100*k+x, 100+y, color.RGBA{v, v, v, 255})
			}
		}
	}
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, img))
	return b.Bytes()
}

func TestEachPaperOfAPictureIsASheet(t *testing.T) {
	o := NewOpener(Config{Recognizer: says("a line", 0.9)})
	pages := 0
	err := o.Papers(context.Background(), document(desk(t, letter(), letter()), []byte("no picture")), func(number int, sheets []*Sheet, failed *extract.Error) error {
		pages++
		assert.Equal(t, pages, number)
		if number == 2 {
			assert.Equal(t, extract.KindUnsupported, failed.Kind)
			return nil
		}
		require.Nil(t, failed)
		require.Len(t, sheets, 2)
		for _, s := range sheets {
			l, err := s.Layout(context.Background())
			require.NoError(t, err)
			assert.Len(t, l.Lines, 14)
			require.NoError(t, s.Close(), "the picture is everybody's")
		}
		a, b := sheets[0].ToSource(geom.QuadOf(geom.Rect{X1: 9, Y1: 9})), sheets[1].ToSource(geom.QuadOf(geom.Rect{X1: 9, Y1: 9}))
		assert.Greater(t, a[0].Dist(b[0]), 900.0)
		return nil
	})
	require.NoError(t, err)
	assert.Equal(t, 2, pages)
}

func TestCodesTurnWithTheSheet(t *testing.T) {
	s := sheetOf(t, says("a line", 0.9), letter())
	w, h := s.Size()
	s.codes = []extract.Code{{Quad: geom.QuadOf(geom.Rect{X0: 10, Y0: 20, X1: 110, Y1: 60})}}
	s.upend()
	assert.Equal(t, geom.Point{X: float64(w - 11), Y: float64(h - 21)}, s.codes[0].Quad[0])
	l, err := s.Layout(context.Background())
	require.NoError(t, err)
	assert.Len(t, l.Codes, 1)
}
