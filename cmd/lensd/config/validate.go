package config

import (
	"crypto/ed25519"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/robfig/cron/v3"

	"lensd/extract"
	"lensd/guard"
)

// names are what may stand in an MQTT topic level and in a URL and a Home Assistant id without escaping.
var names = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$`)

// problems gathers every fault of a file, so that a user mends them in one go.
type problems []error

// check's words never hold a value: see Fault.
func (p *problems) check(ok bool, path, format string, args ...any) {
	if !ok {
		*p = append(*p, &Fault{Path: path, Says: fmt.Sprintf(format, args...)})
	}
}

func (p *problems) oneOf(path, value string, allowed ...string) {
	p.check(slices.Contains(allowed, value), path, "is not one of %s", strings.Join(allowed, ", "))
}

// Validate returns all faults joined, each with the path of its key.
func (c Config) Validate() error {
	var p problems
	p.check(names.MatchString(c.Box.ID), "box.id", "letters, digits, '_' and '-' only")
	p.check(c.StateDir != "", "state_dir", "is empty")
	c.HTTP.validate(&p)
	c.Readers.validate(&p)
	c.MQTT.validate(&p)
	c.Fleet.validate(&p)
	p.check(c.Retention.Days >= 0, "retention.days", "is negative")
	p.check(c.Retention.MaxMB >= 16, "retention.max_mb", "is less than 16")
	p.oneOf("retention.pictures", c.Retention.Pictures, "auto", "none", "rejected", "all")
	var level slog.Level
	p.check(level.UnmarshalText([]byte(c.Log.Level)) == nil, "log.level", "is not one of debug, info, warn, error")
	seen := map[string]bool{}
	for i, s := range c.Stations {
		path := fmt.Sprintf("stations[%d]", i)
		p.check(!seen[s.Name], path+".name", "stands twice")
		seen[s.Name] = true
		s.validate(&p, path, c.Own.Names)
		p.check(!s.Trigger.Settle || c.Readers.Workers != NoReaders, path+".trigger.settle", "needs readers of the box's own, which look at every picture")
	}
	alone := c.MQTT.Broker == "embedded" && (c.MQTT.Username == "" || c.MQTT.PasswordFile == "")
	p.check(c.Readers.Workers != NoReaders || !alone, "readers.workers", "other boxes are to read, and none can be at a broker that listens on loopback alone; auto is one reader a core")
	p.check(!c.Asks() || c.MQTT.Broker != "none", "mqtt.broker", "other boxes can be asked to read through a broker only")
	return errors.Join(p...)
}

func (h HTTP) validate(p *problems) {
	p.check(listenable(h.Listen), "http.listen", "is not an address such as :8080")
	p.check(h.BasePath == "" || strings.HasPrefix(h.BasePath, "/") && !strings.HasSuffix(h.BasePath, "/"),
		"http.base_path", "must start with / and not end with it")
	p.check(h.MaxBodyMB >= 1 && h.MaxBodyMB <= 128, "http.max_body_mb", "is not between 1 and 128")
	p.check(h.MaxPages >= 1 && h.MaxPages <= 500, "http.max_pages", "is not between 1 and 500")
	_, err := guard.ParseProxies(h.Proxies)
	p.check(err == nil, "http.trusted_proxies", "are addresses such as 10.0.0.5 or networks such as 10.0.0.0/24")
	p.check(h.PerMinute >= 0, "http.rate_per_minute", "is negative")
	p.oneOf("http.tls", h.TLS, "auto", "self", "off")
	p.check((h.TLSCert == "") == (h.TLSKey == ""), "http.tls_cert", "tls_cert and tls_key are given together or not at all")
	if h.TLSCert != "" && h.TLSKey != "" {
		_, err := tls.LoadX509KeyPair(h.TLSCert, h.TLSKey)
		p.check(err == nil, "http.tls_cert", "%s", pairFault(err))
	}
	for i, k := range h.ServiceKeys {
		path := fmt.Sprintf("http.service_keys[%d]", i)
		if role, rest, ok := strings.Cut(k, ":"); ok && slices.Contains([]string{"read", "operate", "admin"}, role) {
			k = rest
		}
		if hash, ok := strings.CutPrefix(k, "sha256:"); ok {
			p.check(regexp.MustCompile(`^[0-9a-fA-F]{64}$`).MatchString(hash), path, "a sha256: key has 64 hexadecimal digits")
			continue
		}
		p.check(len(k) >= 8, path, "a key has at least 8 characters")
	}
}

// pairFault words why a certificate cannot be used, without the paths.
func pairFault(err error) string {
	var file *fs.PathError
	if errors.As(err, &file) {
		return "the certificate or its key cannot be read: " + file.Err.Error()
	}
	return "the files are no PEM certificate and the key that belongs to it"
}

// listenable says whether address is a host, or none, and a port that exists.
func listenable(address string) bool {
	_, port, err := net.SplitHostPort(address)
	n, wrong := strconv.Atoi(port)
	return err == nil && wrong == nil && n >= 0 && n <= 65535
}

// reachable says whether address is a URL of one of the schemes, with a host and a port that exists.
func reachable(address string, schemes ...string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || !slices.Contains(schemes, u.Scheme) {
		return false
	}
	n, wrong := strconv.Atoi(u.Port())
	return u.Port() == "" || wrong == nil && n >= 1 && n <= 65535
}

func (f Fleet) validate(p *problems) {
	key, err := base64.StdEncoding.DecodeString(f.Owner)
	p.check(f.Owner == "" || err == nil && len(key) == ed25519.PublicKeySize, "fleet.owner", "is no public key as `lensd fleet keygen` prints it")
	p.check(f.Trial > 0, "fleet.trial", "must be positive")
}

// languageName is what a model of Tesseract is named by.
var languageName = regexp.MustCompile(`^[A-Za-z_]{2,20}$`)

func (r Readers) validate(p *problems) {
	p.check(r.Timeout > 0, "readers.timeout", "must be positive")
	p.check(r.RecycleAfter > 0, "readers.recycle_after", "must be positive")
	p.check(r.MaxRSSMB >= 150, "readers.max_rss_mb", "is less than the 150 that OpenCV and the nets need")
	p.oneOf("readers.text", r.Text, "auto", "tesseract", "net")
	for _, l := range r.Languages {
		p.check(languageName.MatchString(l), "readers.languages", "has %q, which is no name of a language as Tesseract has them, such as rus or chi_sim", l)
	}
}

func (m MQTT) validate(p *problems) {
	if m.Broker != "embedded" && m.Broker != "none" {
		p.check(reachable(m.Broker, "tcp", "ssl"),
			"mqtt.broker", "is not embedded, none, tcp://host:port or ssl://host:port")
	}
	if m.Broker == "embedded" {
		p.check(listenable(m.Listen), "mqtt.listen", "is not an address such as :1883")
	}
	p.check(m.Topic != "" && !strings.ContainsAny(m.Topic, "+#\x00"), "mqtt.topic", "is no topic")
	p.check((m.CertFile == "") == (m.KeyFile == ""), "mqtt.cert_file", "cert_file and key_file are given together or not at all")
	p.check(m.Spread >= 0, "mqtt.spread", "is negative")
	p.oneOf("mqtt.discovery", m.Discovery, "homeassistant", "none")
}

// validate takes the names of the kinds that are declared beside those that are built in.
func (s Station) validate(p *problems, path string, own []string) {
	p.check(names.MatchString(s.Name), path+".name", "letters, digits, '_' and '-' only")
	p.oneOf(path+".kind", s.Kind, append(StationKinds(), own...)...)
	p.oneOf(path+".read", s.Read, ReadOwn, ReadShared)
	s.Camera.validate(p, path+".camera")
	s.Trigger.validate(p, path+".trigger")
	p.check(s.Gate.Decimals >= 0 && s.Gate.Decimals <= 6, path+".gate.decimals", "is not between 0 and 6")
	p.check(s.Gate.MinConfidence == nil || *s.Gate.MinConfidence >= 0 && *s.Gate.MinConfidence <= 1, path+".gate.min_confidence", "is not between 0 and 1")
	p.check(s.Gate.MaxRatePerHour >= 0, path+".gate.max_rate_per_hour", "is negative")
	if s.Signal != nil {
		s.Signal.validate(p, path+".signal")
	}
}

func (s Signal) validate(p *problems, path string) {
	p.check(s.Chip != "", path+".chip", "is missing; gpiochip0 is a Pi's header")
	used := map[int]bool{}
	for _, line := range []*int{s.Read, s.Repeated, s.Failed, s.Sound} {
		if line != nil {
			p.check(*line >= 0 && !used[*line], path, "a line is negative or named twice")
			used[*line] = true
		}
	}
	p.check(len(used) > 0, path, "names no line: give read, repeated, failed or sound")
	p.check(s.Hold >= 0 && s.Beep >= 0, path, "hold and beep are not negative")
}

// StationKinds are the built-in kinds that a station may read.
func StationKinds() []string {
	kinds := []extract.Kind{extract.WaterMeter, extract.Passport, extract.ShippingLabel, extract.GeneralInvoice,
		extract.BankStatement, extract.ShippingInvoice, extract.Tawi50, extract.VehiclePolicy, extract.TableDocument}
	out := make([]string, len(kinds))
	for i, k := range kinds {
		out[i] = string(k)
	}
	return out
}

func (c Camera) validate(p *problems, path string) {
	need := map[string]struct{ key, value string }{
		"v4l2": {"device", c.Device}, "rtsp": {"url", c.URL}, "http": {"url", c.URL}, "dir": {"dir", c.Dir},
	}
	p.oneOf(path+".source", c.Source, "v4l2", "rpicam", "rtsp", "http", "dir", "push")
	if n, ok := need[c.Source]; ok {
		p.check(n.value != "", path+"."+n.key, "source %s needs it", c.Source)
	}
	switch {
	case c.URL == "":
	case c.Source == "rtsp":
		p.check(reachable(c.URL, "rtsp", "rtsps"), path+".url", "is not an address such as rtsp://host/path")
	case c.Source == "http":
		p.check(reachable(c.URL, "http", "https"), path+".url", "is not an address such as http://host/picture.jpg")
	}
	p.check(c.Interval >= 0, path+".interval", "is negative")
	p.check(c.Width >= 0 && c.Height >= 0 && c.FPS >= 0, path, "width, height and fps are not negative")
}

func (t Trigger) validate(p *problems, path string) {
	set := 0
	for _, on := range []bool{t.Every != 0, t.Cron != "", t.Settle, t.On != ""} {
		if on {
			set++
		}
	}
	p.check(set == 1, path, "give exactly one of every, cron, settle and on")
	p.check(t.Every >= 0, path+".every", "is negative")
	if t.Cron != "" {
		_, err := cron.ParseStandard(t.Cron)
		p.check(err == nil, path+".cron", "is not minute, hour, day, month, weekday")
	}
	if t.On != "" {
		p.oneOf(path+".on", t.On, "command")
	}
}
