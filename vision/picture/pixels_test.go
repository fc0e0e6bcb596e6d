package picture

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/image/tiff"

	"lensd/extract"
)

// quarters is a picture whose quarters are red, green, blue and white in reading order: every orientation looks different.
func quarters() *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, 64, 32))
	for y := range 32 {
		for x := range 64 {
			c := [4]color.NRGBA{{200, 0, 0, 255}, {0, 200, 0, 255}, {0, 0, 200, 255}, {255, 255, 255, 255}}[y/16*2+x/32]
			img.SetNRGBA(x, y, c)
		}
	}
	return img
}

// exif is a TIFF structure with one entry, the orientation.
func exif(order binary.AppendByteOrder, orientation uint16) []byte {
	b := []byte("II*\x00")
	if order == binary.BigEndian {
		b = []byte("MM\x00*")
	}
	b = order.AppendUint32(b, 8)
	b = order.AppendUint16(b, 1)
	b = order.AppendUint16(b, tagOrientation)
	b = order.AppendUint16(b, 3)
	b = order.AppendUint32(b, 1)
	b = order.AppendUint16(b, orientation)
	return append(b, 0, 0, 0, 0, 0, 0)
}

func jpegWith(t testing.TB, payload []byte) []byte {
	t.Helper()
	var buf bytes.Buffer
	require.NoError(t, jpeg.Encode(&buf, quarters(), &jpeg.Options{Quality: 95}))
	segment := append([]byte("Exif\x00\x00"), payload...)
	head := binary.BigEndian.AppendUint16([]byte{0xff, 0xd8, 0xff, 0xff, 0xe1}, uint16(len(segment)+2))
	return append(append(head, segment...), buf.Bytes()[2:]...)
}

// corners names the colours of an upright picture's corners in reading order.
func corners(t *testing.T, p *Picture) string {
	t.Helper()
	m := p.Mat()
	name := ""
	for _, at := range [][2]int{{4, 4}, {4, p.Width() - 5}, {p.Height() - 5, 4}, {p.Height() - 5, p.Width() - 5}} {
		v := m.GetVecbAt(at[0], at[1])
		switch b, g, r := v[0] > 128, v[1] > 128, v[2] > 128; {
		case b && g && r:
			name += "W"
		case r:
			name += "R"
		case g:
			name += "G"
		case b:
			name += "B"
		}
	}
	return name
}

func TestEXIFOrientationIsApplied(t *testing.T) {
	want := map[uint16]string{0: "RGBW", 1: "RGBW", 2: "GRWB", 3: "WBGR", 4: "BWRG", 5: "RBGW", 6: "BRWG", 7: "WGBR", 8: "GWRB", 9: "RGBW"}
	for orientation, colours := range want {
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			p, err := Decode(jpegWith(t, exif(order, orientation)), DefaultLimits())
			require.NoError(t, err)
			assert.Equal(t, colours, corners(t, p), "orientation %d", orientation)
			assert.Equal(t, orientation >= 5 && orientation <= 8, p.Height() == 64, "orientation %d", orientation)
			require.NoError(t, p.Close())
		}
	}
}

