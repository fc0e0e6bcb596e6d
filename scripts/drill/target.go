package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
)

// target is a running lensd that a drill attacks, breaks or watches.
type target struct {
	http, mqtt string // addresses
	key        string
	dir        string // holds lensd.yaml; the state lies in its folder state
	cmd        *exec.Cmd
	watch      *vitals
	exited     chan struct{} // closed when the process is gone
}

const (
	drillKey      = "drill-key-0123456789"
	drillPassword = "drill-password"
)

// config is the file of a target: a broker that has a password, and a station that takes pushed pictures. more is appended.
func (t target) config(more string) string {
	return fmt.Sprintf(`box: {id: drill}
state_dir: %s/state
http: {listen: %q, service_keys: [%s], announce: false, rate_per_minute: 0}
mqtt: {broker: embedded, listen: %q, username: box, password_file: %s/password}
log: {level: error}
stations:
  - {name: desk, kind: table, camera: {source: push}, trigger: {on: command}}
%s`, t.dir, t.http, drillKey, t.mqtt, t.dir, more)
}

// withTarget runs a drill against a lensd of its own, which is ended with it. more is appended to its configuration.
func withTarget(ctx context.Context, p plan, more string, drill func(target) error) error {
	if p.daemon == "" {
		return errors.New("this drill needs -daemon bin/lensd")
	}
	dir, remove, err := p.stateDir()
	if err != nil {
		return err
	}
	defer remove()
	t := target{key: drillKey, dir: dir, exited: make(chan struct{})}
	for _, at := range []*string{&t.http, &t.mqtt} {
		if *at, err = freePort(); err != nil {
			return err
		}
	}
	secret, config := filepath.Join(dir, "password"), filepath.Join(dir, "lensd.yaml")
	if err := errors.Join(os.WriteFile(secret, []byte(drillPassword), 0o600), os.WriteFile(config, []byte(t.config(more)), 0o600)); err != nil {
		return err
	}
	t.cmd = exec.Command(p.daemon, "run", "-config", config)
	t.cmd.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1")
	t.cmd.Stderr = os.Stderr
	if err := t.cmd.Start(); err != nil {
		return err
	}
	go func() { _ = t.cmd.Wait(); close(t.exited) }()
	defer func() { _ = t.cmd.Process.Kill(); <-t.exited }()
	watching, stop := context.WithCancel(ctx)
	defer stop()
	t.watch = watchVitals(watching, t.cmd.Process.Pid, "http://"+t.http+"/healthz")
	if err := t.watch.awaitReady(ctx, "http://"+t.http+"/readyz"); err != nil {
		return err
	}
	return drill(t)
}

// dead says whether the daemon is gone.
func (t target) dead() bool {
	select {
	case <-t.exited:
		return true
	default:
		return false
	}
}

// freePort returns an address on loopback that nobody listens on.
func freePort() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}
