package readers

import (
	"bytes"
	"context"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"
	"os"
	"testing"

	"github.com/agnivade/levenshtein"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
)

// thaiPage is a page of our own renderer: scripts/synth/passport/generate.py --layout thai --look flat --count 1 --seed 71,
// drawn 1100 pixels wide. The face lies at this share of the picture.
const thaiPage = "testdata/thai_passport.jpg"

func faceShare() (x0, y0, x1, y1 float64) { return 0.102, 0.285, 0.226, 0.527 }

func openPassports(t *testing.T) *passportReader {
	t.Helper()
	s := &Set{}
	text, err := s.Text(Options{Text: "auto"})
	require.NoError(t, err)
	r, err := newPassport(text, nil)
	require.NoError(t, err)
	t.Cleanup(func() {
		assert.NoError(t, r.Close())
		assert.NoError(t, s.Close())
	})
	return r
}

// blank is a picture without a passport.
func blank(t *testing.T) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 400, 300))
	for i := range img.Pix {
		img.Pix[i] = byte(190 + i%7)
	}
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, img))
	return b.Bytes()
}

func TestAPassportGivesEveryMemberAndItsFace(t *testing.T) {
	r := openPassports(t)
	raw, err := os.ReadFile(thaiPage)
	require.NoError(t, err)
	got, err := r.Read(context.Background(), extract.Document{Kind: extract.Passport, Inputs: [][]byte{raw, blank(t)}, Options: extract.Options{ReturnFace: true}})
	require.NoError(t, err)
	require.Len(t, got.Pages, 2)
	require.Len(t, got.Pages[0].Items, 1)
	item := got.Pages[0].Items[0]
	want := map[string]string{
		"type": "P", "country_code": "THA", "passport_number": "BB1806159", "surname_en": "PHUENGTHAM", "title_name_en": "MR. NATTAPHON", "nationality": "THAI",
		"date_of_birth": "05/07/1987", "identification_number": "1 2991 57249 57 8", "sex": "M", "place_of_birth": "RAYONG", "date_of_issue": "13/07/2021", "date_of_expiry": "12/07/2031",
		"issuing_authority": "MINISTRY OF FOREIGN AFFAIRS", "holder_signature": "Nattaphon Phuengtham",
		"mrz_1": "P<THAPHUENGTHAM<<NATTAPHON<<<<<<<<<<<<<<<<<<", "mrz_2": "BB18061594THA8707051M31071281299157249578<36",
	}
	frame := got.Pages[0]
	fields := map[string]extract.Field{}
	for _, f := range item.Fields {
		fields[f.Name] = f
		require.NotEmpty(t, f.Quads, f.Name)
		for _, q := range f.Quads {
			b := q.Bounds()
			assert.True(t, b.X0 > -5 && b.Y0 > -5 && b.X1 < float64(frame.Width)+5 && b.Y1 < float64(frame.Height)+5, "%s lies on the page", f.Name)
		}
	}
	for name, value := range want {
		assert.Equal(t, value, fields[name].Value, name)
	}
	// Of a name in Thai a mark may be lost, on one page of ten or so (docs/accuracy.md); no more than that.
	assert.LessOrEqual(t, levenshtein.ComputeDistance("นาย ณัฐพล พึ่งธรรม", fields["title_name_surname_th"].Value), 1, fields["title_name_surname_th"].Value)
	assert.Contains(t, fields["height"].Value, "1.82")
	assert.Len(t, fields["issuing_authority"].Quads, 2, "two lines")
	require.NotNil(t, item.Face)
	face, err := jpeg.Decode(bytes.NewReader(item.Face.JPEG))
	require.NoError(t, err)
	assert.Greater(t, face.Bounds().Dy(), 50)
	x0, y0, x1, y1 := faceShare()
	b := item.Face.Quad.Bounds()
	w, h := float64(frame.Width), float64(frame.Height)
	assert.InDelta(t, (x0+x1)/2, (b.X0+b.X1)/2/w, 0.03)
	assert.InDelta(t, (y0+y1)/2, (b.Y0+b.Y1)/2/h, 0.05)
	second := got.Pages[1].Err
	require.NotNil(t, second, "the second picture is none")
	assert.Equal(t, extract.KindNotFound, second.Kind)
	assert.Equal(t, 2, second.Page)
}

func TestWithoutThatOptionNoFaceIsCut(t *testing.T) {
	r := openPassports(t)
	raw, err := os.ReadFile(thaiPage)
	require.NoError(t, err)
	got, err := r.Read(context.Background(), extract.Document{Kind: extract.Passport, Inputs: [][]byte{raw}})
	require.NoError(t, err)
	assert.Nil(t, got.Pages[0].Items[0].Face)
}

// codelessShare is how far down the page of the renderer its lines of code begin.
const codelessShare = 0.77

func TestAPassportCutOffAboveItsCodeIsReadByItsCaptions(t *testing.T) {
	raw, err := os.ReadFile(thaiPage)
	require.NoError(t, err)
	whole, err := jpeg.Decode(bytes.NewReader(raw))
	require.NoError(t, err)
	b := whole.Bounds()
	b.Max.Y = int(codelessShare * float64(b.Max.Y))
	upper := image.NewRGBA(b)
	draw.Draw(upper, b, whole, b.Min, draw.Src)
	var cut bytes.Buffer
	require.NoError(t, png.Encode(&cut, upper))

	got, err := openPassports(t).Read(context.Background(), extract.Document{Kind: extract.Passport, Inputs: [][]byte{cut.Bytes()}})
	require.NoError(t, err)
	fields := map[string]extract.Field{}
	for _, f := range got.Pages[0].Items[0].Fields {
		fields[f.Name] = f
	}
	for name, want := range map[string]string{"passport_number": "BB1806159", "date_of_birth": "05/07/1987", "date_of_expiry": "12/07/2031", "surname_en": "PHUENGTHAM"} {
		assert.Equal(t, want, fields[name].Value, name)
	}
	assert.NotContains(t, fields, "mrz_1")
	assert.Less(t, fields["surname_en"].Confidence, 0.8, "no code bears it out")
}

func TestWhatIsNoPassportIsSaidToBeNone(t *testing.T) {
	r := openPassports(t)
	for name, c := range map[string]struct {
		inputs [][]byte
		kind   extract.Kind
		err    extract.ErrorKind
	}{
		"a blank picture": {[][]byte{blank(t)}, extract.Passport, extract.KindNotFound},
		"no picture":      {nil, extract.Passport, extract.KindUndecodable},
		"a PDF":           {[][]byte{[]byte("%PDF-1.7\n")}, extract.Passport, extract.KindUnsupported},
	} {
		_, err := r.Read(context.Background(), extract.Document{Kind: c.kind, Inputs: c.inputs})
		var e *extract.Error
		require.ErrorAs(t, err, &e, name)
		assert.Equal(t, c.err, e.Kind, name)
	}
}
