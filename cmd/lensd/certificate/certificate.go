// Package certificate makes the box's own TLS certificate, for a LAN without an authority that could sign one.
package certificate

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Files are a certificate and its key, in PEM.
type Files struct{ Cert, Key string }

// In returns where the box keeps its own.
func In(stateDir string) Files {
	return Files{filepath.Join(stateDir, "tls", "cert.pem"), filepath.Join(stateDir, "tls", "key.pem")}
}

// Exist says whether both files are there.
func (f Files) Exist() bool {
	_, err := os.Stat(f.Cert)
	_, err2 := os.Stat(f.Key)
	return err == nil && err2 == nil
}

// lifetime is long because nothing renews it: who trusts the certificate has looked at its fingerprint.
const lifetime = 10 * 365 * 24 * time.Hour

// epoch is a time at which there was no lensd: a box without a clock of its own believes in 1970 when it first starts.
func epoch() time.Time { return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC) }

// Make writes a self-signed certificate for the names and addresses by which the box can be reached, over an older one.
func (f Files) Make(names []string, addresses []net.IP, now time.Time) error {
	if now.Before(epoch()) {
		now = epoch()
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return err
	}
	c := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: names[0], Organization: []string{"lensd"}}, DNSNames: names, IPAddresses: addresses,
		NotBefore: epoch(), NotAfter: now.Add(lifetime), KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, c, c, key.Public(), key)
	if err != nil {
		return err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(f.Cert), 0o700); err != nil {
		return err
	}
	// The key first: a certificate without it would not count as there.
	return errors.Join(write(f.Key, "PRIVATE KEY", secret), write(f.Cert, "CERTIFICATE", der))
}

// write replaces a file in one step.
func write(path, kind string, der []byte) error {
	tmp := path + ".new"
	f, err := os.OpenFile(tmp, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(pem.Encode(f, &pem.Block{Type: kind, Bytes: der}), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(tmp, path)
}

// Fingerprint is the certificate's SHA-256 as browsers show it.
func (f Files) Fingerprint() (string, error) {
	pair, err := tls.LoadX509KeyPair(f.Cert, f.Key)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(pair.Certificate[0])
	return strings.ReplaceAll(fmt.Sprintf("% X", sum[:]), " ", ":"), nil
}

// The ways of Choose.
const (
	Auto = "auto" // TLS where the box has a certificate of its own
	Self = "self" // TLS, with a certificate that is made when there is none
	Off  = "off"  // no TLS
)

// Choose returns the files to serve with, the zero value for plain HTTP.
func Choose(way, stateDir string, names []string, addresses []net.IP) (Files, error) {
	f := In(stateDir)
	switch {
	case way == Off || way == Auto && !f.Exist():
		return Files{}, nil
	case !f.Exist():
		if err := f.Make(names, addresses, time.Now()); err != nil {
			return Files{}, fmt.Errorf("the box's certificate cannot be made: %w", plain(err))
		}
	}
	_, err := f.Fingerprint()
	if err != nil {
		err = fmt.Errorf("the box's certificate in %s cannot be used; make a new one with `lensd cert -force`: %w", filepath.Dir(f.Cert), plain(err))
	}
	return f, err
}

// plain leaves the path out, which is named once already.
func plain(err error) error {
	var file *fs.PathError
	if errors.As(err, &file) {
		return file.Err
	}
	return err
}

// Here returns the names and addresses of this machine.
func Here(box string) (names []string, addresses []net.IP) {
	if host, err := os.Hostname(); err == nil && host != "" {
		names = append(names, host, host+".local")
	}
	if box != "" {
		names = append(names, box+".local")
	}
	names = append(names, "localhost")
	all, err := net.InterfaceAddrs()
	if err != nil {
		all = nil // the names still stand
	}
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && !n.IP.IsLinkLocalUnicast() {
			addresses = append(addresses, n.IP)
		}
	}
	return names, addresses
}
