package invoice

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/extract/find"
	"lensd/extract/invoice/structured"
	"lensd/vision/geom"
)

// set is print on a page of a test: where its line begins and how large it is.
type set struct {
	x, y float64
	text string
	size float64 // 0: 16
}

// layoutOf sets lines as a typesetter would: every letter as wide as half its height.
func layoutOf(lines ...set) *extract.Layout {
	l := &extract.Layout{Number: 1, Width: 1654, Height: 2339, Typeset: true}
	for i, a := range lines {
		h := a.size
		if h == 0 {
			h = 16
		}
		w := 0.6 * h * float64(utf8.RuneCountInString(a.text))
		x := extract.Line{Quad: geom.QuadOf(geom.Rect{X0: a.x, Y0: a.y, X1: a.x + w, Y1: a.y + h}), Block: i, Area: -1, Height: 0.8 * h,
			Text: extract.Text{Value: a.text, Confidence: 0.99}}
		from := a.x
		for _, word := range strings.Split(a.text, " ") {
			to := from + 0.6*h*float64(utf8.RuneCountInString(word))
			x.Words = append(x.Words, extract.Word{Quad: geom.QuadOf(geom.Rect{X0: from, Y0: a.y, X1: to, Y1: a.y + h}), Text: extract.Text{Value: word, Confidence: 0.99}})
			from = to + 0.6*h
		}
		l.Lines = append(l.Lines, x)
	}
	return l
}

func reader(t *testing.T, kind extract.Kind) *Reader {
	t.Helper()
	r, err := New(kind)
	require.NoError(t, err)
	return r
}

// page is an invoice of our own making.
func page() *extract.Layout {
	return layoutOf(
		set{100, 90, "Amber Quarry Trading Co., Ltd.", 26},
		set{100, 130, "12/4 Rama 9 Road, Huai Khwang, Bangkok 10310", 0},
		set{100, 155, "Tax ID: 0105540000002 Head Office", 0},
		set{1250, 90, "TAX INVOICE", 34},
		set{100, 300, "Bill To", 0},
		set{100, 325, "Willow Foods Ltd.", 0},
		set{100, 350, "88 Beach Road, Phuket 83000", 0},
		set{1100, 300, "Invoice No.: IV-2024-0077", 0},
		set{1100, 325, "Date: 31/01/2024", 0},
		set{1100, 350, "Due Date: 01/03/2024", 0},
		set{100, 500, "No.", 0}, set{200, 500, "Description", 0}, set{900, 500, "Qty", 0}, set{1100, 500, "Unit Price", 0}, set{1400, 500, "Amount", 0},
		set{100, 540, "1", 0}, set{200, 540, "Steel bracket", 0}, set{905, 540, "2", 0}, set{1120, 540, "400.00", 0}, set{1390, 540, "800.00", 0},
		set{200, 565, "40x40 galvanised", 0},
		set{100, 600, "2", 0}, set{200, 600, "Delivery", 0}, set{905, 600, "1", 0}, set{1120, 600, "200.00", 0}, set{1390, 600, "200.00", 0},
		set{1100, 700, "Sub Total", 0}, set{1380, 700, "1,000.00", 0},
		set{1100, 730, "VAT 7%", 0}, set{1410, 730, "70.00", 0},
		set{1100, 760, "Grand Total", 0}, set{1380, 760, "1,070.00", 0},
		set{100, 760, "(One Thousand Seventy Baht Only)", 0},
	)
}

func values(it extract.Item) map[string]string {
	out := map[string]string{}
	for _, f := range it.Fields {
		out[f.Name] = f.Value
	}
	return out
}

func TestAPageGivesItsFieldsAndItems(t *testing.T) {
	it := reader(t, extract.GeneralInvoice).Page(context.Background(), page(), nil)
	got := values(it)
	for name, want := range map[string]string{
		"type_doc": "TAX INVOICE", "branch_seller": "Head Office", "baht": "(One Thousand Seventy Baht Only)",
		"invoice_no": "IV-2024-0077", "invoice_date": "31/01/2024", "due_date": "01/03/2024",
		"sub_total": "1,000.00", "vat": "70.00", "grand_total": "1,070.00", "total": "1,070.00",
		"seller_name": "Amber Quarry Trading Co., Ltd.", "buyer_name": "Willow Foods Ltd.",
	} {
		assert.Equal(t, want, got[name], name)
	}
	for _, f := range it.Fields {
		assert.NotEmpty(t, f.Quads, f.Name)
		if f.Name == "due_date" {
			assert.Equal(t, "2024-03-01T00:00:00", f.ISO)
		}
	}
	require.Len(t, it.Tables, 1)
	cells := map[string]string{}
	for _, c := range it.Tables[0].Cells {
		if c.Row == 1 {
			cells[c.Heading] = c.Text
		}
	}
	assert.Equal(t, map[string]string{"table_item_number": "1", "table_description": "Steel bracket 40x40 galvanised", "table_quantity": "2", "table_unit_price": "400.00", "table_amount": "800.00"}, cells)
	assert.Equal(t, 2, it.Tables[0].Rows)
}

