package guard

import (
	"crypto/rand"
	"crypto/sha256"
	"net/netip"
	"slices"
	"sync"
	"time"
)

const (
	freeFailures  = 5                // wrong secrets before the first wait
	longestWait   = 5 * time.Minute  // between two tries
	forgetAfter   = 30 * time.Minute // without a failure
	mostAddresses = 4096             // remembered; a flood from more costs the oldest their memory
	mostSecrets   = 8                // wrong ones remembered of an address
)

// Backoff makes an address that sends wrong secrets wait, twice as long after each. A secret that was wrong before and is
// sent again counts once: a client with an old key that asks every second guesses nothing, and must not lock out others
// behind the same address.
type Backoff struct {
	now  func() time.Time
	salt [16]byte
	mu   sync.Mutex
	by   map[netip.Addr]*failures
}

type failures struct {
	count  int
	last   time.Time
	secret [][sha256.Size]byte // the newest wrong ones, salted
}

// NewBackoff returns a Backoff without memory; now is time.Now but in tests.
func NewBackoff(now func() time.Time) *Backoff {
	b := &Backoff{now: now, by: map[netip.Addr]*failures{}}
	_, _ = rand.Read(b.salt[:]) // never fails on Linux
	return b
}

// Wait returns how long addr has to wait before a secret of its is looked at.
func (b *Backoff) Wait(addr netip.Addr) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	f, ok := b.by[addr]
	if !ok || f.count <= freeFailures {
		return 0
	}
	pause := longestWait
	if shift := f.count - freeFailures - 1; shift < 9 {
		pause = min(longestWait, time.Second<<shift)
	}
	return max(0, f.last.Add(pause).Sub(b.now()))
}

// Fail notes a wrong secret. It returns how many different ones came in a row, and whether this one is new.
func (b *Backoff) Fail(addr netip.Addr, secret []byte) (inARow int, fresh bool) {
	hash := sha256.Sum256(append(b.salt[:len(b.salt):len(b.salt)], secret...))
	b.mu.Lock()
	defer b.mu.Unlock()
	f, ok := b.by[addr]
	if !ok || b.now().Sub(f.last) > forgetAfter {
		b.makeRoom()
		f = &failures{}
		b.by[addr] = f
	}
	if slices.Contains(f.secret, hash) {
		return f.count, false
	}
	f.secret = append(f.secret, hash)
	f.secret = f.secret[max(0, len(f.secret)-mostSecrets):]
	f.count++
	f.last = b.now()
	return f.count, true
}

// Succeed forgets the failures of addr.
func (b *Backoff) Succeed(addr netip.Addr) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.by, addr)
}

// makeRoom drops what is old, and the oldest when all are fresh.
func (b *Backoff) makeRoom() {
	if len(b.by) < mostAddresses {
		return
	}
	var oldest netip.Addr
	for a, f := range b.by {
		if b.now().Sub(f.last) > forgetAfter {
			delete(b.by, a)
		} else if !oldest.IsValid() || f.last.Before(b.by[oldest].last) {
			oldest = a
		}
	}
	if len(b.by) >= mostAddresses {
		delete(b.by, oldest)
	}
}
