package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// inUseWithin is the bar for the last valid file after a storm.
const inUseWithin = 5 * time.Second

// reloadReport is what a storm of hang-ups and file replacements did.
type reloadReport struct {
	events, broken int
	took           time.Duration // until the last valid file was in use
	early, died    int           // hang-ups in the first tenth of a second of a life, and lives that they ended
}

// String is one line.
func (r reloadReport) String() string {
	return fmt.Sprintf("%d SIGHUPs and file replacements (%d of them with a broken file): the daemon lives; the last valid file in use after %.1f s; "+
		"%d SIGHUPs in the first tenth of a second: %d deaths", r.events, r.broken, r.took.Seconds(), r.early, r.died)
}

// reload hangs up and replaces the configuration at random moments, half of the files broken or cut, and looks which is in use.
func reload(ctx context.Context, p plan) (fmt.Stringer, error) {
	var r reloadReport
	err := withTarget(ctx, p, "", func(t target) (err error) {
		if r, err = t.storm(ctx, p); err != nil {
			return err
		}
		r.early, r.died, err = t.hangUpEarly(ctx, p)
		if err == nil && r.died > 0 {
			err = errors.New("a bar failed")
		}
		return err
	})
	return r, err
}

// earlyLives are started and hung up on while the libraries are being loaded.
const earlyLives = 100

// hangUpEarly starts further daemons on the configuration as the unit does, and hangs up within the first tenth of a second.
func (t target) hangUpEarly(ctx context.Context, p plan) (early, died int, err error) {
	path := filepath.Join(t.dir, "early.yaml")
	text := fmt.Sprintf("state_dir: %s/early\nhttp: {listen: \"127.0.0.1:0\", announce: false}\nmqtt: {broker: none}\nlog: {level: error}\n", t.dir)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return 0, 0, err
	}
	rnd := rand.New(rand.NewPCG(p.seed, 8))
	for early < earlyLives && ctx.Err() == nil {
		cmd := exec.Command("/usr/bin/env", "--ignore-signal=HUP", p.daemon, "run", "-config", path)
		if err := cmd.Start(); err != nil {
			return early, died, err
		}
		time.Sleep(time.Duration(rnd.IntN(100)) * time.Millisecond)
		name, _ := os.ReadFile(fmt.Sprintf("/proc/%d/comm", cmd.Process.Pid))
		if strings.HasPrefix(filepath.Base(p.daemon), strings.TrimSpace(string(name))) { // from here on the life is the daemon's, not env's
			early++
			_ = cmd.Process.Signal(syscall.SIGHUP)
			time.Sleep(20 * time.Millisecond)
		}
		_ = cmd.Process.Signal(syscall.SIGTERM) // SIGHUP, where it was not ignored, came first
		_ = cmd.Wait()
		if ws, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && ws.Signaled() && ws.Signal() == syscall.SIGHUP {
			died++
		}
	}
	return early, died, ctx.Err()
}

// storm lets the daemon go through all of it.
func (t target) storm(ctx context.Context, p plan) (reloadReport, error) {
	path := filepath.Join(t.dir, "lensd.yaml")
	good, err := os.ReadFile(path)
	if err != nil {
		return reloadReport{}, err
	}
	rnd := rand.New(rand.NewPCG(p.seed, 7))
	r := reloadReport{events: max(p.readings, 1000)}
	for i := range r.events {
		if err := t.disturb(rnd, path, good, i, &r.broken); err != nil {
			return reloadReport{}, err
		}
		select {
		case <-t.exited:
			return reloadReport{}, fmt.Errorf("the daemon died at event %d", i)
		case <-ctx.Done():
			return reloadReport{}, ctx.Err()
		case <-time.After(time.Duration(rnd.IntN(100)) * time.Millisecond):
		}
	}
	last := bytes.Replace(good, []byte("id: drill"), []byte("id: drill, name: the-last-one"), 1)
	if err := os.WriteFile(path, last, 0o600); err != nil {
		return reloadReport{}, err
	}
	if r.took, err = t.until(ctx, time.Now(), func() bool { return strings.Contains(t.stations(ctx), "the-last-one") }); err != nil {
		return reloadReport{}, err
	}
	if r.took > inUseWithin {
		return r, errors.New("a bar failed")
	}
	return r, nil
}

// disturb hangs up, replaces the file or writes over it, soundly or not.
func (t target) disturb(rnd *rand.Rand, path string, good []byte, i int, broken *int) error {
	text := bytes.Replace(good, []byte("id: drill"), fmt.Appendf(nil, "id: drill, name: n%d", i), 1)
	if rnd.IntN(2) == 0 {
		*broken++
		text = text[:len(text)-2-rnd.IntN(80)] // within the stations, so that the rest stays where it was
	}
	switch rnd.IntN(4) {
	case 0:
		return os.WriteFile(path, text, 0o600)
	case 1:
		return errors.Join(os.WriteFile(path+".new", text, 0o600), os.Rename(path+".new", path))
	}
	return t.cmd.Process.Signal(syscall.SIGHUP)
}

// stations is what the API says of the box, "" while it does not answer.
func (t target) stations(ctx context.Context) string {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+t.http+"/v1/stations", nil)
	if err != nil {
		return ""
	}
	req.Header.Set("X-Service-Key", t.key)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return ""
	}
	defer res.Body.Close()
	b, _ := io.ReadAll(res.Body)
	return string(b)
}
