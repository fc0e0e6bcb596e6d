package certificate

import (
	"crypto/tls"
	"crypto/x509"
	"net"
	"os"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestChoose(t *testing.T) {
	made := t.TempDir()
	require.NoError(t, In(made).Make([]string{"box.local"}, nil, time.Now()))
	broken := t.TempDir()
	require.NoError(t, In(broken).Make([]string{"box.local"}, nil, time.Now()))
	require.NoError(t, os.WriteFile(In(broken).Key, []byte("no key"), 0o600))
	for name, c := range map[string]struct {
		way, dir  string
		tls, fail bool
	}{
		"off though there is one": {way: Off, dir: made},
		"auto with one":           {way: Auto, dir: made, tls: true},
		"auto without":            {way: Auto, dir: t.TempDir()},
		"self makes one":          {way: Self, dir: t.TempDir(), tls: true},
		"self keeps one":          {way: Self, dir: made, tls: true},
		"a broken one is told":    {way: Auto, dir: broken, tls: true, fail: true},
	} {
		t.Run(name, func(t *testing.T) {
			before, _ := os.ReadFile(In(c.dir).Cert)
			f, err := Choose(c.way, c.dir, []string{"box.local"}, nil)
			assert.Equal(t, c.fail, err != nil, err)
			assert.Equal(t, c.tls, f != Files{})
			if after, _ := os.ReadFile(In(c.dir).Cert); len(before) > 0 {
				assert.Equal(t, before, after)
			}
		})
	}
}

// A browser that was told to trust the certificate accepts it for each name and address of the box, also from a box that
// believes to be in 1970.
func TestTheCertificateHoldsForTheBox(t *testing.T) {
	for _, now := range []time.Time{time.Now(), time.Unix(0, 0)} {
		f := In(t.TempDir())
		require.NoError(t, f.Make([]string{"pi", "pi.local"}, []net.IP{net.IPv4(192, 168, 1, 7)}, now))
		pair, err := tls.LoadX509KeyPair(f.Cert, f.Key)
		require.NoError(t, err)
		leaf, err := x509.ParseCertificate(pair.Certificate[0])
		require.NoError(t, err)
		trusted := x509.NewCertPool()
		trusted.AddCert(leaf)
		for _, name := range []string{"pi", "pi.local", "192.168.1.7"} {
			_, err := leaf.Verify(x509.VerifyOptions{DNSName: name, Roots: trusted, CurrentTime: epoch().Add(time.Hour)})
			assert.NoError(t, err, name)
		}
		assert.Error(t, leaf.VerifyHostname("other.local"))
		print, err := f.Fingerprint()
		require.NoError(t, err)
		assert.Regexp(t, regexp.MustCompile(`^([0-9A-F]{2}:){31}[0-9A-F]{2}$`), print)
		info, err := os.Stat(f.Key)
		require.NoError(t, err)
		assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	}
}

func TestHere(t *testing.T) {
	names, addresses := Here("lensd-1a2b3c4d")
	assert.Contains(t, names, "localhost")
	assert.Contains(t, names, "lensd-1a2b3c4d.local")
	require.NotEmpty(t, addresses)
}
