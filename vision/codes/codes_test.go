package codes

import (
	"context"
	"image"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/oned"
	"github.com/makiuchi-d/gozxing/qrcode"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func blank() *image.Gray {
	img := image.NewGray(image.Rect(0, 0, 900, 700))
	for i := range img.Pix {
		img.Pix[i] = 240
	}
	return img
}

// put draws a code's modules.
func put(t testing.TB, img *image.Gray, w gozxing.Writer, f gozxing.BarcodeFormat, text string, r image.Rectangle) {
	t.Helper()
	m, err := w.EncodeWithoutHint(text, f, r.Dx(), r.Dy())
	require.NoError(t, err)
	for y := range m.GetHeight() {
		for x := range m.GetWidth() {
			if m.Get(x, y) {
				img.Pix[(r.Min.Y+y)*img.Stride+r.Min.X+x] = 25
			}
		}
	}
}

func label(t testing.TB) *image.Gray {
	img := blank()
	put(t, img, oned.NewCode128Writer(), gozxing.BarcodeFormat_CODE_128, "LEXPU2982605648", image.Rect(60, 60, 660, 180))
	put(t, img, oned.NewCode39Writer(), gozxing.BarcodeFormat_CODE_39, "5374534616", image.Rect(60, 260, 660, 360))
	put(t, img, qrcode.NewQRCodeWriter(), gozxing.BarcodeFormat_QR_CODE, "https://example.test/t?se=TH401596C56550B", image.Rect(60, 420, 260, 620))
	return img
}

func read(t testing.TB, img *image.Gray) map[string]string {
	t.Helper()
	found, err := Read(context.Background(), img)
	require.NoError(t, err)
	out := map[string]string{}
	for _, c := range found.Codes {
		out[c.Text] = c.Format
		assert.Less(t, c.Quad.Area(), 0.3*float64(len(img.Pix)))
	}
	return out
}

func TestEveryCodeOfALabelIsRead(t *testing.T) {
	want := map[string]string{"LEXPU2982605648": "CODE_128", "5374534616": "CODE_39", "https://example.test/t?se=TH401596C56550B": "QR_CODE"}
	img := label(t)
	assert.Equal(t, want, read(t, img))
	assert.Equal(t, want, read(t, transpose(img)), "standing upright")
	for y := 0; y < 200; y += 15 { // a skipping ribbon
		clear := img.Pix[y*img.Stride : (y+1)*img.Stride]
		for x := range clear {
			clear[x] = 240
		}
	}
	assert.Contains(t, read(t, img), "LEXPU2982605648")
}

func TestNothingIsReadOfPaper(t *testing.T) {
	assert.Empty(t, read(t, blank()))
	stripes := blank()
	for i := range stripes.Pix {
		if i%900/9%2 == 0 {
			stripes.Pix[i] = 30
		}
	}
	assert.Empty(t, read(t, stripes))
	assert.Empty(t, read(t, image.NewGray(image.Rect(0, 0, 3, 3))))
}

// FuzzRead: whatever a picture shows, reading it ends without a panic.
func FuzzRead(f *testing.F) {
	f.Add([]byte{0, 255, 0, 255}, uint8(64))
	f.Add([]byte("\x00\x00\xff"), uint8(200))
	f.Fuzz(func(t *testing.T, pattern []byte, width uint8) {
		w := int(width) + 1
		img := image.NewGray(image.Rect(0, 0, w, 96))
		for i := range img.Pix {
			if len(pattern) > 0 {
				img.Pix[i] = pattern[i%len(pattern)]
			}
		}
		if _, err := Read(context.Background(), img); err != nil {
			t.Fatal(err)
		}
	})
}
