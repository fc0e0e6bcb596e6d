package share

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/url"
	"sync"
	"time"

	"github.com/eclipse/paho.golang/packets"
	"github.com/eclipse/paho.golang/paho"
)

const (
	connectTimeout = 15 * time.Second
	packetTimeout  = 20 * time.Second // for an acknowledgement
	keepAlive      = 30               // seconds
)

// link keeps one MQTT 5 connection. Each is a new client with a clean start: nothing that waited at the broker for the one before
// is worth reading.
type link struct {
	cfg     Config
	id      string                                                // client identifier
	receive uint16                                                // messages under way to this client at most; 0: no bound
	filter  string                                                // what to subscribe to
	handle  func(ctx context.Context, c *client, p *paho.Publish) // one after the other; its return acknowledges
	open    func(c *client) (leave func())                        // once subscribed; leave is called at the end
}

// client is one connection with what its broker said of itself.
type client struct {
	*paho.Client
	largest int           // bytes of a message
	gone    chan struct{} // closed at its end
}

// serve connects again and again until ctx ends, and returns its error.
func (l *link) serve(ctx context.Context) error {
	pause := l.cfg.MinBackoff
	for {
		started := time.Now()
		err := l.once(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(started) > l.cfg.MaxBackoff {
			pause = l.cfg.MinBackoff
		}
		l.cfg.Log.Warn("the connection for shared reading ended", "client", l.id, "error", err, "retry_in", pause)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause/2 + rand.N(pause/2+1)):
		}
		pause = min(2*pause, l.cfg.MaxBackoff)
	}
}

// once is one connection from its start to its end.
func (l *link) once(ctx context.Context) error {
	conn, err := l.dial(ctx)
	if err != nil {
		return err
	}
	life, end := context.WithCancelCause(context.WithoutCancel(ctx))
	defer end(nil)
	var handling sync.Mutex
	c := &client{largest: MaxBody, gone: make(chan struct{})}
	defer close(c.gone)
	// The library tells of a lost connection only once all handlers have ended; ours read until they are told.
	conf := paho.ClientConfig{Conn: packets.NewThreadSafeConn(&watched{conn, end}), PacketTimeout: packetTimeout,
		OnClientError: func(err error) { end(err) },
		OnServerDisconnect: func(d *paho.Disconnect) {
			end(fmt.Errorf("the broker ended it, reason %#x", d.ReasonCode))
		},
		OnPublishReceived: []func(paho.PublishReceived) (bool, error){func(p paho.PublishReceived) (bool, error) {
			handling.Lock()
			defer handling.Unlock()
			l.handle(life, c, p.Packet)
			return true, nil
		}},
	}
	c.Client = paho.NewClient(conf)
	ack, err := c.Connect(ctx, l.hello())
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer func() {
		end(nil)
		handling.Lock()   // what is under way says its last word
		handling.Unlock() //nolint:staticcheck // nothing to be done meanwhile
		_ = c.Disconnect(&paho.Disconnect{})
		<-c.Done()
	}()
	if p := ack.Properties; p != nil && p.MaximumPacketSize != nil {
		c.largest = min(c.largest, int(*p.MaximumPacketSize))
	}
	if _, err := c.Subscribe(ctx, &paho.Subscribe{Subscriptions: []paho.SubscribeOptions{{Topic: l.filter, QoS: 1}}}); err != nil {
		return fmt.Errorf("subscribe: %w", err)
	}
	leave := l.open(c)
	defer leave()
	select {
	case <-life.Done():
	case <-ctx.Done():
		// First of all nothing new: what the broker sent to a connection that ends would be missed by whoever asked.
		last, cancel := context.WithTimeout(life, packetTimeout)
		defer cancel()
		_, _ = c.Unsubscribe(last, &paho.Unsubscribe{Topics: []string{l.filter}})
		end(ctx.Err())
	}
	return context.Cause(life)
}

// watched tells of the end of a connection the moment that it is seen.
type watched struct {
	net.Conn
	lost context.CancelCauseFunc
}

// Read tells of an error.
func (w *watched) Read(b []byte) (int, error) {
	n, err := w.Conn.Read(b)
	if err != nil {
		w.lost(fmt.Errorf("connection lost: %w", err))
	}
	return n, err
}

// Close is also the library's way of giving up.
func (w *watched) Close() error {
	w.lost(errClosed)
	return w.Conn.Close()
}

var errClosed = errors.New("connection closed")

func (l *link) hello() *paho.Connect {
	largest := uint32(MaxBody + maxWordBytes)
	h := &paho.Connect{ClientID: l.id, CleanStart: true, KeepAlive: keepAlive, Properties: &paho.ConnectProperties{MaximumPacketSize: &largest, RequestProblemInfo: true}}
	if l.receive > 0 {
		h.Properties.ReceiveMaximum = &l.receive
	}
	if l.cfg.Username != "" {
		h.Username, h.UsernameFlag, h.Password, h.PasswordFlag = l.cfg.Username, true, []byte(l.cfg.Password), true
	}
	return h
}

func (l *link) dial(ctx context.Context) (net.Conn, error) {
	u, err := url.Parse(l.cfg.Broker)
	if err != nil || u.Host == "" {
		return nil, errors.New("the broker must be tcp://host:port or ssl://host:port")
	}
	d := &net.Dialer{Timeout: connectTimeout}
	if u.Scheme == "ssl" {
		return (&tls.Dialer{NetDialer: d, Config: l.cfg.TLS}).DialContext(ctx, "tcp", u.Host)
	}
	return d.DialContext(ctx, "tcp", u.Host)
}

// gate holds the connection of the moment for those who want to send.
type gate struct {
	mu   sync.Mutex
	now  *client
	come chan struct{} // closed once there is one
}

func newGate() *gate { return &gate{come: make(chan struct{})} }

func (g *gate) open(c *client) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.now = c
	close(g.come)
}

func (g *gate) shut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.now, g.come = nil, make(chan struct{})
}

// pass waits for a connection.
func (g *gate) pass(ctx context.Context) (*client, error) {
	for {
		g.mu.Lock()
		c, come := g.now, g.come
		g.mu.Unlock()
		if c != nil {
			return c, nil
		}
		select {
		case <-come:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (g *gate) isOpen() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.now != nil
}
