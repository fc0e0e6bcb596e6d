package httpapi_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/httpapi"
	"lensd/httpapi/envelope"
)

var update = flag.Bool("update", false, "rewrite the answers of testdata/contract")

// golden is one request with what the reader says and the answer that must come: one file a case.
type golden struct {
	path   string
	head   string // request line, headers, blank line, body
	reader string // a Result, or {"error": …}
	answer string
}

func readGolden(t *testing.T, path string) golden {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	part := strings.Split(string(b), "\n----\n")
	require.Len(t, part, 3, "%s: request, reader and answer, divided by ----", path)
	return golden{path: path, head: part[0], reader: part[1], answer: part[2]}
}

func (g golden) save(t *testing.T) {
	t.Helper()
	require.NoError(t, os.WriteFile(g.path, []byte(g.head+"\n----\n"+g.reader+"\n----\n"+g.answer), 0o600))
}

// request builds the HTTP request; {{png 640x480}} stands for a real picture, {{spaces 9}} and {{deep 9}} for bulk.
func (g golden) request(t *testing.T, base string) *http.Request {
	t.Helper()
	head, body, _ := strings.Cut(g.head, "\n\n")
	lines := strings.Split(head, "\n")
	for strings.HasPrefix(lines[0], "#") {
		lines = lines[1:]
	}
	method, path, ok := strings.Cut(lines[0], " ")
	require.True(t, ok, lines[0])
	req, err := http.NewRequest(method, base+path, strings.NewReader(expand(t, body)))
	require.NoError(t, err)
	for _, l := range lines[1:] {
		name, value, _ := strings.Cut(l, ": ")
		req.Header.Set(name, value)
	}
	return req
}

func expand(t *testing.T, body string) string {
	t.Helper()
	return regexp.MustCompile(`\{\{(\w+) (\w+)\}\}`).ReplaceAllStringFunc(body, func(m string) string {
		f := strings.Fields(strings.Trim(m, "{}"))
		switch f[0] {
		case "png":
			var w, h int
			_, err := fmt.Sscanf(f[1], "%dx%d", &w, &h)
			require.NoError(t, err)
			return base64.StdEncoding.EncodeToString(picture(t, w, h))
		case "spaces":
			return strings.Repeat(" ", number(t, f[1]))
		case "deep":
			return strings.Repeat("[", number(t, f[1])) + strings.Repeat("]", number(t, f[1]))
		}
		require.Fail(t, "unknown macro", m)
		return ""
	})
}

func number(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	require.NoError(t, err)
	return n
}

// picture is a PNG with something on it.
func picture(t *testing.T, w, h int) []byte {
	t.Helper()
	m := image.NewGray(image.Rect(0, 0, w, h))
	for i := range m.Pix {
		m.Pix[i] = 230
	}
	for x := 0; x < w; x += 7 {
		m.Set(x, h/2, color.Gray{Y: 20})
	}
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, m))
	return b.Bytes()
}

// script plays what a golden file says that the reader says.
func (g golden) script(t *testing.T) extract.Reader {
	var s struct {
		extract.Result
		Error *extract.Error `json:"error"`
	}
	if strings.TrimSpace(g.reader) != "" {
		require.NoError(t, json.Unmarshal([]byte(g.reader), &s), g.path)
	}
	return extract.ReaderFunc(func(context.Context, extract.Document) (extract.Result, error) {
		if s.Error != nil {
			return extract.Result{}, s.Error
		}
		return s.Result, nil
	})
}

func allKinds(r extract.Reader) map[extract.Kind]extract.Reader {
	out := map[extract.Kind]extract.Reader{}
	for _, e := range envelope.Endpoints() {
		out[e.Kind] = r
	}
	return out
}

// ours is an id that the server drew; two runs differ in nothing else.
var ours = regexp.MustCompile(`"[0-9a-f]{24}"`)

// ask plays g against a server on a socket and returns the answer in the file's form.
func ask(t *testing.T, g golden) string {
	t.Helper()
	srv := serve(t, httpapi.Config{Readers: allKinds(g.script(t)), MaxBody: 64 << 10})
	res, err := http.DefaultClient.Do(g.request(t, srv.URL))
	require.NoError(t, err)
	defer res.Body.Close()
	var raw, pretty bytes.Buffer
	_, err = raw.ReadFrom(res.Body)
	require.NoError(t, err)
	require.NoError(t, json.Indent(&pretty, raw.Bytes(), "", " "), raw.String())
	assert.Equal(t, "application/json; charset=utf-8", res.Header.Get("Content-Type"))
	checkSchema(t, res.Request.Method, res.Request.URL.Path, res.StatusCode, raw.Bytes())
	head := fmt.Sprintf("HTTP %d\n", res.StatusCode)
	for _, name := range []string{"Allow", "Retry-After", "X-Error-Detail"} {
		if v := res.Header.Get(name); v != "" {
			head += name + ": " + v + "\n"
		}
	}
	return head + "\n" + string(ours.ReplaceAll(pretty.Bytes(), []byte(`"<id>"`))) + "\n"
}

func TestContract(t *testing.T) {
	files, err := filepath.Glob("testdata/contract/*/*.txt")
	require.NoError(t, err)
	require.Greater(t, len(files), 90)
	for _, f := range files {
		t.Run(strings.TrimSuffix(f[len("testdata/contract/"):], ".txt"), func(t *testing.T) {
			t.Parallel()
			g := readGolden(t, f)
			got := ask(t, g)
			if *update {
				g.answer = got
				g.save(t)
			}
			assert.Equal(t, g.answer, got)
		})
	}
}
