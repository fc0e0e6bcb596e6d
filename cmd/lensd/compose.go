package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"lensd/cmd/lensd/admin"
	"lensd/cmd/lensd/config"
	"lensd/cmd/lensd/fleet"
	"lensd/cmd/lensd/readers"
	"lensd/cmd/lensd/setup"
	"lensd/device/clock"
	"lensd/device/memory"
	"lensd/device/uplink/broker"
	"lensd/extract"
	"lensd/guard"
	"lensd/httpapi"
	"lensd/station"
	"lensd/store"
	"lensd/vision/worker"
)

// app is the box: its store, and the parts that a configuration asks for.
type app struct {
	log       *slog.Logger
	store     *store.Store  // nil: the state directory cannot be used
	storeless store.Trouble // why there is none
	pool      poolRelay
	others    shareRelay // other boxes that read
	// readElsewhere says that this box has no readers of its own.
	readElsewhere atomic.Bool
	wished        atomic.Pointer[config.Config] // what was applied last
	live          liveRelay
	broker        atomic.Pointer[broker.Broker] // the embedded one; nil: none
	stations      *station.Set                  // nil: without a store there are none
	health        *health
	metrics       *metrics
	registry      *prometheus.Registry
	parts         *parts
	setup         *setup.Setup // nil: the pages change nothing
	steward       *fleet.Steward
	lines         *journal // of the log; nil: none are kept
	putback       *putback // nil: no backup is put back
	reload        func()   // has the configuration, and what was learned, taken anew; nil: nobody can
	restored      string   // what this composition began with, where that is a backup

	mu      sync.Mutex
	order   []string                    // of the stations, as the configuration names them
	serving map[string]*station.Station // by name; nil: it has ended or cannot run
}

// queueing is how long an HTTP request may wait for a worker beyond the time of its own reading.
const queueing = 30 * time.Second

func storeOptions(cfg config.Config, log *slog.Logger) store.Options {
	return store.Options{
		Dir: cfg.StateDir, MaxBytes: int64(cfg.Retention.MaxMB) << 20,
		MaxAge: time.Duration(cfg.Retention.Days) * 24 * time.Hour, Log: log, Now: clock.Clock{}.Now,
	}
}

// open opens the store, without which the box still answers requests.
func open(cfg config.Config, log *slog.Logger) *app {
	a := &app{log: log, serving: map[string]*station.Station{}}
	a.health = &health{app: a, notes: map[string]string{}}
	a.metrics, a.registry = newMetrics(a)
	a.parts = newParts(log, a.registry)
	opt := storeOptions(cfg, log)
	opt.OnTrouble = a.storeChanged
	s, err := store.Open(opt)
	if err != nil {
		log.Error("the store cannot be opened; readings are answered but not kept", "err", err)
		a.storeless = store.TroubleOf(err)
		a.health.note("store", errors.New(a.storeless.Word+": "+a.storeless.Message))
		return a
	}
	a.store, a.stations = s, station.NewSet(s)
	return a
}

// sameBox says whether a box that runs with one configuration can change to the other while it runs: its name is in all topics,
// and its state directory holds all else.
func sameBox(a, b config.Config) bool {
	return recipeOf(a.Box, a.StateDir, a.MQTT.Topic) == recipeOf(b.Box, b.StateDir, b.MQTT.Topic)
}

// apply starts, or changes to, what cfg asks for. Only what leaves nothing to serve is an error; the rest is reported by health.
func (a *app) apply(ctx context.Context, cfg config.Config) error {
	if a.store != nil {
		opt := storeOptions(cfg, nil)
		a.store.Limit(opt.MaxBytes, opt.MaxAge)
		a.expect(cfg.Stations)
	}
	a.wished.Store(&cfg)
	a.health.note("kinds", cfg.Own.Faults)
	err := a.parts.apply(ctx, a.plan(cfg))
	a.forgetOthers()
	return err
}

// plan lists the parts that cfg asks for; each may lean on those before it.
func (a *app) plan(cfg config.Config) []part {
	cfg.HTTP = a.secured(cfg)
	plan := []part{a.storePart(cfg)}
	r, express := cfg.Readers, len(cfg.Stations) > 0
	plan = append(plan,
		part{"readers", recipeOf(r, express, cfg.Own.Kinds, filesOf(learnedFile(cfg.StateDir, extract.ShippingLabel))), func() (running, error) { return a.buildPool(cfg) }},
		part{"memory", "", serving(memory.Serve)})
	plan = append(plan, a.uplinkParts(cfg)...)
	plan = append(plan, a.shareParts(cfg)...)
	if a.store != nil {
		for i, sc := range cfg.Stations {
			recipe := recipeOf(sc, cfg.Retention.Pictures, r.Timeout, r.Workers == config.NoReaders, cfg.Own.Shapes(), filesOf(sc.Camera.PasswordFile))
			plan = append(plan, part{"station " + sc.Name, recipe, func() (running, error) { return a.buildStation(cfg, i) }})
		}
	}
	plan = append(plan, part{"http", recipeOf(cfg.HTTP, r.Timeout, r.Share, r.Workers == config.NoReaders, cfg.Own.Shapes(), filesOf(cfg.HTTP.TLSCert, cfg.HTTP.TLSKey)), func() (running, error) { return a.buildAPI(cfg) }})
	if cfg.HTTP.Announce {
		plan = append(plan, part{"announce", recipeOf(cfg.HTTP), func() (running, error) { return a.buildAnnounce(cfg) }})
	}
	if cfg.MQTT.Broker != "none" {
		plan = append(plan, part{"about", recipeOf(cfg.Box, cfg.StateDir), serving(a.tellAbout(cfg, time.Now()))})
	}
	return append(plan, part{"systemd", "", a.buildNotify})
}

