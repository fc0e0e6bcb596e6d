package codes

import (
	"context"
	"image"
	"math"
	"math/rand/v2"
	"slices"
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

// darkest is what is dark in a part of a picture.
func darkest(img *image.Gray, r image.Rectangle) geom.Rect {
	out := geom.Rect{X0: math.Inf(1), Y0: math.Inf(1)}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if img.Pix[y*img.Stride+x] < 128 {
				out = geom.Rect{X0: min(out.X0, float64(x)), Y0: min(out.Y0, float64(y)), X1: max(out.X1, float64(x+1)), Y1: max(out.Y1, float64(y+1))}
			}
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
			ink := darkest(img, image.Rect(300, 300, 300+side, 300+side))
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
				for i, p := range geom.QuadOf(ink) { // as the code stands
					p.X, p.Y = p.X-450, p.Y-350
					assert.Less(t, found.Codes[0].Quad[i].Dist(geom.Point{X: c*p.X - s*p.Y + 450, Y: s*p.X + c*p.Y + 350}), 5.0, "corner %d, side %d, %v degrees", i, side, angle)
				}
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

// TestAMatrixThatNothingDecodesIsNoPrint: large modules passed for signs of the line beside them.
func TestAMatrixThatNothingDecodesIsNoPrint(t *testing.T) {
	for _, module := range []int{6, 12, 17} {
		img := blank()
		code := image.Rect(300, 100, 300+21*module, 100+21*module) // with four modules of white around it
		put(t, img, qrcode.NewQRCodeWriter(), gozxing.BarcodeFormat_QR_CODE, "TH0142", code.Inset(-4*module))
		for y := 8 * module; y < 13*module; y++ { // between the three corners
			for x := range 21 * module {
				if p := &img.Pix[(code.Min.Y+y)*img.Stride+code.Min.X+x]; (x/module+y/module)%2 == 0 {
					*p = 255 - *p
				}
			}
		}
		found, err := Read(context.Background(), img)
		require.NoError(t, err)
		assert.Empty(t, found.Codes)
		assert.True(t, slices.ContainsFunc(found.Areas, func(q geom.Quad) bool {
			b := q.Bounds()
			far := max(math.Abs(b.X0-float64(code.Min.X)), math.Abs(b.Y0-float64(code.Min.Y)), math.Abs(b.X1-float64(code.Max.X)), math.Abs(b.Y1-float64(code.Max.Y)))
			return far < float64(module)
		}), "modules of %d: %v, %v", module, code, found.Areas)
	}
}

// TestThreeTargetsAreNoMatrix: circles that are ticked, or marks to align a sheet by, have print between them or nothing.
func TestThreeTargetsAreNoMatrix(t *testing.T) {
	img := blank()
	for _, at := range []image.Point{{100, 100}, {500, 100}, {100, 500}} {
		for y := range 70 {
			for x := range 70 {
				ring := min(x, y, 69-x, 69-y) / 10
				if ring == 0 || ring >= 2 {
					img.Pix[(at.Y+y)*img.Stride+at.X+x] = 25
				}
			}
		}
	}
	printed(img, image.Rect(100, 200, 560, 480), 5)
	require.Len(t, triples(finders(img)), 1, "the targets stand as those of a code do")
	found, err := Read(context.Background(), img)
	require.NoError(t, err)
	assert.Empty(t, found.Codes)
	assert.NotContains(t, found.Areas, geom.QuadOf(triples(finders(img))[0].box))
}

// TestTheSquareOfACodeIsThatOfItsCorners: modules in its middle that look like a finder pattern make another square with two of them.
func TestTheSquareOfACodeIsThatOfItsCorners(t *testing.T) {
	at := func(x, y float64) finder { return finder{at: geom.Point{X: x, Y: y}, module: 8, n: 4} }
	corners := []finder{at(100, 100), at(300, 101), at(100, 300)}
	for _, amid := range []finder{at(210, 205), at(196, 190), at(205, 196)} {
		got := triples(append([]finder{amid}, corners...))
		if assert.Len(t, got, 1) {
			assert.Less(t, got[0].quad[0].Dist(geom.Point{X: 70, Y: 70}), 2.0)
			assert.Less(t, got[0].quad[2].Dist(geom.Point{X: 330, Y: 331}), 2.0)
			assert.Less(t, got[0].skew, surelySquare)
		}
	}
}

// TestALeaningSquareIsTriedAndNoMore: of a page that was straightened it is hardly a code, and print may stand in it.
func TestALeaningSquareIsTriedAndNoMore(t *testing.T) {
	for lean, dense := range map[int]bool{2: true, 30: false} {
		img := blank()
		for _, at := range []image.Point{{100, 100 + lean}, {500, 100}, {100, 500}} {
			for y := range 70 {
				for x := range 70 {
					if ring := min(x, y, 69-x, 69-y) / 10; ring == 0 || ring >= 2 {
						img.Pix[(at.Y+y)*img.Stride+at.X+x] = 25
					}
				}
			}
		}
		for y := 200; y < 480; y++ { // as dark as modules
			for x := 100; x < 560; x++ {
				if (x/10+y/10)%2 == 0 {
					img.Pix[y*img.Stride+x] = 25
				}
			}
		}
		if got := matrices(img); assert.Len(t, got, 1, "%d", lean) {
			assert.Equal(t, dense, got[0].dense, "%d", lean)
		}
	}
}
