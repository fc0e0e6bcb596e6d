package guard

import (
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	proxyproto "github.com/pires/go-proxyproto"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func proxies(t testing.TB, list ...string) Proxies {
	t.Helper()
	p, err := ParseProxies(list)
	require.NoError(t, err)
	return p
}

func TestOnlyProxiesSayForWhomARequestIs(t *testing.T) {
	p := proxies(t, "10.0.0.5", "10.1.0.0/16", "fd00::/8")
	for name, c := range map[string]struct {
		remote  string
		headers []string
		want    string
	}{
		"a proxy":                          {"10.0.0.5:99", []string{"192.168.1.7"}, "192.168.1.7:0"},
		"two of them":                      {"10.1.2.3:99", []string{"192.168.1.7, 10.0.0.5"}, "192.168.1.7:0"},
		"a client that makes one up":       {"10.0.0.5:99", []string{"1.2.3.4, 192.168.1.7"}, "192.168.1.7:0"},
		"in several headers":               {"10.0.0.5:99", []string{"1.2.3.4", "192.168.1.7"}, "192.168.1.7:0"},
		"in an IPv4 address's other dress": {"[::ffff:10.0.0.5]:99", []string{"2001:db8::1"}, "[2001:db8::1]:0"},
		"a stranger":                       {"10.0.0.6:99", []string{"192.168.1.7"}, ""},
		"a proxy that says nothing":        {"10.0.0.5:99", nil, ""},
		"a proxy that says nonsense":       {"10.0.0.5:99", []string{"unknown"}, ""},
		"proxies alone":                    {"10.0.0.5:99", []string{"10.1.1.1"}, ""},
	} {
		r := &http.Request{RemoteAddr: c.remote, Header: http.Header{"X-Forwarded-For": c.headers}}
		got, ok := p.Client(r)
		assert.Equal(t, c.want, got, name)
		assert.Equal(t, c.want != "", ok, name)
	}
	_, err := ParseProxies([]string{"balancer"})
	assert.Error(t, err)
}

// behind listens on loopback, from which proxies speak.
func behind(t *testing.T, p Proxies) net.Listener {
	t.Helper()
	raw, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	l := ListenBehind(raw, p)
	t.Cleanup(func() { _ = l.Close() })
	return l
}

func send(t *testing.T, l net.Listener, head string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", l.Addr().String())
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	_, err = io.WriteString(c, head)
	require.NoError(t, err)
	return c
}

func TestAConnectionIsItsClients(t *testing.T) {
	l := behind(t, proxies(t, "127.0.0.1"))
	var second strings.Builder
	h := proxyproto.HeaderProxyFromAddrs(2, &net.TCPAddr{IP: net.ParseIP("2001:db8::7"), Port: 5}, &net.TCPAddr{IP: net.ParseIP("2001:db8::1"), Port: 80})
	_, err := h.WriteTo(&second)
	require.NoError(t, err)
	send(t, l, "") // says nothing: nobody waits for it
	for name, c := range map[string]struct{ head, want string }{
		"version 1": {"PROXY TCP4 192.168.1.7 10.0.0.1 4711 80\r\n", "192.168.1.7:4711"},
		"version 2": {second.String(), "[2001:db8::7]:5"},
		"unknown":   {"PROXY UNKNOWN\r\n", "127.0.0.1:"},
		"plain":     {"", "127.0.0.1:"},
	} {
		send(t, l, c.head+"GET / HTTP/1.1\r\n\r\n")
		got, err := l.Accept()
		require.NoError(t, err, name)
		assert.Contains(t, got.RemoteAddr().String(), c.want, name)
		b := make([]byte, 5)
		_, err = io.ReadFull(got, b)
		require.NoError(t, err)
		assert.Equal(t, "GET /", string(b), name)
		_ = got.Close()
	}
}

func TestAStrangersHeadIsNotHeard(t *testing.T) {
	l := behind(t, proxies(t, "10.0.0.5"))
	send(t, l, "PROXY TCP4 192.168.1.7 10.0.0.1 4711 80\r\n")
	got, err := l.Accept()
	require.NoError(t, err)
	assert.Contains(t, got.RemoteAddr().String(), "127.0.0.1:")
	b := make([]byte, 5)
	_, err = io.ReadFull(got, b)
	require.NoError(t, err)
	assert.Equal(t, "PROXY", string(b), "it is a request like any other")
}

func TestClosingEndsAccept(t *testing.T) {
	l := behind(t, proxies(t, "127.0.0.1"))
	ended := make(chan error, 1)
	go func() { _, err := l.Accept(); ended <- err }()
	require.NoError(t, l.Close())
	assert.ErrorIs(t, <-ended, net.ErrClosed)
}

func FuzzProxyHead(f *testing.F) {
	f.Add([]byte("PROXY TCP4 192.168.1.7 10.0.0.1 4711 80\r\nGET /"))
	f.Add([]byte("\r\n\r\n\x00\r\nQUIT\n\x21\x11\x00\x0c\x01\x02\x03\x04\x05\x06\x07\x08\x00\x01\x00\x02"))
	f.Add([]byte("PROXY \r\n"))
	f.Fuzz(func(t *testing.T, head []byte) {
		ours, theirs := net.Pipe()
		go func() { _, _ = theirs.Write(head); _ = theirs.Close() }()
		if c, err := headed(ours); err == nil && c.RemoteAddr() == nil {
			t.Fatal("a connection of nobody")
		}
		_ = ours.Close()
	})
}
