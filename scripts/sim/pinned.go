package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// picturesOf reads a folder; "" has none.
func picturesOf(dir string) (out [][]byte, err error) {
	if dir == "" {
		return nil, nil
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.jp*g"))
	for _, name := range names {
		b, failed := os.ReadFile(name)
		err = errors.Join(err, failed)
		out = append(out, b)
	}
	if len(out) == 0 {
		err = errors.Join(err, errors.New("no JPEG files in "+dir))
	}
	return out, err
}

// pinned are reading boxes of a lensd binary, each in a control group that has so many cores and no more, however idle the machine
// is. Against whatever else runs the groups have a weight that lets them have their cores.
func pinned(dir, broker string, p plan) func(ctx context.Context, box string) *exec.Cmd {
	return func(ctx context.Context, box string) *exec.Cmd {
		group, err := newGroup(box, p.quota)
		if err == nil {
			err = writeBox(dir, broker, box)
		}
		if err != nil {
			return exec.CommandContext(ctx, "sh", "-c", `echo "$0" >&2; exit 1`, err.Error())
		}
		return exec.CommandContext(ctx, "sh", "-c", `echo $$ >"$0/cgroup.procs" && exec "$@"`, group, p.daemon, "run", "-config", filepath.Join(dir, box+".yaml"))
	}
}

func writeBox(dir, broker, box string) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	address := l.Addr().String()
	_ = l.Close()
	text := fmt.Sprintf("box: {id: %s}\nstate_dir: %s\nhttp: {listen: %q, service_keys: [sim-reading-key], announce: false}\nreaders: {workers: 1, share: true}\nmqtt: {broker: %q, discovery: none}\nlog: {level: error}\n",
		box, filepath.Join(dir, box), address, broker)
	return os.WriteFile(filepath.Join(dir, box+".yaml"), []byte(text), 0o600)
}

const period = 100_000 // microseconds

// groups are where control groups are made, of version 1 or 2, whichever the machine has.
func groups() (dir string, settings func(cores float64) map[string]string) {
	if b, err := os.ReadFile("/sys/fs/cgroup/cgroup.controllers"); err == nil && strings.Contains(string(b), "cpu") {
		return "/sys/fs/cgroup", func(cores float64) map[string]string {
			return map[string]string{"cpu.max": fmt.Sprintf("%d %d", int(cores*period), period), "cpu.weight": "10000"}
		}
	}
	return "/sys/fs/cgroup/cpu", func(cores float64) map[string]string {
		return map[string]string{"cpu.cfs_period_us": fmt.Sprint(period), "cpu.cfs_quota_us": fmt.Sprint(int(cores * period)), "cpu.shares": "100000"}
	}
}

// newGroup makes a box's control group, or finds it from the box's last start.
func newGroup(box string, cores float64) (string, error) {
	dir, settings := groups()
	group := filepath.Join(dir, "lensd-sim-"+box)
	if err := os.MkdirAll(group, 0o755); err != nil {
		return "", err
	}
	for file, value := range settings(cores) {
		if err := os.WriteFile(filepath.Join(group, file), []byte(value), 0o600); err != nil {
			return "", err
		}
	}
	return group, nil
}

// removeGroups removes those of all boxes; they are empty once the boxes have ended.
func removeGroups() {
	dir, _ := groups()
	left, _ := filepath.Glob(filepath.Join(dir, "lensd-sim-*"))
	for _, group := range left {
		_ = os.Remove(group)
	}
}
