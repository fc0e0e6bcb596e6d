// Package config reads lensd.yaml: strict keys, environment overrides, and messages that name the key to mend.
package config

import (
	"slices"
	"time"

	"github.com/goccy/go-yaml/ast"

	"lensd/extract"
)

// Config is the whole configuration. The commented lensd.yaml beside the sources is its reference.
type Config struct {
	Box       Box       `yaml:"box" envPrefix:"BOX_"`
	StateDir  string    `yaml:"state_dir" env:"STATE_DIR"`
	HTTP      HTTP      `yaml:"http" envPrefix:"HTTP_"`
	Readers   Readers   `yaml:"readers" envPrefix:"READERS_"`
	MQTT      MQTT      `yaml:"mqtt" envPrefix:"MQTT_"`
	Fleet     Fleet     `yaml:"fleet" envPrefix:"FLEET_"`
	Stations  []Station `yaml:"stations"`
	Retention Retention `yaml:"retention" envPrefix:"RETENTION_"`
	Log       Log       `yaml:"log" envPrefix:"LOG_"`

	// Own are the kinds declared beside the file.
	Own Own `yaml:"-"`
}

// Box names this device.
type Box struct {
	ID   string `yaml:"id" env:"ID"`
	Name string `yaml:"name" env:"NAME"`
}

// HTTP configures the LAN API and the pages.
type HTTP struct {
	Listen      string   `yaml:"listen" env:"LISTEN"`
	BasePath    string   `yaml:"base_path" env:"BASE_PATH"`
	ServiceKeys []string `yaml:"service_keys" env:"SERVICE_KEYS"` // in clear, or sha256:<hex>
	TLS         string   `yaml:"tls" env:"TLS"`                   // auto | self | off: what is served without tls_cert
	TLSCert     string   `yaml:"tls_cert" env:"TLS_CERT"`
	TLSKey      string   `yaml:"tls_key" env:"TLS_KEY"`
	MaxBodyMB   int      `yaml:"max_body_mb" env:"MAX_BODY_MB"`
	MaxPages    int      `yaml:"max_pages" env:"MAX_PAGES"`
	PerMinute   int      `yaml:"rate_per_minute" env:"RATE_PER_MINUTE"` // requests of one key; 0: without bound
	Proxies     []string `yaml:"trusted_proxies" env:"TRUSTED_PROXIES"` // balancers whose word on a client's address is taken
	Announce    bool     `yaml:"announce" env:"ANNOUNCE"`               // by mDNS
	Codes       bool     `yaml:"codes" env:"CODES"`                     // additive barcode members in label answers
}

// Readers configures the child processes.
type Readers struct {
	Workers      Workers  `yaml:"workers" env:"WORKERS"`
	Share        bool     `yaml:"share" env:"SHARE"` // read for other boxes at the broker, and have them read what is too much here
	Timeout      Duration `yaml:"timeout" env:"TIMEOUT"`
	RecycleAfter int      `yaml:"recycle_after" env:"RECYCLE_AFTER"`
	MaxRSSMB     int      `yaml:"max_rss_mb" env:"MAX_RSS_MB"`
	Text         string   `yaml:"text" env:"TEXT"`           // auto | tesseract | net
	Languages    []string `yaml:"languages" env:"LANGUAGES"` // names of Tesseract's models
}

// MQTT configures the uplink.
type MQTT struct {
	Broker       string   `yaml:"broker" env:"BROKER"` // embedded | tcp://… | ssl://… | none
	Listen       string   `yaml:"listen" env:"LISTEN"` // of the embedded broker
	Topic        string   `yaml:"topic" env:"TOPIC"`
	Username     string   `yaml:"username" env:"USERNAME"`
	PasswordFile string   `yaml:"password_file" env:"PASSWORD_FILE"`
	CAFile       string   `yaml:"ca_file" env:"CA_FILE"`
	CertFile     string   `yaml:"cert_file" env:"CERT_FILE"`
	KeyFile      string   `yaml:"key_file" env:"KEY_FILE"`
	Discovery    string   `yaml:"discovery" env:"DISCOVERY"` // homeassistant | none
	Spread       Duration `yaml:"spread" env:"SPREAD"`       // over which boxes that lose one broker come back
}

// Fleet says whose signed configurations the box takes.
type Fleet struct {
	Owner string   `yaml:"owner" env:"OWNER"` // public key; "": nobody's
	Trial Duration `yaml:"trial" env:"TRIAL"` // within which the box has to be well with one
}

// Station is one camera, one trigger and one document kind.
type Station struct {
	Name    string  `yaml:"name"`
	Kind    string  `yaml:"kind"`
	Camera  Camera  `yaml:"camera"`
	Trigger Trigger `yaml:"trigger"`
	Read    string  `yaml:"read"` // own | shared: by whichever box at the broker is free
	Gate    Gate    `yaml:"gate"`
	Signal  *Signal `yaml:"signal"` // nil: none
}

// Who reads a station's pictures.
const (
	ReadOwn    = "own"
	ReadShared = "shared"
)

// NoReaders is readers.workers of a box that has others read.
const NoReaders Workers = -1

// Asks says whether anything of this box may be read by others.
func (c Config) Asks() bool {
	return c.Readers.Share || c.Readers.Workers == NoReaders || slices.ContainsFunc(c.Stations, func(s Station) bool { return s.Read == ReadShared })
}

