package main

import (
	"context"
	"sync"

	"lensd/device/uplink"
	"lensd/extract"
	"lensd/station"
	"lensd/vision/worker"
)

// poolRelay stands for the reader pool of the moment: those who read need not be started anew with it.
type poolRelay struct {
	mu  sync.RWMutex
	now *worker.Pool
}

func (p *poolRelay) use(pool *worker.Pool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now = pool
}

func (p *poolRelay) pool() *worker.Pool {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.now
}

// Read implements extract.Reader.
func (p *poolRelay) Read(ctx context.Context, doc extract.Document) (extract.Result, error) {
	return p.pool().Read(ctx, doc)
}

// urgent is the reader of stations.
func (p *poolRelay) urgent() extract.Reader {
	return extract.ReaderFunc(func(ctx context.Context, doc extract.Document) (extract.Result, error) {
		return p.pool().Urgent().Read(ctx, doc)
	})
}

// liveRelay stands for the uplink of the moment. It remembers each station's newest values, which a new uplink gets: its broker
// may be another one, or have lost what it retained.
type liveRelay struct {
	mu     sync.Mutex
	now    *uplink.Uplink // nil: no broker is wished or it cannot be used
	newest map[string]map[string][]byte
}

const (
	liveState  = "state"
	liveImage  = "image"
	liveHealth = "health"
)

// use passes everything on to u from now on; nil: nothing is published.
func (l *liveRelay) use(u *uplink.Uplink) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.now = u
	for name, values := range l.newest {
		for what, payload := range values {
			l.send(name, what, payload)
		}
	}
}

func (l *liveRelay) uplink() *uplink.Uplink {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now
}

// forget drops what is known of a station that is no more.
func (l *liveRelay) forget(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.newest, name)
}

func (l *liveRelay) set(name, what string, payload []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.newest == nil {
		l.newest = map[string]map[string][]byte{}
	}
	if l.newest[name] == nil {
		l.newest[name] = map[string][]byte{}
	}
	l.newest[name][what] = payload
	l.send(name, what, payload)
}

func (l *liveRelay) send(name, what string, payload []byte) {
	switch {
	case l.now == nil:
	case what == liveState:
		l.now.SetState(name, payload)
	case what == liveImage:
		l.now.SetImage(name, payload)
	default:
		l.now.SetHealth(name, payload)
	}
}

// SetState implements station.Live.
func (l *liveRelay) SetState(name string, payload []byte) { l.set(name, liveState, payload) }

// SetImage implements station.Live.
func (l *liveRelay) SetImage(name string, jpeg []byte) { l.set(name, liveImage, jpeg) }

// SetHealth implements station.Live.
func (l *liveRelay) SetHealth(name string, payload []byte) { l.set(name, liveHealth, payload) }

var _ station.Live = (*liveRelay)(nil)
