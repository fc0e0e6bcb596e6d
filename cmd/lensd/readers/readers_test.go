package readers_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"lensd/cmd/lensd/readers"
	"lensd/extract"
)

// The pictures in testdata are drawn by our own generators, in layouts and fonts that no rule was written beside:
// passport.jpg by scripts/synth/passport (--held-out --layout thai --look photo --seed 4242), label.jpg by
// scripts/synth/label (-layouts held-out -seed 77); meters by scripts/synth/meter/station.py.
func TestEveryKindReadsAPhotograph(t *testing.T) {
	for _, choice := range []string{"auto", "net", "tesseract"} {
		t.Run(choice, func(t *testing.T) {
			set := open(t, choice)
			t.Run("passport", func(t *testing.T) { passport(t, set, choice) })
			t.Run("label", func(t *testing.T) { label(t, set, choice) })
			t.Run("table", func(t *testing.T) { table(t, set) })
			t.Run("meter", func(t *testing.T) { meter(t, set) })
		})
	}
}

func open(t *testing.T, choice string) *readers.Set {
	t.Helper()
	set, err := readers.Open(readers.Options{Text: choice, CacheDir: t.TempDir()})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, set.Close()) })
	return set
}

// read returns the first item of the first page.
func read(t *testing.T, set *readers.Set, kind extract.Kind, picture []byte) extract.Item {
	t.Helper()
	res, err := set.Read(context.Background(), extract.Document{Kind: kind, Inputs: [][]byte{picture}})
	require.NoError(t, err)
	require.NotEmpty(t, res.Pages)
	require.Nil(t, res.Pages[0].Err)
	require.NotEmpty(t, res.Pages[0].Items)
	return res.Pages[0].Items[0]
}

func file(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	require.NoError(t, err)
	return b
}

func values(it extract.Item) map[string]string {
	out := map[string]string{}
	for _, f := range it.Fields {
		out[f.Name] = f.Value
	}
	return out
}

func passport(t *testing.T, set *readers.Set, choice string) {
	got := values(read(t, set, extract.Passport, file(t, "passport.jpg")))
	for member, want := range map[string]string{
		"mrz_1": "P<THAYIMYAEM<<MANOP<<<<<<<<<<<<<<<<<<<<<<<<<", "mrz_2": "AD67376921THA4803243M21051057046196378705<76",
		"passport_number": "AD6737692", "surname_en": "YIMYAEM", "title_name_en": "MR. MANOP", "date_of_birth": "24/03/1948",
		"identification_number": "7 0461 96378 70 5", "sex": "M",
	} {
		assert.Equal(t, want, got[member], member)
	}
	if choice == "auto" {
		assert.Regexp(t, "^นาย มานพ ยิ้?มแย้ม$", got["title_name_surname_th"]) // the mark is three pixels high
	}
}

func label(t *testing.T, set *readers.Set, choice string) {
	it := read(t, set, extract.ShippingLabel, file(t, "label.jpg"))
	got := values(it)
	assert.Equal(t, "062-057-4878", got["reciever_phone_number"])
	assert.Contains(t, got["reciever_address"], "66160")
	if choice == "auto" {
		assert.Equal(t, "นางสาวชัยวัฒน์ ทดลองงาน", got["reciever_name"])
		assert.Equal(t, "บ้านเลขที่ 972/27 หมู่ 4 ถ.ลองเดิน ตำบลหนองหญ้าไทร อำเภอสากเหล็ก จังหวัดพิจิตร 66160", got["reciever_address"])
	}
	var codes []string
	for _, c := range it.Codes {
		codes = append(codes, c.Text)
	}
	assert.Contains(t, codes, "TH18FECDE3B53F7")
}

func table(t *testing.T, set *readers.Set) {
	rows := [][]string{{"Item", "Pieces", "Price"}, {"Lamp", "120", "14.50"}, {"Handle", "96", "3.20"}, {"Tap", "8", "41.00"}}
	it := read(t, set, extract.TableDocument, ruled(t, rows))
	require.Len(t, it.Tables, 1)
	assert.Equal(t, len(rows), it.Tables[0].Rows)
	assert.Equal(t, len(rows[0]), it.Tables[0].Columns)
	for _, c := range it.Tables[0].Cells {
		assert.Equal(t, rows[c.Row-1][c.Column-1], c.Text)
	}
}

// ruled draws a table with rules around its cells.
func ruled(t *testing.T, rows [][]string) []byte {
	t.Helper()
	const left, top, cw, ch = 120, 200, 320, 80
	g := image.NewGray(image.Rect(0, 0, 1240, 900))
	draw.Draw(g, g.Rect, image.NewUniform(color.Gray{Y: 245}), image.Point{}, draw.Src)
	fill := func(x0, y0, x1, y1 int) {
		draw.Draw(g, image.Rect(x0, y0, x1, y1), image.Black, image.Point{}, draw.Src)
	}
	f, err := opentype.Parse(goregular.TTF)
	require.NoError(t, err)
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: 34, DPI: 72})
	require.NoError(t, err)
	pen := font.Drawer{Dst: g, Src: image.Black, Face: face}
	for i, row := range rows {
		for j, text := range row {
			pen.Dot = fixed.P(left+j*cw+24, top+i*ch+52)
			pen.DrawString(text)
		}
	}
	for i := range len(rows) + 1 {
		fill(left, top+i*ch, left+len(rows[0])*cw+3, top+i*ch+3)
	}
	for j := range len(rows[0]) + 1 {
		fill(left+j*cw, top, left+j*cw+3, top+len(rows)*ch+3)
	}
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, g))
	return b.Bytes()
}

