package httpapi_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/httpapi"
)

// shelfOfBackups takes what says that it is sound.
type shelfOfBackups struct{ confirmed []string }

func (s *shelfOfBackups) Stage(_ context.Context, body io.Reader, size int64) (httpapi.Staged, error) {
	b, err := io.ReadAll(body)
	if err != nil || string(b) != "sound" || size != 5 {
		return httpapi.Staged{}, httpapi.Faults{{Says: "damaged"}}
	}
	return httpapi.Staged{Token: "t", Bytes: size, Keys: []string{"owner"}}, nil
}

func (s *shelfOfBackups) PutBack(_ context.Context, token, by string) error {
	if token != "t" {
		return httpapi.Faults{{Says: "send it again"}}
	}
	s.confirmed = append(s.confirmed, by)
	return nil
}

func TestABackupIsSentAndConfirmed(t *testing.T) {
	t.Parallel()
	shelf := &shelfOfBackups{}
	url := serve(t, httpapi.Config{Restore: shelf}).URL
	bytes := append([]string{"Content-Type", "application/octet-stream"}, key...)
	for name, c := range map[string]struct {
		path, body string
		headers    []string
		status     int
		holds      string
	}{
		"sound":              {"/v1/restore", "sound", bytes, http.StatusOK, `"token":"t"`},
		"damaged":            {"/v1/restore", "sounds", bytes, http.StatusUnprocessableEntity, "damaged"},
		"empty":              {"/v1/restore", "", bytes, http.StatusUnprocessableEntity, "empty"},
		"a form":             {"/v1/restore", "sound", asJSON, http.StatusUnsupportedMediaType, "octet-stream"},
		"no key":             {"/v1/restore", "sound", bytes[:2], http.StatusUnauthorized, ""},
		"confirmed":          {"/v1/restore/confirm", `{"token":"t"}`, asJSON, http.StatusOK, `"done":true`},
		"confirmed too late": {"/v1/restore/confirm", `{"token":"old"}`, asJSON, http.StatusUnprocessableEntity, "send it again"},
	} {
		res, said := do(t, "POST", url+c.path, strings.NewReader(c.body), c.headers...)
		require.Equal(t, c.status, res.StatusCode, "%s: %s", name, said)
		assert.Contains(t, string(said), c.holds, name)
		checkSchema(t, "POST", c.path, res.StatusCode, said)
	}
	assert.Equal(t, []string{"test"}, shelf.confirmed)
	bare := serve(t, httpapi.Config{}).URL
	for _, path := range []string{"/v1/restore", "/v1/restore/confirm"} {
		res, _ := do(t, "POST", bare+path, strings.NewReader("x"), bytes...)
		assert.Equal(t, http.StatusNotFound, res.StatusCode, path)
	}
}
