package envelope

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/geom"
)

// A correction is never silent, unless the additions to the interface are switched off.
func TestLabelsSayWhatWasPrinted(t *testing.T) {
	item := extract.Item{Fields: []extract.Field{
		{Name: "reciever_name", Value: "กมล", Printed: "กมล"},
		{Name: "reciever_address", Value: "ต.หนองแก๋ว", Printed: "ต.หนองแกว"},
	}}
	write := func(opt extract.Options, it extract.Item) map[string]json.RawMessage {
		raw, err := json.Marshal(labelElement(Answer{Options: opt}, extract.Page{Width: 100, Height: 100}, it))
		require.NoError(t, err)
		var out map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(raw, &out))
		return out
	}
	assert.JSONEq(t, `{"reciever_address": "ต.หนองแกว"}`, string(write(extract.Options{}, item)["printed"]))
	assert.NotContains(t, write(extract.Options{OmitCodes: true}, item), "printed")
	item.Fields = item.Fields[:1]
	assert.NotContains(t, write(extract.Options{}, item), "printed", "nothing was corrected")
}

// Codes of invoices are an addition: they stand where there are some, with what they ask for, and can be switched off.
func TestInvoicesTellTheirCodes(t *testing.T) {
	q := geom.QuadOf(geom.Rect{X0: 10, Y0: 10, X1: 50, Y1: 50})
	item := extract.Item{Codes: []extract.Code{{Format: "QR_CODE", Text: "x", Quad: q, Payment: map[string]string{"scheme": "promptpay", "amount": "5.00"}}}}
	for name, element := range map[string]func(Answer, extract.Page, extract.Item) any{"general": generalInvoiceElement, "freight": shippingInvoiceElement} {
		write := func(opt extract.Options, it extract.Item) string {
			raw, err := json.Marshal(element(Answer{Options: opt}, extract.Page{Width: 100, Height: 100}, it))
			require.NoError(t, err)
			return string(raw)
		}
		assert.Contains(t, write(extract.Options{}, item), `"codes":[{"format":"QR_CODE","text":"x","bboxes":[[[10,10],[50,10],[50,50],[10,50]]]`, name)
		assert.Contains(t, write(extract.Options{}, item), `"payment":{"amount":"5.00","scheme":"promptpay"}`, name)
		assert.NotContains(t, write(extract.Options{OmitCodes: true}, item), "codes", name)
		assert.NotContains(t, write(extract.Options{}, extract.Item{}), "codes", name)
	}
}
