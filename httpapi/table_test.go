package httpapi_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/httpapi"
)

// shelf is a long list of readings that gives no more than a page of them at a time.
type shelf struct {
	httpapi.Readings
	n    int
	data func(id uint64) []json.RawMessage
}

func (s shelf) List(_ context.Context, q httpapi.Query) ([]extract.Reading, error) {
	var out []extract.Reading
	for id := uint64(s.n); id > 0 && len(out) < min(q.Limit, 1000); id-- {
		if q.Before > 0 && id >= q.Before {
			continue
		}
		data := s.data(id)
		out = append(out, extract.Reading{ID: id, At: time.Unix(1_700_000_000+int64(id), 0).UTC(), Clock: "synced", Station: "desk",
			Kind: extract.ShippingLabel, Trigger: "settle", Accepted: true, Confidence: 0.5, Data: data[0], More: data[1:]})
	}
	return out, nil
}

func tableOf(t *testing.T, s shelf, query string) [][]string {
	t.Helper()
	url := serve(t, httpapi.Config{Readings: s}).URL
	res, b := do(t, "GET", url+"/v1/readings?format=csv"+query, nil, key...)
	require.Equal(t, 200, res.StatusCode, string(b))
	assert.Equal(t, "text/csv; charset=utf-8", res.Header.Get("Content-Type"))
	lines, err := csv.NewReader(bytes.NewReader(b)).ReadAll()
	require.NoError(t, err)
	return lines
}

func TestATableHasEveryReading(t *testing.T) {
	s := shelf{n: 2345, data: func(id uint64) []json.RawMessage {
		return []json.RawMessage{json.RawMessage(fmt.Sprintf(`{"numbers":{"value":"%05d"}}`, id))}
	}}
	lines := tableOf(t, s, "")
	require.Len(t, lines, 2346)
	assert.Equal(t, []string{"id", "ts", "clock", "station", "kind", "trigger", "accepted", "reason", "duplicate_of", "correction_of", "confidence", "corrected", "value"}, lines[0])
	assert.Equal(t, "02345", lines[1][12])
	assert.Equal(t, "00001", lines[2345][12])
	assert.Len(t, tableOf(t, s, "&limit=7"), 8)
	assert.Len(t, tableOf(t, s, "&before=1500"), 1500)
	assert.Len(t, tableOf(t, shelf{}, ""), 1)
}

func TestATableHasAColumnAField(t *testing.T) {
	lines := tableOf(t, shelf{n: 2, data: func(id uint64) []json.RawMessage {
		if id == 1 {
			return []json.RawMessage{json.RawMessage(`{"reciever_phone_number":{"value":"+66 2 555 0199"},"reciever_name":{}}`)}
		}
		return []json.RawMessage{json.RawMessage(`{"reciever_name":{"value":"=HYPERLINK(1)"},"codes":[]}`), json.RawMessage(`{"reciever_name":{"value":" ＝1"}}`)}
	}}, "")
	require.Len(t, lines, 4, "a line for each label of a picture")
	assert.Equal(t, []string{"value", "reciever_name", "reciever_phone_number"}, lines[0][12:])
	assert.Equal(t, []string{"", "'=HYPERLINK(1)", ""}, lines[1][12:])
	assert.Equal(t, []string{"", "' ＝1", ""}, lines[2][12:])
	assert.Equal(t, []string{"", "", "'+66 2 555 0199"}, lines[3][12:])
	at, err := time.Parse(time.RFC3339, lines[3][1])
	require.NoError(t, err)
	assert.True(t, at.Equal(time.Unix(1_700_000_001, 0)))
	_, offset := time.Unix(1_700_000_001, 0).Zone()
	_, got := at.Zone()
	assert.Equal(t, offset, got, "the box's own time")
}