func TestEveryFormatDecodesToTheSamePixels(t *testing.T) {
	var asPNG, asTIFF, asPalette bytes.Buffer
	require.NoError(t, png.Encode(&asPNG, quarters()))
	require.NoError(t, tiff.Encode(&asTIFF, quarters(), nil))
	pal := image.NewPaletted(image.Rect(0, 0, 64, 32), color.Palette{color.NRGBA{200, 0, 0, 255}, color.NRGBA{0, 200, 0, 255}, color.NRGBA{0, 0, 200, 255}, color.White})
	for i := range pal.Pix {
		pal.Pix[i] = uint8(i/64/16*2 + i%64/32)
	}
	require.NoError(t, png.Encode(&asPalette, pal))
	rotated := bytes.Clone(asPNG.Bytes()[:33])
	rotated = binary.BigEndian.AppendUint32(rotated, uint32(len(exif(binary.BigEndian, 3))))
	rotated = append(append(append(rotated, "eXIf"...), exif(binary.BigEndian, 3)...), 0, 0, 0, 0)
	for name, c := range map[string]struct {
		b    []byte
		want string
	}{
		"jpeg": {jpegWith(t, nil), "RGBW"}, "png": {asPNG.Bytes(), "RGBW"}, "tiff": {asTIFF.Bytes(), "RGBW"},
		"palette": {asPalette.Bytes(), "RGBW"}, "grey stays grey": {encoded(t, true, 64, 32), ""},
	} {
		p, err := Decode(c.b, DefaultLimits())
		require.NoError(t, err, name)
		if c.want != "" {
			assert.Equal(t, c.want, corners(t, p), name)
		}
		require.NoError(t, p.Close())
	}
	assert.Equal(t, 3, orientationOf("png", rotated))
}

// Bilevel TIFFs of 64 x 32 with the upper right quarter black, as libtiff writes them: 0 is white, and 0 is black.
func TestFaxedTIFFsAreDarkOnWhite(t *testing.T) {
	for name, text := range map[string]string{
		"0 is white": "49492a00180000002360d5fffffff9d9a86ffffc004004000900000103000100000040000000010103000100000020000000" +
			"0201030001000000010000000301030001000000040000000601030001000000000000001101040001000000080000001601" +
			"0300010000002000000017010400010000000f0000001c010300010000000100000000000000",
		"0 is black": "49492a001c00000026a0d5fffffffffffc81e1b9afffffffe002002009000001030001000000400000000101030001000000" +
			"2000000002010300010000000100000003010300010000000400000006010300010000000100000011010400010000000800" +
			"00001601030001000000200000001701040001000000140000001c010300010000000100000000000000",
	} {
		b, err := hex.DecodeString(text)
		require.NoError(t, err, name)
		p, err := Decode(b, DefaultLimits())
		require.NoError(t, err, name)
		at := func(x, y int) uint8 { return p.mat.GetUCharAt(y, 3*x) }
		assert.Equal(t, []uint8{255, 0, 255, 255}, []uint8{at(8, 8), at(48, 8), at(8, 24), at(48, 24)}, name)
		require.NoError(t, p.Close())
	}
}

func TestATIFFOfAFormThatWeLackIsNotCalledDamaged(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, tiff.Encode(&b, quarters(), nil))
	at := bytes.Index(b.Bytes(), []byte{3, 1, 3, 0, 1, 0, 0, 0, 1, 0}) // compression: none
	require.Positive(t, at)
	b.Bytes()[at+8] = 7 // JPEG
	_, err := Decode(b.Bytes(), DefaultLimits())
	assert.Equal(t, extract.KindUnsupported, extract.KindOf(err), "%v", err)
}

func TestOrientationOfDamagedBytesIsUpright(t *testing.T) {
	whole := jpegWith(t, exif(binary.LittleEndian, 6))
	for n := range 60 {
		assert.Contains(t, []int{1, 6}, orientationOf("jpeg", whole[:n]))
	}
	for _, format := range []string{"jpeg", "png", "tiff", "webp", ""} {
		assert.Equal(t, 1, orientationOf(format, nil), format)
	}
}

// FuzzOrientation: foreign bytes give an orientation from 1 to 8 and no panic.
func FuzzOrientation(f *testing.F) {
	f.Add(jpegWith(f, exif(binary.LittleEndian, 6))[:80])
	f.Add(exif(binary.BigEndian, 8))
	f.Add([]byte("\x89PNG\r\n\x1a\n\xff\xff\xff\xffeXIf"))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, format := range []string{"jpeg", "png", "tiff"} {
			if v := orientationOf(format, b); v < 1 || v > 8 {
				t.Fatalf("orientation %d", v)
			}
		}
	})
}