func TestFreightKeepsThePrintedHeadings(t *testing.T) {
	it := reader(t, extract.ShippingInvoice).Page(context.Background(), page(), nil)
	require.Len(t, it.Tables, 1)
	assert.Equal(t, "Unit Price", it.Tables[0].Cells[3].Heading)
	assert.Equal(t, "Steel bracket 40x40 galvanised", values(it)["item_name"])
}

func TestAPageWithoutAnInvoiceHasNoTable(t *testing.T) {
	it := reader(t, extract.GeneralInvoice).Page(context.Background(), layoutOf(set{100, 100, "Dear neighbour,", 0}, set{100, 140, "the party is on Sunday.", 0}), nil)
	assert.Empty(t, it.Tables)
	assert.Empty(t, reader(t, extract.GeneralInvoice).Page(context.Background(), &extract.Layout{}, nil).Fields)
}

func TestHeadingsOverTwoLinesAndInOnePiece(t *testing.T) {
	r := reader(t, extract.GeneralInvoice)
	l := layoutOf(set{100, 100, "ลำดับ", 0}, set{300, 100, "รายการ", 0}, set{900, 100, "จำนวน", 0}, set{1200, 100, "จำนวนเงิน", 0},
		set{100, 122, "No.", 0}, set{300, 122, "Description", 0}, set{900, 122, "Qty", 0}, set{1200, 122, "Amount", 0},
		set{100, 170, "1", 0}, set{300, 170, "กาแฟ", 0}, set{900, 170, "3", 0}, set{1210, 170, "30.00", 0})
	table, ok := r.Items(l)
	require.True(t, ok)
	var got []string
	for _, c := range table.Cells {
		got = append(got, c.Heading+"="+c.Text)
	}
	assert.Equal(t, []string{"table_item_number=1", "table_description=กาแฟ", "table_quantity=3", "table_amount=30.00"}, got)
}

func TestSumsBearEachOtherOut(t *testing.T) {
	found := func(kv ...string) map[string]*find.Found {
		out := map[string]*find.Found{}
		for i := 0; i < len(kv); i += 2 {
			out[kv[i]] = &find.Found{Field: kv[i], Value: kv[i+1]}
		}
		return out
	}
	for name, c := range map[string]struct {
		f             map[string]*find.Found
		sound, broken int
	}{
		"VAT":             {found("sub_total", "1,000.00", "vat", "70.00", "grand_total", "1,070.00"), 2, 0},
		"withheld":        {found("sub_total", "1,000.00", "vat", "70.00", "total", "1,070.00", "witholding_tax", "-30.00", "grand_total", "1,040.00"), 3, 0},
		"decimal comma":   {found("sub_total", "473,00", "vat", "56,87", "grand_total", "529,87 EUR"), 1, 0},
		"contradiction":   {found("sub_total", "1,000.00", "vat", "50.00", "grand_total", "1,070.00"), 1, 1},
		"nothing to tell": {found("grand_total", "5.00"), 0, 0},
	} {
		sound, broken := amounts(c.f).agreement()
		assert.Equal(t, [2]int{c.sound, c.broken}, [2]int{sound, broken}, name)
	}
	good, bad := found("sub_total", "100.00", "vat", "7.00", "grand_total", "107.00"), found("sub_total", "107.00", "vat", "7.00", "grand_total", "100.00")
	assert.Greater(t, prefer(good), prefer(bad)+3)
	late := found("invoice_date", "01/03/2024", "due_date", "01/02/2024")
	assert.Negative(t, prefer(late))
}

