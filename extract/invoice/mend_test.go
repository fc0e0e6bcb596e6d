package invoice

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/extract/find"
	"lensd/extract/money"
	"lensd/vision/geom"
)

// printedLine is a line of letters ten pixels wide.
func printedLine(x, y float64, text string) extract.Line {
	return extract.Line{Quad: geom.QuadOf(geom.Rect{X0: x, Y0: y, X1: x + 10*float64(len([]rune(text))), Y1: y + 20}), Height: 16, Area: -1, Text: extract.Text{Value: text, Confidence: 0.9}}
}

// spanOf finds a text in the lines of a layout.
func spanOf(t *testing.T, l *extract.Layout, text string) find.Found {
	t.Helper()
	for i, line := range l.Lines {
		runes, want := []rune(line.Text.Value), []rune(text)
		for k := 0; k+len(want) <= len(runes); k++ {
			if string(runes[k:k+len(want)]) == text {
				return find.Found{Value: text, Spans: []find.Span{{Line: i, From: k, To: k + len(want), Quad: part(line, k, k+len(want))}}}
			}
		}
	}
	require.Fail(t, "no line has "+text)
	return find.Found{}
}

func TestATaxNumberIsWhole(t *testing.T) {
	const number = "0-7021-51012-64-0"
	for name, c := range map[string]struct {
		lines []extract.Line
		read  string
		want  string
	}{
		"behind two signs":     {[]extract.Line{printedLine(0, 0, "Tax ID 0-7021-51012-64- 0")}, "0-7021-51012-64", number},
		"in a line of its own": {[]extract.Line{printedLine(0, 0, "Tax ID 0-7021-51012-64"), printedLine(235, 1, "-0")}, "0-7021-51012-64", number},
		"the wrong digit":      {[]extract.Line{printedLine(0, 0, "Tax ID 0-7021-51012-64- 3")}, "0-7021-51012-64", "0-7021-51012-64"},
		"another number":       {[]extract.Line{printedLine(0, 0, "Tax ID 0-7021-51012-64 02 111 2222")}, "0-7021-51012-64", "0-7021-51012-64"},
		"far away":             {[]extract.Line{printedLine(0, 0, "Tax ID 0-7021-51012-64"), printedLine(900, 0, "0")}, "0-7021-51012-64", "0-7021-51012-64"},
		"parted like a column": {[]extract.Line{printedLine(0, 0, "Tax ID 0 7021"), printedLine(160, 2, "51012 64 0 Branch 00012")}, "51012 64 0", "0 7021 51012 64 0"},
		"with what is behind":  {[]extract.Line{printedLine(0, 0, "Tax ID 0 7021"), printedLine(160, 2, "51012 64 0 Branch 00012")}, "51012 64 0 Branch", "0 7021 51012 64 0"},
		"its end alone":        {[]extract.Line{printedLine(0, 0, "Tax ID 0702151012640, Branch")}, "12640", "0702151012640"},
		"parted elsewhere":     {[]extract.Line{printedLine(0, 0, "Tax ID 0702"), printedLine(140, 2, "151012640")}, "151012640", "151012640"},
		"in the next line":     {[]extract.Line{printedLine(0, 0, "Tax ID 0 7021"), printedLine(0, 28, "51012 64 0 Branch")}, "51012 64 0", "0 7021 51012 64 0"},
		"going on below":       {[]extract.Line{printedLine(0, 0, "Tax ID 0 7021"), printedLine(0, 28, "51012 64 0 Branch")}, "0 7021", "0 7021 51012 64 0"},
		"in another row":       {[]extract.Line{printedLine(0, 0, "Tax ID 0 7021"), printedLine(160, 40, "51012 64 0")}, "51012 64 0", "51012 64 0"},
		"one is enough":        {[]extract.Line{printedLine(0, 0, "Tax ID 0-7021-51012-64-0 1")}, number, number},
	} {
		l := &extract.Layout{Width: 1000, Height: 400, Lines: c.lines}
		f := spanOf(t, l, c.read)
		wholeNumber(l, &f)
		assert.Equal(t, c.want, f.Value, name)
	}
}

