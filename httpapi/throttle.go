package httpapi

import (
	"net"
	"net/netip"
	"sync"
	"time"
)

const (
	freeFailures  = 5                // wrong keys before the first wait
	longestWait   = 5 * time.Minute  // between two tries
	forgetAfter   = 30 * time.Minute // without a failure
	mostAddresses = 4096             // remembered; a flood from more costs the oldest their memory
)

// throttle makes an address that sends wrong keys wait, twice as long after each.
type throttle struct {
	now func() time.Time
	mu  sync.Mutex
	by  map[netip.Addr]*failures
}

type failures struct {
	count int
	last  time.Time
}

func newThrottle(now func() time.Time) *throttle {
	return &throttle{now: now, by: map[netip.Addr]*failures{}}
}

// wait returns how long addr has to wait before a key of its is looked at.
func (t *throttle) wait(addr netip.Addr) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	f, ok := t.by[addr]
	if !ok || f.count <= freeFailures {
		return 0
	}
	pause := longestWait
	if shift := f.count - freeFailures - 1; shift < 9 {
		pause = min(longestWait, time.Second<<shift)
	}
	return max(0, f.last.Add(pause).Sub(t.now()))
}

// fail notes a wrong key, and returns how many came in a row.
func (t *throttle) fail(addr netip.Addr) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	f, ok := t.by[addr]
	if !ok || t.now().Sub(f.last) > forgetAfter {
		t.makeRoom()
		f = &failures{}
		t.by[addr] = f
	}
	f.count++
	f.last = t.now()
	return f.count
}

// succeed forgets the failures of addr.
func (t *throttle) succeed(addr netip.Addr) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.by, addr)
}

// makeRoom drops what is old, and the oldest when all are fresh.
func (t *throttle) makeRoom() {
	if len(t.by) < mostAddresses {
		return
	}
	var oldest netip.Addr
	for a, f := range t.by {
		if t.now().Sub(f.last) > forgetAfter {
			delete(t.by, a)
		} else if !oldest.IsValid() || f.last.Before(t.by[oldest].last) {
			oldest = a
		}
	}
	if len(t.by) >= mostAddresses {
		delete(t.by, oldest)
	}
}

// addressOf returns whom a connection counts for: an IPv4 address, or the /64 that one IPv6 household shares.
func addressOf(remote string) netip.Addr {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		host = remote
	}
	a, err := netip.ParseAddr(host)
	if err != nil {
		return netip.IPv6Unspecified()
	}
	a = a.Unmap().WithZone("")
	if a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			return p.Addr()
		}
	}
	return a
}
