package pages_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/httpapi/pages"
)

// serve answers one GET with the given validator.
func serve(p pages.Page, match string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, p.Path, nil)
	if match != "" {
		r.Header.Set("If-None-Match", match)
	}
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	return w
}

func TestPagesAreServedWithoutTheInternet(t *testing.T) {
	all, err := pages.All()
	require.NoError(t, err)
	foreign := regexp.MustCompile(`(src|href|action)="(https?:)?//`)
	var paths []string
	for _, p := range all {
		paths = append(paths, p.Path)
		w := serve(p, "")
		require.Equal(t, http.StatusOK, w.Code, p.Path)
		assert.NotEmpty(t, w.Body.Bytes(), p.Path)
		assert.NotEmpty(t, w.Header().Get("Content-Type"), p.Path)
		assert.Contains(t, w.Header().Get("Content-Security-Policy"), "default-src 'self'", p.Path)
		assert.False(t, foreign.MatchString(w.Body.String()), "%s fetches something from elsewhere", p.Path)
	}
	assert.Contains(t, paths, "/", "the first page")
	for _, p := range paths {
		assert.False(t, strings.HasSuffix(p, ".html"), "%s is served without its ending", p)
	}
}

func TestABrowserThatHasThePageIsToldSo(t *testing.T) {
	all, err := pages.All()
	require.NoError(t, err)
	first := serve(all[0], "")
	again := serve(all[0], first.Header().Get("ETag"))
	assert.Equal(t, http.StatusNotModified, again.Code)
	assert.Empty(t, again.Body.Bytes())
	assert.Equal(t, http.StatusOK, serve(all[0], `"older"`).Code, "after an upgrade the new page is sent")
}
