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
	"time"
)

// The bars of the attack drill.
const (
	attackRSS    = 150 << 20
	attackHealth = time.Second
)

// target is a running lensd that is attacked.
type target struct {
	http, mqtt string // addresses
	key        string
	cmd        *exec.Cmd
	watch      *vitals
}

const (
	drillKey      = "drill-key-0123456789"
	drillPassword = "drill-password"
)

// siege is one attack: it returns once it has done its worst, and ctx ends what it still holds.
type siege struct {
	name string
	run  func(ctx context.Context, t target) error
}

// attacked is what one attack did to the daemon.
type attacked struct {
	name string
	peak int64 // bytes of resident memory
	slow time.Duration
	fail int // health checks without an answer
}

// attackReport lists all attacks.
type attackReport []attacked

// String is a table.
func (r attackReport) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-52s %9s %12s %6s\n", "attack", "peak RSS", "slowest", "failed")
	for _, a := range r {
		fmt.Fprintf(&b, "%-52s %6d MB %9d ms %6d\n", a.name, a.peak>>20, a.slow.Milliseconds(), a.fail)
	}
	return b.String()
}

// attack lets strangers and holders of a key do their worst to a real daemon, one attack after the other, and watches its memory
// and its health check.
func attack(ctx context.Context, p plan) (fmt.Stringer, error) {
	if p.daemon == "" {
		return nil, errors.New("attack needs -daemon bin/lensd")
	}
	dir, remove, err := p.stateDir()
	if err != nil {
		return nil, err
	}
	defer remove()
	t, err := startTarget(ctx, p.daemon, dir)
	if err != nil {
		return nil, err
	}
	defer func() { _ = t.cmd.Process.Kill(); _ = t.cmd.Wait() }()
	var report attackReport
	var errs []error
	for _, s := range append(brokerSieges(), requestSieges()...) {
		t.watch.reset()
		round, cancel := context.WithTimeout(ctx, time.Minute)
		err := s.run(round, t)
		cancel()
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", s.name, err))
		}
		a := t.watch.told(s.name)
		report = append(report, a)
		if a.peak > attackRSS || a.slow > attackHealth || a.fail > 0 {
			errs = append(errs, fmt.Errorf("%s: a bar failed", s.name))
		}
	}
	return report, errors.Join(errs...)
}

// startTarget runs a daemon with a broker that has a password, and a station that takes pushed pictures.
func startTarget(ctx context.Context, binary, dir string) (target, error) {
	t := target{key: drillKey}
	var err error
	for _, at := range []*string{&t.http, &t.mqtt} {
		if *at, err = freePort(); err != nil {
			return t, err
		}
	}
	secret, config := filepath.Join(dir, "password"), filepath.Join(dir, "lensd.yaml")
	text := fmt.Sprintf(`box: {id: drill}
state_dir: %s/state
http: {listen: %q, service_keys: [%s], announce: false}
mqtt: {broker: embedded, listen: %q, username: box, password_file: %s}
log: {level: error}
stations:
  - {name: desk, kind: table, camera: {source: push}, trigger: {on: command}}
`, dir, t.http, drillKey, t.mqtt, secret)
	if err := errors.Join(os.WriteFile(secret, []byte(drillPassword), 0o600), os.WriteFile(config, []byte(text), 0o600)); err != nil {
		return t, err
	}
	t.cmd = exec.Command(binary, "run", "-config", config)
	t.cmd.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1")
	if err := t.cmd.Start(); err != nil {
		return t, err
	}
	t.watch = watchVitals(ctx, t.cmd.Process.Pid, "http://"+t.http+"/healthz")
	return t, t.watch.awaitReady(ctx, "http://"+t.http+"/readyz")
}

// freePort returns an address on loopback that nobody listens on.
func freePort() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}
