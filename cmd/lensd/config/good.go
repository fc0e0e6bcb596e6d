package config

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// goodName is the copy, in the state directory, of the last file that the box ran with.
const goodName = "lensd.yaml.good"

// KeepGood remembers the text of a file that works, for a start on which the file is broken.
func KeepGood(stateDir string, text []byte) error {
	path := filepath.Join(stateDir, goodName)
	if old, err := os.ReadFile(path); err == nil && string(old) == string(text) {
		return nil
	}
	f, err := os.CreateTemp(stateDir, goodName+"-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(text)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// LoadGood returns the configuration that KeepGood remembers, with the environment over it; an error when there is none that
// still holds. The kinds are those of a folder of today.
func LoadGood(stateDir, kinds string, environ []string) (Config, error) {
	return loadWith(filepath.Join(stateDir, goodName), kinds, environ)
}

// Degraded is what a box with a broken file and no good one runs with: enough for its owner to see what is wrong, and nothing
// that the owner may have forbidden. It listens where the file says, if that can be made out, else on loopback; it announces
// nothing, joins no broker, and has no stations. broken is what Load returned with its error.
func Degraded(broken Config, path string, environ []string) Config {
	d := Default()
	d.Box, d.StateDir = broken.Box, broken.StateDir
	d.HTTP.Listen, d.HTTP.Announce, d.MQTT.Broker = loopback, false, "none"
	text, err := readBounded(path)
	if err != nil {
		text = nil
	}
	candidates := []string{fromEnv(environ, "LENSD_HTTP_LISTEN"), listenIn(string(text))}
	if broken.HTTP.Listen != Default().HTTP.Listen {
		candidates = append(candidates, broken.HTTP.Listen)
	}
	for _, listen := range candidates {
		c := d
		if c.HTTP.Listen = listen; listen != "" && c.Validate() == nil {
			d = c
			break
		}
	}
	return d
}

const loopback = "127.0.0.1:8080"

// listenIn finds http.listen in a text that need not be YAML: the first listen below http.
func listenIn(text string) string {
	_, rest, ok := cut(text, `(?m)^http:`)
	if !ok {
		return ""
	}
	if section, _, ok := cut(rest, `(?m)^[a-z_]+:`); ok {
		rest = section
	}
	return valueOf(rest, `(?m)(?:^\s+|[{,]\s*)listen:\s*`)
}

// stateDirIn finds state_dir likewise.
func stateDirIn(text string) string { return valueOf(text, `(?m)^state_dir:\s*`) }

func cut(text, pattern string) (before, after string, ok bool) {
	at := regexp.MustCompile(pattern).FindStringIndex(text)
	if at == nil {
		return text, "", false
	}
	return text[:at[0]], text[at[1]:], true
}

func valueOf(text, key string) string {
	m := regexp.MustCompile(key + `(?:"([^"\n]*)"|'([^'\n]*)'|([^\s,}#"'][^\s,}]*))`).FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	return m[1] + m[2] + m[3]
}

func fromEnv(environ []string, name string) string {
	for _, e := range environ {
		if v, ok := strings.CutPrefix(e, name+"="); ok {
			return v
		}
	}
	return ""
}
