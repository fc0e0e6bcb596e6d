package notify

import (
	"sync"
	"time"
)

// Pulse is the heartbeat of one loop: the loop promises the next beat within a time of its own choice, which it can change with
// each beat (a loop that goes to wait for an hour says so). Safe for concurrent use.
type Pulse struct {
	mu  sync.Mutex
	due time.Time // zero: the loop has promised nothing
}

// Beat says that the loop is alive and will be heard of again within next. With 0 it promises nothing any more.
func (p *Pulse) Beat(next time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.due = time.Time{}
	if next > 0 {
		p.due = time.Now().Add(next)
	}
}

// Late says whether a promise was broken as of now.
func (p *Pulse) Late(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.due.IsZero() && now.After(p.due)
}

// Pulses are the heartbeats of a daemon's loops by name.
type Pulses struct {
	mu    sync.Mutex
	names []string
	by    map[string]*Pulse
}

// Of returns the named loop's pulse and makes it at the first call.
func (p *Pulses) Of(name string) *Pulse {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.by == nil {
		p.by = map[string]*Pulse{}
	}
	if p.by[name] == nil {
		p.by[name] = new(Pulse)
		p.names = append(p.names, name)
	}
	return p.by[name]
}

// Late names the first loop that has broken its promise, "" when none has. It fits Config.Alive.
func (p *Pulses) Late() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	for _, name := range p.names {
		if p.by[name].Late(now) {
			return name
		}
	}
	return ""
}
