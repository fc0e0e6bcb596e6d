package readers_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"image"
	"image/draw"
	_ "image/jpeg"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
)

// tiffOf writes photographs as the pages of one uncompressed grey TIFF.
func tiffOf(t *testing.T, photos ...[]byte) []byte {
	t.Helper()
	le := binary.LittleEndian
	out := []byte("II*\x00\x08\x00\x00\x00")
	for i, p := range photos {
		img, _, err := image.Decode(bytes.NewReader(p))
		require.NoError(t, err)
		g := image.NewGray(image.Rect(0, 0, img.Bounds().Dx(), img.Bounds().Dy()))
		draw.Draw(g, g.Rect, img, img.Bounds().Min, draw.Src)
		w, h := uint32(g.Rect.Dx()), uint32(g.Rect.Dy())
		// Width, length, bits, no compression, black is 0, strip, rows, strip's length.
		tags := [][3]uint32{{256, 4, w}, {257, 4, h}, {258, 3, 8}, {259, 3, 1}, {262, 3, 1}, {273, 4, 0}, {278, 4, h}, {279, 4, w * h}}
		pixels := uint32(len(out) + 2 + 12*len(tags) + 4)
		tags[5][2] = pixels
		out = le.AppendUint16(out, uint16(len(tags)))
		for _, tag := range tags {
			out = le.AppendUint16(le.AppendUint16(out, uint16(tag[0])), uint16(tag[1]))
			out = le.AppendUint32(le.AppendUint32(out, 1), tag[2])
		}
		next := pixels + w*h
		if i == len(photos)-1 {
			next = 0
		}
		out = append(le.AppendUint32(out, next), g.Pix...)
	}
	return out
}

// kindsOfPages are the kinds with a picture that shows one, whose every page counts whatever brings it.
func kindsOfPages() map[extract.Kind]string {
	return map[extract.Kind]string{extract.WaterMeter: "meter.jpg", extract.Passport: "passport.jpg", extract.ShippingLabel: "label.jpg"}
}

func TestEveryKindReadsEveryPage(t *testing.T) {
	set := open(t, "net")
	for kind, name := range kindsOfPages() {
		photo := file(t, name)
		for form, input := range map[string][][]byte{"TIFF": {tiffOf(t, photo, photo)}, "PDF": {pdfOf(t, photo, photo)}} {
			t.Run(string(kind)+"/"+form, func(t *testing.T) {
				res, err := set.Read(context.Background(), extract.Document{Kind: kind, Inputs: input})
				require.NoError(t, err)
				require.Len(t, res.Pages, 2)
				for i, p := range res.Pages {
					assert.Nil(t, p.Err)
					assert.Equal(t, i+1, p.Number)
					assert.NotEmpty(t, p.Items)
				}
			})
		}
	}
}

// A page that cannot be decoded is its own error at every kind; more pages than allowed are one more.
func TestEveryKindHasOneRuleForPages(t *testing.T) {
	set := open(t, "net")
	heic := []byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00")
	kinds := kindsOfPages()
	kinds[extract.TableDocument] = "label.jpg"
	for kind, name := range kinds {
		photo := file(t, name)
		for _, c := range []struct {
			name   string
			inputs [][]byte
			want   []extract.ErrorKind // of each page; "": read
		}{
			{"a format that is not read", [][]byte{photo, heic}, []extract.ErrorKind{"", extract.KindUnsupported}},
			{"an empty one", [][]byte{{}, photo}, []extract.ErrorKind{extract.KindUndecodable, ""}},
			{"a list of too many", [][]byte{photo, heic, photo, photo, photo}, []extract.ErrorKind{"", extract.KindUnsupported, extract.KindTooLarge}},
			{"a TIFF of too many", [][]byte{tiffOf(t, photo, photo, photo, photo)}, []extract.ErrorKind{"", "", extract.KindTooLarge}},
			{"a PDF of too many", [][]byte{pdfOf(t, photo, photo, photo, photo)}, []extract.ErrorKind{"", "", extract.KindTooLarge}},
		} {
			t.Run(string(kind)+"/"+c.name, func(t *testing.T) {
				res, err := set.Read(context.Background(), extract.Document{Kind: kind, Inputs: c.inputs, Options: extract.Options{MaxPages: 2}})
				require.NoError(t, err)
				var got []extract.ErrorKind
				for i, p := range res.Pages {
					assert.Equal(t, i+1, p.Number)
					if p.Err == nil {
						got = append(got, "")
						continue
					}
					assert.Equal(t, p.Number, p.Err.Page)
					got = append(got, p.Err.Kind)
				}
				assert.Equal(t, c.want, got)
			})
		}
	}
}
