package uplink_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/device/uplink"
)

// pki is a certificate authority that writes PEM files.
type pki struct {
	t    *testing.T
	dir  string
	key  *ecdsa.PrivateKey
	cert *x509.Certificate
}

func newPKI(t *testing.T) *pki {
	p := &pki{t: t, dir: t.TempDir()}
	p.issue("ca", &x509.Certificate{IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign})
	return p
}

// issue writes <name>.crt and <name>.key; the first one signs itself and all others.
func (p *pki) issue(name string, c *x509.Certificate) {
	p.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(p.t, err)
	c.SerialNumber, c.Subject = big.NewInt(time.Now().UnixNano()), pkix.Name{CommonName: name}
	c.NotBefore, c.NotAfter = time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
	if p.cert == nil {
		p.key, p.cert = key, c
	}
	der, err := x509.CreateCertificate(rand.Reader, c, p.cert, &key.PublicKey, p.key)
	require.NoError(p.t, err)
	raw, err := x509.MarshalPKCS8PrivateKey(key)
	require.NoError(p.t, err)
	p.write(name+".crt", "CERTIFICATE", der)
	p.write(name+".key", "PRIVATE KEY", raw)
}

func (p *pki) write(name, kind string, b []byte) {
	require.NoError(p.t, os.WriteFile(p.path(name), pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: b}), 0o644))
}

func (p *pki) path(name string) string { return filepath.Join(p.dir, name) }

// newSecureMosquitto asks for a client certificate and a password.
func newSecureMosquitto(t *testing.T, p *pki) *mosquitto {
	m := &mosquitto{port: freePort(t), conf: p.path("mosquitto.conf")}
	out, err := exec.Command("mosquitto_passwd", "-b", "-c", p.path("users"), "box", "right").CombinedOutput()
	require.NoError(t, err, string(out))
	// "user root": started as root, the broker would otherwise give up the right to read these first; else it has no effect.
	text := fmt.Sprintf("user root\nlistener %d 127.0.0.1\ncafile %s\ncertfile %s\nkeyfile %s\nrequire_certificate true\npassword_file %s\nallow_anonymous false\n",
		m.port, p.path("ca.crt"), p.path("broker.crt"), p.path("broker.key"), p.path("users"))
	require.NoError(t, os.WriteFile(m.conf, []byte(text), 0o600))
	t.Cleanup(func() { m.stop(t) })
	m.start(t)
	return m
}

func TestTLSWithClientCertificateAndPassword(t *testing.T) {
	p := newPKI(t)
	p.issue("broker", &x509.Certificate{IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}})
	p.issue("box", &x509.Certificate{ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}})
	other := newPKI(t)
	m := newSecureMosquitto(t, p)
	for name, c := range map[string]struct {
		ca, cert, password string
		ok                 bool
	}{
		"all right":              {p.path("ca.crt"), "box", "right", true},
		"a broker of another CA": {other.path("ca.crt"), "box", "right", false},
		"the system's CAs only":  {"", "box", "right", false},
		"no client certificate":  {p.path("ca.crt"), "", "right", false},
		"a wrong password":       {p.path("ca.crt"), "box", "wrong", false},
	} {
		t.Run(name, func(t *testing.T) {
			cert, key := "", ""
			if c.cert != "" {
				cert, key = p.path(c.cert+".crt"), p.path(c.cert+".key")
			}
			conf, err := uplink.LoadTLS(c.ca, cert, key)
			require.NoError(t, err)
			cfg := config("ssl://" + m.addr())
			cfg.TLS, cfg.Username, cfg.Password = conf, "box", c.password
			q := newQueue()
			q.add("one")
			u, stop := serve(t, cfg, q, &orders{})
			if c.ok {
				eventually(t, func() bool { return u.Status().Delivered == 1 }, "delivered")
				return
			}
			eventually(t, func() bool { return u.Status().LastError != "" }, "refused")
			stop()
			assert.Zero(t, u.Status().Delivered)
			assert.NotContains(t, u.Status().LastError, "right", "no secret in an error")
		})
	}
}

func TestLoadTLSTellsWhichFileIsWrong(t *testing.T) {
	p := newPKI(t)
	_, err := uplink.LoadTLS("/nowhere", "", "")
	require.ErrorContains(t, err, "mqtt.ca_file")
	_, err = uplink.LoadTLS(p.path("ca.key"), "", "")
	require.ErrorContains(t, err, "no PEM certificate")
	_, err = uplink.LoadTLS("", p.path("ca.crt"), "")
	require.ErrorContains(t, err, "mqtt.cert_file")
}
