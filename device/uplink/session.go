package uplink

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// The payloads of the status topic, also Home Assistant's defaults for availability.
const (
	online  = "online"
	offline = "offline"
)

const (
	qosEvent       = 1
	connectTimeout = 15 * time.Second
	goodbye        = 250 // milliseconds that the client may take to say it
)

var (
	errLost = errors.New("connection lost")
	errAck  = errors.New("no acknowledgement in time")
)

// session is one connection from its start to its end.
type session struct {
	u        *Uplink
	client   mqtt.Client
	lost     chan error
	birth    chan struct{}    // Home Assistant has (re)started
	due      <-chan time.Time // to announce after that; nil: nothing is
	underway []sent           // readings without an acknowledgement, in order
	line     line
}

// session connects, announces the box, and publishes until the connection is lost or ctx ends.
func (u *Uplink) session(ctx context.Context) error {
	s := &session{u: u, lost: make(chan error, 1), birth: make(chan struct{}, 1)}
	s.client = mqtt.NewClient(s.options())
	tok := s.client.Connect()
	if err := s.wait(ctx, tok, connectTimeout); err != nil {
		s.client.Disconnect(0)
		return fmt.Errorf("connect: %w", err)
	}
	defer s.leave()
	if err := s.open(ctx); err != nil {
		return err
	}
	u.setConnected(true, nil)
	u.cfg.Log.Info("broker connected", "broker", publicAddress(u.cfg.Broker))
	return s.run(ctx)
}

// options: no reconnecting, no session, no order of handlers; see the package comment for why.
func (s *session) options() *mqtt.ClientOptions {
	c := s.u.cfg
	o := mqtt.NewClientOptions().AddBroker(c.Broker).SetClientID(c.ClientID).
		SetCleanSession(true).SetAutoReconnect(false).SetConnectRetry(false).SetOrderMatters(false).
		SetKeepAlive(c.KeepAlive).SetPingTimeout(c.AckTimeout).SetConnectTimeout(connectTimeout).
		SetWriteTimeout(c.AckTimeout).SetProtocolVersion(4).
		SetBinaryWill(s.u.topics.Status(), []byte(offline), qosEvent, true)
	o.SetUsername(c.Username)
	o.SetPassword(c.Password)
	if c.TLS != nil {
		o.SetTLSConfig(c.TLS)
	}
	o.SetConnectionLostHandler(func(_ mqtt.Client, err error) {
		select {
		case s.lost <- fmt.Errorf("%w: %w", errLost, err):
		default:
		}
	})
	o.SetDefaultPublishHandler(func(_ mqtt.Client, m mqtt.Message) { s.receive(m.Topic(), m.Payload()) })
	return o
}

// leave says offline in person when the connection still stands: a clean disconnect makes the broker drop the will.
func (s *session) leave() {
	if s.client.IsConnectionOpen() {
		s.client.Publish(s.u.topics.Status(), qosEvent, true, offline).WaitTimeout(time.Second)
	}
	s.client.Disconnect(goodbye)
}

// open subscribes and announces. Subscribing first lets no command fall between.
func (s *session) open(ctx context.Context) error {
	filters := map[string]byte{}
	for _, st := range s.u.cfg.Stations {
		filters[s.u.topics.Command(st.Name)] = 1
		if st.Push {
			filters[s.u.topics.Frame(st.Name)] = 0
		}
	}
	if s.u.cfg.Orders != nil {
		filters[s.u.topics.Fleet()] = 1
	}
	if d := s.u.cfg.Discovery; d != "" {
		filters[d+"/status"] = 1
	}
	if len(filters) > 0 {
		if err := s.wait(ctx, s.client.SubscribeMultiple(filters, nil), s.u.cfg.AckTimeout); err != nil {
			return fmt.Errorf("subscribe: %w", err)
		}
	}
	former := s.u.recall()
	if err := s.announce(ctx); err != nil {
		return err
	}
	return s.withdraw(ctx, former)
}

// announce publishes discovery, availability and every retained topic's newest payload.
func (s *session) announce(ctx context.Context) error {
	s.due = nil
	for _, m := range s.u.discovery() {
		if err := s.publish(ctx, m.topic, true, m.payload); err != nil {
			return err
		}
	}
	if err := s.publish(ctx, s.u.topics.Status(), true, []byte(online)); err != nil {
		return err
	}
	s.u.live.all()
	return nil
}

// publish sends one message and waits for its acknowledgement. Pictures go without one: a broker keeps what is to be
// acknowledged for each subscriber that is away, and pictures would fill a small box's memory.
func (s *session) publish(ctx context.Context, topic string, retained bool, payload []byte) error {
	qos := byte(qosEvent)
	if strings.HasSuffix(topic, imageLeaf) {
		qos = 0
	}
	if err := s.wait(ctx, s.client.Publish(topic, qos, retained, payload), s.u.cfg.AckTimeout); err != nil {
		return fmt.Errorf("publish %s: %w", topic, err)
	}
	return nil
}

// wait ends when the token completes, the connection is lost, the time is over or ctx ends, whichever is first.
func (s *session) wait(ctx context.Context, tok mqtt.Token, limit time.Duration) error {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-tok.Done():
		return tok.Error()
	case err := <-s.lost:
		return err
	case <-timer.C:
		return errAck
	case <-ctx.Done():
		return ctx.Err()
	}
}
