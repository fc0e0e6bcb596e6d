package httpapi_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/httpapi"
	"lensd/httpapi/internal/rehearsal"
)

// do sends one request; headers are pairs. The answer's body is read.
func do(t *testing.T, method, url string, body io.Reader, headers ...string) (*http.Response, []byte) {
	t.Helper()
	req, err := http.NewRequest(method, url, body)
	require.NoError(t, err)
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return res, b
}

// key and asJSON are the headers of an ordinary request.
var (
	key    = []string{"X-Service-Key", "test-key-1"}
	asJSON = []string{"X-Service-Key", "test-key-1", "Content-Type", "application/json"}
)

func rehearse(t *testing.T, cfg httpapi.Config) string {
	t.Helper()
	cfg.Readers = allKinds(rehearsal.Reader())
	d := newDesk(t)
	cfg.Stations, cfg.Readings = d, d
	return serve(t, cfg).URL
}

// endlessSpaces is a body of n bytes that nobody has to hold in memory.
func endlessSpaces(n int64) io.Reader { return io.LimitReader(spaces{}, n) }

type spaces struct{}

// Read fills p.
func (spaces) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

func TestHundredMegabytes(t *testing.T) {
	t.Parallel()
	url := rehearse(t, httpapi.Config{})
	for name, announce := range map[string]bool{"announced": true, "chunked": false} {
		body := endlessSpaces(100 << 20)
		req, err := http.NewRequest("POST", url+"/shipping-label/v2", body)
		require.NoError(t, err)
		if announce {
			req.ContentLength = 100 << 20
		}
		req.Header.Set("X-Service-Key", "test-key-1")
		req.Header.Set("Content-Type", "application/json")
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err, name)
		b, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		res.Body.Close()
		assert.Equal(t, 413, res.StatusCode, name)
		assert.Contains(t, string(b), `"code":413`, name)
	}
	res, _ := do(t, "POST", url+"/water-meter/v2", strings.NewReader(`{"image":"aGVsbG8="}`), asJSON...)
	assert.Less(t, res.StatusCode, 500, "the next request is answered")
}

func TestAnUnknownKeyDoesNotBreakALargeUpload(t *testing.T) {
	t.Parallel()
	url := rehearse(t, httpapi.Config{})
	res, b := do(t, "POST", url+"/passport-ocr/v2", endlessSpaces(8<<20), "X-Service-Key", "wrong-key-1", "Content-Type", "application/json")
	assert.Equal(t, 401, res.StatusCode)
	assert.Contains(t, string(b), "unauthorized")
}

func TestBackOffOverTheWire(t *testing.T) {
	t.Parallel()
	url := rehearse(t, httpapi.Config{})
	for i := range 6 {
		res, _ := do(t, "GET", url+"/v1/stations", nil, "X-Service-Key", fmt.Sprintf("guess-%d", i))
		assert.Equal(t, 401, res.StatusCode)
	}
	res, b := do(t, "POST", url+"/water-meter/v2", strings.NewReader(`{}`), asJSON...)
	assert.Equal(t, 429, res.StatusCode, "even a right key waits, or guessing would be free")
	assert.NotEmpty(t, res.Header.Get("Retry-After"))
	checkSchema(t, "POST", "/water-meter/v2", 429, b)
	require.Eventually(t, func() bool {
		res, _ := do(t, "GET", url+"/v1/stations", nil, key...)
		return res.StatusCode == 200
	}, time.Minute, 50*time.Millisecond)
	res, _ = do(t, "GET", url+"/v1/stations", nil)
	assert.Equal(t, 401, res.StatusCode, "no key is no guess")
}

func TestABurst(t *testing.T) {
	t.Parallel()
	url := rehearse(t, httpapi.Config{MaxBody: 1 << 20, MaxInFlight: 2 << 20})
	body := fmt.Sprintf(`{"image":%q}`, base64.StdEncoding.EncodeToString(make([]byte, 600<<10)))
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			res, b := do(t, "POST", url+"/shipping-label/v2", strings.NewReader(body), asJSON...)
			assert.Contains(t, []int{200, 206, 400, 422, 503}, res.StatusCode, string(b))
			if res.StatusCode == 503 {
				assert.NotEmpty(t, res.Header.Get("Retry-After"))
			}
		})
	}
	wg.Wait()
}

