package setup

import (
	"context"
	"time"

	"lensd/cmd/lensd/certificate"
	"lensd/cmd/lensd/config"
	"lensd/httpapi"
)

// certificateView is what the pages show of the box's certificate.
type certificateView struct {
	Mode        string `json:"mode"`        // off: switched off in the file; file: another one than the box's own; own
	Fingerprint string `json:"fingerprint"` // SHA-256 of the box's own; "": none was made
}

// Certificate implements httpapi.Setup.
func (s *Setup) Certificate(context.Context) (any, error) {
	cfg, _ := config.Load(s.cfg.Path, s.cfg.Environ) // its faults are told elsewhere; the state directory is known
	v := certificateView{Mode: "own"}
	switch {
	case cfg.HTTP.TLSCert != "":
		v.Mode = "file"
	case cfg.HTTP.TLS == certificate.Off:
		v.Mode = "off"
	}
	f := certificate.In(cfg.StateDir)
	if !f.Exist() {
		return v, nil
	}
	var err error
	v.Fingerprint, err = f.Fingerprint()
	return v, err
}

// MakeCertificate implements httpapi.Setup: the box changes to HTTPS with it once this has been answered.
func (s *Setup) MakeCertificate(context.Context) error {
	s.turn.Lock()
	defer s.turn.Unlock()
	cfg, err := config.Load(s.cfg.Path, s.cfg.Environ)
	if err != nil {
		return httpapi.Faults{{Says: "the configuration has a mistake that has to be mended by hand first"}}
	}
	if cfg.HTTP.TLS == certificate.Off || cfg.HTTP.TLSCert != "" {
		return httpapi.Faults{{Says: "the file says otherwise (http.tls, http.tls_cert)"}}
	}
	names, addresses := certificate.Here(cfg.Box.ID)
	if err := certificate.In(cfg.StateDir).Make(names, addresses, time.Now()); err != nil {
		return err
	}
	s.cfg.Reload()
	return nil
}
