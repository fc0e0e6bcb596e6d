package broker

import (
	"log/slog"
	"net"
	"sync/atomic"
	"time"

	"github.com/mochi-mqtt/server/v2/listeners"

	"lensd/guard"
)

// tcp is the library's listener with our limits before it.
type tcp struct {
	id, address string
	limits      guard.Limits
	patience    time.Duration // for a CONNECT
	budget      *budget
	listen      *guard.Listener
	log         *slog.Logger
	ended       atomic.Bool
}

// Init opens the port.
func (l *tcp) Init(log *slog.Logger) error {
	raw, err := net.Listen("tcp", l.address)
	if err != nil {
		return err
	}
	l.log, l.listen = log, guard.Listen(raw, l.limits)
	return nil
}

// Serve hands connections to the library until Close.
func (l *tcp) Serve(establish listeners.EstablishFn) {
	for {
		c, err := l.listen.Accept()
		if err != nil {
			return
		}
		go func() {
			if err := establish(l.ID(), newConn(c.(*guard.Conn), l.budget, l.patience)); err != nil {
				l.log.Debug("an MQTT connection ended", "error", err)
			}
		}()
	}
}

// ID names the listener.
func (l *tcp) ID() string { return l.id }

// Protocol names the protocol.
func (l *tcp) Protocol() string { return "tcp" }

// Address is where it listens.
func (l *tcp) Address() string {
	if l.listen == nil {
		return l.address
	}
	return l.listen.Addr().String()
}

// Close ends the clients and closes the port.
func (l *tcp) Close(closeClients listeners.CloseFn) {
	if l.ended.Swap(true) {
		return
	}
	closeClients(l.ID())
	if l.listen != nil {
		_ = l.listen.Close()
	}
}
