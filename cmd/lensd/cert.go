package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"lensd/cmd/lensd/certificate"
	"lensd/cmd/lensd/config"
)

// makeCertificate makes the box's own certificate, with which it serves HTTPS from then on, and prints its fingerprint.
func makeCertificate(_ context.Context, args []string) error {
	fs := newFlags("cert")
	path := configFlag(fs)
	force := fs.Bool("force", false, "make a new one in the place of an old one")
	if err := parsed(fs.Parse(args)); err != nil {
		return err
	}
	cfg, err := config.Load(*path, os.Environ())
	if err != nil {
		return err
	}
	if err := becomeOwner(cfg.StateDir, os.Geteuid()); err != nil {
		return err
	}
	f := certificate.In(cfg.StateDir)
	if *force || !f.Exist() {
		names, addresses := certificate.Here(cfg.Box.ID)
		if err := f.Make(names, addresses, time.Now()); err != nil {
			return err
		}
		fmt.Fprintln(os.Stderr, "made", f.Cert+"; a running box takes it with `systemctl reload lensd`")
	}
	if cfg.HTTP.TLS == certificate.Off || cfg.HTTP.TLSCert != "" {
		fmt.Fprintln(os.Stderr, "it is not in use: http.tls is off, or http.tls_cert names another")
	}
	print, err := f.Fingerprint()
	if err != nil {
		return errors.Join(err, errors.New("make a new one with -force"))
	}
	_, err = fmt.Println("SHA-256", print)
	return err
}

// secured returns what HTTP is served with: the certificate that the configuration names, the box's own, or none. Where that
// cannot be used nothing is served in clear in its place, but to this machine.
func (a *app) secured(cfg config.Config) config.HTTP {
	h := cfg.HTTP
	if h.TLSCert != "" {
		a.health.note("certificate", nil)
		return h
	}
	names, addresses := certificate.Here(cfg.Box.ID)
	f, err := certificate.Choose(h.TLS, cfg.StateDir, names, addresses)
	a.health.note("certificate", err)
	if err == nil {
		h.TLSCert, h.TLSKey = f.Cert, f.Key
		return h
	}
	a.log.Error("serving on loopback alone", "err", err)
	_, port, err := net.SplitHostPort(h.Listen)
	if err != nil { // validated before
		port = "0"
	}
	h.Listen, h.Announce = net.JoinHostPort("127.0.0.1", port), false
	return h
}