func TestShipAndVoyageAreParted(t *testing.T) {
	for in, want := range map[string][2]string{
		"EVER SPECIMEN V.129W":  {"EVER SPECIMEN", "V.129W"},
		"WAN HAI 905 / 2470W":   {"WAN HAI 905", "2470W"},
		"NORTHERN JADE 0257W":   {"NORTHERN JADE", "0257W"},
		"MOL ORCHID, VOY. 137E": {"MOL ORCHID", "VOY. 137E"},
	} {
		q := geom.QuadOf(geom.Rect{X0: 0, Y0: 0, X1: 100, Y1: 10})
		have := map[string]*extract.Field{"vessel": {Name: "vessel", Value: in, Quads: []geom.Quad{q}}, "voy": {Name: "voy", Value: in, Quads: []geom.Quad{q}}}
		voyage(have)
		assert.Equal(t, want, [2]string{have["vessel"].Value, have["voy"].Value})
		assert.LessOrEqual(t, have["vessel"].Quads[0].Bounds().X1, have["voy"].Quads[0].Bounds().X0)
	}
}

func TestBranchesOfBothParties(t *testing.T) {
	l := layoutOf(set{100, 100, "เลขประจำตัวผู้เสียภาษี 0105540000002 (สำนักงานใหญ่)", 0}, set{100, 600, "เลขประจำตัวผู้เสียภาษี 0105540000003 สาขาที่ 00012", 0})
	seller, buyer := []geom.Quad{l.Lines[0].Quad}, []geom.Quad{l.Lines[1].Quad}
	f, ok := branch(l, seller, buyer)
	require.True(t, ok)
	assert.Equal(t, "สำนักงานใหญ่", f.Value)
	f, ok = branch(l, buyer, seller)
	require.True(t, ok)
	assert.Equal(t, "สาขาที่ 00012", f.Value)
	_, ok = branch(layoutOf(set{100, 100, "Branch office", 0}), seller, nil)
	assert.False(t, ok)
}

func TestTheDataOfAPDFBearsThePrintOut(t *testing.T) {
	l := layoutOf(set{100, 100, "Rechnung Nr. R-77 vom", 0}, set{100, 130, "Gesamt 1.190,00 EUR", 0}, set{100, 160, "Datum 31.01.2024", 0})
	have := map[string]*extract.Field{"grand_total": {Name: "grand_total", Value: "190,00", Confidence: 0.5}, "seller_name": {Name: "seller_name", Value: "Wer", Confidence: 0.8}}
	add := func(f extract.Field) { have[f.Name] = &f }
	testify(l, have, structured.Invoice{"invoice_no": "R-77", "grand_total": "1190.00", "invoice_date": "2024-01-31", "seller_name": "Muster GmbH", "vat": "19.00"}, add)
	assert.Equal(t, "R-77", have["invoice_no"].Value)
	assert.Contains(t, have["grand_total"].Value, "1.190,00")
	assert.Equal(t, "31.01.2024", have["invoice_date"].Value)
	assert.InDelta(t, 0.4, have["seller_name"].Confidence, 1e-9, "it says another name, which is not printed")
	assert.Nil(t, have["vat"], "it is not printed")
}

func TestPagesOfOneInvoiceAreJoined(t *testing.T) {
	it := func(fields ...extract.Field) []extract.Item { return []extract.Item{{Fields: fields}} }
	no := extract.Field{Name: "invoice_no", Value: "7"}
	pages := []extract.Page{
		{Number: 1, Items: it(no, extract.Field{Name: "sub_total", Value: "carried 5.00"})},
		{Number: 2, Items: it(no, extract.Field{Name: "sub_total", Value: "10.00"}, extract.Field{Name: "grand_total", Value: "10.70", Quads: make([]geom.Quad, 1)})},
		{Number: 3, Err: extract.Errorf(extract.KindNotFound, "terms")},
		{Number: 4, Items: it(extract.Field{Name: "invoice_no", Value: "8"}, extract.Field{Name: "vat", Value: "1.00"})},
	}
	Join(pages)
	first := values(pages[0].Items[0])
	assert.Equal(t, map[string]string{"invoice_no": "7", "sub_total": "10.00", "grand_total": "10.70"}, first)
	assert.Empty(t, pages[0].Items[0].Fields[2].Quads)
	assert.NotNil(t, pages[2].Err, "a page without an invoice stays that page's error")
}

