package main

import (
	"context"
	"runtime"
	"sync"
	"time"

	"lensd/cmd/lensd/config"
	"lensd/cmd/lensd/readers"
	"lensd/cmd/lensd/shared"
	"lensd/device/uplink/share"
	"lensd/extract"
)

// sharePatience is how long a reading that this box can do itself waits for another to take it.
const sharePatience = 5 * time.Second

// shareRelay stands for the asker of the moment: stations need not be started anew with it.
type shareRelay struct {
	mu  sync.Mutex
	now *share.Asker
}

func (s *shareRelay) use(a *share.Asker) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = a
}

func (s *shareRelay) asker() *share.Asker {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// Ask implements shared.Asker.
func (s *shareRelay) Ask(ctx context.Context, q share.Ask) ([]byte, error) {
	if a := s.asker(); a != nil {
		return a.Ask(ctx, q)
	}
	return nil, share.ErrNobody
}

// shareParts let this box read for others at the broker, and them for it.
func (a *app) shareParts(cfg config.Config) []part {
	if !cfg.Asks() {
		return nil
	}
	m := cfg.MQTT
	recipe := recipeOf(m, cfg.Readers, cfg.HTTP.MaxPages, cfg.Own.Kinds, filesOf(m.PasswordFile, m.CAFile, m.CertFile, m.KeyFile))
	return []part{{"share", recipe, func() (running, error) { return a.buildShare(cfg) }}}
}

func (a *app) buildShare(cfg config.Config) (running, error) {
	uc, err := a.uplinkConfig(cfg)
	if err != nil || uc.Broker == "embedded" {
		return running{faulty: true}, nil // the uplink tells
	}
	sc := share.Config{Broker: uc.Broker, Username: uc.Username, Password: uc.Password, TLS: uc.TLS, Topic: uc.Topic, Box: uc.Box, Log: a.log}
	asker := share.NewAsker(sc)
	a.others.use(asker)
	r := running{serves: []func(context.Context) error{asker.Serve}, close: func() error { a.others.use(nil); return nil }}
	if cfg.Readers.Share && cfg.Readers.Workers != config.NoReaders {
		n := int(cfg.Readers.Workers)
		if n == 0 {
			n = runtime.NumCPU()
		}
		kinds := append(readers.Kinds(), extract.Preview)
		for _, k := range cfg.Own.Kinds {
			kinds = append(kinds, k.Name)
		}
		work := shared.Work(&a.pool, kinds, cfg.HTTP.MaxPages, time.Duration(cfg.Readers.Timeout)+queueing)
		r.serves = append(r.serves, share.NewTaker(sc, n, work).Serve)
	}
	return r, nil
}

// stationReader reads a station's pictures as its configuration wants.
func (a *app) stationReader(cfg config.Config, sc config.Station) extract.Reader {
	switch {
	case cfg.Readers.Workers == config.NoReaders:
		return shared.Others(&a.others, sc.Name, 0)
	case sc.Read == config.ReadShared:
		return shared.Or(shared.Others(&a.others, sc.Name, sharePatience), a.pool.urgent())
	}
	return a.pool.urgent()
}

// documentReader reads what comes over HTTP.
func (a *app) documentReader(cfg config.Config) extract.Reader {
	switch {
	case cfg.Readers.Workers == config.NoReaders:
		return shared.Others(&a.others, "http", sharePatience)
	case cfg.Readers.Share:
		return shared.Or(&a.pool, shared.Others(&a.others, "http", sharePatience))
	}
	return &a.pool
}
