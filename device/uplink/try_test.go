package uplink

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/device/uplink/broker"
)

func TestABrokerIsTried(t *testing.T) {
	b, err := broker.Open(broker.Config{Listen: "127.0.0.1:0", Username: "box", Password: "right-password"})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, b.Close()) })
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	try := func(address, password string) error {
		return Try(ctx, Config{Broker: address, Box: "b1", Username: "box", Password: password})
	}
	require.NoError(t, try(b.Addr(), "right-password"))
	assert.ErrorIs(t, try(b.Addr(), "wrong-password"), ErrRefused)
	require.Error(t, try("tcp://127.0.0.1:1", "right-password"), "nobody listens there")
	require.Error(t, try("nonsense", ""))
}
