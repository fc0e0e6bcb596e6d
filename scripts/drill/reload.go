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
}

// String is one line.
func (r reloadReport) String() string {
	return fmt.Sprintf("%d SIGHUPs and file replacements (%d of them with a broken file): the daemon lives; the last valid file in use after %.1f s",
		r.events, r.broken, r.took.Seconds())
}

// reload hangs up and replaces the configuration at random moments, half of the files broken or cut, and looks which is in use.
func reload(ctx context.Context, p plan) (fmt.Stringer, error) {
	var r reloadReport
	err := withTarget(ctx, p, "", func(t target) (err error) {
		r, err = t.storm(ctx, p)
		return err
	})
	return r, err
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