func TestStationsAndReadings(t *testing.T) {
	t.Parallel()
	url := rehearse(t, httpapi.Config{Box: httpapi.Box{ID: "b", Name: "Box", Version: "1"}})
	jpeg := append([]byte{0xff, 0xd8, 0xff, 0xe0}, make([]byte, 600)...)
	for _, c := range []struct {
		method, path, body string
		headers            []string
		status             int
		want               string
	}{
		{"GET", "/v1/stations", "", key, 200, `"name":"cellar"`},
		{"POST", "/v1/stations/cellar/read", "", key, 200, `"reason":"max_rate"`},
		{"POST", "/v1/stations/attic/read", "", key, 404, "no station of this name"},
		{"GET", "/v1/stations/cellar/read", "", key, 405, "use POST"},
		{"POST", "/v1/stations/cellar/frame", string(jpeg), []string{key[0], key[1], "Content-Type", "image/jpeg"}, 204, ""},
		{"POST", "/v1/stations/desk/frame", string(jpeg), []string{key[0], key[1], "Content-Type", "image/jpeg"}, 422, "camera of its own"},
		{"POST", "/v1/stations/cellar/frame", "no picture", []string{key[0], key[1], "Content-Type", "image/jpeg"}, 422, "no JPEG"},
		{"POST", "/v1/stations/cellar/frame", string(jpeg), asJSON, 415, "image/jpeg"},
		{"GET", "/v1/stations/attic/frame", "", key, 404, "no station"},
		{"GET", "/v1/readings?station=cellar&limit=1", "", key, 200, `"station":"cellar"`},
		{"GET", "/v1/readings?since=2999-01-01T00:00:00Z", "", key, 200, `{"readings":[]}`},
		{"GET", "/v1/readings?since=1", "", key, 200, `"station":"desk"`},
		{"GET", "/v1/readings?since=yesterday", "", key, 422, "2026-01-31T08:00:00Z"},
		{"GET", "/v1/readings?limit=0", "", key, 422, "limit"},
		{"GET", "/v1/readings?before=x", "", key, 422, "before"},
		{"GET", "/v1/readings?format=xml", "", key, 422, "format"},
		{"GET", "/v1/readings?stations=cellar", "", key, 422, `no parameter`},
		{"GET", "/v1/readings/1", "", key, 200, `"id":1`},
		{"GET", "/v1/readings/99", "", key, 404, "no reading"},
		{"GET", "/v1/readings/one", "", key, 404, "no reading"},
		{"GET", "/v1/readings/2/image", "", key, 404, "no picture"},
		{"POST", "/v1/readings/1/correction", `{"value":"01234.6"}`, asJSON, 200, `"corrected":"01234.6"`},
		{"POST", "/v1/readings/1/correction", `{}`, asJSON, 422, "send value or fields"},
		{"POST", "/v1/readings/1/correction", `{"value":""}`, asJSON, 422, "empty"},
		{"POST", "/v1/readings/1/correction", `{"fields":{"a":null}}`, asJSON, 422, "texts"},
		{"POST", "/v1/readings/99/correction", `{"value":"1"}`, asJSON, 404, "no reading"},
		{"GET", "/v1/stations", "", nil, 401, "missing"},
		{"GET", "/healthz", "", nil, 200, `"ok"`},
		{"GET", "/readyz", "", nil, 200, `"ready"`},
		{"GET", "/metrics", "", nil, 200, "lensd_http_requests_total"},
		{"GET", "/nowhere", "", key, 404, "no such path"},
		{"DELETE", "/try", "", nil, 405, "use GET"},
	} {
		res, b := do(t, c.method, url+c.path, strings.NewReader(c.body), c.headers...)
		assert.Equal(t, c.status, res.StatusCode, "%s %s: %s", c.method, c.path, b)
		assert.Contains(t, string(b), c.want, "%s %s", c.method, c.path)
		path, _, _ := strings.Cut(c.path, "?")
		if strings.HasPrefix(res.Header.Get("Content-Type"), "application/json") && c.status != 405 {
			checkSchema(t, c.method, path, res.StatusCode, b)
		}
	}
}

