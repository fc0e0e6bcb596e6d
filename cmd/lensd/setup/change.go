package setup

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"lensd/cmd/lensd/config"
	"lensd/httpapi"
)

// What the pages may change. Whatever names a file or a program of the box is not among it: a key of the API must not become a
// shell. A password comes in clear and is kept in a file of the state directory, whose name goes into the configuration.
func changeable() map[string][]string {
	return map[string][]string{
		"box":     {"name"},
		"mqtt":    {"broker", "username", "password", "topic", "discovery"},
		"station": {"name", "kind", "camera", "trigger", "gate"},
		"camera":  {"source", "device", "url", "username", "password", "interval", "width", "height", "fps"},
		"trigger": {"every", "cron", "settle", "on"},
		"gate":    {"min_confidence", "max_rate_per_hour", "decimals", "allow_decrease", "leak_after", "duplicate_window"},
	}
}

// sources are those cameras that the pages may choose; a folder is one of the box's own.
func sources() []string { return []string{"v4l2", "rpicam", "rtsp", "http", "push"} }

// object is one section of a change.
type object map[string]json.RawMessage

// parse takes a section and refuses members that may not be changed here.
func parse(raw json.RawMessage, section, path string) (object, httpapi.Faults) {
	var o object
	if err := json.Unmarshal(raw, &o); err != nil {
		return nil, httpapi.Faults{{Path: path, Says: "must be a JSON object"}}
	}
	var wrong httpapi.Faults
	for _, name := range sorted(o) {
		if !slices.Contains(changeable()[section], name) {
			wrong = append(wrong, httpapi.Fault{Path: join(path, name), Says: "is changed in the file alone"})
		}
	}
	return o, wrong
}

func sorted(o object) []string {
	var names []string
	for n := range o {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// Change implements httpapi.Setup.
func (s *Setup) Change(ctx context.Context, section string, patch json.RawMessage) error {
	if section != "box" && section != "mqtt" {
		return httpapi.Faults{{Says: "there is no such section"}}
	}
	o, wrong := parse(patch, section, "")
	if len(wrong) > 0 {
		return wrong
	}
	return s.change(ctx, func([]byte) string { return section }, func(text []byte) ([]byte, error) {
		merged, err := s.keepPassword(o, section)
		if err != nil {
			return nil, err
		}
		return config.EditSection(text, section, merged)
	})
}

// ChangeStation implements httpapi.Setup.
func (s *Setup) ChangeStation(ctx context.Context, name string, patch json.RawMessage) error {
	o, wrong := parse(patch, "station", "")
	for _, section := range []string{"camera", "trigger", "gate"} {
		if raw, ok := o[section]; ok && len(wrong) == 0 {
			inner, more := parse(raw, section, section)
			wrong = append(wrong, more...)
			if section == "camera" {
				wrong = append(wrong, checkSource(inner)...)
			}
		}
	}
	if len(wrong) > 0 {
		return wrong
	}
	if _, ok := o["name"]; !ok {
		o["name"], _ = json.Marshal(name) // a text: cannot fail
	}
	return s.change(ctx, stationAt(name), func(text []byte) ([]byte, error) {
		if raw, ok := o["camera"]; ok {
			var inner object
			if err := json.Unmarshal(raw, &inner); err != nil {
				return nil, err
			}
			kept, err := s.keepPassword(inner, "camera-"+name)
			if err != nil {
				return nil, err
			}
			o["camera"] = kept
		}
		merged, err := json.Marshal(o)
		if err != nil {
			return nil, err
		}
		return config.EditStation(text, name, merged)
	})
}

func checkSource(camera object) httpapi.Faults {
	raw, ok := camera["source"]
	var source string
	if !ok || json.Unmarshal(raw, &source) == nil && slices.Contains(sources(), source) {
		return nil
	}
	return httpapi.Faults{{Path: "camera.source", Says: "is chosen in the file alone"}}
}

// RemoveStation implements httpapi.Setup.
func (s *Setup) RemoveStation(ctx context.Context, name string) error {
	return s.change(ctx, stationAt(name), func(text []byte) ([]byte, error) { return config.RemoveStation(text, name) })
}

// keepPassword writes a password to a file of its own and names that in its place; an empty one is taken away.
func (s *Setup) keepPassword(o object, owner string) ([]byte, error) {
	raw, ok := o["password"]
	if !ok {
		return json.Marshal(o)
	}
	delete(o, "password")
	var password string
	if err := json.Unmarshal(raw, &password); err != nil {
		return nil, fmt.Errorf("the password must be a text")
	}
	o["password_file"] = json.RawMessage("null")
	if password != "" {
		path, err := s.writeSecret(owner, password)
		if err != nil {
			return nil, fmt.Errorf("the password cannot be kept")
		}
		if o["password_file"], err = json.Marshal(path); err != nil {
			return nil, err
		}
	}
	return json.Marshal(o)
}

// writeSecret keeps one secret below the state directory. Its file has another name each time: the configuration before the
// change still names the one before.
func (s *Setup) writeSecret(owner, secret string) (string, error) {
	cfg, err := config.Load(s.cfg.Path, s.cfg.Environ)
	if err != nil {
		return "", err
	}
	dir, err := filepath.Abs(filepath.Join(cfg.StateDir, "secrets"))
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	f, err := os.CreateTemp(dir, filepath.Base(owner)+"-*")
	if err != nil {
		return "", err
	}
	if _, err = f.WriteString(secret + "\n"); err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	return f.Name(), err
}
