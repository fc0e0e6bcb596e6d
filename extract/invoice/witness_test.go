package invoice

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/extract/invoice/structured"
	"lensd/vision/geom"
)

// sheetOf shows a layout as a sheet of a picture twice its size.
type sheetOf struct {
	extract.Sheet
	l *extract.Layout
}

func (s sheetOf) Layout(context.Context) (*extract.Layout, error) { return s.l, nil }
func (s sheetOf) ToSource(q geom.Quad) geom.Quad {
	return q.Map(func(p geom.Point) geom.Point { return geom.Point{X: 2 * p.X, Y: 2 * p.Y} })
}

// billed is a bill payment code of a sum in baht to a biller; its checksum is computed by hand of the standard's rule.
func billed(sum string) string {
	tlv := func(tag, value string) string { return fmt.Sprintf("%s%02d%s", tag, len(value), value) }
	text := tlv("00", "01") + tlv("30", tlv("00", "A000000677010112")+tlv("01", "010554000000200")+tlv("02", "IV20240077")) + tlv("54", sum) + "6304"
	crc := uint16(0xFFFF)
	for _, c := range []byte(text) {
		for bit := 7; bit >= 0; bit-- {
			carry := crc>>15 ^ uint16(c>>bit)&1
			crc = crc<<1 ^ carry*0x1021
		}
	}
	return text + fmt.Sprintf("%04X", crc)
}

func TestACodeThatAsksForASumBearsThePrintOut(t *testing.T) {
	r := reader(t, extract.GeneralInvoice)
	with := func(code string) extract.Item {
		l := page()
		l.Codes = []extract.Code{{Format: "QR_CODE", Text: code, Quad: geom.QuadOf(geom.Rect{X0: 100, Y0: 900, X1: 300, Y1: 1100})}}
		items, err := r.Read(context.Background(), sheetOf{l: l}, nil)
		require.NoError(t, err)
		require.Len(t, items, 1)
		return items[0]
	}
	item := with(billed("1070.00"))
	assert.Equal(t, "1,070.00", values(item)["grand_total"])
	require.Len(t, item.Codes, 1)
	assert.Equal(t, map[string]string{"scheme": "bill-payment", "to": "010554000000200", "reference": "IV20240077", "amount": "1070.00"}, item.Codes[0].Payment)
	assert.InDelta(t, 200, item.Codes[0].Quad[0].X, 1e-9, "places are the sender's")
	sure := named(&item, "grand_total").Confidence

	item = with("https://example.test/etax/17")
	assert.Nil(t, item.Codes[0].Payment)
	plain := named(&item, "grand_total").Confidence

	item = with(billed("99.00"))
	other := named(&item, "grand_total")
	assert.Equal(t, "1,070.00", other.Value, "what is printed is never changed")
	assert.Greater(t, sure, plain)
	assert.Less(t, other.Confidence, plain)
}

func TestDataWithinThePDFComesBeforeItsCodes(t *testing.T) {
	codes := []extract.Code{{Text: billed("1070.00")}, {Text: "https://example.test"}}
	assert.Equal(t, structured.Invoice{"grand_total": "1070.00", "biller_id": "010554000000200"}, asked(nil, codes))
	assert.Equal(t, structured.Invoice{"grand_total": "5.00", "biller_id": "010554000000200"}, asked(structured.Invoice{"grand_total": "5.00"}, codes))
	assert.Empty(t, asked(nil, codes[1:]))
}

// TestOfRoundedTotalsTheOneToBePaidIsTheTotal: cash is rounded after VAT.
func TestOfRoundedTotalsTheOneToBePaidIsTheTotal(t *testing.T) {
	both := func(total, grand string) string {
		set := map[string]*extract.Field{"total": {Name: "total", Value: total, Quads: make([]geom.Quad, 1)}, "grand_total": {Name: "grand_total", Value: grand, Quads: make([]geom.Quad, 2)}}
		twin(set, func(extract.Field) {})
		return set["total"].Value
	}
	assert.Equal(t, "23.25", both("23.26", "23.25"))
	assert.Equal(t, "215.07", both("215.07", "165.07"), "a part was paid before")
	assert.Equal(t, "23.26", both("23.26", "?"))
}
