package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// toNATS has mosquitto's own bridge hand the readings on to a NATS server, as documented, which is killed in the middle.
func toNATS(ctx context.Context, p plan) error {
	p.boxes, p.readings = min(p.boxes, 10), cmp.Or(p.readings, 100)
	dir, err := os.MkdirTemp("", "lensd-sim-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	addresses, err := freeAddresses()
	if err != nil {
		return err
	}
	conf, err := example("nats-server.conf", "127.0.0.1:4222", addresses[0], "127.0.0.1:1884", addresses[1], "/var/lib/nats", dir)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, "nats.conf")
	if err := os.WriteFile(path, []byte(conf), 0o600); err != nil {
		return err
	}
	if p.broker, err = example("mosquitto-bridge.conf", "127.0.0.1:1884", addresses[1], "persistence true", ""); err != nil {
		return err
	}
	kill, err := natsServer(ctx, path)
	if err != nil {
		return err
	}
	defer func() { kill() }()
	far := newWitness()
	hearing, stop := context.WithCancel(ctx)
	defer stop()
	go far.hear(hearing, addresses[0])
	f, err := assemble(ctx, p)
	defer f.leave()
	if err != nil {
		return err
	}
	read := func() error {
		for _, b := range f.boxes {
			if err := b.read(ctx, p.readings/2); err != nil {
				return err
			}
		}
		return nil
	}
	if err := read(); err != nil {
		return err
	}
	_, err = until(ctx, 5*time.Minute, func() bool { return far.count() >= f.promised()/2 })
	kill()
	err = errors.Join(err, read())
	_, late := until(ctx, 5*time.Minute, func() bool { return f.witness.count() >= f.promised() }) // the near broker has all
	kill, failed := natsServer(ctx, path)
	if err = errors.Join(err, late, failed); err != nil {
		return err
	}
	_, err = until(ctx, 5*time.Minute, func() bool { return far.count() >= f.promised() })
	n := f.promised()
	fmt.Printf("nats: the server was killed at half of the readings and came back after the last: %s; load %s\n", far.report(n), load())
	return errors.Join(err, far.check(n))
}

func natsServer(ctx context.Context, conf string) (kill func(), err error) {
	cmd := exec.CommandContext(ctx, "nats-server", "-c", conf, "-l", os.DevNull)
	if err := cmd.Start(); err != nil {
		return func() {}, fmt.Errorf("the simulation needs Debian's package nats-server: %w", err)
	}
	return func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }, nil
}

// hear notes what a NATS server passes on, over its restarts.
func (w *witness) hear(ctx context.Context, address string) {
	for ctx.Err() == nil {
		if c, err := net.Dial("tcp", address); err == nil {
			stop := context.AfterFunc(ctx, func() { _ = c.Close() })
			_ = w.listen(c)
			stop()
			_ = c.Close()
		}
		_, _ = until(ctx, 20*time.Millisecond, func() bool { return false })
	}
}

// listen speaks NATS' protocol as far as a subscriber has to: https://docs.nats.io/reference/reference-protocols/nats-protocol
func (w *witness) listen(c net.Conn) error {
	if _, err := io.WriteString(c, "CONNECT {\"verbose\":false}\r\nSUB lensd.*.*.reading 1\r\n"); err != nil {
		return err
	}
	for r := bufio.NewReader(c); ; {
		line, err := r.ReadString('\n')
		if err != nil {
			return err
		}
		switch words := strings.Fields(line); {
		case len(words) > 0 && words[0] == "PING":
			if _, err := io.WriteString(c, "PONG\r\n"); err != nil {
				return err
			}
		case len(words) >= 4 && words[0] == "MSG":
			size, err := strconv.Atoi(words[len(words)-1])
			if err != nil {
				return err
			}
			payload := make([]byte, size+2)
			if _, err := io.ReadFull(r, payload); err != nil {
				return err
			}
			w.note(strings.ReplaceAll(words[1], ".", "/"), payload[:size])
		}
	}
}
