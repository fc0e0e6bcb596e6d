package httpapi_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/httpapi"
	"lensd/httpapi/envelope"
	"lensd/vision/geom"
)

// snippet returns the block of docs/api.md in the given language, as a reader would copy it.
func snippet(t *testing.T, language string) string {
	t.Helper()
	b, err := os.ReadFile("../docs/api.md")
	require.NoError(t, err)
	m := regexp.MustCompile("(?s)```" + language + "\n(.*?)```").FindSubmatch(b)
	require.NotNil(t, m, "docs/api.md has no block in %s", language)
	return string(m[1])
}

// TestSnippets runs the documented clients as they are written. The first answer is "busy": they must ask again.
func TestSnippets(t *testing.T) {
	for _, c := range []struct{ language, file, program, want string }{
		{"sh", "read.sh", "sh", `"value":"0123.4"`},
		{"python", "read.py", "python3", "200 0123.4 0.93"},
		{"javascript", "read.mjs", "node", "200 0123.4 0.93"},
	} {
		t.Run(c.language, func(t *testing.T) {
			t.Parallel()
			busy := c.language != "sh" // curl leaves asking again to its user
			srv := serve(t, httpapi.Config{Readers: map[extract.Kind]extract.Reader{extract.WaterMeter: extract.ReaderFunc(
				func(context.Context, extract.Document) (extract.Result, error) {
					if busy {
						busy = false
						return extract.Result{}, extract.Errorf(extract.KindBusy, "all readers are busy; try again in a second")
					}
					m := &extract.Meter{Value: "0123.4", Digits: []geom.Quad{{}}, Confidence: 0.93}
					return extract.Result{Pages: []extract.Page{{Number: 1, Width: 64, Height: 48, Items: []extract.Item{{Meter: m}}}}}, nil
				})}})
			dir := t.TempDir()
			script, shot := filepath.Join(dir, c.file), filepath.Join(dir, "meter.png")
			require.NoError(t, os.WriteFile(script, []byte(snippet(t, c.language)), 0o600))
			require.NoError(t, os.WriteFile(shot, picture(t, 640, 480), 0o600))
			cmd := exec.Command(c.program, script, shot)
			cmd.Env = append(os.Environ(), "LENSD_URL="+srv.URL, "LENSD_KEY=test-key-1")
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, string(out))
			assert.Contains(t, string(out), c.want)
		})
	}
}

// TestEveryEndpointIsDocumented keeps docs/api.md and openapi.yaml whole.
func TestEveryEndpointIsDocumented(t *testing.T) {
	doc, err := os.ReadFile("../docs/api.md")
	require.NoError(t, err)
	d, err := describe()
	require.NoError(t, err)
	for _, e := range envelope.Endpoints() {
		assert.Contains(t, string(doc), "`"+e.Path+"`")
		_, found := d.at("/paths/" + escape(e.Path) + "/post")
		assert.NotNil(t, found, e.Path)
	}
	assert.Contains(t, snippet(t, "kotlin"), "x-service-key")
}
