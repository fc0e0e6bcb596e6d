package main

import (
	"crypto/tls"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/cmd/lensd/certificate"
)

// ask is one request with a key; the certificate is the box's own.
func ask(method, url, key string) (int, string) {
	req, err := http.NewRequest(method, url, nil)
	if err != nil {
		return 0, err.Error()
	}
	req.Header.Set("X-Service-Key", key)
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}} //nolint:gosec // our own certificate
	res, err := client.Do(req)
	if err != nil {
		return 0, err.Error()
	}
	defer res.Body.Close()
	b, _ := io.ReadAll(res.Body)
	return res.StatusCode, string(b)
}

// The owner's commands and what they change of a box that runs.
func TestRolesErasureAndCertificateOfARunningBox(t *testing.T) {
	b := startBox(t, "mqtt: {broker: none}\n")
	require.Eventually(t, func() bool {
		_, body := ask("GET", b.url+"/readyz", "")
		return strings.Contains(body, `"name":"sandbox","ok":true,"message":"reader processes are held by limits`)
	}, time.Minute, 50*time.Millisecond, "what holds the readers is told")

	out, err := lensd("key", "add", "guest", "-role", "read", "-config", b.config).Output()
	require.NoError(t, err)
	guest := strings.TrimSpace(string(out))
	status, _ := ask("GET", b.url+"/v1/readings", guest)
	assert.Equal(t, http.StatusOK, status)
	status, body := ask("DELETE", b.url+"/v1/readings?before=2026-01-01T00:00:00Z", guest)
	assert.Equal(t, http.StatusForbidden, status, body)
	said, err := lensd("erase", "-before", "2026-01-01", "-config", b.config).CombinedOutput()
	require.NoError(t, err, string(said))
	assert.Contains(t, string(said), "0 readings")
	require.Error(t, lensd("erase", "-config", b.config).Run(), "a time must be given")

	print, err := lensd("cert", "-config", b.config).Output()
	require.NoError(t, err)
	assert.Contains(t, string(print), "SHA-256 ")
	require.NoError(t, b.cmd.Process.Signal(syscall.SIGHUP))
	secure := strings.Replace(b.url, "http:", "https:", 1)
	require.Eventually(t, func() bool { status, _ := ask("GET", secure+"/healthz", ""); return status == http.StatusOK }, time.Minute, 50*time.Millisecond)
	status, _ = ask("GET", b.url+"/healthz", "")
	assert.NotEqual(t, http.StatusOK, status, "and no more in clear")
	again, err := lensd("cert", "-config", b.config).Output()
	require.NoError(t, err)
	assert.Equal(t, string(print), string(again), "made once")

	key := certificate.In(filepath.Join(filepath.Dir(b.config), "state")).Key
	require.NoError(t, os.WriteFile(key, []byte("torn"), 0o600))
	require.NoError(t, b.cmd.Process.Signal(syscall.SIGHUP))
	require.Eventually(t, func() bool {
		_, body := ask("GET", b.url+"/readyz", "")
		return strings.Contains(body, "lensd cert -force")
	}, time.Minute, 50*time.Millisecond)
}
