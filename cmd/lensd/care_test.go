package main

import (
	"crypto/sha256"
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// asks is one request with a JSON body, as the pages send it.
func (b *box) asks(t *testing.T, method, path, body string) (int, string) {
	t.Helper()
	req, err := http.NewRequest(method, b.url+path, strings.NewReader(body))
	require.NoError(t, err)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("x-service-key", b.key)
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	said, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return res.StatusCode, string(said)
}

// Of the passwords that were typed on the page only the one in use is kept.
func TestOldPasswordsAreForgotten(t *testing.T) {
	b := startBox(t, "mqtt: {broker: none}")
	secrets := func() []string {
		found, err := filepath.Glob(filepath.Join(filepath.Dir(b.config), "state", "secrets", "*"))
		require.NoError(t, err)
		return found
	}
	for _, password := range []string{"one", "two", "three"} {
		status, said := b.asks(t, http.MethodPatch, "/v1/config/mqtt", `{"broker":"tcp://127.0.0.1:1","username":"box","password":"`+password+`"}`)
		require.Equal(t, http.StatusOK, status, said)
	}
	left := secrets()
	require.Len(t, left, 1, "only that of the configuration that is in use")
	text, err := os.ReadFile(left[0])
	require.NoError(t, err)
	assert.Equal(t, "three\n", string(text))
}

// A box without a shell at hand changes to HTTPS from its page; what is shown as its fingerprint is that of what it serves.
func TestThePageMakesACertificate(t *testing.T) {
	b := startBox(t, "mqtt: {broker: none}")
	status, said := b.asks(t, http.MethodGet, "/v1/certificate", "")
	require.Equal(t, http.StatusOK, status)
	assert.JSONEq(t, `{"mode":"own","fingerprint":""}`, said)
	status, said = b.asks(t, http.MethodPost, "/v1/certificate", "")
	require.Equal(t, http.StatusOK, status, said)
	var served string
	require.Eventually(t, func() bool {
		c, err := tls.Dial("tcp", strings.TrimPrefix(b.url, "http://"), &tls.Config{InsecureSkipVerify: true}) // the fingerprint is what is looked at
		if err != nil {
			return false
		}
		served = fingerprintOf(c.ConnectionState().PeerCertificates[0].Raw)
		return c.Close() == nil
	}, 2*time.Minute, 100*time.Millisecond)
	assert.Contains(t, said, served)
}

// The log and a backup are had without a shell; the log tells no secrets.
func TestTheLogAndABackupAreHadFromThePage(t *testing.T) {
	b := startBox(t, "mqtt: {broker: none}")
	status, said := b.asks(t, http.MethodGet, "/v1/log", "")
	require.Equal(t, http.StatusOK, status)
	assert.Contains(t, said, "listening")
	assert.NotContains(t, said, b.key)
	status, copied := b.asks(t, http.MethodGet, "/v1/backup", "")
	require.Equal(t, http.StatusOK, status)
	file := filepath.Join(t.TempDir(), "box.backup")
	require.NoError(t, os.WriteFile(file, []byte(copied), 0o600))
	b.stop()
	_, err := b.run("restore", file)
	require.NoError(t, err)
	b.start()
	assert.Equal(t, http.StatusOK, b.get("/v1/stations", b.key))
}

func fingerprintOf(der []byte) string {
	sum := sha256.Sum256(der)
	return strings.ReplaceAll(fmt.Sprintf("% X", sum[:]), " ", ":")
}
