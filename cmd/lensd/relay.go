package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"lensd/device/uplink"
	"lensd/extract"
	"lensd/station"
	"lensd/vision/worker"
)

// poolRelay stands for the reader pool of the moment: those who read need not be started anew with it.
type poolRelay struct {
	mu    sync.RWMutex
	now   *worker.Pool
	other chan struct{} // closed when another pool takes now's place; nil: nobody waits
}

func (p *poolRelay) use(pool *worker.Pool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now = pool
	if p.other != nil {
		close(p.other)
		p.other = nil
	}
}

// replaceWait bounds the wait for a pool in the place of one that has ended: the old one's readings under way have to end first.
const replaceWait = 30 * time.Second

// with does what a pool is needed for, once more with its successor where the pool ended before it was done: an edit of the
// configuration is to cost nobody an answer.
func (p *poolRelay) with(ctx context.Context, do func(*worker.Pool) error) error {
	pool := p.pool()
	err := do(pool)
	if errors.Is(err, worker.ErrEnded) && p.replaced(ctx, pool) {
		err = do(p.pool())
	}
	return err
}

// replaced waits for another pool than old; false: none came in time.
func (p *poolRelay) replaced(ctx context.Context, old *worker.Pool) bool {
	p.mu.Lock()
	if p.now != old {
		p.mu.Unlock()
		return true
	}
	if p.other == nil {
		p.other = make(chan struct{})
	}
	other := p.other
	p.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, replaceWait)
	defer cancel()
	select {
	case <-other:
		return true
	case <-ctx.Done():
		return false
	}
}

func (p *poolRelay) pool() *worker.Pool {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.now
}

// Read implements extract.Reader.
func (p *poolRelay) Read(ctx context.Context, doc extract.Document) (r extract.Result, err error) {
	err = p.with(ctx, func(pool *worker.Pool) error {
		r, err = pool.Read(ctx, doc)
		return err
	})
	return r, err
}

// urgent is the reader of stations.
func (p *poolRelay) urgent() extract.Reader {
	return extract.ReaderFunc(func(ctx context.Context, doc extract.Document) (r extract.Result, err error) {
		err = p.with(ctx, func(pool *worker.Pool) error {
			r, err = pool.Urgent().Read(ctx, doc)
			return err
		})
		return r, err
	})
}

// look has a picture decoded.
func (p *poolRelay) look(ctx context.Context, picture []byte, look worker.Look) (v worker.View, err error) {
	err = p.with(ctx, func(pool *worker.Pool) error {
		v, err = pool.Look(ctx, picture, look)
		return err
	})
	return v, err
}

// liveRelay stands for the uplink of the moment. It remembers each station's newest values, which a new uplink gets: its broker
// may be another one, or have lost what it retained.
type liveRelay struct {
	mu     sync.Mutex
	now    *uplink.Uplink // nil: no broker is wished or it cannot be used
	newest map[string]map[string][]byte
	about  []byte
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
	if u != nil && l.about != nil {
		u.SetAbout(l.about)
	}
}

// setAbout is what the box tells of itself.
func (l *liveRelay) setAbout(payload []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.about = payload
	if l.now != nil {
		l.now.SetAbout(payload)
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