// storePart keeps the store, or waits for one.
func (a *app) storePart(cfg config.Config) part {
	if a.store == nil {
		return part{"store", "", serving(a.awaitStore(cfg))}
	}
	local := admin.Local{Store: a.store, Eraser: a.stations.Erase, Reload: a.reload}
	return part{"store", "", serving(a.store.Serve, func(ctx context.Context) error { return admin.Serve(ctx, cfg.StateDir, local) })}
}

func (a *app) buildPool(cfg config.Config) (running, error) {
	r := cfg.Readers
	pc, err := poolConfig(r.Text, r.Languages, cacheFolder(cfg.StateDir), cfg.Own.Dir, learnedFolder(cfg.StateDir))
	if err != nil {
		return running{}, err
	}
	pc.Workers, pc.Timeout, pc.RecycleAfter, pc.MaxRSS, pc.Log = int(r.Workers), time.Duration(r.Timeout), r.RecycleAfter, int64(r.MaxRSSMB)<<20, a.log
	pc.Express = len(cfg.Stations) > 0 && r.Workers != config.NoReaders
	pool, err := worker.New(pc)
	if err != nil {
		return running{}, err
	}
	a.pool.use(pool)
	a.readElsewhere.Store(r.Workers == config.NoReaders)
	return running{serves: []func(context.Context) error{pool.Serve}}, nil
}

// cacheFolder keeps what can be made again: where systemd says, else beside the state.
func cacheFolder(stateDir string) string {
	if dir := os.Getenv("CACHE_DIRECTORY"); dir != "" {
		return dir
	}
	return filepath.Join(stateDir, "cache")
}

// buildAPI opens the port: one that is in use is told before anything is served.
func (a *app) buildAPI(cfg config.Config) (running, error) {
	kinds, reader := map[extract.Kind]extract.Reader{}, a.documentReader(cfg)
	for _, k := range readers.Kinds() {
		kinds[k] = reader
	}
	for _, k := range cfg.Own.Kinds {
		kinds[k.Name] = reader
	}
	kinds[extract.Preview] = reader
	h := cfg.HTTP
	proxies, _ := guard.ParseProxies(h.Proxies) // validated before
	c := httpapi.Config{
		Listen: h.Listen, BasePath: h.BasePath, Proxies: proxies, TLSCert: h.TLSCert, TLSKey: h.TLSKey,
		ReadTimeout: time.Duration(cfg.Readers.Timeout) + queueing,
		MaxBody:     int64(h.MaxBodyMB) << 20, MaxPages: h.MaxPages, PerMinute: h.PerMinute, OmitCodes: !h.Codes,
		Box: httpapi.Box{ID: cfg.Box.ID, Name: cfg.Box.Name, Version: version},
		Log: a.log, Metrics: a.registry, Readers: kinds, Own: cfg.Own.Shapes(), Health: a.health, Fleet: overview{a}, Keys: newKeyring(h.ServiceKeys, a.store, a.log),
	}
	if a.lines != nil {
		c.Journal = a.lines.newest
	}
	if a.store != nil {
		c.Backup = admin.Local{Store: a.store}.Backup
		if a.putback != nil {
			c.Restore = restorer{a.putback, storeOptions(cfg, nil), a.store}
		}
		c.SessionSecret, c.Sessions = sessionSecret(a.store, a.log), sessionMemory{a.store}
		d := desk{a.stations, a}
		c.Stations, c.Readings = d, d
		if a.setup != nil {
			c.Setup = a.setup.Box(a.store, func() bool { return len(c.Keys.Keys()) == 0 })
		}
	}
	api, err := httpapi.New(c)
	if err != nil {
		return running{}, err
	}
	l, err := net.Listen("tcp", h.Listen)
	if err != nil {
		return running{}, fmt.Errorf("http.listen: %w", err)
	}
	return running{serves: []func(context.Context) error{func(ctx context.Context) error { return api.ServeOn(ctx, l) }}}, nil
}

// close ends all parts, and the store after them.
func (a *app) close() error {
	err := a.parts.stop()
	if a.store != nil {
		err = errors.Join(err, a.store.Close())
	}
	return err
}
