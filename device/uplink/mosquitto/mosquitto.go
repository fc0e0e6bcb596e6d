// Package mosquitto runs a real broker in a process of its own, for tests and simulations. It needs Debian's package mosquitto.
package mosquitto

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// Broker is one mosquitto on loopback. Its port stays the same over restarts.
type Broker struct {
	dir, extra string
	port       int
	cmd        *exec.Cmd
	ended      chan struct{}
}

const (
	ports    = 5 // tries: somebody else may take a free port before the broker does
	patience = time.Minute
)

// Start runs a broker on a free port, with its files in dir and extra lines in its configuration. Nothing that it holds outlives it.
func Start(dir, extra string) (*Broker, error) {
	var errs []error
	for range ports {
		port, err := freePort()
		if err != nil {
			return nil, err
		}
		b := &Broker{dir: dir, extra: extra, port: port}
		if err = b.Start(); err == nil {
			return b, nil
		}
		errs = append(errs, err)
	}
	return nil, errors.Join(errs...)
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// Start starts the broker again after Stop, and returns once it listens.
func (b *Broker) Start() error {
	conf := filepath.Join(b.dir, fmt.Sprintf("mosquitto-%d.conf", b.port))
	// No limit on a subscriber's queue: the default drops silently beyond 1000.
	text := fmt.Sprintf("listener %d 127.0.0.1\nallow_anonymous true\npersistence false\nmax_queued_messages 0\nlog_type error\n%s\n", b.port, b.extra)
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		return err
	}
	path, err := exec.LookPath("mosquitto")
	if err != nil {
		path = "/usr/sbin/mosquitto"
	}
	cmd, ended := exec.Command(path, "-c", conf), make(chan struct{})
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("the package mosquitto of Debian is missing: %w", err)
	}
	go func() { _ = cmd.Wait(); close(ended) }()
	b.cmd, b.ended = cmd, ended
	for until := time.Now().Add(patience); time.Now().Before(until); {
		c, err := net.Dial("tcp", b.Address())
		if err == nil {
			return c.Close()
		}
		select {
		case <-ended:
			return errors.New("mosquitto ended at its start")
		case <-time.After(10 * time.Millisecond):
		}
	}
	b.Stop()
	return errors.New("mosquitto does not listen")
}

// Stop kills the broker and waits for its end.
func (b *Broker) Stop() {
	if b.cmd == nil {
		return
	}
	_ = b.cmd.Process.Kill()
	<-b.ended
	b.cmd = nil
}

// PID is the number of the broker's process.
func (b *Broker) PID() int { return b.cmd.Process.Pid }

// Address is where the broker listens, host:port.
func (b *Broker) Address() string { return fmt.Sprintf("127.0.0.1:%d", b.port) }

// URL is its address as a configuration names it.
func (b *Broker) URL() string { return "tcp://" + b.Address() }