func TestNarrow(t *testing.T) {
	for name, c := range map[string]struct {
		kind       find.Type
		line, want string
	}{
		"a caption before a phone":  {find.Phone, "T: 091-811-5799", "091-811-5799"},
		"a branch behind a number":  {find.TaxID, "3 0364 78708 33 5 สนญ.", "3 0364 78708 33 5"},
		"a time of day is figures":  {find.Date, "12/05/2024 14:03", "12/05/2024 14:03"},
		"two phones stay":           {find.Phone, "02 111 2222 / 081 234 5678", "02 111 2222 / 081 234 5678"},
		"names are not narrowed":    {find.Name, "T: 091-811-5799", "T: 091-811-5799"},
		"nothing of the type there": {find.Phone, "no phone", "no phone"},
	} {
		l := &extract.Layout{Width: 1000, Height: 400, Lines: []extract.Line{printedLine(0, 0, c.line)}}
		f := spanOf(t, l, c.line)
		narrow(l, &f, c.kind)
		assert.Equal(t, c.want, f.Value, name)
		assert.LessOrEqual(t, f.Spans[0].Quad.Bounds().W(), 10*float64(len([]rune(c.line))), name)
	}
}

// TestSpelledSum: words that say the sum of the figures but for a letter are spelt as such words are; all others stay.
func TestSpelledSum(t *testing.T) {
	const satang = 701376
	want := money.ThaiWords(satang)
	for read, expect := range map[string]string{
		"เจ็ดพันสิบสามบาทเจ็ดสิบทกสตางค์":   want,
		"(เจ็ดพันสิบสามบาทเจ็ดสิบหกสตางคํ)": "(" + want + ")",
		want: want,
		"เก้าพันสิบสามบาทเจ็ดสิบหกสตางค์": "เก้าพันสิบสามบาทเจ็ดสิบหกสตางค์",
		"Seven Thousand Thirteen Baht": "Seven Thousand Thirteen Baht",
		"จำนวนเงิน เจ็ดพันสิบสามบาทเจ็ดสิบหกสตางค์": "จำนวนเงิน เจ็ดพันสิบสามบาทเจ็ดสิบหกสตางค์",
	} {
		assert.Equal(t, expect, spelledSum(read, satang), read)
	}
}

func TestLatinCode(t *testing.T) {
	for read, want := range map[string]string{"เNV/2025/64716": "INV/2025/64716", "มNV-9179": "INV-9179", "INV-1": "INV-1", "เลข 5": "เลข 5", "NV-1": "NV-1"} {
		assert.Equal(t, want, latinCode(read))
	}
}

// TestCorrect: what was read stays beside what it is taken for.
func TestCorrect(t *testing.T) {
	r, err := New(extract.GeneralInvoice)
	require.NoError(t, err)
	set := map[string]*extract.Field{"buyer_address": {Name: "buyer_address", Value: "863 ต.ประสุข อ.ชุมพวง จ.นครราชสิมา 30270"}, "buyer_name": {Name: "buyer_name", Value: "จ.นครราชสิมา"}}
	r.correct(set, 0)
	assert.Equal(t, "863 ต.ประสุข อ.ชุมพวง จ.นครราชสีมา 30270", set["buyer_address"].Value)
	assert.Equal(t, "863 ต.ประสุข อ.ชุมพวง จ.นครราชสิมา 30270", set["buyer_address"].Printed)
	assert.Equal(t, "จ.นครราชสิมา", set["buyer_name"].Value)
}

func TestBothKindsShareWhatWasLearned(t *testing.T) {
	goods, err := New(extract.GeneralInvoice)
	require.NoError(t, err)
	freight := goods.For(extract.ShippingInvoice)
	assert.Same(t, goods.finder, freight.finder)
	c := column{key: "amount", text: "CHARGES IN THB "}
	assert.Equal(t, "amount", goods.heading(c))
	assert.Equal(t, "CHARGES IN THB", freight.heading(c), "the printed heading")
	assert.Equal(t, "amount", freight.For(extract.GeneralInvoice).heading(c))
}

func TestANumbersSignIsPrintedCloseBeforeIt(t *testing.T) {
	for line, want := range map[string]string{
		"Invoice number: #IV-17": "#IV-17",
		"Invoice no. #IV-17":     "#IV-17",
		"#IV-17":                 "#IV-17",
		"Invoice #IV-17":         "IV-17", // the caption's
		"Invoice # IV-17":        "IV-17",
		"ใบแจ้งหนี้ที่ #IV-17":     "IV-17",
		"Invoice number: IV-17":    "IV-17",
		"Invoice number: A/#IV-17": "#IV-17",
	} {
		l := &extract.Layout{Width: 1000, Height: 400, Lines: []extract.Line{printedLine(0, 0, line)}}
		found := spanOf(t, l, "IV-17")
		found.Field = "invoice_no"
		f := field(l, found)
		assert.Equal(t, want, f.Value, line)
		if want[0] == '#' {
			assert.Less(t, f.Quads[0].Bounds().X0, found.Spans[0].Quad.Bounds().X0, line)
		}
	}
}
