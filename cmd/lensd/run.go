package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"lensd/cmd/lensd/config"
	"lensd/device/notify"
)

// runDaemon serves until it is told to end. A changed configuration is composed anew; a broken one is reported on the
// page and in /readyz while the last good one, or at the start a bare API, goes on.
func runDaemon(ctx context.Context, args []string) error {
	flags := newFlags("run [-config FILE]")
	path := configFlag(flags)
	if err := flags.Parse(args); err != nil {
		return err
	}
	cfg, problem := config.Load(*path, os.Environ())
	if errors.Is(problem, fs.ErrNotExist) {
		return problem // a misspelt path: defaults would serve everybody on all interfaces
	}
	if problem != nil {
		cfg = degraded(cfg)
	}
	level := new(slog.LevelVar)
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level}))
	for {
		_ = level.UnmarshalText([]byte(cfg.Log.Level))
		if problem != nil {
			log.Error("the configuration is broken; serving with what is known to be good", "file", *path, "err", problem)
		}
		next, err := serveOnce(ctx, cfg, *path, problem, log)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			log.Info("ended")
			notify.New(notify.Config{Log: log}).Stopping()
			return nil
		}
		cfg, problem = next(cfg)
	}
}

// degraded keeps what a person needs to reach the box and to see what is wrong.
func degraded(cfg config.Config) config.Config {
	d := config.Default()
	d.Box, d.StateDir = cfg.Box, cfg.StateDir
	d.MQTT.Broker = "none"
	for _, listen := range []string{cfg.HTTP.Listen, os.Getenv("LENSD_HTTP_LISTEN")} {
		if listen == "" {
			continue
		}
		old := d.HTTP.Listen
		if d.HTTP.Listen = listen; d.Validate() != nil {
			d.HTTP.Listen = old
		}
	}
	return d
}

// reloaded turns the configuration in use into the next one and what is wrong with the file.
type reloaded func(config.Config) (config.Config, error)

// serveOnce runs one composition until ctx ends or the configuration changes.
func serveOnce(ctx context.Context, cfg config.Config, path string, problem error, log *slog.Logger) (reloaded, error) {
	a, err := compose(cfg, problem, log)
	if err != nil {
		return nil, err
	}
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	var change reloaded
	go func() {
		defer cancel()
		if awaitChange(inner, path) {
			change = func(last config.Config) (config.Config, error) { return reload(last, path) }
		}
	}()
	err = a.serve(inner)
	cancel()
	if err := errors.Join(err, a.close()); err != nil && !errors.Is(err, context.Canceled) {
		return nil, err
	}
	if change == nil && ctx.Err() == nil {
		return nil, errors.New("a part of the box ended by itself")
	}
	return change, nil
}

func reload(last config.Config, path string) (config.Config, error) {
	cfg, err := config.Load(path, os.Environ())
	if err != nil {
		return last, fmt.Errorf("the changed configuration is not in use: %w", err)
	}
	return cfg, nil
}

// awaitChange returns true at SIGHUP or when the file has changed and has then been left alone for one look,
// so that a half-written file is not read; false when ctx ends.
func awaitChange(ctx context.Context, path string) bool {
	hup := make(chan os.Signal, 1)
	signal.Notify(hup, syscall.SIGHUP)
	defer signal.Stop(hup)
	tick := time.NewTicker(2 * time.Second)
	defer tick.Stop()
	first := stampOf(path)
	last := first
	for {
		select {
		case <-ctx.Done():
			return false
		case <-hup:
			return true
		case <-tick.C:
			now := stampOf(path)
			if now != first && now == last {
				return true
			}
			last = now
		}
	}
}

// stamp tells one state of a file from another.
type stamp struct {
	at   time.Time
	size int64
}

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	return stamp{info.ModTime(), info.Size()}
}
