package codes

import (
	"context"
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/oned"
	"github.com/makiuchi-d/gozxing/qrcode"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/geom"
)

const asked = "00020101021129370016A000000677010111011300668123456785802TH53037645406100.006304ABCD"

// printed draws what looks like lines of letters: runs of strokes.
func printed(img *image.Gray, r image.Rectangle, seed uint64) {
	n := rand.New(rand.NewPCG(seed, 1))
	for y := r.Min.Y; y+14 < r.Max.Y; y += 24 {
		for x := r.Min.X; x < r.Max.X; x += 3 + n.IntN(7) {
			for k := y + n.IntN(4); k < y+14-n.IntN(6); k++ {
				img.Pix[k*img.Stride+x], img.Pix[k*img.Stride+x+1] = 40, 40
			}
		}
	}
}

// turned is a picture turned about its middle by degrees, in light that falls off to the right.
func turned(img *image.Gray, degrees float64) *image.Gray {
	out := image.NewGray(img.Rect)
	s, c := math.Sincos(degrees * math.Pi / 180)
	w, h := img.Rect.Dx(), img.Rect.Dy()
	for y := range h {
		for x := range w {
			u, v := float64(x-w/2), float64(y-h/2)
			sx, sy := int(c*u+s*v)+w/2, int(c*v-s*u)+h/2
			value := 240.0
			if sx >= 0 && sy >= 0 && sx < w && sy < h {
				value = float64(img.Pix[sy*img.Stride+sx])
			}
			out.Pix[y*out.Stride+x] = byte(value * (1 - 0.5*float64(x)/float64(w)))
		}
	}
	return out
}

func TestSquaresFindsQRCodesAmongPrint(t *testing.T) {
	for _, side := range []int{160, 200, 260} {
		for _, angle := range []float64{0, 3, -4, 90, 180} {
			img := blank()
			printed(img, image.Rect(20, 20, 880, 250), uint64(side))
			put(t, img, qrcode.NewQRCodeWriter(), gozxing.BarcodeFormat_QR_CODE, asked, image.Rect(300, 300, 300+side, 300+side))
			put(t, img, oned.NewCode128Writer(), gozxing.BarcodeFormat_CODE_128, "LEXPU2982605648", image.Rect(20, 600, 280, 690))
			img = turned(img, angle)
			found, err := Squares(context.Background(), img)
			require.NoError(t, err)
			if assert.Len(t, found.Codes, 1, "side %d, %v degrees", side, angle) {
				assert.Equal(t, asked, found.Codes[0].Text)
				at := geom.Point{X: 300 + float64(side)/2 - 450, Y: 300 + float64(side)/2 - 350}
				s, c := math.Sincos(angle * math.Pi / 180)
				middle := geom.Point{X: c*at.X - s*at.Y + 450, Y: s*at.X + c*at.Y + 350}
				assert.Less(t, found.Codes[0].Quad.Center().Dist(middle), 8.0)
			}
		}
	}
}

func TestSquaresFindsTwoCodesAndNoneInPrint(t *testing.T) {
	img := blank()
	printed(img, image.Rect(10, 10, 890, 690), 3)
	found, err := Squares(context.Background(), img)
	require.NoError(t, err)
	assert.Empty(t, found)
	img = blank()
	put(t, img, qrcode.NewQRCodeWriter(), gozxing.BarcodeFormat_QR_CODE, asked, image.Rect(60, 60, 260, 260))
	put(t, img, qrcode.NewQRCodeWriter(), gozxing.BarcodeFormat_QR_CODE, "https://example.test/etax/17", image.Rect(600, 400, 760, 560))
	found, err = Squares(context.Background(), img)
	require.NoError(t, err)
	assert.Len(t, found.Codes, 2)
	assert.Len(t, found.Areas, 2)
	cut, stop := context.WithCancel(context.Background())
	stop()
	_, err = Squares(cut, img)
	assert.ErrorIs(t, err, context.Canceled)
	found, err = Squares(context.Background(), image.NewGray(image.Rect(0, 0, 3, 2)))
	assert.NoError(t, err)
	assert.Empty(t, found)
}
