package guard

import (
	"io"
	"net"
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// street is a listener whose connections come from chosen addresses.
type street struct{ arriving, accepted chan net.Conn }

func (s street) Accept() (net.Conn, error) {
	c, ok := <-s.arriving
	if !ok {
		return nil, io.EOF
	}
	return c, nil
}
func (s street) Close() error   { close(s.arriving); return nil }
func (s street) Addr() net.Addr { return &net.TCPAddr{} }

type from struct {
	net.Conn
	addr net.Addr
}

func (f from) RemoteAddr() net.Addr { return f.addr }

// guarded puts limits before a street and accepts until the test ends.
func guarded(t *testing.T, limits Limits) (street, *Listener) {
	t.Helper()
	s := street{make(chan net.Conn), make(chan net.Conn)}
	l := Listen(s, limits)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			s.accepted <- c
		}
	}()
	t.Cleanup(func() { _ = l.Close() })
	return s, l
}

// arrive lets a connection from ip reach l and returns our end and, where it was accepted, the listener's.
func arrive(t *testing.T, s street, l *Listener, ip string) (ours net.Conn, theirs *Conn) {
	t.Helper()
	ours, far := net.Pipe()
	t.Cleanup(func() { _ = ours.Close() })
	_, _, before := l.Stats()
	s.arriving <- from{far, net.TCPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr(ip), 1))}
	require.Eventually(t, func() bool {
		select {
		case c := <-s.accepted:
			theirs = c.(*Conn)
		default:
		}
		_, _, refused := l.Stats()
		return theirs != nil || refused > before
	}, time.Minute, time.Millisecond)
	return ours, theirs
}

func isOpen(c net.Conn) bool {
	_ = c.SetReadDeadline(time.Now().Add(time.Millisecond))
	_, err := c.Read(make([]byte, 1))
	e, ok := err.(net.Error)
	return ok && e.Timeout()
}

func TestStrangersMakeRoomForThoseWhoCome(t *testing.T) {
	s, l := guarded(t, Limits{Total: 4, PerAddress: 3})
	first, friend := arrive(t, s, l, "192.0.2.1")
	friend.Know()
	second, _ := arrive(t, s, l, "192.0.2.1")
	third, _ := arrive(t, s, l, "192.0.2.1")
	_, _ = arrive(t, s, l, "192.0.2.1")
	assert.False(t, isOpen(second), "the oldest stranger of the address went")
	assert.True(t, isOpen(first) && isOpen(third), "the one that is known stayed")

	_, _ = arrive(t, s, l, "192.0.2.9")
	quiet, _ := arrive(t, s, l, "192.0.2.8")
	assert.False(t, isOpen(third), "in all: the oldest stranger of the address with most of them went")
	assert.True(t, isOpen(quiet))
	open, evicted, refused := l.Stats()
	assert.Equal(t, []uint64{4, 2, 0}, []uint64{uint64(open), evicted, refused})
}

func TestKnownConnectionsAreNotGivenUp(t *testing.T) {
	s, l := guarded(t, Limits{Total: 10, PerAddress: 2})
	for range 2 {
		_, c := arrive(t, s, l, "192.0.2.1")
		c.Know()
	}
	_, c := arrive(t, s, l, "192.0.2.1")
	assert.Nil(t, c, "no room")
	_, c = arrive(t, s, l, "192.0.2.2")
	assert.NotNil(t, c, "other addresses do not suffer")
	for range 4 {
		_, c = arrive(t, s, l, "127.0.0.1")
		assert.NotNil(t, c, "a reverse proxy is held to the total alone")
	}
}

func TestAClosedConnectionGivesItsPlaceUp(t *testing.T) {
	s, l := guarded(t, Limits{Total: 1, PerAddress: 1})
	for range 3 {
		_, c := arrive(t, s, l, "192.0.2.1")
		require.NotNil(t, c)
		c.Know()
		require.NoError(t, c.Close())
		_ = c.Close()
	}
	open, _, _ := l.Stats()
	assert.Zero(t, open)
}
