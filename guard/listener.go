package guard

import (
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
)

// Limits bounds the open connections of a Listener.
type Limits struct {
	Total      int     // of all addresses
	PerAddress int     // of one address; loopback is held to Total alone, because a reverse proxy stands there
	Proxies    Proxies // likewise
}

// Listener accepts connections within its limits. A new one beyond them takes the place of the oldest stranger, so that
// connections that nobody vouched for cannot keep others out by waiting; when all are known, the new one is closed.
type Listener struct {
	net.Listener
	limits Limits

	mu      sync.Mutex
	open    map[*Conn]uint64 // with the number of its acceptance
	next    uint64
	by      map[netip.Addr]int
	evicted atomic.Uint64
	refused atomic.Uint64
}

// Listen puts limits before l.
func Listen(l net.Listener, limits Limits) *Listener {
	return &Listener{Listener: l, limits: limits, open: map[*Conn]uint64{}, by: map[netip.Addr]int{}}
}

// Conn is a connection of a Listener: a stranger's until Know is called.
type Conn struct {
	net.Conn
	of    *Listener
	addr  netip.Addr
	known atomic.Bool
	once  sync.Once
}

// Know says that the peer has shown a valid secret; its connection is not given up for a stranger's.
func (c *Conn) Know() { c.known.Store(true) }

// Address is whom the connection counts for.
func (c *Conn) Address() netip.Addr { return c.addr }

// Close closes the connection and gives its place up.
func (c *Conn) Close() error {
	c.once.Do(func() { c.of.forget(c) })
	return c.Conn.Close()
}

// Accept returns the next connection that has a place.
func (l *Listener) Accept() (net.Conn, error) {
	for {
		raw, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		c := &Conn{Conn: raw, of: l, addr: Address(raw.RemoteAddr().String())}
		evict, ok := l.admit(c)
		if evict != nil {
			l.evicted.Add(1)
			_ = evict.Close()
		}
		if ok {
			return c, nil
		}
		l.refused.Add(1)
		_ = raw.Close()
	}
}

// Stats returns how many connections are open, were given up for newer ones, and were refused.
func (l *Listener) Stats() (open int, evicted, refused uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.open), l.evicted.Load(), l.refused.Load()
}

// admit gives c a place, if need be that of the connection which it returns.
func (l *Listener) admit(c *Conn) (evict *Conn, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	full := l.limits.PerAddress > 0 && !c.addr.IsLoopback() && !l.limits.Proxies.trusts(c.RemoteAddr().String()) && l.by[c.addr] >= l.limits.PerAddress
	if full {
		evict = l.oldest(func(o *Conn) bool { return o.addr == c.addr })
	} else if full = l.limits.Total > 0 && len(l.open) >= l.limits.Total; full {
		most := l.crowd()
		evict = l.oldest(func(o *Conn) bool { return o.addr == most })
	}
	if full && evict == nil {
		return nil, false
	}
	if evict != nil {
		l.release(evict)
	}
	l.next++
	l.open[c] = l.next
	l.by[c.addr]++
	return evict, true
}

// crowd is the address with the most strangers.
func (l *Listener) crowd() (most netip.Addr) {
	strangers := map[netip.Addr]int{}
	for c := range l.open {
		if !c.known.Load() {
			strangers[c.addr]++
			if strangers[c.addr] > strangers[most] {
				most = c.addr
			}
		}
	}
	return most
}

// oldest is the stranger that was accepted first of those that match.
func (l *Listener) oldest(match func(*Conn) bool) (oldest *Conn) {
	for c, number := range l.open {
		if !c.known.Load() && match(c) && (oldest == nil || number < l.open[oldest]) {
			oldest = c
		}
	}
	return oldest
}

func (l *Listener) forget(c *Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.release(c)
}

// release takes a connection out of the books, once.
func (l *Listener) release(c *Conn) {
	if _, ok := l.open[c]; !ok {
		return
	}
	delete(l.open, c)
	if l.by[c.addr]--; l.by[c.addr] == 0 {
		delete(l.by, c.addr)
	}
}
