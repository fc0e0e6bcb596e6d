package turbo

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ramp is a smooth picture, which JPEG keeps well.
func ramp(w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.Set(x, y, color.RGBA{uint8(x * 255 / w), uint8(y * 255 / h), 90, 255})
		}
	}
	return img
}

func encoded(t testing.TB, img image.Image) []byte {
	t.Helper()
	var buf bytes.Buffer
	require.NoError(t, jpeg.Encode(&buf, img, &jpeg.Options{Quality: 95}))
	return buf.Bytes()
}

func assertRamp(t *testing.T, pix []byte, w, rows, tolerance int) {
	t.Helper()
	want := ramp(w, 60)
	for y := range rows {
		for x := range w {
			c := want.RGBAAt(x, y)
			p := pix[(y*w+x)*3:]
			require.InDelta(t, c.B, p[0], float64(tolerance), "blue at %d,%d", x, y)
			require.InDelta(t, c.G, p[1], float64(tolerance), "green at %d,%d", x, y)
			require.InDelta(t, c.R, p[2], float64(tolerance), "red at %d,%d", x, y)
		}
	}
}

func TestDecodeGivesBGR(t *testing.T) {
	b := encoded(t, ramp(80, 60))
	dst := make([]byte, 80*60*3)
	require.NoError(t, Decode(b, dst, 80, 60))
	assertRamp(t, dst, 80, 60, 8)
}

func TestEncodeRoundTrip(t *testing.T) {
	img := ramp(80, 60)
	bgr := make([]byte, 0, 80*60*3)
	for i := 0; i < len(img.Pix); i += 4 {
		bgr = append(bgr, img.Pix[i+2], img.Pix[i+1], img.Pix[i])
	}
	b, err := Encode(bgr, 80, 60, 95)
	require.NoError(t, err)
	back, err := jpeg.Decode(bytes.NewReader(b))
	require.NoError(t, err)
	require.Equal(t, image.Rect(0, 0, 80, 60), back.Bounds())
	dst := make([]byte, 80*60*3)
	require.NoError(t, Decode(b, dst, 80, 60))
	assertRamp(t, dst, 80, 60, 8)
}

func TestGreyBecomesBGR(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 16, 16))
	for i := range img.Pix {
		img.Pix[i] = 77
	}
	dst := make([]byte, 16*16*3)
	require.NoError(t, Decode(encoded(t, img), dst, 16, 16))
	assert.Equal(t, bytes.Repeat([]byte{77}, len(dst)), dst)
}

// TestAJPEGWithoutItsLastBytesIsDecoded: cameras lose them often.
func TestAJPEGWithoutItsLastBytesIsDecoded(t *testing.T) {
	b := encoded(t, ramp(80, 60))
	dst := make([]byte, 80*60*3)
	require.NoError(t, Decode(b[:len(b)-12], dst, 80, 60))
	assertRamp(t, dst, 80, 40, 8)
}

// TestAJPEGWithoutAnEighthOfItsRowsIsDecoded: meters' cameras send such, and the counter stands above.
func TestAJPEGWithoutAnEighthOfItsRowsIsDecoded(t *testing.T) {
	b := encoded(t, ramp(80, 640))
	dst := make([]byte, 80*640*3)
	require.NoError(t, Decode(b[:len(b)*88/100], dst, 80, 640))
	missing := blankRows(dst, 80*3)
	assert.Greater(t, missing, 640/10)
	assert.Less(t, missing, 640/5)
}

func TestHalfAJPEGIsRefused(t *testing.T) {
	b := encoded(t, ramp(80, 640))
	for _, share := range []int{4, 3, 2} {
		err := Decode(b[:len(b)*(share-1)/share], make([]byte, 80*640*3), 80, 640)
		require.ErrorContains(t, err, "ends early", "%d/%d of it", share-1, share)
	}
}

func TestAGreyPictureIsNotTakenForAMissingOne(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 80, 60))
	for i := range img.Pix {
		img.Pix[i] = 128
	}
	require.NoError(t, Decode(encoded(t, img), make([]byte, 80*60*3), 80, 60))
}

func TestRefusals(t *testing.T) {
	b := encoded(t, ramp(80, 60))
	dst := make([]byte, 80*60*3)
	require.Error(t, Decode(nil, dst, 80, 60))
	require.Error(t, Decode([]byte("no JPEG"), dst, 80, 60))
	require.Error(t, Decode(b[:20], dst, 80, 60))
	require.Error(t, Decode(b, dst, 60, 80), "another size than the buffer was made for")
	require.Error(t, Decode(b, dst[:10], 80, 60))
	require.Error(t, Decode(b, nil, 0, 0))
	for _, c := range []struct{ n, w, h int }{{0, 0, 0}, {3, 1, 2}, {3, -1, -1}, {3, 1 << 30, 1 << 30}} {
		_, err := Encode(make([]byte, c.n), c.w, c.h, 90)
		require.Error(t, err)
	}
}

// FuzzDecode: no bytes may end the process or write beyond the buffer.
func FuzzDecode(f *testing.F) {
	b := encoded(f, ramp(16, 16))
	f.Add(b)
	f.Add(b[:len(b)/2])
	f.Add([]byte("\xff\xd8\xff\xd9"))
	f.Fuzz(func(t *testing.T, b []byte) {
		guarded := bytes.Repeat([]byte{0xa5}, 16*16*3+64)
		_ = Decode(b, guarded[:16*16*3:16*16*3], 16, 16)
		assert.Equal(t, bytes.Repeat([]byte{0xa5}, 64), guarded[16*16*3:])
	})
}
