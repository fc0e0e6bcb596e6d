package overlay

import (
	"bytes"
	"image"
	"image/jpeg"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/geom"
)

func TestPreviewScalesPictureAndMarks(t *testing.T) {
	marks := []Mark{{Quad: geom.QuadOf(geom.Rect{X0: 400, Y0: 200, X1: 1200, Y1: 600}), Confidence: 1}}
	b, err := Preview(white(t, 1600, 800), marks, 400, 95)
	require.NoError(t, err)
	img, err := jpeg.Decode(bytes.NewReader(b))
	require.NoError(t, err)
	require.Equal(t, image.Rect(0, 0, 400, 200), img.Bounds())
	ink := func(x, y int) bool { r, _, _, _ := img.At(x, y).RGBA(); return r < 0xa000 }
	assert.True(t, ink(100, 100), "the left edge at a quarter of 400")
	assert.True(t, ink(200, 50), "the upper edge")
	assert.False(t, ink(200, 100), "not the middle")
	assert.InDelta(t, 400, marks[0].Quad[0].X, 1e-9, "the caller's marks stay")
}

func TestPreviewLeavesSmallAndTurnedPicturesToJPEG(t *testing.T) {
	b, err := Preview(white(t, 300, 200), nil, 400, 95)
	require.NoError(t, err)
	img, err := jpeg.Decode(bytes.NewReader(b))
	require.NoError(t, err)
	assert.Equal(t, image.Rect(0, 0, 300, 200), img.Bounds())
	assert.True(t, mayBeTurned([]byte("\xff\xd8\xff\xe1\x00\x10Exif\x00\x00MM")))
	_, err = Preview([]byte("%PDF-1.4"), nil, 400, 95)
	assert.ErrorContains(t, err, "JPEG")
}

func FuzzPreview(f *testing.F) {
	f.Add(white(f, 40, 20))
	f.Add([]byte("\xff\xd8\xff\xe0"))
	marks := []Mark{{Quad: geom.QuadOf(geom.Rect{X0: 1, Y0: 1, X1: 9, Y1: 9}), Caption: "1"}}
	f.Fuzz(func(t *testing.T, b []byte) {
		if cfg, _, err := image.DecodeConfig(bytes.NewReader(b)); err == nil && cfg.Width*cfg.Height > 1<<20 {
			return // sound but slow: the fuzzer's time goes to the small ones
		}
		out, err := Preview(b, marks, 16, 80)
		if err == nil && len(out) == 0 {
			t.Fatal("neither picture nor error")
		}
	})
}
