package httpapi_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/httpapi"
)

func TestTLSAndShutdown(t *testing.T) {
	t.Parallel()
	cert, keyFile := selfSigned(t)
	d := newDesk(t)
	s, err := httpapi.New(httpapi.Config{TLSCert: cert, TLSKey: keyFile, Log: slog.New(slog.DiscardHandler), Stations: d, Readings: d,
		Keys: httpapi.KeyList{mustKey(t)}})
	require.NoError(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.ServeOn(ctx, l) }()
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}} //nolint:gosec // our own certificate
	url := "https://" + l.Addr().String()
	res, err := client.Get(url + "/healthz")
	require.NoError(t, err)
	res.Body.Close()
	assert.Equal(t, 200, res.StatusCode)
	res, err = client.Post(url+"/v1/session", "application/json", strings.NewReader(`{"key":"test-key-1"}`))
	require.NoError(t, err)
	res.Body.Close()
	require.Len(t, res.Cookies(), 1)
	assert.True(t, res.Cookies()[0].Secure)

	req, _ := http.NewRequest("GET", url+"/v1/stations/cellar/live", nil)
	req.Header.Set("X-Service-Key", "test-key-1")
	live, err := client.Do(req)
	require.NoError(t, err)
	defer live.Body.Close()
	stop()
	assert.NoError(t, <-done, "an open live picture does not hold the daemon")
}

func mustKey(t *testing.T) httpapi.Key {
	t.Helper()
	k, err := httpapi.ParseKey("test", "test-key-1")
	require.NoError(t, err)
	return k
}

func selfSigned(t *testing.T) (cert, key string) {
	t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	c := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, c, c, k.Public(), k)
	require.NoError(t, err)
	kd, err := x509.MarshalPKCS8PrivateKey(k)
	require.NoError(t, err)
	cert, key = filepath.Join(t.TempDir(), "c.pem"), filepath.Join(t.TempDir(), "k.pem")
	require.NoError(t, os.WriteFile(cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600))
	require.NoError(t, os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: kd}), 0o600))
	return cert, key
}
