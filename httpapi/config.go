// Package httpapi is the LAN API: the ten documented endpoints, the box's own paths under /v1, health and metrics, and
// the pages. It knows extract's types and declares the interfaces that it needs of everything else.
package httpapi

import (
	"errors"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"lensd/extract"
	"lensd/guard"
)

// Config is what New needs. Readers and Log must be set; the rest has a working zero value.
type Config struct {
	Listen   string        // host:port, ":8080" when empty
	BasePath string        // fixed prefix of every path, such as "/ocr"; "" for none
	Proxies  guard.Proxies // balancers that say for whom a connection or request is
	TLSCert  string        // PEM files; both set: HTTPS only
	TLSKey   string

	MaxBody     int64          // bytes of a request body, 20 MiB when 0
	MaxInFlight int64          // bytes of bodies in memory at one time, 2 x MaxBody when 0
	MaxPages    int            // pages of one document, 30 when 0
	ReadTimeout time.Duration  // of one reading, queueing included; 60 s when 0
	PerMinute   int            // requests of one key; 0: without bound
	Zone        *time.Location // in which days and hours begin; nil: the box's own
	OmitCodes   bool           // leave codes and tracking out of label answers

	Box     Box // shown on the page and in /v1/stations
	Log     *slog.Logger
	Metrics *prometheus.Registry // a new one when nil

	Readers  map[extract.Kind]extract.Reader // a kind without a reader is answered 404
	Own      []extract.OwnKind               // kinds that the box's owner declared
	Keys     Keys                            // nil: nobody gets in
	Stations Stations                        // nil: no stations
	Readings Readings                        // nil: no stored readings
	Health   Health                          // nil: always alive and ready
	Setup    Setup                           // nil: the pages change nothing
	Fleet    Fleet                           // nil: this box knows no others

	Journal func() []string         // the newest lines of the log, without secrets; nil: none is kept
	Backup  func(w io.Writer) error // writes all that the box keeps; nil: it keeps nothing
	Restore Restore                 // nil: backups are not put back here

	// SessionSecret signs the pages' cookies; when empty a new one is drawn, and a restart signs everybody out.
	SessionSecret []byte
	// Sessions remembers which were signed out of; nil: a restart forgets.
	Sessions Memory
}

// Box names this device.
type Box struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Version string `json:"version"`
}

// withDefaults fills what was left out and refuses what cannot work.
func (c Config) withDefaults() (Config, error) {
	if c.Log == nil {
		return c, errors.New("httpapi: Config.Log is required")
	}
	if (c.TLSCert == "") != (c.TLSKey == "") {
		return c, errors.New("http.tls_cert and http.tls_key belong together: set both or neither")
	}
	c.Listen = or(c.Listen, ":8080")
	c.MaxBody = or(c.MaxBody, 20<<20)
	c.MaxInFlight = max(or(c.MaxInFlight, 2*c.MaxBody), c.MaxBody+1)
	c.Zone = or(c.Zone, time.Local)
	c.MaxPages = or(c.MaxPages, 30)
	c.ReadTimeout = or(c.ReadTimeout, time.Minute)
	c.BasePath = strings.TrimRight("/"+strings.Trim(c.BasePath, "/"), "/")
	if c.Metrics == nil {
		c.Metrics = prometheus.NewRegistry()
	}
	return c, nil
}

// or returns v unless it is the zero value.
func or[T comparable](v, otherwise T) T {
	var zero T
	if v == zero {
		return otherwise
	}
	return v
}
