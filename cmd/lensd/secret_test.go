package main

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A mistake in the lines beside a key used to print the key on /readyz, which asks for none, and in the log.
func TestABrokenConfigurationTellsNoSecret(t *testing.T) {
	const secret = "geheim-Kq7xVt2mZr"
	for name, fault := range map[string]string{
		"wrong indent":         "http:\n  service_keys: [\"" + secret + "\"]\n   listen: x\n",
		"unknown key below it": "http:\n  service_keys: [\"" + secret + "\"]\n  lissten: x\n",
		"lost quote":           "http:\n  service_keys: [\"" + secret + "]\n  codes: true\n",
		"a key as a section":   "http:\n  service_keys:\n    " + secret + ": 1\n",
		"a password as a path": "mqtt: {broker: none, username: a, password_file: " + secret + "}\nreaders: {workers: " + secret + "}\n",
	} {
		t.Run(name, func(t *testing.T) {
			dir, addr := t.TempDir(), freeAddress(t)
			b := &box{t: t, config: filepath.Join(dir, "lensd.yaml"), url: "http://" + addr}
			b.write(fmt.Sprintf("state_dir: %s\n%s", dir, fault))
			t.Setenv("LENSD_HTTP_LISTEN", addr)
			b.start()
			told := get(t, b.url+"/readyz") + get(t, b.url+"/") + get(t, b.url+"/v1/stations")
			b.stop()
			assert.Contains(t, told, "config")
			assert.NotContains(t, told+b.log.String(), secret)
		})
	}
}

func get(t *testing.T, url string) string {
	t.Helper()
	res, err := http.Get(url)
	require.NoError(t, err)
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return strings.Join(res.Header.Values("X-Error-Detail"), "\n") + string(text)
}
