package picture

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
)

func noise(w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	r := rand.New(rand.NewPCG(1, 2))
	for i := range img.Pix {
		img.Pix[i] = byte(r.Uint32())
	}
	return img
}

func encoded(t testing.TB, asPNG bool, w, h int) []byte {
	var b bytes.Buffer
	if asPNG {
		require.NoError(t, png.Encode(&b, noise(w, h)))
	} else {
		require.NoError(t, jpeg.Encode(&b, noise(w, h), nil))
	}
	return b.Bytes()
}

// claimed returns a small valid PNG whose header claims another size: the bomb that must be refused by its header.
func claimed(t testing.TB, w, h uint32) []byte {
	b := encoded(t, true, 8, 8)
	binary.BigEndian.PutUint32(b[16:], w)
	binary.BigEndian.PutUint32(b[20:], h)
	binary.BigEndian.PutUint32(b[29:], crc32.ChecksumIEEE(b[12:29]))
	return b
}

// deep is claimed with 16 bits a colour, and opacity.
func deep(t testing.TB, w, h uint32) []byte {
	b := claimed(t, w, h)
	b[24], b[25] = 16, 6
	binary.BigEndian.PutUint32(b[29:], crc32.ChecksumIEEE(b[12:29]))
	return b
}

func TestDecodeRefusesWhatWouldEndTheProcess(t *testing.T) {
	whole := encoded(t, true, 64, 64)
	cases := []struct {
		name string
		data []byte
		want extract.ErrorKind
	}{
		{"nothing", nil, extract.KindUnsupported},
		{"20-byte PNM", []byte("P6 1048577 1 255\nxxx"), extract.KindUnsupported},
		{"54-byte BMP", append([]byte("BM"), make([]byte, 52)...), extract.KindUnsupported},
		{"PNG of 20000 x 20000", claimed(t, 20000, 20000), extract.KindTooLarge},
		{"PNG of 16 bits a colour, half a gigabyte when decoded", deep(t, 7746, 7746), extract.KindTooLarge},
		{"PNG of 16 bits a colour within the limit, but damaged", deep(t, 100, 100), extract.KindUndecodable},
		{"PNG wider than any camera", claimed(t, 1<<30, 1), extract.KindTooSmall},
		{"PNG header alone", whole[:20], extract.KindUndecodable},
		{"JPEG magic alone", []byte("\xff\xd8\xff\xe0"), extract.KindUndecodable},
		{"TIFF magic alone", []byte("II*\x00\xff\xff\xff\xff"), extract.KindUndecodable},
		{"thumbnail", encoded(t, true, 8, 8), extract.KindTooSmall},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p, err := Decode(c.data, DefaultLimits())
			require.Error(t, err)
			assert.Nil(t, p)
			assert.Equal(t, c.want, extract.KindOf(err), err)
		})
	}
}

func TestDecodeForgivesTheLastBytesOfAJPEGButNotTheLastHalf(t *testing.T) {
	b := encoded(t, false, 200, 100)
	p, err := Decode(b[:len(b)-2], DefaultLimits())
	require.NoError(t, err)
	defer p.Close()
	assert.Equal(t, 200, p.Width())
	assert.Equal(t, 100, p.Height())
	_, err = Decode(b[:len(b)/2], DefaultLimits())
	assert.Equal(t, extract.KindUndecodable, extract.KindOf(err), err)
}

func TestWhatIsTransparentLiesOnWhitePaper(t *testing.T) {
	clear, half, ink := color.NRGBA{}, color.NRGBA{A: 128}, color.NRGBA{R: 30, G: 20, B: 10, A: 255}
	straight := image.NewNRGBA(image.Rect(0, 0, 40, 40))
	table := image.NewPaletted(straight.Rect, color.Palette{clear, half, ink})
	page := image.NewRGBA(straight.Rect)
	for x := range 40 {
		for y := range 40 {
			c := []color.NRGBA{clear, half, ink}[x%3]
			straight.SetNRGBA(x, y, c)
			table.SetColorIndex(x, y, uint8(x%3))
			copy(page.Pix[page.PixOffset(x, y):], []byte{c.R, c.G, c.B, c.A})
		}
	}
	for name, img := range map[string]image.Image{"PNG": straight, "PNG with a palette": table} {
		var b bytes.Buffer
		require.NoError(t, png.Encode(&b, img))
		p, err := Decode(b.Bytes(), DefaultLimits())
		require.NoError(t, err)
		assert.Equal(t, []byte{255, 255, 255, 127, 127, 127, 10, 20, 30}, p.mat.ToBytes()[:9], name)
		require.NoError(t, p.Close())
	}
	p, err := FromRGBA(page)
	require.NoError(t, err)
	assert.Equal(t, []byte{255, 255, 255, 127, 127, 127, 10, 20, 30}, p.mat.ToBytes()[:9], "a rendered page")
	require.NoError(t, p.Close())
}

// A page that covers its paper goes another, quicker way than one that is transparent somewhere.
func TestOpaquePagesKeepTheirColours(t *testing.T) {
	page := image.NewRGBA(image.Rect(0, 0, 19, 3))
	for i := range page.Pix {
		page.Pix[i] = byte(i)
		if i%4 == 3 {
			page.Pix[i] = 255
		}
	}
	last := len(page.Pix) - 4
	for _, alpha := range []byte{255, 0} {
		page.Pix[last+3] = alpha
		p, err := FromRGBA(page)
		require.NoError(t, err)
		got := p.mat.ToBytes()
		assert.Equal(t, []byte{2, 1, 0, 6, 5, 4}, got[:6])
		want := []byte{page.Pix[last+2], page.Pix[last+1], page.Pix[last]}
		if alpha == 0 {
			want = []byte{255, 255, 255}
		}
		assert.Equal(t, want, got[len(got)-3:])
		require.NoError(t, p.Close())
	}
}

func TestGrayRoundTrip(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 5, 3))
	img.SetGray(4, 2, color.Gray{200})
	sub := img.SubImage(image.Rect(2, 1, 5, 3)).(*image.Gray)
	m, err := GrayMat(sub)
	require.NoError(t, err)
	defer m.Close()
	back, err := ToGray(m)
	require.NoError(t, err)
	assert.Equal(t, image.Rect(0, 0, 3, 2), back.Rect)
	assert.EqualValues(t, 200, back.GrayAt(2, 1).Y)
}

func FuzzInspect(f *testing.F) {
	f.Add(encoded(f, true, 32, 32))
	f.Add(encoded(f, false, 32, 32))
	f.Add([]byte("P6 1048577 1 255\nxxx"))
	f.Add([]byte("II*\x00\x08\x00\x00\x00"))
	f.Add([]byte("RIFF\x00\x00\x00\x00WEBPVP8 "))
	f.Fuzz(func(t *testing.T, b []byte) {
		lim := DefaultLimits()
		_, w, h, err := Inspect(b, lim)
		if err == nil && (w < lim.MinSide || h < lim.MinSide || w*h > lim.MaxPixels) {
			t.Fatalf("%d x %d passed the guard", w, h)
		}
	})
}
