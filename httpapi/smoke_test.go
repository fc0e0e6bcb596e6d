package httpapi_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/httpapi"
)

// serve starts the API with one key, "test-key-1", and the given readers.
func serve(t *testing.T, cfg httpapi.Config) *httptest.Server {
	t.Helper()
	k, err := httpapi.ParseKey("test", "test-key-1")
	require.NoError(t, err)
	cfg.Log = slog.New(slog.DiscardHandler)
	cfg.Keys = httpapi.KeyList{k}
	s, err := httpapi.New(cfg)
	require.NoError(t, err)
	srv := httptest.NewServer(s.Handler())
	t.Cleanup(srv.Close)
	return srv
}

func TestOnlyComposedKindsAreRouted(t *testing.T) {
	srv := serve(t, httpapi.Config{Readers: map[extract.Kind]extract.Reader{
		extract.WaterMeter: extract.ReaderFunc(func(context.Context, extract.Document) (extract.Result, error) {
			return extract.Result{}, extract.Errorf(extract.KindNotFound, "no counter")
		})}})
	for path, want := range map[string]int{"/water-meter/v2": 400, "/passport-ocr/v2": 404, "/table-exraction/v1": 404} {
		req, _ := http.NewRequest("POST", srv.URL+path, strings.NewReader(`{"image":"aGVsbG8="}`))
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("X-SERVICE-KEY", "test-key-1")
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		res.Body.Close()
		assert.Equal(t, want, res.StatusCode, path)
		assert.Equal(t, "application/json; charset=utf-8", res.Header.Get("Content-Type"), path)
	}
}
