package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// subject starts the box under trial.
type subject struct {
	plan   plan
	dir    string
	broker string
	slow   bool
	linger bool
	// trigger of a daemon's station
	trigger string
}

// The triggers that drills give a daemon.
const (
	asFastAsItCan = "every: 50ms"
	whenAsked     = "on: command"
)

// start begins one life of the box.
func (s subject) start() (*exec.Cmd, error) {
	cmd, err := s.command()
	if err != nil {
		return nil, err
	}
	return cmd, cmd.Start()
}

// command is a box that is not started yet.
func (s subject) command() (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	args := []string{"child", "-dir", s.dir, "-broker", s.broker, "-readings", strconv.Itoa(s.plan.readings)}
	if s.slow {
		args = append(args, "-slow")
	}
	if s.linger {
		args = append(args, "-linger")
	}
	cmd := exec.Command(self, args...)
	if s.plan.daemon != "" {
		if cmd, err = s.daemon(); err != nil {
			return nil, err
		}
	}
	cmd.Stderr = os.Stderr
	return cmd, nil
}

// daemon is a whole lensd with a station that reads pictures from a directory, as fast as it can or only when asked to.
func (s subject) daemon() (*exec.Cmd, error) {
	pictures, err := filepath.Abs(s.plan.pictures)
	if err != nil {
		return nil, err
	}
	config := filepath.Join(s.dir, "lensd.yaml")
	text := fmt.Sprintf(`box: {id: drill}
state_dir: %s
http: {listen: "127.0.0.1:0", announce: false}
mqtt: {broker: %q}
log: {level: error}
stations:
  - name: cellar
    kind: water-meter
    camera: {source: dir, dir: %s, interval: 50ms}
    trigger: {%s}
    gate: {allow_decrease: true}
`, s.dir, s.broker, pictures, s.trigger)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		return nil, err
	}
	return exec.Command(s.plan.daemon, "run", "-config", config), nil
}

// ledger returns the ids that the drill's own child was promised to keep.
func ledger(dir string) ([]uint64, error) {
	b, err := os.ReadFile(filepath.Join(dir, ledgerName))
	if err != nil {
		return nil, err
	}
	var ids []uint64
	for _, line := range bytes.Split(bytes.TrimSpace(b), []byte("\n")) {
		id, err := strconv.ParseUint(string(line), 10, 64)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// procField reads a line of a process's status or io file, as a number.
func procField(pid int, file, key string) (int64, error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", pid, file))
	if err != nil {
		return 0, err
	}
	for _, line := range strings.Split(string(b), "\n") {
		if rest, ok := strings.CutPrefix(line, key+":"); ok {
			return strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
		}
	}
	return 0, fmt.Errorf("no %s in %s of process %d", key, file, pid)
}