func TestLivePicture(t *testing.T) {
	t.Parallel()
	url := rehearse(t, httpapi.Config{})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "GET", url+"/v1/stations/cellar/live", nil)
	require.NoError(t, err)
	req.Header.Set("X-Service-Key", "test-key-1")
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	_, params, err := mime.ParseMediaType(res.Header.Get("Content-Type"))
	require.NoError(t, err)
	parts := multipart.NewReader(res.Body, params["boundary"])
	for range 2 {
		p, err := parts.NextPart()
		require.NoError(t, err)
		b, err := io.ReadAll(p)
		require.NoError(t, err)
		assert.Equal(t, "image/jpeg", http.DetectContentType(b))
	}
}

// The end of a part comes with its picture, or viewers show each picture when the next one comes.
func TestALivePictureEndsAtOnce(t *testing.T) {
	t.Parallel()
	url := rehearse(t, httpapi.Config{})
	req, err := http.NewRequest("GET", url+"/v1/stations/cellar/live", nil)
	require.NoError(t, err)
	req.Header.Set("X-Service-Key", "test-key-1")
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	// The rehearsed camera has three pictures and then none, for as long as the viewer stays.
	for in, found := bufio.NewReader(res.Body), 0; found < 4; {
		line, err := in.ReadBytes('\n')
		require.NoError(t, err)
		if bytes.HasSuffix(line, []byte("--lensdframe\r\n")) {
			found++
		}
	}
}

func TestSessionsAndOtherOrigins(t *testing.T) {
	t.Parallel()
	url := rehearse(t, httpapi.Config{BasePath: "ocr/"}) + "/ocr"
	res, _ := do(t, "POST", url+"/v1/session", strings.NewReader(`{"key":"test-key-1"}`), "Content-Type", "application/json")
	require.Equal(t, 200, res.StatusCode)
	require.Len(t, res.Cookies(), 1)
	c := res.Cookies()[0]
	assert.True(t, c.HttpOnly)
	assert.Equal(t, http.SameSiteStrictMode, c.SameSite)
	assert.Equal(t, "/ocr", c.Path)
	cookie := c.Name + "=" + c.Value
	for _, k := range []struct {
		headers []string
		status  int
	}{
		{[]string{"Cookie", cookie}, 200},
		{[]string{"Cookie", cookie, "Sec-Fetch-Site", "same-origin"}, 200},
		{[]string{"Cookie", cookie, "Sec-Fetch-Site", "same-site"}, 401}, // another service on this address
		{[]string{"Cookie", cookie, "Sec-Fetch-Site", "cross-site"}, 401},
		{[]string{"Cookie", cookie, "Origin", "http://evil.example"}, 401},
		{[]string{"Cookie", c.Name + "=x"}, 401},
	} {
		res, b := do(t, "POST", url+"/v1/stations/cellar/read", nil, k.headers...)
		assert.Equal(t, k.status, res.StatusCode, "%v %s", k.headers, b)
	}
	res, _ = do(t, "DELETE", url+"/v1/session", nil)
	assert.Equal(t, 204, res.StatusCode)
	assert.Equal(t, -1, res.Cookies()[0].MaxAge)
	res, b := do(t, "GET", strings.TrimSuffix(url, "/ocr")+"/v1/stations", nil, key...)
	assert.Equal(t, 404, res.StatusCode)
	assert.Contains(t, string(b), "starts with /ocr")
}

func TestPanicsAreAnswers(t *testing.T) {
	t.Parallel()
	srv := serve(t, httpapi.Config{Readers: allKinds(extract.ReaderFunc(func(context.Context, extract.Document) (extract.Result, error) { panic("boom") }))})
	res, b := do(t, "POST", srv.URL+"/passport-ocr/v2", strings.NewReader(`{"image":"aGVsbG8="}`), asJSON...)
	assert.Equal(t, 500, res.StatusCode)
	assert.NotContains(t, string(b), "boom")
}

