package uplink

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"regexp"
	"time"
)

// Config says where a box publishes and what it announces.
type Config struct {
	Broker   string      // tcp://host:port or ssl://host:port
	ClientID string      // fixed for the life of the box; default "lensd-<box>"
	Username string      // "": anonymous
	Password string      // not logged
	TLS      *tls.Config // for ssl://; see LoadTLS

	Topic     string // first level of all topics, "lensd"
	Box       string // second level: the box's id, of [A-Za-z0-9_-]
	Version   string // of lensd, shown by Home Assistant
	PageURL   string // of the box's own page, linked by Home Assistant; "": none
	Discovery string // Home Assistant's discovery prefix, "homeassistant"; "": announce nothing
	Stations  []Station
	Memory    Memory // of what was announced; nil: what is announced is forgotten at the end

	Orders func(payload []byte) // takes what the owner of many boxes retains for all; it must not block; nil: not listened for

	AckTimeout time.Duration // wait for an acknowledgement before the connection counts as dead; default 20 s
	KeepAlive  time.Duration // default 30 s
	MinBackoff time.Duration // default 1 s
	Spread     time.Duration // a lost connection is first tried anew at a random moment of it, at least MinBackoff: boxes that lose one broker come back one by one, and so do their announcements when Home Assistant has started
	MaxBackoff time.Duration // default 30 s: a broker that returns after a week has everything within a minute
	Log        *slog.Logger  // default: discard
}

// Station is what the uplink needs to know of a station to announce it.
type Station struct {
	Name     string // third topic level, of [A-Za-z0-9_-]
	Label    string // for people; default: Name
	Kind     string // "water-meter" gets water sensors, all others a general one
	Decimals int    // of a meter's value in m³, for display
	Push     bool   // takes pictures from the frame topic
}

// namePattern keeps names free of the MQTT and Home Assistant characters with a meaning.
const namePattern = `^[A-Za-z0-9_-]{1,64}$`

func (c Config) withDefaults() (Config, error) {
	name := regexp.MustCompile(namePattern)
	if !name.MatchString(c.Box) {
		return c, fmt.Errorf("mqtt: box id %q must match %s", c.Box, namePattern)
	}
	for _, s := range c.Stations {
		if !name.MatchString(s.Name) {
			return c, fmt.Errorf("mqtt: station name %q must match %s", s.Name, namePattern)
		}
	}
	if u, err := url.Parse(c.Broker); err != nil || u.Host == "" {
		return c, errors.New("mqtt: the broker must be tcp://host:port or ssl://host:port")
	}
	if c.Topic == "" {
		c.Topic = "lensd"
	}
	if c.ClientID == "" {
		c.ClientID = "lensd-" + c.Box
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	for _, d := range []struct {
		at     *time.Duration
		normal time.Duration
	}{{&c.AckTimeout, 20 * time.Second}, {&c.KeepAlive, 30 * time.Second}, {&c.MinBackoff, time.Second}, {&c.MaxBackoff, 30 * time.Second}} {
		if *d.at <= 0 {
			*d.at = d.normal
		}
	}
	return c, nil
}

// publicAddress is a broker's address without the user and password that may stand in it.
func publicAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// withoutPath keeps a file's name out of messages: it is a configured value, and at times the secret itself stands there.
func withoutPath(err error) error {
	var file *fs.PathError
	if errors.As(err, &file) {
		return file.Err
	}
	return err
}

// LoadTLS builds a client configuration: ca is a PEM file to trust instead of the system's, cert and key a client
// certificate; "" leaves each out. The broker's name is always verified.
func LoadTLS(ca, cert, key string) (*tls.Config, error) {
	conf := &tls.Config{MinVersion: tls.VersionTLS12}
	if ca != "" {
		pem, err := os.ReadFile(ca)
		if err != nil {
			return nil, fmt.Errorf("mqtt.ca_file: %w", withoutPath(err))
		}
		conf.RootCAs = x509.NewCertPool()
		if !conf.RootCAs.AppendCertsFromPEM(pem) {
			return nil, errors.New("mqtt.ca_file: the file holds no PEM certificate")
		}
	}
	if cert != "" || key != "" {
		pair, err := tls.LoadX509KeyPair(cert, key)
		if err != nil {
			return nil, fmt.Errorf("mqtt.cert_file, mqtt.key_file: %w", withoutPath(err))
		}
		conf.Certificates = []tls.Certificate{pair}
	}
	return conf, nil
}
