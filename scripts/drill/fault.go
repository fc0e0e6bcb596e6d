package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// The bars of the fault drill.
const (
	toldWithin      = 20 * time.Second
	recoveredWithin = 10 * time.Second
)

// faulted is what one fault of the disk took to be told and to pass.
type faulted struct {
	word      string
	page      time.Duration // until /readyz said it
	mqtt      time.Duration // until …/health said it
	recovered time.Duration // from the end of the fault
}

type faultReport []faulted

// String is a table.
func (r faultReport) String() string {
	var b strings.Builder
	for _, f := range r {
		fmt.Fprintf(&b, "%-15s told on /readyz after %5.1f s, by MQTT after %5.1f s; recovered %4.1f s after its end\n",
			f.word, f.page.Seconds(), f.mqtt.Seconds(), f.recovered.Seconds())
	}
	return b.String()
}

// fault makes each write of a daemon fail, as a card, a full or a read-only disk makes them, with strace's fault injection.
func fault(ctx context.Context, p plan) (fmt.Stringer, error) {
	var report faultReport
	err := withTarget(ctx, p, "", func(t target) (err error) {
		report, err = t.failDisk(ctx)
		return err
	})
	return report, err
}

// failDisk tries each kind of failure.
func (t target) failDisk(ctx context.Context) (faultReport, error) {
	var report faultReport
	for _, f := range [][2]string{{"EIO", "disk_error"}, {"EROFS", "disk_read_only"}, {"ENOSPC", "disk_full"}} {
		one, err := t.suffer(ctx, f[0], f[1])
		report = append(report, one)
		if err != nil {
			return report, err
		}
		if one.page > toldWithin || one.mqtt > toldWithin || one.recovered > recoveredWithin {
			return report, fmt.Errorf("%s: a bar failed", f[1])
		}
	}
	return report, nil
}

// suffer lets all writes and syncs of the daemon fail until the fault is told, then ends the fault.
func (t target) suffer(ctx context.Context, errno, word string) (faulted, error) {
	out := faulted{word: word}
	heard, leave, err := t.listen()
	if err != nil {
		return out, err
	}
	defer leave()
	strace := exec.Command("strace", "-f", "-qq", "-o", "/dev/null", "-p", fmt.Sprint(t.cmd.Process.Pid),
		"-e", "trace=pwrite64,fdatasync,fsync", "-e", "inject=pwrite64,fdatasync,fsync:error="+errno)
	if err := strace.Start(); err != nil {
		return out, fmt.Errorf("strace (Debian package strace): %w", err)
	}
	from := time.Now()
	if out.page, err = t.until(ctx, from, func() bool { return strings.Contains(t.readyz(), word) }); err == nil {
		out.mqtt, err = t.until(ctx, from, func() bool { return strings.Contains(heard(), word) })
	}
	_ = strace.Process.Signal(os.Interrupt)
	_ = strace.Wait() // ends with the signal's status
	if err != nil {
		return out, err
	}
	out.recovered, err = t.until(ctx, time.Now(), func() bool {
		return strings.Contains(t.readyz(), `"name":"store","ok":true`) && strings.Contains(heard(), `"problem":false`)
	})
	return out, err
}

// until waits for something, at most a minute, and returns how long it took from a moment on.
func (t target) until(ctx context.Context, from time.Time, is func() bool) (time.Duration, error) {
	for time.Since(from) < time.Minute {
		if is() {
			return time.Since(from), nil
		}
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
	return 0, errors.New("not within a minute")
}

func (t target) readyz() string {
	res, err := http.Get("http://" + t.http + "/readyz")
	if err != nil {
		return ""
	}
	defer res.Body.Close()
	b, _ := io.ReadAll(res.Body)
	return string(b)
}

// listen returns what the station's health topic said last.
func (t target) listen() (heard func() string, leave func(), err error) {
	c, err := t.join("listener", drillPassword)
	if err != nil {
		return nil, nil, err
	}
	var mu sync.Mutex
	last := ""
	tok := c.Subscribe("lensd/drill/desk/health", 1, func(_ mqtt.Client, m mqtt.Message) {
		mu.Lock()
		defer mu.Unlock()
		last = string(m.Payload())
	})
	tok.WaitTimeout(5 * time.Second)
	return func() string { mu.Lock(); defer mu.Unlock(); return last }, func() { c.Disconnect(0) }, tok.Error()
}
