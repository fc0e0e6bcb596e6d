package httpapi_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/httpapi"
)

func TestEraseReadings(t *testing.T) {
	srv := serve(t, httpapi.Config{Readings: newDesk(t)})
	for _, c := range []struct {
		query  string
		status int
		body   string
	}{
		{"", http.StatusUnprocessableEntity, "before must be a time"},
		{"?before=yesterday", http.StatusUnprocessableEntity, "before must be a time"},
		{"?before=2026-01-31T00:00:00Z&station=cellar", http.StatusUnprocessableEntity, "nothing else"},
		{"?before=2000-01-01T00:00:00Z", http.StatusOK, `{"erased":0}`},
		{"?before=2100-01-01T00:00:00Z", http.StatusOK, `{"erased":2}`},
		{"?before=2100-01-01T00:00:00Z", http.StatusOK, `{"erased":0}`},
	} {
		res, b := do(t, "DELETE", srv.URL+"/v1/readings"+c.query, nil, "X-Service-Key", "test-key-1")
		assert.Equal(t, c.status, res.StatusCode, c.query)
		assert.Contains(t, string(b), c.body, c.query)
	}
}
