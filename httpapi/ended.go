package httpapi

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"sync"
	"time"
)

// Memory keeps a small value over restarts.
type Memory interface {
	Load() ([]byte, error)
	Save([]byte) error
}

// ended remembers the sessions that were signed out of before their time: a copy of such a cookie is worth nothing.
type ended struct {
	mu     sync.Mutex
	memory Memory           // nil: a restart forgets
	until  map[string]int64 // hash of a cookie, and when it would have expired (Unix seconds)
}

// mostEnded bounds the list; the ones nearest to their own end are forgotten first.
const mostEnded = 4096

func newEnded(m Memory) *ended {
	e := &ended{memory: m, until: map[string]int64{}}
	if m != nil {
		if b, err := m.Load(); err == nil {
			_ = json.Unmarshal(b, &e.until) // a damaged list is an empty one
		}
	}
	if e.until == nil {
		e.until = map[string]int64{}
	}
	return e
}

func cookieHash(token string) string {
	h := sha256.Sum256([]byte(token))
	return hex.EncodeToString(h[:])
}

func (e *ended) has(token string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	_, ok := e.until[cookieHash(token)]
	return ok
}

// add ends a session that would have lasted until expires.
func (e *ended) add(token string, expires int64, now time.Time) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	first, at := "", int64(0)
	for h, t := range e.until {
		if t < now.Unix() {
			delete(e.until, h)
		} else if first == "" || t < at {
			first, at = h, t
		}
	}
	if len(e.until) >= mostEnded {
		delete(e.until, first)
	}
	e.until[cookieHash(token)] = expires
	if e.memory == nil {
		return nil
	}
	b, err := json.Marshal(e.until)
	if err != nil {
		return err
	}
	return e.memory.Save(b)
}
