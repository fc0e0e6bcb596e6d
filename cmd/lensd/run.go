package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"

	"lensd/cmd/lensd/config"
	"lensd/device/notify"
)

// daemon runs one composition after another: a changed configuration is composed anew, and a broken one is reported on the
// page and in /readyz while the last good one goes on.
type daemon struct {
	path    string
	level   *slog.LevelVar
	log     *slog.Logger
	watcher *watcher

	cfg     config.Config
	text    []byte // of the file that cfg came from
	problem error  // of the file that is not in use
	good    *loaded
}

// loaded is a configuration that has served.
type loaded struct {
	cfg  config.Config
	text []byte
}

// runDaemon serves until it is told to end.
func runDaemon(ctx context.Context, args []string) error {
	hup := hangups() // first of all: a SIGHUP before this would end the process
	flags := newFlags("run [-config FILE]")
	path := configFlag(flags)
	if err := flags.Parse(args); err != nil {
		return err
	}
	if _, err := os.Stat(*path); *path != "" && errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the configuration cannot be read: %w", err) // defaults would serve everybody on all interfaces
	}
	d := &daemon{path: *path, level: new(slog.LevelVar)}
	d.log = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: d.level}))
	d.watcher = watch(ctx, d.path, hup)
	d.start()
	for {
		err := d.serveOnce(ctx)
		if ctx.Err() != nil {
			d.log.Info("ended")
			notify.New(notify.Config{Log: d.log}).Stopping()
			return err
		}
		if err != nil && !d.fallBack(err) {
			return err
		}
	}
}

// start takes the file, or, when it is broken, the last good one, or what a degraded box runs with.
func (d *daemon) start() {
	d.watcher.loading()
	d.text, _ = os.ReadFile(d.path)
	cfg, err := config.Load(d.path, os.Environ())
	if err == nil {
		d.cfg = cfg
		return
	}
	d.problem = err
	if d.cfg, err = config.LoadGood(cfg.StateDir, os.Environ()); err != nil {
		d.cfg = config.Degraded(cfg, d.path, os.Environ())
	}
}

// reload takes the file again; one that is broken, or was emptied, leaves the configuration as it is.
func (d *daemon) reload(ctx context.Context) {
	d.watcher.settled(ctx) // a SIGHUP may come while the file is being written
	d.watcher.loading()
	text, _ := os.ReadFile(d.path)
	cfg, err := config.Load(d.path, os.Environ())
	if err == nil && len(text) == 0 && len(d.text) > 0 {
		err = errors.New("the file is empty")
	}
	if err != nil {
		d.problem = fmt.Errorf("the changed configuration is not in use: %w", err)
		return
	}
	d.cfg, d.text, d.problem = cfg, text, nil
}

// fallBack goes back to the last configuration that served when a new one cannot, for a port in use as an example.
func (d *daemon) fallBack(err error) bool {
	if d.good == nil {
		return false
	}
	d.cfg, d.text, d.good = d.good.cfg, d.good.text, nil
	d.problem = fmt.Errorf("the changed configuration is not in use: %w", err)
	return true
}

// serveOnce runs one composition until ctx ends, the configuration changes or a part of the box fails.
func (d *daemon) serveOnce(ctx context.Context) error {
	_ = d.level.UnmarshalText([]byte(d.cfg.Log.Level))
	if d.problem != nil {
		d.log.Error("the configuration is broken; serving with what is known to be good", "err", d.problem)
	}
	a, err := compose(d.cfg, d.problem, d.log)
	if err != nil {
		return err
	}
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	changed := make(chan bool, 1)
	go func() {
		defer cancel()
		select {
		case <-d.watcher.changed:
			changed <- true
		case <-inner.Done():
		}
	}()
	a.listening = d.served
	err = a.serve(inner)
	cancel()
	again := errors.Is(err, errRecompose)
	if again {
		err = nil
	}
	if err := errors.Join(err, a.close()); err != nil {
		return err
	}
	switch {
	case len(changed) > 0:
		d.reload(ctx)
	case !again && ctx.Err() == nil:
		return errors.New("a part of the box ended by itself")
	}
	return nil
}

// served is called once the API listens: only then is a configuration known to be good.
func (d *daemon) served() {
	d.good = &loaded{d.cfg, d.text}
	if d.problem != nil || len(d.text) == 0 {
		return
	}
	if err := config.KeepGood(d.cfg.StateDir, d.text); err != nil {
		d.log.Warn("the configuration could not be kept for a start with a broken one", "err", err)
	}
}
