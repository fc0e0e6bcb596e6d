package pdf

import (
	"bytes"
	"fmt"
	"image/jpeg"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/internal/printed"
	"lensd/vision/picture"
)

// scanned writes a PDF whose page of 300 x 400 points shows a JPEG of 250 x 400 pixels; page, picture and content are what the test
// varies.
func scanned(t *testing.T, page, about, content string) []byte {
	p := printed.NewPage(250, 400)
	p.Text(30, 60, 30, "scan")
	if about != "" {
		for i, v := range p.Pix {
			p.Pix[i] = 255 - v
		}
	}
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, p.Gray, nil))
	return file("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
		fmt.Sprintf("<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>/Font<</F 6 0 R>>>>%s>>", page),
		fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(content), content),
		fmt.Sprintf("<</Type/XObject/Subtype/Image/Width 250/Height 400/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/DCTDecode%s/Length %d>>stream\n%s\nendstream", about, b.Len(), b.String()),
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
		"<</Type/Annot/Subtype/Text/Rect[9 9 20 20]/Contents(note)>>")
}

// A page that is one JPEG is taken as it is, and shows the same as when the sandbox renders it.
func TestScansAreDecodedOnce(t *testing.T) {
	r := open(t)
	const whole = "q 300 0 0 400 0 0 cm /I Do Q"
	for name, c := range map[string]struct {
		page, about, content string
		scan                 bool
	}{
		"a scan":                {"", "", whole, true},
		"print over it":         {"", "", whole + " BT /F 12 Tf 50 50 Td (typed) Tj ET", false},
		"smaller than the page": {"", "", "q 280 0 0 380 10 10 cm /I Do Q", false},
		"upside down":           {"", "", "q -300 0 0 -400 300 400 cm /I Do Q", false},
		"a mirror image":        {"", "", "q -300 0 0 400 300 0 cm /I Do Q", false},
		"a turned page":         {"/Rotate 180", "", whole, false},
		"a cropped page":        {"/CropBox[50 50 250 350]", "", whole, false},
		"a note on it":          {"/Annots[7 0 R]", "", whole, false},
		"a negative":            {"", "/Decode[1 0]", whole, false},
	} {
		t.Run(name, func(t *testing.T) {
			var got *picture.Picture
			err := r.Pages(t.Context(), scanned(t, c.page, c.about, c.content), "", Span{}, func(p Page) bool {
				assert.Equal(t, c.scan, p.Image == nil)
				var err error
				got, err = p.Picture()
				require.NoError(t, err)
				return true
			})
			require.NoError(t, err)
			defer got.Close()
			if !strings.Contains(c.page, "Crop") {
				assert.InDelta(t, 300*DPI/72, got.Width(), 1)
				assert.InDelta(t, 400*DPI/72, got.Height(), 1)
			}
			assert.False(t, dark(got))
		})
	}
}