func meter(t *testing.T, set *readers.Set) {
	it := read(t, set, extract.WaterMeter, file(t, "meter.jpg"))
	require.NotNil(t, it.Meter)
	assert.Equal(t, "01239.985", it.Meter.Value)
	assert.Len(t, it.Meter.Digits, 8)
}

// empty is a white picture.
func empty(t *testing.T) []byte {
	t.Helper()
	g := image.NewGray(image.Rect(0, 0, 400, 300))
	draw.Draw(g, g.Rect, image.White, image.Point{}, draw.Src)
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, g))
	return b.Bytes()
}

func TestABurstOfPicturesGivesOneReading(t *testing.T) {
	set := open(t, "tesseract")
	burst := extract.Document{Kind: extract.WaterMeter, Inputs: [][]byte{empty(t), file(t, "meter.jpg"), file(t, "meter.jpg")}}
	res, err := set.Read(context.Background(), burst)
	require.NoError(t, err)
	require.Len(t, res.Pages, 3, "without the option each picture is a page")
	assert.Equal(t, extract.KindNotFound, res.Pages[0].Err.Kind)
	burst.Options.Burst = true
	res, err = set.Read(context.Background(), burst)
	require.NoError(t, err)
	require.Len(t, res.Pages, 1)
	assert.Equal(t, 2, res.Pages[0].Number)
	assert.Equal(t, "01239.985", res.Pages[0].Items[0].Meter.Value)
	burst.Inputs = burst.Inputs[:1]
	_, err = set.Read(context.Background(), burst)
	assert.Equal(t, extract.KindNotFound, extract.KindOf(err), "nothing in any of them")
}

func TestPointersSettleTheLastWheelAndAreToldWhereAskedFor(t *testing.T) {
	set := open(t, "tesseract")
	doc := extract.Document{Kind: extract.WaterMeter, Inputs: [][]byte{file(t, "pointers.jpg")}}
	res, err := set.Read(context.Background(), doc)
	require.NoError(t, err)
	plain := res.Pages[0].Items[0].Meter
	assert.Equal(t, "68258570", plain.Value, "the last wheel is nearer to 1, its pointer short of it; its red frame is too pale in this light to tell a point")
	assert.Empty(t, plain.Dials)
	doc.Options.Dials = true
	res, err = set.Read(context.Background(), doc)
	require.NoError(t, err)
	told := res.Pages[0].Items[0].Meter
	assert.Equal(t, plain.Value, told.Value)
	require.Len(t, told.Dials, 2)
	assert.Equal(t, []int{7, 8}, []int{told.Dials[0].Digit, told.Dials[1].Digit})
	assert.Equal(t, []int{-1, -2}, []int{told.Dials[0].Place, told.Dials[1].Place})
}

func TestUnitsAndRegistersAreToldWhereAskedFor(t *testing.T) {
	set := open(t, "tesseract")
	doc := extract.Document{Kind: extract.WaterMeter, Inputs: [][]byte{file(t, "registers.jpg")}}
	read := func(o extract.Options) *extract.Meter {
		doc.Options = o
		res, err := set.Read(context.Background(), doc)
		require.NoError(t, err)
		return res.Pages[0].Items[0].Meter
	}
	plain := read(extract.Options{})
	assert.Equal(t, "7585199", plain.Value)
	assert.Nil(t, plain.Unit)
	assert.Empty(t, plain.Registers)
	assert.Empty(t, plain.Sort)
	named := read(extract.Options{Unit: true})
	require.NotNil(t, named.Unit)
	assert.Equal(t, []any{"m³", "", 0}, []any{named.Unit.Name, named.Sort, len(named.Registers)})
	all := read(extract.Options{Registers: true})
	assert.Nil(t, all.Unit)
	assert.Len(t, all.Registers, 2)
	assert.Equal(t, plain.Value, all.Value)
}

func TestKindsWithoutAReaderSaySo(t *testing.T) {
	set := open(t, "tesseract")
	_, err := set.Read(context.Background(), extract.Document{Kind: "bank", Inputs: [][]byte{{1}}})
	require.Error(t, err)
	assert.Equal(t, extract.KindUnavailable, extract.KindOf(err))
	for _, k := range readers.Kinds() {
		assert.ErrorContains(t, err, string(k), "it says what there is")
	}
	assert.ElementsMatch(t, readers.Kinds(), set.Kinds())
}

func TestAnUnknownTextChoiceIsRefused(t *testing.T) {
	_, err := readers.Open(readers.Options{Text: "magic"})
	assert.ErrorContains(t, err, "auto, tesseract or net")
}
