package uplink

import (
	"context"
	"errors"

	"github.com/eclipse/paho.mqtt.golang/packets"
)

// ErrRefused says that a broker answers and does not let this user in.
var ErrRefused = errors.New("the broker refuses this user name or password")

// Try joins cfg's broker and leaves it, beside a connection that may stand. It publishes nothing.
func Try(ctx context.Context, cfg Config) error {
	err := once(ctx, cfg, func(*session) error { return nil })
	if errors.Is(err, packets.ErrorRefusedBadUsernameOrPassword) || errors.Is(err, packets.ErrorRefusedNotAuthorised) {
		return ErrRefused
	}
	return err
}
