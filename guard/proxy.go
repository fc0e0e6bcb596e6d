package guard

import (
	"bufio"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	proxyproto "github.com/pires/go-proxyproto"
)

// Proxies are the addresses of balancers that may say for whom a connection or request is. What anybody else says of that is not
// heard.
type Proxies []netip.Prefix

// ParseProxies reads addresses and networks, such as 10.0.0.5 and 10.1.0.0/16.
func ParseProxies(list []string) (Proxies, error) {
	var out Proxies
	for _, s := range list {
		p, err := netip.ParsePrefix(s)
		if a, wrong := netip.ParseAddr(s); wrong == nil {
			p, err = netip.PrefixFrom(a, a.BitLen()), nil
		}
		if err != nil {
			return nil, err
		}
		out = append(out, p.Masked())
	}
	return out, nil
}

// trusts says whether remote, "host:port" or an address alone, is one of the proxies.
func (p Proxies) trusts(remote string) bool {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		host = remote
	}
	a, err := netip.ParseAddr(host)
	return err == nil && slices.ContainsFunc(p, func(n netip.Prefix) bool { return n.Contains(a.Unmap().WithZone("")) })
}

// Client returns for whom a proxy's request is: the last address of X-Forwarded-For that is no proxy, for those before it are the
// client's own words. ok is false where no proxy says so.
func (p Proxies) Client(r *http.Request) (address string, ok bool) {
	if !p.trusts(r.RemoteAddr) {
		return "", false
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		hop = strings.TrimSpace(hop)
		a, err := netip.ParseAddr(hop)
		if err != nil {
			return "", false
		}
		if !p.trusts(hop) {
			return net.JoinHostPort(a.String(), "0"), true
		}
	}
	return "", false
}

const (
	proxyPatience = 5 * time.Second // for the head of a proxy's connection
	mostPending   = 256             // connections whose head is being waited for
)

// proxied hands out connections with their clients' addresses, where a proxy tells them by PROXY protocol (1 or 2). A proxy that
// tells none, for it speaks HTTP with X-Forwarded-For, is itself the client here.
type proxied struct {
	net.Listener
	proxies Proxies
	ready   chan accepted
	pending chan struct{}
	done    chan struct{}
	once    sync.Once
}

type accepted struct {
	conn net.Conn
	err  error
}

// ListenBehind puts the reading of proxies' heads before l. Nobody waits for a proxy that is slow to send one.
func ListenBehind(l net.Listener, proxies Proxies) net.Listener {
	if len(proxies) == 0 {
		return l
	}
	p := &proxied{Listener: l, proxies: proxies, ready: make(chan accepted), pending: make(chan struct{}, mostPending), done: make(chan struct{})}
	go p.run()
	return p
}

func (p *proxied) run() {
	for {
		c, err := p.Listener.Accept()
		if err != nil {
			p.hand(accepted{err: err})
			select {
			case <-p.done:
				return
			default:
				continue
			}
		}
		if !p.proxies.trusts(c.RemoteAddr().String()) {
			p.hand(accepted{conn: c})
			continue
		}
		select {
		case p.pending <- struct{}{}:
		case <-p.done:
			_ = c.Close()
			return
		}
		go func() {
			defer func() { <-p.pending }()
			if named, err := headed(c); err == nil {
				p.hand(accepted{conn: named})
			} else {
				_ = c.Close()
			}
		}()
	}
}

func (p *proxied) hand(a accepted) {
	select {
	case p.ready <- a:
	case <-p.done:
		if a.conn != nil {
			_ = a.conn.Close()
		}
	}
}

// Accept returns the next connection that is known by its client's address.
func (p *proxied) Accept() (net.Conn, error) {
	select {
	case a := <-p.ready:
		return a.conn, a.err
	case <-p.done:
		return nil, net.ErrClosed
	}
}

// Close ends Accept.
func (p *proxied) Close() error {
	p.once.Do(func() { close(p.done) })
	return p.Listener.Close()
}

// headed reads a proxy's head, if it sends one.
func headed(c net.Conn) (net.Conn, error) {
	if err := c.SetReadDeadline(time.Now().Add(proxyPatience)); err != nil {
		return nil, err
	}
	r := bufio.NewReader(c)
	h, err := proxyproto.Read(r)
	if err != nil && err != proxyproto.ErrNoProxyProtocol {
		return nil, err
	}
	n := &named{Conn: c, r: r, remote: c.RemoteAddr()}
	if h != nil && h.Command.IsProxy() && h.SourceAddr != nil { // a health check of the proxy's own names nobody
		n.remote = h.SourceAddr
	}
	return n, c.SetReadDeadline(time.Time{})
}

// named is a connection whose first bytes have been looked at.
type named struct {
	net.Conn
	r      *bufio.Reader
	remote net.Addr
}

// Read gives those bytes first.
func (n *named) Read(b []byte) (int, error) { return n.r.Read(b) }

// RemoteAddr is the client's.
func (n *named) RemoteAddr() net.Addr { return n.remote }
