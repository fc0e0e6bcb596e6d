package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"sync/atomic"

	"lensd/cmd/lensd/config"
	"lensd/cmd/lensd/fleet"
	"lensd/cmd/lensd/setup"
	"lensd/device/notify"
)

// daemon runs a box and changes it with the configuration; a broken file is reported on the page and in /readyz and changes nothing.
// A change of what the whole box stands on, its name and its state directory, is another box after the one before.
type daemon struct {
	path    string
	level   *slog.LevelVar
	log     *slog.Logger
	watcher *watcher

	cfg     config.Config
	text    []byte // of the file that cfg came from
	problem error  // of the file that is not in use
	good    *loaded

	edits chan edit // changes that come from the pages
	setup *setup.Setup
	lines *journal

	putback  *putback
	restored string // by the backup that was put back last
	adoption error  // why one was not

	steward *fleet.Steward
	now     atomic.Pointer[app] // the box as it is composed
}

// loaded is a configuration that has served.
type loaded struct {
	cfg  config.Config
	text []byte
}

// runDaemon serves until it is told to end.
func runDaemon(ctx context.Context, args []string) error {
	hup := hangups() // first of all: a SIGHUP before this would end the process
	flags := newFlags("run")
	path := configFlag(flags)
	if err := parsed(flags.Parse(args)); err != nil {
		return err
	}
	if _, err := os.Stat(*path); *path != "" && errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the configuration cannot be read: %w", err) // defaults would serve everybody on all interfaces
	}
	d := &daemon{path: *path, level: new(slog.LevelVar), edits: make(chan edit), lines: newJournal(), putback: newPutback()}
	d.log = slog.New(slog.NewTextHandler(io.MultiWriter(os.Stderr, d.lines), &slog.HandlerOptions{Level: d.level}))
	d.watcher = watch(ctx, d.path, hup)
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	d.setup = setup.New(setup.Config{Path: d.path, Environ: os.Environ(), Capture: []string{exe, "worker"}, Apply: d.apply, Reload: d.watcher.tell, Log: d.log})
	d.recover()
	d.steward = d.newSteward()
	go d.steward.Serve(ctx)
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
		d.adopt()
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
	if d.cfg, err = config.LoadGood(cfg.StateDir, config.KindsDir(d.path), os.Environ()); err != nil {
		d.cfg = config.Degraded(cfg, d.path, os.Environ())
	}
}

// read takes the file again; one that is broken, or was emptied, is told and not used.
func (d *daemon) read(ctx context.Context) (cfg config.Config, text []byte, err error) {
	d.watcher.settled(ctx) // a SIGHUP may come while the file is being written
	d.watcher.loading()
	text, _ = os.ReadFile(d.path)
	cfg, err = config.Load(d.path, os.Environ())
	if err == nil && len(text) == 0 && len(d.text) > 0 {
		err = errors.New("the file is empty")
	}
	return cfg, text, err
}

// change makes the box what the file now asks for: parts that the change does not touch go on. again says that the box has to be
// composed anew. An error is one after which nothing can be served any more.
func (d *daemon) change(ctx context.Context, a *app) (again bool, err error) {
	cfg, text, err := d.read(ctx)
	switch {
	case err != nil:
		d.refuse(a, err)
		return false, nil
	case a.store == nil || !sameBox(cfg, d.cfg):
		d.cfg, d.text, d.problem = cfg, text, nil
		return true, nil
	}
	if err := a.apply(ctx, cfg); err != nil {
		d.refuse(a, err)
		return false, a.apply(ctx, d.cfg)
	}
	other := cfg.Fleet != d.cfg.Fleet
	d.cfg, d.text, d.problem = cfg, text, nil
	if other {
		d.obey()
	}
	d.served(a)
	return false, nil
}

// refuse tells what is wrong with the file, which changes nothing.
func (d *daemon) refuse(a *app, err error) {
	d.problem = fmt.Errorf("the changed configuration is not in use: %w", err)
	d.log.Error("the configuration is broken; serving with what is known to be good", "err", d.problem)
	a.health.note("config", d.problem)
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

// serveOnce runs one box until ctx ends, a change asks for another one or a part of it fails.
func (d *daemon) serveOnce(ctx context.Context) (err error) {
	if d.problem != nil {
		d.log.Error("the configuration is broken; serving with what is known to be good", "err", d.problem)
	}
	a := open(d.cfg, d.log)
	a.setup, a.lines, a.steward, a.putback, a.restored = d.setup, d.lines, d.steward, d.putback, d.restored
	a.reload = d.watcher.tell
	d.now.Store(a)
	d.obey()
	defer func() { err = errors.Join(err, a.close()) }()
	a.health.note("config", d.problem)
	a.health.note("restore", d.adoption)
	if err := a.apply(ctx, d.cfg); err != nil {
		return err
	}
	d.served(a)
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-a.parts.failed:
			if errors.Is(err, errRecompose) {
				return nil
			}
			return err
		case r := <-d.putback.asked:
			d.putback.next = &r
			close(r.taken)
			return nil
		case e := <-d.edits:
			if again, err := d.edit(ctx, a, e); again || err != nil {
				return err
			}
		case <-d.watcher.changed:
			if again, err := d.change(ctx, a); again || err != nil {
				return err
			}
		}
	}
}

// served is called once the API listens: only then is a configuration known to be good.
func (d *daemon) served(a *app) {
	_ = d.level.UnmarshalText([]byte(d.cfg.Log.Level))
	d.good = &loaded{d.cfg, d.text}
	a.health.note("config", d.problem)
	if d.problem != nil || len(d.text) == 0 {
		return
	}
	if err := config.KeepGood(d.cfg.StateDir, d.text); err != nil {
		d.log.Warn("the configuration could not be kept for a start with a broken one", "err", err)
	}
}
