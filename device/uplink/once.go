package uplink

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// once joins cfg's broker beside a connection that may stand, does something there, and leaves.
func once(ctx context.Context, cfg Config, do func(s *session) error) error {
	cfg, err := cfg.withDefaults()
	if err != nil {
		return err
	}
	s := &session{u: &Uplink{cfg: cfg}, lost: make(chan error, 1)}
	o := mqtt.NewClientOptions().AddBroker(cfg.Broker).SetClientID(fmt.Sprintf("%s-%08x", cfg.ClientID, rand.Uint32())).
		SetCleanSession(true).SetAutoReconnect(false).SetConnectRetry(false).SetConnectTimeout(connectTimeout).SetProtocolVersion(4).
		SetUsername(cfg.Username).SetPassword(cfg.Password)
	if cfg.TLS != nil {
		o.SetTLSConfig(cfg.TLS)
	}
	o.SetConnectionLostHandler(func(_ mqtt.Client, err error) {
		select {
		case s.lost <- fmt.Errorf("%w: %w", errLost, err):
		default:
		}
	})
	s.client = mqtt.NewClient(o)
	defer s.client.Disconnect(0)
	if err := s.wait(ctx, s.client.Connect(), connectTimeout); err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	return do(s)
}

// maxLook bounds what Look takes: more is no fleet but a flood.
const maxLook = 64 << 20

// Look returns what a broker retains under some filters, by topic. Brokers send that at once after a subscription; it is
// complete when nothing more has come for as long as quiet.
func Look(ctx context.Context, cfg Config, quiet time.Duration, filters ...string) (map[string][]byte, error) {
	var mu sync.Mutex
	found, size := map[string][]byte{}, 0
	more := make(chan struct{}, 1)
	err := once(ctx, cfg, func(s *session) error {
		wanted := map[string]byte{}
		for _, f := range filters {
			wanted[f] = 1
		}
		take := func(_ mqtt.Client, m mqtt.Message) {
			if !m.Retained() {
				return
			}
			mu.Lock()
			if size += len(m.Payload()); size <= maxLook {
				found[m.Topic()] = m.Payload()
			}
			mu.Unlock()
			select {
			case more <- struct{}{}:
			default:
			}
		}
		if err := s.wait(ctx, s.client.SubscribeMultiple(wanted, take), s.u.cfg.AckTimeout); err != nil {
			return fmt.Errorf("subscribe: %w", err)
		}
		for {
			select {
			case <-more:
			case <-time.After(quiet):
				return nil
			case err := <-s.lost:
				return err
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	})
	mu.Lock()
	defer mu.Unlock()
	return found, err
}

// Retain publishes one message that the broker keeps, and waits for its acknowledgement.
func Retain(ctx context.Context, cfg Config, topic string, payload []byte) error {
	return once(ctx, cfg, func(s *session) error { return s.publish(ctx, topic, true, payload) })
}
