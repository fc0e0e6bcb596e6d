package setup

import (
	"os"
	"path/filepath"
	"slices"

	"lensd/cmd/lensd/config"
)

// forgetSecrets removes those files of secrets that neither the configuration nor the last good one names: what a change has
// replaced, and what one has left that was refused. It is called with the turn held, after a change that the box runs with.
func (s *Setup) forgetSecrets() {
	cfg, err := config.Load(s.cfg.Path, s.cfg.Environ)
	if err != nil {
		return
	}
	good, err := config.LoadGood(cfg.StateDir, config.KindsDir(s.cfg.Path), s.cfg.Environ)
	if err != nil {
		return
	}
	named := append(secretsOf(cfg), secretsOf(good)...)
	found, err := filepath.Glob(filepath.Join(cfg.StateDir, "secrets", "*"))
	if err != nil {
		return
	}
	for _, path := range found {
		if absolute, err := filepath.Abs(path); err != nil || slices.Contains(named, absolute) {
			continue
		}
		if err := os.Remove(path); err != nil {
			s.cfg.Log.Warn("an old password's file stays", "err", err)
		}
	}
}

func secretsOf(cfg config.Config) []string {
	out := []string{cfg.MQTT.PasswordFile}
	for _, st := range cfg.Stations {
		out = append(out, st.Camera.PasswordFile)
	}
	return out
}
