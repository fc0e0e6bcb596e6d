package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"lensd/cmd/lensd/admin"
	"lensd/cmd/lensd/config"
	"lensd/cmd/lensd/readers"
	"lensd/device/clock"
	"lensd/device/memory"
	"lensd/device/uplink"
	"lensd/extract"
	"lensd/httpapi"
	"lensd/station"
	"lensd/store"
	"lensd/vision/worker"
)

// app is one composition of the box's parts.
type app struct {
	cfg       config.Config
	log       *slog.Logger
	store     *store.Store  // nil: the state directory cannot be used
	storeless store.Trouble // why there is none
	pool      *worker.Pool
	api       *httpapi.Server
	stations  *station.Set   // nil: without a store there are none
	uplink    *uplink.Uplink // nil: no broker is wished or it cannot be used
	metrics   *metrics
	registry  *prometheus.Registry
	services  []service
	listening func()         // called once the API listens; nil: nobody is
	closers   []func() error // after all services ended
}

// queueing is how long an HTTP request may wait for a worker beyond the time of its own reading.
const queueing = 30 * time.Second

// service is a part that runs beside the others until ctx ends.
type service struct {
	name  string
	serve func(ctx context.Context) error
}

func storeOptions(cfg config.Config, log *slog.Logger) store.Options {
	return store.Options{
		Dir: cfg.StateDir, MaxBytes: int64(cfg.Retention.MaxMB) << 20,
		MaxAge: time.Duration(cfg.Retention.Days) * 24 * time.Hour, Log: log, Now: clock.Clock{}.Now,
	}
}

// compose builds all parts. Only what leaves nothing to serve is an error; the rest is reported by health.
func compose(cfg config.Config, problem error, log *slog.Logger) (*app, error) {
	a := &app{cfg: cfg, log: log}
	a.metrics, a.registry = newMetrics(a)
	h := &health{app: a}
	h.note("config", problem)
	var err error
	opt := storeOptions(cfg, log)
	opt.OnTrouble = a.storeChanged
	if a.store, err = store.Open(opt); err != nil {
		log.Error("the store cannot be opened; readings are answered but not kept", "err", err)
		a.withoutStore(h, store.TroubleOf(err))
	} else {
		a.closers = append(a.closers, a.store.Close)
		a.add("store", a.store.Serve)
		local := admin.Local{Store: a.store}
		a.add("admin", func(ctx context.Context) error { return admin.Serve(ctx, cfg.StateDir, local) })
	}
	if err := a.composePool(); err != nil {
		return nil, errors.Join(err, a.close())
	}
	a.add("memory", memory.Serve)
	a.composeStations(h)
	a.composeNotify(h)
	if err := a.composeAPI(h); err != nil {
		return nil, errors.Join(err, a.close())
	}
	return a, nil
}

func (a *app) add(name string, serve func(ctx context.Context) error) {
	a.services = append(a.services, service{name, serve})
}

func (a *app) composePool() error {
	pc, err := poolConfig(a.cfg.Readers.Text, cacheFolder(a.cfg.StateDir))
	if err != nil {
		return err
	}
	r := a.cfg.Readers
	pc.Workers, pc.Timeout, pc.RecycleAfter, pc.MaxRSS, pc.Log = r.Workers, time.Duration(r.Timeout), r.RecycleAfter, int64(r.MaxRSSMB)<<20, a.log
	pc.Express = len(a.cfg.Stations) > 0
	if a.pool, err = worker.New(pc); err != nil {
		return err
	}
	a.add("readers", a.pool.Serve)
	return nil
}

// cacheFolder keeps what can be made again: where systemd says, else beside the state.
func cacheFolder(stateDir string) string {
	if dir := os.Getenv("CACHE_DIRECTORY"); dir != "" {
		return dir
	}
	return filepath.Join(stateDir, "cache")
}

func (a *app) composeAPI(h *health) error {
	kinds := map[extract.Kind]extract.Reader{}
	for _, k := range readers.Kinds() {
		kinds[k] = a.pool
	}
	c := httpapi.Config{
		Listen: a.cfg.HTTP.Listen, BasePath: a.cfg.HTTP.BasePath, TLSCert: a.cfg.HTTP.TLSCert, TLSKey: a.cfg.HTTP.TLSKey,
		ReadTimeout: time.Duration(a.cfg.Readers.Timeout) + queueing,
		MaxBody:     int64(a.cfg.HTTP.MaxBodyMB) << 20, MaxPages: a.cfg.HTTP.MaxPages, OmitCodes: !a.cfg.HTTP.Codes,
		Box: httpapi.Box{ID: a.cfg.Box.ID, Name: a.cfg.Box.Name, Version: version},
		Log: a.log, Metrics: a.registry, Readers: kinds, Health: h, Keys: newKeyring(a.cfg.HTTP.ServiceKeys, a.store, a.log),
	}
	if a.store != nil {
		c.SessionSecret, c.Sessions = sessionSecret(a.store, a.log), sessionMemory{a.store}
		c.Stations, c.Readings = desk{a.stations}, desk{a.stations}
	}
	var err error
	if a.api, err = httpapi.New(c); err != nil {
		return err
	}
	a.add("http", a.serveAPI)
	a.composeAnnounce()
	return nil
}

// serveAPI opens the port and serves on it.
func (a *app) serveAPI(ctx context.Context) error {
	l, err := net.Listen("tcp", a.cfg.HTTP.Listen)
	if err != nil {
		return fmt.Errorf("http.listen: %w", err)
	}
	if a.listening != nil {
		a.listening()
	}
	return a.api.ServeOn(ctx, l)
}

// serve runs all services; the first that fails ends the others.
func (a *app) serve(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, s := range a.services {
		g.Go(func() error {
			err := s.serve(ctx)
			if err != nil && ctx.Err() == nil && !errors.Is(err, errRecompose) {
				a.log.Error("a part of the box failed", "part", s.name, "err", err)
			}
			return err
		})
	}
	err := g.Wait()
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

func (a *app) close() error {
	var errs []error
	for _, c := range slices.Backward(a.closers) {
		errs = append(errs, c())
	}
	return errors.Join(errs...)
}
