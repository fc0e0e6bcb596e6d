// Package announce makes a box findable on its network without an address: it answers multicast DNS for the services
// _lensd._tcp and _http._tcp (RFC 6762, RFC 6763), through brutella/dnssd.
package announce

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/brutella/dnssd"
)

// Types are the DNS-SD service types of a box.
const (
	TypeLensd = "_lensd._tcp"
	TypeHTTP  = "_http._tcp"
)

const (
	firstPause   = 2 * time.Second // a box often starts before its network
	longestPause = 2 * time.Minute
	longestLabel = 63 // bytes of a DNS label
)

// Config says what is announced.
type Config struct {
	Name       string // of the box as people see it, such as "Cellar"
	ID         string // of the box, unique on the network
	Version    string
	Listen     string // host:port of the API; the port is announced
	BasePath   string // of the API
	TLS        bool   // the API speaks HTTPS
	Interfaces []string
	Log        *slog.Logger
}

// Announcer answers for one box. Make it with New.
type Announcer struct {
	cfg  Config
	port int
}

// New checks cfg. An API that listens on the loopback address only cannot be found by others and is an error.
func New(cfg Config) (*Announcer, error) {
	host, text, err := net.SplitHostPort(cfg.Listen)
	if err != nil {
		return nil, fmt.Errorf("announce: listen address: %w", err)
	}
	port, err := strconv.Atoi(text)
	if err != nil || port < 1 || port > 65535 {
		return nil, fmt.Errorf("announce: port %q is no number from 1 to 65535", text)
	}
	if ip := net.ParseIP(host); host == "localhost" || (ip != nil && ip.IsLoopback()) {
		return nil, errors.New("announce: the API listens on the loopback address; nobody else can reach it")
	}
	if cfg.Log == nil {
		return nil, errors.New("announce: Config.Log is required")
	}
	return &Announcer{cfg: cfg, port: port}, nil
}

// Serve announces until ctx ends. A network that is not there yet is tried again; it never ends the daemon.
func (a *Announcer) Serve(ctx context.Context) error {
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		err := a.respond(ctx)
		if ctx.Err() != nil {
			return nil
		}
		a.cfg.Log.Warn("announcing the box by multicast DNS failed; trying again", "error", err, "in", pause)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
	}
}

func (a *Announcer) respond(ctx context.Context) error {
	r, err := dnssd.NewResponder()
	if err != nil {
		return err
	}
	for _, t := range []string{TypeLensd, TypeHTTP} {
		s, err := dnssd.NewService(a.service(t))
		if err != nil {
			return err
		}
		if _, err := r.Add(s); err != nil {
			return err
		}
	}
	return r.Respond(ctx)
}

// service describes one announcement; the text records are those of RFC 6763 for _http._tcp and ours beside them.
func (a *Announcer) service(kind string) dnssd.Config {
	return dnssd.Config{
		Name: label(a.cfg.Name, a.cfg.ID), Type: kind, Domain: "local", Host: hostLabel(a.cfg.ID), Port: a.port, Ifaces: a.cfg.Interfaces,
		Text: map[string]string{"path": a.path(), "scheme": a.scheme(), "id": a.cfg.ID, "version": a.cfg.Version},
	}
}

// PageURL is where a browser on the same network finds the box's page, by the host name that Serve answers for.
func (a *Announcer) PageURL() string {
	return a.scheme() + "://" + net.JoinHostPort(hostLabel(a.cfg.ID)+".local", strconv.Itoa(a.port)) + a.path()
}

func (a *Announcer) scheme() string {
	if a.cfg.TLS {
		return "https"
	}
	return "http"
}

func (a *Announcer) path() string {
	return strings.TrimRight("/"+strings.Trim(a.cfg.BasePath, "/"), "/") + "/"
}

// label is the instance name that browsers show, cut to a DNS label between characters.
func label(name, id string) string {
	s := strings.TrimSpace(name)
	if s == "" {
		s = "lensd " + id
	}
	for len(s) > longestLabel {
		r := []rune(s)
		s = string(r[:len(r)-1])
	}
	return s
}

// hostLabel keeps letters, digits and hyphens, as host names allow no more.
func hostLabel(id string) string {
	s := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		default:
			return '-'
		}
	}, id)
	s = strings.Trim("lensd-"+s, "-")
	return strings.TrimRight(s[:min(len(s), longestLabel)], "-")
}
