package httpapi_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/httpapi"
	"lensd/vision/geom"
)

// jobCard is a kind that the owner of a box declared, and its reader one that always reads the same.
var jobCard = extract.OwnKind{Name: "job-card", Fields: []extract.OwnField{{Name: "job_no"}, {Name: "came_in", Date: true}, {Name: "due"}}}

func ownBox(t *testing.T, page extract.Page) string {
	t.Helper()
	reader := extract.ReaderFunc(func(_ context.Context, doc extract.Document) (extract.Result, error) {
		if page.Err != nil {
			return extract.Result{}, page.Err
		}
		return extract.Result{Kind: doc.Kind, Pages: []extract.Page{page}}, nil
	})
	return serve(t, httpapi.Config{Own: []extract.OwnKind{jobCard}, Readers: map[extract.Kind]extract.Reader{"job-card": reader}}).URL
}

func readPage() extract.Page {
	quad := []geom.Quad{geom.QuadOf(geom.Rect{X0: 10, Y0: 20, X1: 60, Y1: 40})}
	return extract.Page{Number: 1, Width: 100, Height: 200, Items: []extract.Item{{Fields: []extract.Field{
		{Name: "job_no", Value: "J-0012", Confidence: 0.9, Quads: quad}, {Name: "came_in", Value: "1/2/67", ISO: "2024-02-01T00:00:00", Confidence: 0.8, Quads: quad}}}}}
}

// TestAKindOfOnesOwn: it answers in the v2 envelope with all its members, a date with its ISO form.
func TestAKindOfOnesOwn(t *testing.T) {
	t.Parallel()
	url := ownBox(t, readPage())
	res, b := do(t, "POST", url+"/v1/kinds/job-card", strings.NewReader(`{"image":"aGVsbG8=","request_id":"r-1"}`), asJSON...)
	require.Equal(t, 200, res.StatusCode, string(b))
	var body struct {
		Status    string           `json:"status"`
		RequestID string           `json:"request_id"`
		Data      []map[string]any `json:"data"`
	}
	require.NoError(t, json.Unmarshal(b, &body))
	assert.Equal(t, "success", body.Status)
	assert.Equal(t, "r-1", body.RequestID)
	require.Len(t, body.Data, 1)
	assert.Equal(t, "J-0012", body.Data[0]["job_no"].(map[string]any)["value"])
	assert.NotContains(t, body.Data[0]["job_no"], "datetime_iso")
	assert.Equal(t, "2024-02-01T00:00:00", body.Data[0]["came_in"].(map[string]any)["datetime_iso"])
	assert.Equal(t, map[string]any{}, body.Data[0]["due"], "what was not read is there and empty")
}

// TestTheRefusalsOfAnOwnKind have the same envelope.
func TestTheRefusalsOfAnOwnKind(t *testing.T) {
	t.Parallel()
	url := ownBox(t, extract.Page{Err: extract.Errorf(extract.KindNotFound, "no job-card was found")})
	for name, c := range map[string]struct {
		method, path string
		status       int
		headers      []string
	}{
		"nothing found": {"POST", "/v1/kinds/job-card", 400, asJSON},
		"no key":        {"POST", "/v1/kinds/job-card", 401, asJSON[2:]},
		"a wrong verb":  {"GET", "/v1/kinds/job-card", 405, key},
		"no such kind":  {"POST", "/v1/kinds/parcel", 404, asJSON},
	} {
		res, b := do(t, c.method, url+c.path, strings.NewReader(`{"image":"aGVsbG8="}`), c.headers...)
		assert.Equal(t, c.status, res.StatusCode, "%s: %s", name, b)
		assert.Contains(t, string(b), `"status":"error"`, name)
	}
}

// TestAnOwnKindIsDescribed: the served description has its path with its members in place of the general one, and holds an answer.
func TestAnOwnKindIsDescribed(t *testing.T) {
	t.Parallel()
	url := ownBox(t, readPage())
	_, b := do(t, "GET", url+"/openapi.yaml", nil)
	var doc struct {
		Paths map[string]map[string]any `yaml:"paths"`
	}
	require.NoError(t, yaml.Unmarshal(b, &doc))
	require.Contains(t, doc.Paths, "/v1/kinds/job-card")
	assert.NotContains(t, doc.Paths, "/v1/kinds/{name}")
	assert.NotContains(t, doc.Paths["/v1/kinds/job-card"], "parameters")
	assert.Contains(t, string(b), "required: [job_no, came_in, due]")
	_, none := do(t, "GET", serve(t, httpapi.Config{}).URL+"/openapi.yaml", nil)
	assert.NotContains(t, string(none), "/v1/kinds")
	_, b = do(t, "GET", url+"/v1/stations", nil, key...)
	assert.Contains(t, string(b), "/v1/kinds/job-card")
}
