package httpapi_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/httpapi"
	"lensd/httpapi/envelope"
)

// A kind without a reader answers in its endpoint's own envelope, and only to those who hold a key.
func TestAKindWithoutAReader(t *testing.T) {
	url := serve(t, httpapi.Config{}).URL
	for _, e := range envelope.Endpoints() {
		t.Run(e.Path[1:], func(t *testing.T) {
			_, want := e.Fail(envelope.Problem{Reason: envelope.NotFound, Detail: "this box has no reader for this kind of document", RequestID: "<id>", ResponseID: "<id>"})
			shape, err := envelope.Marshal(want)
			require.NoError(t, err)
			res, b := do(t, "POST", url+e.Path, strings.NewReader(`{"image":"AAAA"}`), asJSON...)
			assert.Equal(t, 404, res.StatusCode)
			assert.Equal(t, string(shape), strings.TrimSpace(string(ours.ReplaceAll(b, []byte(`"<id>"`)))))
			res, _ = do(t, "POST", url+e.Path, strings.NewReader(`{"image":"AAAA"}`), "Content-Type", "application/json")
			assert.Equal(t, 401, res.StatusCode, "a stranger is not told what this box reads")
		})
	}
}

// The reader gets the pages of a list up to the one in whose place it puts the error, and the limits that it has to hold.
func TestWhatReachesTheReader(t *testing.T) {
	var got extract.Document
	reader := extract.ReaderFunc(func(_ context.Context, doc extract.Document) (extract.Result, error) {
		got = doc
		return extract.Result{}, extract.Errorf(extract.KindNotFound, "nothing")
	})
	url := serve(t, httpapi.Config{Readers: allKinds(reader), MaxPages: 3}).URL
	big, small := base64.StdEncoding.EncodeToString(picture(t, 600, 700)), base64.StdEncoding.EncodeToString(picture(t, 60, 70))
	for _, c := range []struct {
		path, image string
		inputs      int
		min         int
	}{
		{"/table-exraction/v1", `["AAAA","AAAA"]`, 2, 0},
		{"/table-exraction/v1", `["AAAA","!!!","AAAA","AAAA","AAAA","AAAA"]`, 4, 0},
		{"/vehicle-insurance-policy/v1", fmt.Sprintf(`[%q,%q]`, small, big), 2, 500},
		{"/vehicle-insurance-policy/v1", fmt.Sprintf(`[%q]`, small), 0, 0},
	} {
		got = extract.Document{}
		do(t, "POST", url+c.path, strings.NewReader(`{"image":`+c.image+`}`), asJSON...)
		assert.Len(t, got.Inputs, c.inputs, c.path)
		if c.inputs > 0 {
			assert.Equal(t, 3, got.Options.MaxPages)
			assert.Equal(t, c.min, got.Options.MinSide)
		}
	}
}
