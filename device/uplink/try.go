package uplink

import (
	"context"
	"errors"

	mqtt "github.com/eclipse/paho.mqtt.golang"
	"github.com/eclipse/paho.mqtt.golang/packets"
)

// ErrRefused says that a broker answers and does not let this user in.
var ErrRefused = errors.New("the broker refuses this user name or password")

// Try joins cfg's broker and leaves it, beside a connection that may stand. It publishes nothing.
func Try(ctx context.Context, cfg Config) error {
	cfg, err := cfg.withDefaults()
	if err != nil {
		return err
	}
	s := session{u: &Uplink{cfg: cfg}, lost: make(chan error, 1)}
	o := mqtt.NewClientOptions().AddBroker(cfg.Broker).SetClientID(cfg.ClientID + "-try").SetCleanSession(true).SetAutoReconnect(false).
		SetConnectRetry(false).SetConnectTimeout(connectTimeout).SetProtocolVersion(4).SetUsername(cfg.Username).SetPassword(cfg.Password)
	if cfg.TLS != nil {
		o.SetTLSConfig(cfg.TLS)
	}
	client := mqtt.NewClient(o)
	defer client.Disconnect(0)
	err = s.wait(ctx, client.Connect(), connectTimeout)
	if errors.Is(err, packets.ErrorRefusedBadUsernameOrPassword) || errors.Is(err, packets.ErrorRefusedNotAuthorised) {
		return ErrRefused
	}
	return err
}
