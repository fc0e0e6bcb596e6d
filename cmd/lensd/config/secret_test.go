package config

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// secrets stand in every place of a file that can hold one, and in the environment.
const (
	secretKey = "geheim-Kq7xVt2mZr"
	secretURL = "Wp4sNd8yLb"
)

const secretFile = `box: {id: cellar}
http:
  listen: ":8080"
  service_keys: ["` + secretKey + `"]
  base_path: ""
readers:
  workers: 2
  timeout: 30s
mqtt:
  broker: ssl://me:` + secretURL + `@broker.lan:8883
  username: "` + secretKey + `"
stations:
  - name: a
    kind: water-meter
    camera: {source: rtsp, url: "rtsp://me:` + secretURL + `@camera.lan/1"}
    trigger: {every: 5m}
log:
  level: info
`

// leaks finds a piece of a secret of at least five letters in text.
func leaks(text string) string {
	for _, secret := range []string{secretKey, secretURL} {
		for i := 0; i+5 <= len(secret); i++ {
			if strings.Contains(text, secret[i:i+5]) {
				return secret[i : i+5]
			}
		}
	}
	return ""
}

// mistake changes a file the way a person does: a sign lost or doubled, lines joined, moved, cut or indented, a value in a
// key's place.
func mistake(text string, rnd *rand.Rand) string {
	lines := strings.Split(text, "\n")
	i := rnd.IntN(len(lines))
	j := rnd.IntN(len(lines))
	at := rnd.IntN(len(text))
	switch rnd.IntN(10) {
	case 0:
		return text[:at] + text[at+1:]
	case 1:
		return text[:at] + string("\"':[]{}#&*!|>%@`,- \t\n"[rnd.IntN(21)]) + text[at:]
	case 2:
		lines[i] = strings.Repeat(" ", rnd.IntN(6)) + strings.TrimSpace(lines[i])
	case 3:
		lines[i], lines[j] = lines[j], lines[i]
	case 4:
		lines[i] += lines[j]
	case 5:
		lines[i] = "- " + lines[i]
	case 6:
		lines[i] = strings.NewReplacer(": ", " ", "[", "", "]", "").Replace(lines[i])
	case 7:
		lines[i] = strings.NewReplacer(`"`, "", "'", "").Replace(lines[i]) + ":"
	case 8:
		key, value, _ := strings.Cut(lines[i], ":")
		indent := len(key) - len(strings.TrimLeft(key, " "))
		lines[i] = key[:indent] + strings.Trim(value, ` "[]`) + ": " + strings.TrimSpace(key)
	case 9:
		lines[i] = lines[i] + "\n" + lines[i]
	}
	return strings.Join(lines, "\n")
}

func TestNoMistakeTellsASecret(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	path := filepath.Join(t.TempDir(), "lensd.yaml")
	broken := 0
	for range 2000 {
		text := secretFile
		for range 1 + rnd.IntN(3) {
			text = mistake(text, rnd)
		}
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, err := Load(path, nil)
		if err == nil {
			continue
		}
		broken++
		require.Empty(t, leaks(err.Error()), "%s\n---\n%s", err, text)
	}
	assert.Greater(t, broken, 1000)
}

func TestTheEnvironmentTellsNoValue(t *testing.T) {
	_, err := load(t, "", "LENSD_READERS_WORKERS="+secretKey, "LENSD_READERS_TIMEOUT="+secretKey, "LENSD_HTTP_SERVICE_KEYS=abc")
	require.Error(t, err)
	assert.Empty(t, leaks(err.Error()))
	assert.Contains(t, err.Error(), "LENSD_READERS_WORKERS")
	assert.Contains(t, err.Error(), "LENSD_READERS_TIMEOUT")
}

// A file that names a secret in place of a path is a common slip.
func TestFilesThatCannotBeReadAreNotNamed(t *testing.T) {
	_, err := load(t, fmt.Sprintf("http: {tls_cert: %s, tls_key: %s}", secretKey, secretKey))
	require.ErrorContains(t, err, "http.tls_cert")
	assert.Empty(t, leaks(err.Error()))
}

func TestAFaultNamesKeyLineAndColumn(t *testing.T) {
	for text, want := range map[string]Fault{
		"http:\n  lissten: ':80'\n":                            {Path: "http.lissten", Line: 2, Column: 3},
		"http:\n  service_keys: [a]\n  " + secretKey + ": 1\n": {Path: "http.…", Line: 3, Column: 3},
		"readers: {workers: many}":                             {Path: "readers.workers", Line: 1, Column: 20},
		"readers:\n  timeout: soon\n":                          {Path: "readers.timeout", Line: 2, Column: 12},
		"stations:\n  - {name: a, knd: table}\n":               {Path: "stations[0].knd", Line: 2, Column: 15},
		"http:\n  service_keys: [\"a\n  listen: ':80'\n":       {Path: "http.service_keys", Line: 2, Column: 18},
		"http: {}\nhttp: {}\n":                                 {Path: "http", Line: 2, Column: 1},
	} {
		_, err := Parse([]byte(text))
		var f *Fault
		require.ErrorAs(t, err, &f, text)
		assert.NotEmpty(t, f.Says)
		f = &Fault{Path: f.Path, Line: f.Line, Column: f.Column}
		assert.Equal(t, &want, f, text)
	}
}
