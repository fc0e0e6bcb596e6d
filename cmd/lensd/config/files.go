package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// CheckFiles says which folders and files that a configuration names are not there, all faults joined, each with the path of its
// key, and what is wrong with the kinds beside the file. Validate does not ask: a stick that is not plugged in at the start must not take the box's other stations down.
func (c Config) CheckFiles() error {
	var p problems
	p.file("mqtt.password_file", c.MQTT.PasswordFile)
	p.file("mqtt.ca_file", c.MQTT.CAFile)
	p.file("mqtt.cert_file", c.MQTT.CertFile)
	p.file("mqtt.key_file", c.MQTT.KeyFile)
	p.folder("state_dir", filepath.Dir(filepath.Clean(c.StateDir)))
	for i, s := range c.Stations {
		path := fmt.Sprintf("stations[%d].camera", i)
		p.file(path+".password_file", s.Camera.PasswordFile)
		switch s.Camera.Source {
		case "dir":
			p.folder(path+".dir", s.Camera.Dir)
		case "v4l2":
			_, err := os.Stat(s.Camera.Device)
			p.check(err == nil, path+".device", "there is no such device; is the camera plugged in?")
		}
	}
	return errors.Join(append(p, c.Own.Faults)...)
}

// credentials is where systemd shows the daemon, and nobody else, the secrets of /etc/lensd/credentials.
const credentials = "/run/credentials/lensd.service/lensd_"

func (p *problems) file(key, path string) {
	if path == "" {
		return
	}
	if name, ok := strings.CutPrefix(path, credentials); ok {
		path = filepath.Join("/etc/lensd/credentials", name)
	}
	info, err := os.Stat(path)
	p.check(err == nil && info.Mode().IsRegular(), key, "there is no such file, or it may not be looked at")
}

func (p *problems) folder(key, path string) {
	if path == "" {
		return
	}
	info, err := os.Stat(path)
	p.check(err == nil && info.IsDir(), key, "there is no such folder")
}