// Signal wires lamps and a sounder that tell the operator what became of a document. Lines left out are not wired.
type Signal struct {
	Chip      string   `yaml:"chip"` // gpiochip0
	Read      *int     `yaml:"read"`
	Repeated  *int     `yaml:"repeated"`
	Failed    *int     `yaml:"failed"`
	Sound     *int     `yaml:"sound"`
	ActiveLow bool     `yaml:"active_low"`
	Hold      Duration `yaml:"hold"` // how long a lamp stays on; 2s
	Beep      Duration `yaml:"beep"` // of a short sound; 80ms
}

// UnmarshalYAML gives a station the defaults that the reference names; zero means "never" for them.
func (s *Station) UnmarshalYAML(unmarshal func(any) error) error {
	type plain Station
	*s = Station{Read: ReadOwn, Gate: Gate{LeakAfter: Duration(24 * time.Hour), DuplicateWindow: Duration(time.Minute)}}
	return unmarshal((*plain)(s))
}

// Camera says where a station's pictures come from.
type Camera struct {
	Source       string   `yaml:"source"` // v4l2 | rpicam | rtsp | http | dir | push
	Device       string   `yaml:"device"` // v4l2: a path below /dev/v4l/by-id
	URL          string   `yaml:"url"`    // rtsp, http
	Username     string   `yaml:"username"`
	PasswordFile string   `yaml:"password_file"`
	Dir          string   `yaml:"dir"`
	Interval     Duration `yaml:"interval"` // http, dir: between two pictures
	Width        int      `yaml:"width"`
	Height       int      `yaml:"height"`
	FPS          int      `yaml:"fps"`
	Command      []string `yaml:"command"` // rpicam: another program that prints MJPEG
}

// Trigger says when a station reads. Exactly one of Every, Cron, Settle and On is set.
type Trigger struct {
	Every  Duration `yaml:"every"`
	Cron   string   `yaml:"cron"`
	Settle bool     `yaml:"settle"`
	On     string   `yaml:"on"` // command: only when MQTT or HTTP asks
}

// Gate decides which readings become a station's state.
type Gate struct {
	MinConfidence   *float64 `yaml:"min_confidence"` // readings, or fields of a document, below are refused; nil: as the reference says
	MaxRatePerHour  float64  `yaml:"max_rate_per_hour"`
	Decimals        int      `yaml:"decimals"`
	AllowDecrease   bool     `yaml:"allow_decrease"`
	LeakAfter       Duration `yaml:"leak_after"`       // flow without a pause for so long is a leak sign
	DuplicateWindow Duration `yaml:"duplicate_window"` // labels: a repeat within it is reported as duplicate_of
}

// Retention bounds what the box keeps.
type Retention struct {
	Days     int    `yaml:"days" env:"DAYS"`
	MaxMB    int    `yaml:"max_mb" env:"MAX_MB"`
	Pictures string `yaml:"pictures" env:"PICTURES"` // auto | none | rejected | all
}

// PicturesOf says of which readings of a station the picture is kept. Unless it is set, a meter's refused readings keep theirs, as
// material to mend with, and a document's none: a passport's or a parcel's picture is somebody's data.
func (r Retention) PicturesOf(s Station) string {
	if r.Pictures != "auto" {
		return r.Pictures
	}
	if extract.Kind(s.Kind) == extract.WaterMeter {
		return "rejected"
	}
	return "none"
}

// Log sets the level: debug, info, warn or error.
type Log struct {
	Level string `yaml:"level" env:"LEVEL"`
}

// Default returns what an empty file means.
func Default() Config {
	return Config{
		StateDir:  "/var/lib/lensd",
		HTTP:      HTTP{Listen: ":8080", TLS: "auto", MaxBodyMB: 20, MaxPages: 30, PerMinute: 12000, Announce: true, Codes: true},
		Readers:   Readers{Timeout: Duration(30 * time.Second), RecycleAfter: 500, MaxRSSMB: 700, Text: "auto", Languages: []string{"tha", "eng"}},
		MQTT:      MQTT{Broker: "embedded", Listen: ":1883", Topic: "lensd", Discovery: "homeassistant", Spread: Duration(time.Second)},
		Fleet:     Fleet{Trial: Duration(time.Minute)},
		Retention: Retention{Days: 30, MaxMB: 256, Pictures: "auto"},
		Log:       Log{Level: "info"},
	}
}

// Duration is a time.Duration written as 30s, 5m or 1h30m.
type Duration time.Duration

// UnmarshalText reads a duration from the environment.
func (d *Duration) UnmarshalText(b []byte) error {
	v, err := time.ParseDuration(string(b))
	*d = Duration(v)
	return err
}

// UnmarshalYAML reads a duration from the file, where a fault has a place.
func (d *Duration) UnmarshalYAML(n ast.Node) error {
	text, ok := n.(*ast.StringNode)
	if number, is := n.(*ast.IntegerNode); is && number.GetToken().Value == "0" {
		*d = 0
		return nil
	}
	if ok && d.UnmarshalText([]byte(text.Value)) == nil {
		return nil
	}
	at := n.GetToken().Position
	return &Fault{Path: mainSchema().publicPath(n.GetPath()), Line: at.Line, Column: at.Column, Says: "is no duration such as 30s, 5m or 1h30m"}
}

// MarshalText writes a duration.
func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }
