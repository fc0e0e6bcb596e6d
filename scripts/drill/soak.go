package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	soakReadings  = 100_000
	soakSamples   = 10
	soakGrowthRSS = 20 << 20 // of the daemon, between the first tenth and the end
	soakGrowth    = 8        // files, threads and goroutines likewise
)

// soaked is what the daemon held after a number of readings.
type soaked struct {
	readings   int
	daemon     holdings
	goroutines int
	readers    holdings // the largest of each
}

// soakReport is a long run.
type soakReport struct {
	samples []soaked
	took    time.Duration
}

// String is a table.
func (r soakReport) String() string {
	var b strings.Builder
	for _, s := range r.samples {
		fmt.Fprintf(&b, "%7d readings: daemon %s, %d goroutines; largest reader %s\n", s.readings, s.daemon, s.goroutines, s.readers)
	}
	return b.String() + fmt.Sprintf("in %.0f s", r.took.Seconds())
}

func (r soakReport) check() error {
	if len(r.samples) < 2 {
		return errors.New("too few samples")
	}
	a, b := r.samples[0], r.samples[len(r.samples)-1]
	if b.daemon.rss-a.daemon.rss > soakGrowthRSS || b.daemon.files-a.daemon.files > soakGrowth || b.daemon.thread-a.daemon.thread > soakGrowth ||
		b.goroutines-a.goroutines > soakGrowth || b.readers.files-a.readers.files > soakGrowth {
		return fmt.Errorf("what the daemon holds grew from %+v to %+v", a, b)
	}
	return nil
}

// soak pushes a picture to a station again and again: each is read by itself, and once more when asked. Every part of the way of a
// reading is passed, the reader included.
func soak(ctx context.Context, p plan) (fmt.Stringer, error) {
	total := cmp.Or(p.readings, soakReadings)
	var r soakReport
	err := withTarget(ctx, p, "", func(t target) error {
		from := time.Now()
		for n := 2; n <= total; n += 2 {
			if status, err := t.send(ctx, "/v1/stations/desk/frame", "image/jpeg", seeds()[0]); err != nil || status != http.StatusNoContent {
				return errors.Join(err, fmt.Errorf("push %d was answered with %d", n, status))
			}
			if status, err := t.send(ctx, "/v1/stations/desk/read", "application/json", nil); err != nil || status != http.StatusOK {
				return errors.Join(err, fmt.Errorf("reading %d was answered with %d", n, status))
			}
			if n%max(2, total/soakSamples/2*2) == 0 {
				r.samples = append(r.samples, t.holds(ctx, n))
			}
		}
		r.took = time.Since(from)
		return r.check()
	})
	return r, err
}

func (t target) holds(ctx context.Context, n int) soaked {
	s := soaked{readings: n, daemon: holdingsOf(t.cmd.Process.Pid)}
	for _, pid := range children(t.cmd.Process.Pid) {
		h := holdingsOf(pid)
		s.readers = holdings{max(s.readers.rss, h.rss), max(s.readers.files, h.files), max(s.readers.thread, h.thread)}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+t.http+"/metrics", nil)
	if err != nil {
		return s
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return s
	}
	defer res.Body.Close()
	b, _ := io.ReadAll(res.Body)
	if m := regexp.MustCompile(`(?m)^go_goroutines (\d+)`).FindSubmatch(b); m != nil {
		s.goroutines, _ = strconv.Atoi(string(m[1]))
	}
	return s
}