func TestTheDescriptionNamesWhatIsThere(t *testing.T) {
	t.Parallel()
	srv := serve(t, httpapi.Config{Readers: map[extract.Kind]extract.Reader{extract.BankStatement: rehearsal.Reader()}})
	res, b := do(t, "GET", srv.URL+"/openapi.yaml", nil)
	assert.Equal(t, "application/yaml", res.Header.Get("Content-Type"))
	for path, there := range map[string]bool{"/bank-statement/v1": true, "/bank-statement/v2": true, "/passport-ocr/v2": false, "/v1/readings": true} {
		assert.Equal(t, there, strings.Contains(string(b), "\n  "+path+":\n"), path)
	}
	assert.Contains(t, string(b), "components:")
}

// TestSecrets: neither keys nor what was read may stand in the log.
func TestSecretsStayOutOfTheLog(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	var mu sync.Mutex
	k, err := httpapi.ParseKey("desk", "very-secret-key")
	require.NoError(t, err)
	s, err := httpapi.New(httpapi.Config{Keys: httpapi.KeyList{k}, Readers: allKinds(rehearsal.Reader()),
		Log: slog.New(slog.NewJSONHandler(locked{&mu, &log}, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	require.NoError(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.ServeOn(ctx, l) }()
	url := "http://" + l.Addr().String()
	for i := range 8 {
		body := fmt.Sprintf(`{"image":%q,"option":{"pdf_password":"31011990"}}`, base64.StdEncoding.EncodeToString([]byte{byte(i)}))
		res, _ := do(t, "POST", url+"/bank-statement/v2", strings.NewReader(body), "X-Service-Key", "very-secret-key", "Content-Type", "application/json")
		assert.NotEmpty(t, res.Header.Get("X-Request-Id"))
	}
	do(t, "GET", url+"/v1/stations", nil, "X-Service-Key", "another-secret-key")
	stop()
	require.NoError(t, <-done)
	text := log.String()
	for _, secret := range []string{"very-secret-key", "another-secret-key", "31011990", "1,070.00", "ธนาคาร"} {
		assert.NotContains(t, text, secret)
	}
	assert.Contains(t, text, `"key":"desk"`)
	assert.Contains(t, text, `"request_id"`)
}

type locked struct {
	mu *sync.Mutex
	w  io.Writer
}

// Write writes b under the lock.
func (l locked) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(b)
}

func TestConfigurationThatCannotWork(t *testing.T) {
	_, err := httpapi.New(httpapi.Config{})
	assert.ErrorContains(t, err, "Log")
	_, err = httpapi.New(httpapi.Config{Log: slog.New(slog.DiscardHandler), TLSCert: "a"})
	assert.ErrorContains(t, err, "tls_key")
	s, err := httpapi.New(httpapi.Config{Log: slog.New(slog.DiscardHandler), Listen: "127.0.0.1:99999"})
	require.NoError(t, err)
	assert.ErrorContains(t, s.Serve(context.Background()), "http.listen")
}

// TestABoxWithoutKeys says so instead of letting everybody guess.
func TestABoxWithoutKeys(t *testing.T) {
	s, err := httpapi.New(httpapi.Config{Log: slog.New(slog.DiscardHandler), Readers: allKinds(rehearsal.Reader())})
	require.NoError(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go func() { _ = s.ServeOn(ctx, l) }()
	url := "http://" + l.Addr().String()
	res, b := do(t, "POST", url+"/tawi-50/v2", strings.NewReader(`{}`), "Content-Type", "application/json")
	assert.Equal(t, 401, res.StatusCode)
	assert.Contains(t, string(b), "lensd key add")
	res, b = do(t, "GET", url+"/readyz", nil)
	assert.Equal(t, 503, res.StatusCode)
	var ready struct {
		Checks []httpapi.Check `json:"checks"`
	}
	require.NoError(t, json.Unmarshal(b, &ready))
	assert.False(t, ready.Checks[0].OK)
}
