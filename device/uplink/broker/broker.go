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
	"github.com/mochi-mqtt/server/v2/listeners"
)

// Config configures an embedded broker.
type Config struct {
	Listen   string // address, ":1883"; port 0 takes a free one
	Username string // "": anyone on the network may connect; Open says so in the log
	Password string
	Log      *slog.Logger // default: discard
}

// Broker is a running embedded broker.
type Broker struct {
	server   *mochi.Server
	listener listeners.Listener
}

const (
	maxPacket     = 16 << 20 // a camera frame fits, a flood of the box's memory does not
	maxClients    = 256
	maxPending    = 1024 // packets waiting for one slow subscriber before it loses messages
	sysInterval   = 60   // seconds between $SYS updates; every second would be the box's main traffic
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
	caps := mochi.NewDefaultServerCapabilities()
	caps.MaximumClients, caps.MaximumPacketSize, caps.MaximumClientWritesPending = maxClients, maxPacket, maxPending
	// The library's default lets retained messages die after a day: a meter's state and Home Assistant's discovery
	// would vanish while the box runs on.
	caps.MaximumMessageExpiryInterval = math.MaxInt32
	caps.MaximumSessionExpiryInterval = uint32(sessionExpiry / time.Second)
	server := mochi.New(&mochi.Options{Capabilities: caps, SysTopicResendInterval: sysInterval, Logger: quiet(cfg.Log)})
	if err := server.AddHook(newPassword(cfg.Username, cfg.Password), nil); err != nil {
		return nil, fmt.Errorf("embedded broker: %w", err)
	}
	tcp := listeners.NewTCP(listeners.Config{ID: "tcp", Address: cfg.Listen})
	if err := server.AddListener(tcp); err != nil {
		return nil, errors.Join(fmt.Errorf("embedded broker: listen on %s: %w", cfg.Listen, err), server.Close())
	}
	if err := server.Serve(); err != nil {
		return nil, errors.Join(fmt.Errorf("embedded broker: %w", err), server.Close())
	}
	if cfg.Username == "" {
		cfg.Log.Warn("the embedded broker is open to everyone on the network; set mqtt.username to close it")
	}
	return &Broker{server: server, listener: tcp}, nil
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
	host, port, err := net.SplitHostPort(b.listener.Address())
	if err != nil {
		return "tcp://" + b.listener.Address()
	}
	if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "tcp://" + net.JoinHostPort(host, port)
}

// Close disconnects all clients.
func (b *Broker) Close() error { return b.server.Close() }
