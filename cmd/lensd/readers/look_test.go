package readers

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/jpeg"
	"image/png"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/extract/overlay"
	"lensd/vision/geom"
	"lensd/vision/worker"
)

func whitePNG(t testing.TB, w, h int) []byte {
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, img))
	return b.Bytes()
}

// turned is a JPEG whose EXIF says that it lies on its side.
func turned(t testing.TB, w, h int) []byte {
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, w, h)), nil))
	exif := []byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00")
	head := binary.BigEndian.AppendUint16([]byte{0xff, 0xd8, 0xff, 0xe1}, uint16(len(exif)+2))
	return append(append(head, exif...), b.Bytes()[2:]...)
}

func TestLookScalesPictureAndMarks(t *testing.T) {
	marks := []overlay.Mark{{Quad: geom.QuadOf(geom.Rect{X0: 400, Y0: 200, X1: 1200, Y1: 600}), Confidence: 1}}
	v, err := Look(whitePNG(t, 1600, 800), worker.Look{Marks: marks, MaxSide: 400, Quality: 95})
	require.NoError(t, err)
	img, err := jpeg.Decode(bytes.NewReader(v.Bytes))
	require.NoError(t, err)
	require.Equal(t, image.Rect(0, 0, 400, 200), img.Bounds())
	ink := func(x, y int) bool { r, _, _, _ := img.At(x, y).RGBA(); return r < 0xa000 }
	assert.True(t, ink(100, 100), "the left edge at a quarter of 400")
	assert.True(t, ink(200, 50), "the upper edge")
	assert.False(t, ink(200, 100), "not the middle")
}

func TestLookTurnsAndLeavesSmallPicturesAsTheyAre(t *testing.T) {
	v, err := Look(turned(t, 300, 200), worker.Look{MaxSide: 400, Quality: 80})
	require.NoError(t, err)
	assert.Equal(t, []int{200, 300}, []int{v.Width, v.Height})
}

func TestLookGivesBrightness(t *testing.T) {
	v, err := Look(whitePNG(t, 64, 48), worker.Look{Luma: true})
	require.NoError(t, err)
	assert.Equal(t, []int{64, 48, 64 * 48}, []int{v.Width, v.Height, len(v.Bytes)})
	assert.Equal(t, byte(255), v.Bytes[100])
}

func TestLookRefusesWhatIsNoPicture(t *testing.T) {
	_, err := Look([]byte("%PDF-1.4"), worker.Look{})
	assert.Equal(t, extract.KindUnsupported, extract.KindOf(err))
}

func FuzzLook(f *testing.F) {
	f.Add(whitePNG(f, 40, 20))
	f.Add(turned(f, 20, 40))
	f.Add([]byte("\xff\xd8\xff\xe0"))
	marks := []overlay.Mark{{Quad: geom.QuadOf(geom.Rect{X0: 1, Y0: 1, X1: 9, Y1: 9}), Caption: "1"}}
	f.Fuzz(func(t *testing.T, b []byte) {
		if cfg, _, err := image.DecodeConfig(bytes.NewReader(b)); err == nil && cfg.Width*cfg.Height > 1<<20 {
			return // sound but slow: the fuzzer's time goes to the small ones
		}
		v, err := Look(b, worker.Look{Marks: marks, MaxSide: 16, Quality: 80})
		if err == nil && len(v.Bytes) == 0 {
			t.Fatal("neither picture nor error")
		}
	})
}
