// Package broker is the MQTT broker that a box can carry inside of it, for homes that have none.
package broker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net"
	"time"

	mochi "github.com/mochi-mqtt/server/v2"

	"lensd/guard"
)

// Config configures an embedded broker.
type Config struct {
	Listen   string // address, ":1883"; port 0 takes a free one
	Username string // "": anyone on this machine may connect, nobody else; Open says so in the log
	Password string
	Patience time.Duration // for a client to send its CONNECT and password; default 10 s
	Log      *slog.Logger  // default: discard
}

// Broker is a running embedded broker.
type Broker struct {
	server          *mochi.Server
	public, private *tcp
	gate            *gate
}

const (
	maxPacket     = 6 << 20 // a camera frame of 12 megapixels fits
	maxInbound    = 8 << 20 // of messages being received; the library needs twice as much
	maxClients    = 128     // connections, and
	maxPerAddress = 32      // of one address
	maxOwn        = 72      // connections at the private door: the uplink's, and one of each reader that reads for other boxes
	maxPending    = 512     // packets waiting for one slow subscriber before it loses messages
	maxInflight   = 1024    // unacknowledged ones, likewise
	maxAliases    = 16      // topics that one client may abbreviate
	sysInterval   = 60      // seconds between $SYS updates; every second would be the box's main traffic
	sessionExpiry = 24 * time.Hour
)

// Open starts listening; messages flow at once.
func Open(cfg Config) (*Broker, error) {
	if cfg.Username != "" && cfg.Password == "" {
		return nil, errors.New("embedded broker: mqtt.username needs a password; set mqtt.password_file")
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Patience <= 0 {
		cfg.Patience = connectLimit
	}
	caps := mochi.NewDefaultServerCapabilities()
	caps.MaximumClients, caps.MaximumPacketSize, caps.MaximumClientWritesPending = maxClients+maxOwn, maxPacket+maxProperties, maxPending
	caps.MaximumInflight, caps.ReceiveMaximum, caps.TopicAliasMaximum = maxInflight, maxInflight, maxAliases
	// The library's default lets retained messages die after a day: a meter's state and Home Assistant's discovery
	// would vanish while the box runs on.
	caps.MaximumMessageExpiryInterval = math.MaxInt32
	caps.MaximumSessionExpiryInterval = uint32(sessionExpiry / time.Second)
	server := mochi.New(&mochi.Options{Capabilities: caps, SysTopicResendInterval: sysInterval, Logger: quiet(cfg.Log)})
	g := newGate(cfg)
	g.server = server
	if err := server.AddHook(g, nil); err != nil {
		return nil, fmt.Errorf("embedded broker: %w", err)
	}
	public := &tcp{id: "public", address: address(cfg), limits: guard.Limits{Total: maxClients, PerAddress: maxPerAddress},
		budget: newBudget(maxInbound), patience: cfg.Patience}
	// The box's own uplink has a door of its own, so that a crowd before the public one cannot keep it out.
	private := &tcp{id: "private", address: "127.0.0.1:0", limits: guard.Limits{Total: maxOwn}, budget: newBudget(maxInbound), patience: cfg.Patience}
	for _, l := range []*tcp{public, private} {
		if err := server.AddListener(l); err != nil {
			return nil, errors.Join(fmt.Errorf("embedded broker: listen on %s: %w", l.address, err), server.Close())
		}
	}
	if err := server.Serve(); err != nil {
		return nil, errors.Join(fmt.Errorf("embedded broker: %w", err), server.Close())
	}
	if cfg.Username == "" {
		cfg.Log.Warn("the embedded broker has no password and listens on this machine alone; set mqtt.username and mqtt.password_file to open it to the network")
	}
	return &Broker{server: server, public: public, private: private, gate: g}, nil
}

// address is where to listen: without a password on loopback alone, whatever was wished.
func address(cfg Config) string {
	host, port, err := net.SplitHostPort(cfg.Listen)
	if err != nil || cfg.Username != "" {
		return cfg.Listen
	}
	if ip := net.ParseIP(host); host == "localhost" || ip != nil && ip.IsLoopback() {
		return cfg.Listen
	}
	return net.JoinHostPort("127.0.0.1", port)
}

// Own is the address at which the box's own uplink connects and the credentials that it shows, valid for the life of this
// broker: no limit holds that client up.
func (b *Broker) Own() (address string, who Credentials) {
	return "tcp://" + b.private.Address(), b.gate.own
}

// quiet keeps the library's chatter about clients that come and go below our warnings.
func quiet(log *slog.Logger) *slog.Logger { return slog.New(levelHandler{log.Handler()}) }

type levelHandler struct{ slog.Handler }

func (h levelHandler) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelError && h.Handler.Enabled(ctx, l)
}

// WithAttrs and WithGroup keep the level where the library derives loggers of its own.
func (h levelHandler) WithAttrs(a []slog.Attr) slog.Handler {
	return levelHandler{h.Handler.WithAttrs(a)}
}

func (h levelHandler) WithGroup(name string) slog.Handler {
	return levelHandler{h.Handler.WithGroup(name)}
}

// Addr is the address on which clients of this machine reach the broker, as tcp://host:port.
func (b *Broker) Addr() string {
	host, port, err := net.SplitHostPort(b.public.Address())
	if err != nil {
		return "tcp://" + b.public.Address()
	}
	if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "tcp://" + net.JoinHostPort(host, port)
}

// Close disconnects all clients.
func (b *Broker) Close() error { return b.server.Close() }
