package readers_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
)

// pdfOf writes a PDF with one photograph a page, 360 points wide; nil stands for an empty page.
func pdfOf(t *testing.T, photos ...[]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	var at []int
	object := func(format string, a ...any) {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n"+format+"\nendobj\n", append([]any{len(at)}, a...)...)
	}
	b.WriteString("%PDF-1.4\n")
	kids := ""
	for i := range photos {
		kids += fmt.Sprintf("%d 0 R ", 3+3*i)
	}
	object("<</Type/Catalog/Pages 2 0 R>>")
	object("<</Type/Pages/Kids[%s]/Count %d>>", kids, len(photos))
	for i, p := range photos {
		w, h, draws := 360, 500, ""
		cfg := image.Config{Width: 1, Height: 1}
		if p != nil {
			var err error
			cfg, err = jpeg.DecodeConfig(bytes.NewReader(p))
			require.NoError(t, err)
			h = w * cfg.Height / cfg.Width
			draws = fmt.Sprintf("%d 0 0 %d 0 0 cm /I Do", w, h)
		}
		object("<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]/Contents %d 0 R/Resources<</XObject<</I %d 0 R>>>>>>", w, h, 4+3*i, 5+3*i)
		object("<</Length %d>>stream\n%s\nendstream", len(draws), draws)
		object("<</Subtype/Image/Width %d/Height %d/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/Length %d>>stream\n%s\nendstream", cfg.Width, cfg.Height, len(p), p)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, o := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer<</Root 1 0 R/Size %d>>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, xref)
	return b.Bytes()
}

func TestLabelsAreReadFromAPDF(t *testing.T) {
	set := open(t, "tesseract")
	photo := file(t, "label.jpg")
	res, err := set.Read(context.Background(), extract.Document{Kind: extract.ShippingLabel, Inputs: [][]byte{pdfOf(t, photo, nil)}})
	require.NoError(t, err, "one of the pages holds a label")
	require.Len(t, res.Pages, 2)
	require.Nil(t, res.Pages[0].Err)
	require.NotEmpty(t, res.Pages[0].Items)
	assert.Equal(t, "062-057-4878", values(res.Pages[0].Items[0])["reciever_phone_number"])
	assert.Equal(t, 1000, res.Pages[0].Width, "the frame is the page at 200 dpi")
	require.NotNil(t, res.Pages[1].Err)
	assert.Equal(t, extract.KindNotFound, res.Pages[1].Err.Kind)
	assert.Equal(t, 2, res.Pages[1].Err.Page)

	for name, input := range map[string][]byte{"no label on any page": pdfOf(t, nil), "no PDF behind its first bytes": []byte("%PDF-1.7 nothing")} {
		_, err = set.Read(context.Background(), extract.Document{Kind: extract.ShippingLabel, Inputs: [][]byte{input}})
		assert.Error(t, err, name)
	}
	_, err = set.Read(context.Background(), extract.Document{Kind: extract.ShippingLabel})
	assert.Equal(t, extract.KindUndecodable, extract.KindOf(err))
}

// sheet.jpg is two labels of scripts/synth/label (-layouts held-out -seed 101) on one white page: they are two data elements
// with quads in the frame of the page.
func TestASheetOfTwoLabelsGivesTwo(t *testing.T) {
	for _, text := range []string{"auto", "net", "tesseract"} {
		t.Run(text, func(t *testing.T) { givesTwo(t, text) })
	}
}

func givesTwo(t *testing.T, text string) {
	res, err := open(t, text).Read(context.Background(), extract.Document{Kind: extract.ShippingLabel, Inputs: [][]byte{file(t, "sheet.jpg")}})
	require.NoError(t, err)
	items := res.Pages[0].Items
	require.Len(t, items, 2)
	for i, at := range [][2]float64{{0, 900}, {900, float64(res.Pages[0].Height)}} {
		for _, f := range items[i].Fields {
			for _, q := range f.Quads {
				assert.Greater(t, q.Center().Y, at[0], f.Name)
				assert.Less(t, q.Center().Y, at[1], f.Name)
			}
		}
		assert.NotEmpty(t, items[i].Codes)
		require.NotNil(t, items[i].Tracking)
	}
	assert.NotEqual(t, items[0].Tracking.Number, items[1].Tracking.Number)
	assert.NotEqual(t, values(items[0])["reciever_name"], values(items[1])["reciever_name"])
}
