package broker

import (
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"lensd/guard"
)

// The library makes room for a packet as soon as its head has announced the length, twice, before it knows who is asking.
// conn reads the heads first and lets none through that the sender may not send.
const (
	maxConnect   = 16 << 10 // a CONNECT with client id, password and will
	maxControl   = 64 << 10 // any other packet that carries no message
	connectLimit = 10 * time.Second
	packetLimit  = 30 * time.Second // from a packet's head to its end
	writeLimit   = 10 * time.Second // for a subscriber to take a message
	typeConnect  = 1
	typePublish  = 3
)

var errPacket = errors.New("embedded broker: a packet that is not allowed")

// conn is one client's connection. Read is called by the library's one reader.
type conn struct {
	*guard.Conn
	budget *budget // of messages on their way in, shared by all

	ours     atomic.Bool  // the box's own uplink, which no budget holds up
	greeted  bool         // the CONNECT is through
	left     int          // bytes of the packet that is being read
	held     atomic.Int64 // of the budget
	leaving  atomic.Int64 // of the budget for what goes out
	outbound atomic.Pointer[budget]
	head     [5]byte // type and length of the packet, as far as they have been read
	headSize int
	unread   []byte // of head: not yet handed to the library

	mu     sync.Mutex
	wished time.Time // the library's deadline, by the client's keep-alive
	own    time.Time // ours, while a packet is under way; zero: none
	closed atomic.Bool
}

// newConn wraps a connection whose client has patience to send its CONNECT and to be let in.
func newConn(c *guard.Conn, b *budget, patience time.Duration) *conn {
	n := &conn{Conn: c, budget: b}
	n.limit(time.Now().Add(patience))
	return n
}

// Close ends the connection and what it held of the budget.
func (c *conn) Close() error {
	c.closed.Store(true)
	c.giveBack()
	c.sent(c.outbound.Load())
	return c.Conn.Close()
}

// sending notes what a message on its way out takes of a budget, sent gives it back.
func (c *conn) sending(b *budget, size int) {
	c.outbound.Store(b)
	c.leaving.Add(int64(size))
	if c.closed.Load() {
		c.sent(b)
	}
}

func (c *conn) sent(b *budget) {
	if b != nil {
		b.give(int(c.leaving.Swap(0)))
	}
}

func (c *conn) giveBack() { c.budget.give(int(c.held.Swap(0))) }

// Read gives the library one packet's head and then its body.
func (c *conn) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if c.left == 0 && len(c.unread) == 0 {
		if err := c.nextHead(); err != nil {
			return 0, err
		}
	}
	if len(c.unread) > 0 {
		n := copy(p, c.unread)
		c.unread = c.unread[n:]
		if len(c.unread) == 0 && c.left == 0 {
			c.packetEnded()
		}
		return n, nil
	}
	n, err := c.Conn.Read(p[:min(len(p), c.left)])
	if c.left -= n; c.left == 0 {
		c.packetEnded()
	}
	return n, err
}

// nextHead reads type and length of the next packet, and waits until there is room for it.
func (c *conn) nextHead() error {
	for c.headSize = 0; ; {
		if _, err := c.Conn.Read(c.head[c.headSize : c.headSize+1]); err != nil {
			return err
		}
		c.headSize++
		if c.headSize == 1 && c.greeted {
			c.limit(time.Now().Add(packetLimit)) // the first byte of a packet may be long in coming, the rest may not
		}
		if c.headSize > 1 && c.head[c.headSize-1] < 0x80 {
			break
		}
		if c.headSize == len(c.head) {
			return errPacket
		}
	}
	length := 0
	for i, b := range c.head[1:c.headSize] {
		length |= int(b&0x7f) << (7 * i)
	}
	if err := c.allowed(int(c.head[0]>>4), length); err != nil {
		return err
	}
	c.left, c.unread = length, c.head[:c.headSize]
	return nil
}

func (c *conn) allowed(kind, length int) error {
	switch {
	case !c.greeted && (kind != typeConnect || length > maxConnect),
		c.greeted && kind == typePublish && length > maxPacket,
		c.greeted && kind != typePublish && length > maxControl:
		return errPacket
	case kind != typePublish || c.ours.Load():
		return nil
	}
	if !c.budget.take(length, packetLimit) {
		return errPacket
	}
	c.held.Store(int64(length))
	if c.closed.Load() { // meanwhile, so that Close had nothing to give back
		c.giveBack()
		return net.ErrClosed
	}
	return nil
}

// packetEnded gives the budget back; the CONNECT's end does not lift the deadline, the password does (welcome).
func (c *conn) packetEnded() {
	c.giveBack()
	if c.greeted {
		c.limit(time.Time{})
	}
	c.greeted = true
}

// welcome is called once the client has shown the password.
func (c *conn) welcome(ours bool) {
	c.ours.Store(ours)
	c.Know()
	c.limit(time.Time{})
}

// limit sets our deadline beside the library's.
func (c *conn) limit(t time.Time) {
	c.mu.Lock()
	c.own = t
	c.mu.Unlock()
	_ = c.apply() // a closed connection has no deadline to set; its reader sees that
}

// SetDeadline notes the library's deadline; the earlier one of both counts for reading. Write has its own.
func (c *conn) SetDeadline(t time.Time) error {
	c.mu.Lock()
	c.wished = t
	c.mu.Unlock()
	return c.apply()
}

func (c *conn) apply() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := c.wished
	if !c.own.IsZero() && (t.IsZero() || c.own.Before(t)) {
		t = c.own
	}
	return c.SetReadDeadline(t)
}

// Write gives a client that does not read a limited time, and parts with it then: the library would wait as long as the
// keep-alive says, for ever when it says nothing, and after a failed write go on to gather what it cannot send.
func (c *conn) Write(p []byte) (int, error) {
	err := c.SetWriteDeadline(time.Now().Add(writeLimit))
	n := 0
	if err == nil {
		n, err = c.Conn.Write(p)
	}
	if err != nil {
		_ = c.Close()
	}
	return n, err
}

var _ net.Conn = (*conn)(nil)
