package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"lensd/cmd/lensd/config"
	"lensd/cmd/lensd/fleet"
	"lensd/device/clock"
)

const (
	aboutEvery = time.Minute     // what a box tells of itself is no older, while it is connected
	aboutLook  = 5 * time.Second // between two looks for what should be told at once
)

// tellAbout keeps what the box tells of itself at the broker true.
func (a *app) tellAbout(cfg config.Config, started time.Time) func(context.Context) error {
	return func(ctx context.Context) error {
		tick := time.NewTicker(aboutLook)
		defer tick.Stop()
		var told []byte
		var at time.Time
		for {
			now := a.about(ctx, cfg, started)
			urgent, err := json.Marshal([]any{now.Problems, now.Config, states(now)})
			if err != nil {
				return err // plain values: cannot happen
			}
			if !bytes.Equal(urgent, told) || time.Since(at) >= aboutEvery {
				payload, err := json.Marshal(now)
				if err != nil {
					return err
				}
				a.live.setAbout(payload)
				told, at = urgent, time.Now()
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-a.steward.Changed():
			case <-tick.C:
			}
		}
	}
}

// states are what of the stations is worth a message at once: a reading every second is not.
func states(a fleet.About) (out []string) {
	for _, s := range a.Stations {
		if !s.Online {
			out = append(out, s.Name+" "+s.Message)
		}
	}
	return out
}

func (a *app) about(ctx context.Context, cfg config.Config, started time.Time) fleet.About {
	now, synced := clock.Clock{}.Now()
	out := fleet.About{Box: cfg.Box.ID, Name: cfg.Box.Name, Version: version, At: now.UTC().Truncate(time.Second), Clock: clock.Word(synced),
		Started: started.UTC().Truncate(time.Second), Stations: []fleet.Station{}, Problems: []string{}, Config: a.steward.Report(), Queue: a.pool.pool().Stats().Queued}
	if a.stations != nil {
		for _, s := range a.stations.Stations() {
			st := fleet.Station{Name: s.Name, Kind: string(s.Kind), State: string(s.State), Online: s.Online, Message: s.Message}
			if s.Last != nil {
				at := s.Last.At
				st.Last, st.Good = &at, s.Last.Accepted
			}
			out.Stations = append(out.Stations, st)
		}
	}
	for _, c := range a.health.Ready(ctx) {
		if !c.OK {
			out.Problems = append(out.Problems, c.Name+": "+c.Message)
		}
	}
	if a.store != nil {
		out.Outbox, _ = a.store.Backlog() // what cannot be counted is told by the store's own check
	}
	var fs unix.Statfs_t
	if unix.Statfs(cfg.StateDir, &fs) == nil {
		out.DiskFree, out.DiskSize = fs.Bavail*uint64(fs.Bsize), fs.Blocks*uint64(fs.Bsize) //nolint:gosec // sizes are not negative
	}
	if t, ok := temperature("/sys/class/thermal/thermal_zone0/temp"); ok {
		out.Temperature = &t
	}
	return out
}

// temperature reads a kernel's thermal zone, in °C.
func temperature(path string) (float64, bool) {
	b, err := os.ReadFile(path)
	if err != nil {
		return 0, false
	}
	milli, err := strconv.Atoi(strings.TrimSpace(string(b)))
	return float64(milli) / 1000, err == nil
}
