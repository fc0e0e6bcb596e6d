package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// front is a balancer before two boxes, the documented example with other addresses.
type front struct {
	drain, back func() error // of the first box
	end         func()
}

// example reads a documented configuration with the first box's address and so on in the places of its own.
func example(name string, pairs ...string) (string, error) {
	text, err := os.ReadFile(filepath.Join("docs/examples", name))
	for i := 0; i+1 < len(pairs); i += 2 {
		if err == nil && !strings.Contains(string(text), pairs[i]) {
			err = fmt.Errorf("%s no longer says %q", name, pairs[i])
		}
	}
	return strings.NewReplacer(pairs...).Replace(string(text)), err
}

func haproxy(ctx context.Context, dir, listen string, boxes []string) (front, error) {
	socket, path := filepath.Join(dir, "admin.sock"), filepath.Join(dir, "haproxy.cfg")
	conf, err := example("haproxy.cfg", "/run/haproxy/admin.sock", socket, "bind :8080", "bind "+listen, "192.168.1.11:8080", boxes[0], "192.168.1.12:8080", boxes[1])
	if err != nil {
		return front{}, err
	}
	if err := os.WriteFile(path, []byte(conf), 0o600); err != nil {
		return front{}, err
	}
	cmd := exec.CommandContext(ctx, "haproxy", "-db", "-f", path)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		return front{}, fmt.Errorf("the simulation needs Debian's package haproxy: %w", err)
	}
	return front{
		drain: func() error { return command(socket, "set server boxes/one state drain") },
		back:  func() error { return command(socket, "set server boxes/one state ready") },
		end:   func() { _ = cmd.Process.Kill(); _ = cmd.Wait() },
	}, nil
}

func command(socket, text string) error {
	c, err := net.Dial("unix", socket)
	if err != nil {
		return err
	}
	defer c.Close()
	if _, err := fmt.Fprintln(c, text); err != nil {
		return err
	}
	said, err := io.ReadAll(c)
	if s := strings.TrimSpace(string(said)); s != "" {
		return errors.New(s)
	}
	return err
}

// nginx drains by its configuration: old workers answer what they have, new ones know the box as down.
func nginx(ctx context.Context, dir, listen string, boxes []string) (front, error) {
	first, path := "server "+boxes[0], filepath.Join(dir, "nginx.conf")
	// What Debian's nginx would write below /var belongs into the folder, so that anybody may run this.
	private := "http {\n    access_log off;\n"
	for _, what := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		private += "    " + what + "_temp_path " + filepath.Join(dir, what) + ";\n"
	}
	conf, err := example("nginx.conf", "http {", private, "listen 8080", "listen "+listen, "server 192.168.1.11:8080", first, "192.168.1.12:8080", boxes[1])
	if err != nil {
		return front{}, err
	}
	write := func(text string) error { return os.WriteFile(path, []byte(text), 0o600) }
	if err := write(conf); err != nil {
		return front{}, err
	}
	global := "daemon off; error_log stderr error; pid " + filepath.Join(dir, "nginx.pid") + ";"
	if os.Getuid() == 0 {
		global += " user root;" // the folder is its owner's alone
	}
	cmd := exec.CommandContext(ctx, "nginx", "-p", dir, "-c", path, "-g", global)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		return front{}, fmt.Errorf("the simulation needs Debian's package nginx-light: %w", err)
	}
	reload := func(text string) error {
		old := childrenOf(cmd.Process.Pid)
		if err := errors.Join(write(text), cmd.Process.Signal(syscall.SIGHUP)); err != nil {
			return err
		}
		_, err := until(ctx, time.Minute, func() bool { // as long as one of the old workers answers, the box is in use
			now := childrenOf(cmd.Process.Pid)
			return len(now) > 0 && !slices.ContainsFunc(old, func(pid string) bool { return slices.Contains(now, pid) })
		})
		return err
	}
	return front{
		drain: func() error { return reload(strings.Replace(conf, first, first+" down", 1)) },
		back:  func() error { return reload(conf) },
		end:   func() { _ = cmd.Process.Signal(syscall.SIGTERM); _ = cmd.Wait() },
	}, nil
}

func childrenOf(pid int) []string {
	b, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	return strings.Fields(string(b))
}
