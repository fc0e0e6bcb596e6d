package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
)

// bomb is a small JPEG that says it has width x height pixels and is sent in n scans.
func bomb(t testing.TB, width, height, n int) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 16, 16))
	img.Set(3, 3, color.White)
	var buf bytes.Buffer
	require.NoError(t, jpeg.Encode(&buf, img, nil))
	b := buf.Bytes()
	at := bytes.Index(b, []byte{0xff, 0xc0})
	require.Positive(t, at)
	b[at+1] = 0xc2 // progressive
	b[at+5], b[at+6], b[at+7], b[at+8] = byte(height>>8), byte(height), byte(width>>8), byte(width)
	sos := bytes.Index(b, []byte{0xff, startOfScan})
	scan := b[sos : len(b)-2]
	return append(append(bytes.Clone(b[:sos]), bytes.Repeat(scan, n)...), 0xff, 0xd9)
}

func TestScansAreCounted(t *testing.T) {
	for _, n := range []int{1, 10, 500} {
		assert.Equal(t, n, scans(bomb(t, 16, 16, n), 1<<30))
	}
	assert.Equal(t, 6, scans(bomb(t, 16, 16, 500), 5), "counting ends at the limit")
	for _, b := range [][]byte{nil, {0xff}, {0xff, 0xd8, 0xff}, bytes.Repeat([]byte{0xff}, 99), {0xff, 0xd8, 0xff, 0xda, 0, 0}} {
		assert.LessOrEqual(t, scans(b, 9), 1)
	}
}

func TestAJPEGOfManyScansIsRefusedBeforeDecoding(t *testing.T) {
	_, _, _, err := Inspect(bomb(t, 8000, 7900, 10), DefaultLimits())
	require.NoError(t, err, "what cameras make passes")
	_, _, _, err = Inspect(bomb(t, 1000, 1000, 1000), DefaultLimits())
	require.NoError(t, err, "a small one may be sent in many")
	_, _, _, err = Inspect(bomb(t, 8000, 7900, 400), DefaultLimits())
	assert.Equal(t, extract.KindTooLarge, extract.KindOf(err))
}
