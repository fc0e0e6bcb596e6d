package envelope

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
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
