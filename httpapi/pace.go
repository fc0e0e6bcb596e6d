package httpapi

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// pace bounds the requests of each key, so that a client that runs wild does not take the box from the others.
type pace struct {
	perMinute int // 0: without bound
	now       func() time.Time

	mu   sync.Mutex
	keys map[string]*rate.Limiter // by a key's name: no more than there are keys
}

func newPace(perMinute int, now func() time.Time) *pace {
	return &pace{perMinute: perMinute, now: now, keys: map[string]*rate.Limiter{}}
}

// leastBurst lets a page open, which asks for several things at once.
const leastBurst = 20

// wait counts a request of a key, or returns how long it has to wait.
func (p *pace) wait(key string) time.Duration {
	if p.perMinute <= 0 {
		return 0
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	l := p.keys[key]
	if l == nil {
		l = rate.NewLimiter(rate.Limit(float64(p.perMinute)/60), max(leastBurst, p.perMinute/10))
		p.keys[key] = l
	}
	now := p.now()
	r := l.ReserveN(now, 1)
	wait := r.DelayFrom(now)
	if wait > 0 {
		r.CancelAt(now)
	}
	return wait
}
