package config

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/caarlos0/env/v11"
	"github.com/goccy/go-yaml"
)

// maxFile bounds what is read as a configuration.
const maxFile = 1 << 20

// Load reads path over the defaults, then the environment (LENSD_SECTION_KEY) over both, and validates. An empty path
// means no file. On error the returned Config is what could be understood, so that a box can start degraded. The kinds
// beside the file are loaded too; what is wrong with one of them is no error here: see Own.
func Load(path string, environ []string) (Config, error) {
	return loadWith(path, KindsDir(path), environ)
}

func loadWith(path, kinds string, environ []string) (Config, error) {
	cfg := Default()
	if path != "" {
		b, err := readBounded(path)
		if err != nil {
			return cfg, err
		}
		if cfg, err = Parse(b); err != nil {
			cfg.deriveBox()
			return cfg, fmt.Errorf("%s: %w", filepath.Base(path), err)
		}
	}
	if err := fromEnvironment(&cfg, environ); err != nil {
		return cfg, err
	}
	cfg.deriveBox()
	cfg.Own = LoadKinds(kinds)
	return cfg, cfg.Validate()
}

// fromEnvironment reads one variable after another, so that a bad one can be named without its value.
func fromEnvironment(cfg *Config, environ []string) error {
	var bad problems
	for name, value := range env.ToMap(environ) {
		if !strings.HasPrefix(name, envPrefix) {
			continue
		}
		next := *cfg
		err := env.ParseWithOptions(&next, env.Options{Prefix: envPrefix, Environment: map[string]string{name: value}})
		if err == nil {
			*cfg = next
		}
		bad.check(err == nil, "environment variable "+name, "the value is not of the type that this key has")
	}
	return errors.Join(bad...)
}

const envPrefix = "LENSD_"

// Parse reads YAML over the defaults. An error is a *Fault, which names key and place and quotes nothing.
func Parse(b []byte) (Config, error) {
	cfg := Default()
	if len(b) > maxFile {
		return cfg, fmt.Errorf("the file has more than %d bytes", maxFile)
	}
	err := yaml.UnmarshalWithOptions(b, &cfg, yaml.Strict())
	if err != nil && !errors.Is(err, io.EOF) { // an empty file is no error: everything has a default
		return lenient(b), mainSchema().fault(b, err)
	}
	cfg.withoutNull()
	return cfg, nil
}

// withoutNull gives a section its defaults back which the file names and leaves empty: the library takes that for "all zero".
func (c *Config) withoutNull() {
	is, normal := reflect.ValueOf(c).Elem(), reflect.ValueOf(Default())
	for i := range is.NumField() {
		if is.Field(i).IsZero() {
			is.Field(i).Set(normal.Field(i))
		}
	}
}

// lenient takes what it can of a file with faults: above all state_dir, without which the owner's commands would look
// for the box in another place.
func lenient(b []byte) Config {
	cfg := Default()
	if yaml.Unmarshal(b, &cfg) != nil {
		var dir struct {
			StateDir string `yaml:"state_dir"`
		}
		cfg = Default()
		if yaml.Unmarshal(b, &dir) != nil || dir.StateDir == "" {
			dir.StateDir = stateDirIn(string(b))
		}
		if dir.StateDir != "" {
			cfg.StateDir = dir.StateDir
		}
	}
	cfg.withoutNull()
	return cfg
}

func readBounded(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("the configuration cannot be read: %w", err)
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxFile+1))
}

// deriveBox fills what a box can know of itself: an id from the machine id, a name from the host.
func (c *Config) deriveBox() {
	if c.Box.ID == "" {
		c.Box.ID = "lensd-" + machineID(c.StateDir)
	}
	if c.Box.Name == "" {
		if c.Box.Name, _ = os.Hostname(); c.Box.Name == "" {
			c.Box.Name = c.Box.ID
		}
	}
}

// machineID shortens /etc/machine-id: long enough to differ in one LAN, short enough for a topic.
func machineID(stateDir string) string {
	for _, path := range []string{"/etc/machine-id", filepath.Join(stateDir, "machine-id")} {
		if b, err := os.ReadFile(path); err == nil && len(strings.TrimSpace(string(b))) >= 8 {
			return strings.TrimSpace(string(b))[:8]
		}
	}
	return "box"
}