func TestACaptionLeavesTheSumInWords(t *testing.T) {
	r := reader(t, extract.GeneralInvoice)
	for in, want := range map[string]string{
		"จำนวนเงิน (ตัวอักษร) หนึ่งร้อยบาทถ้วน": "หนึ่งร้อยบาทถ้วน",
		"Amount in words: One Hundred Baht Only": "One Hundred Baht Only",
		"(หนึ่งร้อยบาทถ้วน)":                     "(หนึ่งร้อยบาทถ้วน)",
	} {
		f, satang, ok := r.words(layoutOf(set{100, 100, in, 0}), nil)
		require.True(t, ok, in)
		assert.Equal(t, want, f.Value)
		assert.Equal(t, int64(10000), satang)
	}
	_, _, ok := r.words(layoutOf(set{100, 100, "Thank you for one year with us", 0}), []int64{10000})
	assert.False(t, ok)
	f, satang, ok := r.words(layoutOf(set{100, 100, "(One Hundred Thousand Twenty Baht and", 0}, set{100, 124, "Sixty-Five Satang Only)", 0}), nil)
	require.True(t, ok)
	assert.Equal(t, int64(10002065), satang)
	assert.Len(t, f.Quads, 2)
	_, satang, ok = r.words(layoutOf(set{100, 100, "(Ohe Humdred Thoosand Baht Oniy)", 0}), []int64{500, 10000000})
	require.True(t, ok, "misread, but like the total")
	assert.Equal(t, int64(10000000), satang)
}

func TestASumThatWasMissedIsTakenFromThePrint(t *testing.T) {
	l := layoutOf(set{100, 100, "Sub 1,000.00", 0}, set{100, 130, "VAT 70.00", 0}, set{100, 160, "Pay 1,070.00", 0})
	found := []find.Found{{Field: "sub_total", Value: "1,000.00"}, {Field: "vat", Value: "70.00"}}
	have := map[string]*extract.Field{"sub_total": {Name: "sub_total", Quads: []geom.Quad{l.Lines[0].Quad}}, "vat": {Name: "vat"}}
	complete(l, found, have, func(f extract.Field) { have[f.Name] = &f })
	require.NotNil(t, have["grand_total"])
	assert.Equal(t, "1,070.00", have["grand_total"].Value)
	delete(have, "grand_total")
	l.Lines = l.Lines[:2]
	complete(l, found, have, func(f extract.Field) { have[f.Name] = &f })
	assert.Nil(t, have["grand_total"], "it is not printed")
}

func TestWhatBelongsToAValue(t *testing.T) {
	l := layoutOf(set{100, 100, "88 Beach Road, Phuket 83000", 0}, set{100, 130, "Email: who@mail.example", 0}, set{100, 160, "Invoice NO-2024-17", 0})
	span := func(line, from int) find.Span {
		return find.Span{Line: line, From: from, To: utf8.RuneCountInString(l.Lines[line].Text.Value), Quad: l.Lines[line].Quad}
	}
	f := field(l, find.Found{Field: "buyer_address", Value: "88 Beach Road, Phuket 83000 Email: who@mail.example", Spans: []find.Span{span(0, 0), span(1, 0)}})
	assert.Equal(t, "88 Beach Road, Phuket 83000", f.Value)
	assert.Len(t, f.Quads, 1)
	f = field(l, find.Found{Field: "invoice_no", Value: "2024-17", Spans: []find.Span{span(2, 11)}})
	assert.Equal(t, "NO-2024-17", f.Value)
	f = field(l, find.Found{Field: "invoice_no", Value: "NO-2024-17", Spans: []find.Span{span(2, 8)}})
	assert.Equal(t, "NO-2024-17", f.Value)
}

func TestFixedWordsAreSpeltAsTheyAre(t *testing.T) {
	r := reader(t, extract.GeneralInvoice)
	assert.Equal(t, "บิลเงินสด", r.spelt("ปิลเงินสด"))
	assert.Equal(t, "ใบกำกับภาษี / TAX INVOICE", r.spelt("ใบกากับภาษี / TAX INVOICE"))
	f, ok := branch(layoutOf(set{100, 100, "สาขาที 00035", 0}), nil, nil)
	require.True(t, ok)
	assert.Equal(t, "สาขาที่ 00035", f.Value)
	assert.Equal(t, "สาขาที 00035", f.Printed)
	f, ok = branch(layoutOf(set{100, 100, "Branch No.", 0}, set{100, 124, "00035", 0}), nil, nil)
	require.True(t, ok)
	assert.Equal(t, "Branch No. 00035", f.Value)
	assert.Len(t, f.Quads, 2)
}
