package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// mosquitto is a real broker in a process of its own.
type mosquitto struct {
	addr string
	conf string
	cmd  *exec.Cmd
}

// newMosquitto prepares a broker on a free port; start starts it.
func newMosquitto(dir string) (*mosquitto, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	addr := l.Addr().(*net.TCPAddr)
	_ = l.Close()
	m := &mosquitto{addr: addr.String(), conf: filepath.Join(dir, "mosquitto.conf")}
	// No limit on the witness's queue: the default drops silently beyond 1000.
	text := fmt.Sprintf("listener %d 127.0.0.1\nallow_anonymous true\npersistence false\nmax_queued_messages 0\nlog_type error\n", addr.Port)
	return m, os.WriteFile(m.conf, []byte(text), 0o600)
}

func (m *mosquitto) start() error {
	path, err := exec.LookPath("mosquitto")
	if err != nil {
		path = "/usr/sbin/mosquitto"
	}
	m.cmd = exec.Command(path, "-c", m.conf)
	m.cmd.Stderr = os.Stderr
	if err := m.cmd.Start(); err != nil {
		return fmt.Errorf("the drills need Debian's package mosquitto: %w", err)
	}
	for range 500 {
		c, err := net.Dial("tcp", m.addr)
		if err == nil {
			return c.Close()
		}
		time.Sleep(10 * time.Millisecond)
	}
	return fmt.Errorf("mosquitto does not listen on %s", m.addr)
}

func (m *mosquitto) stop() {
	if m.cmd != nil {
		_ = m.cmd.Process.Kill()
		_ = m.cmd.Wait()
		m.cmd = nil
	}
}

func (m *mosquitto) url() string { return "tcp://" + m.addr }
