package broker

import (
	"bytes"
	"crypto/rand"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func start(t *testing.T, cfg Config) *Broker {
	t.Helper()
	cfg.Listen = "127.0.0.1:0"
	b, err := Open(cfg)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, b.Close()) })
	return b
}

func connect(b *Broker, user, password string) (mqtt.Client, error) {
	o := mqtt.NewClientOptions().AddBroker(b.Addr()).SetUsername(user).SetPassword(password).SetAutoReconnect(false)
	c := mqtt.NewClient(o.SetConnectTimeout(time.Minute))
	tok := c.Connect()
	tok.Wait()
	return c, tok.Error()
}

// hear subscribes and collects payloads.
func hear(t *testing.T, b *Broker, filter string) func() []string {
	t.Helper()
	c, err := connect(b, "", "")
	require.NoError(t, err)
	t.Cleanup(func() { c.Disconnect(0) })
	var mu sync.Mutex
	var got []string
	tok := c.Subscribe(filter, 1, func(_ mqtt.Client, m mqtt.Message) {
		mu.Lock()
		defer mu.Unlock()
		got = append(got, string(m.Payload()))
	})
	require.True(t, tok.WaitTimeout(time.Minute))
	require.NoError(t, tok.Error())
	return func() []string { mu.Lock(); defer mu.Unlock(); return append([]string{}, got...) }
}

func TestMessagesAndRetained(t *testing.T) {
	b := start(t, Config{})
	c, err := connect(b, "", "")
	require.NoError(t, err)
	defer c.Disconnect(0)
	live := hear(t, b, "a/#")
	require.True(t, c.Publish("a/state", 1, true, "kept").WaitTimeout(time.Minute))
	require.True(t, c.Publish("a/reading", 1, false, "gone").WaitTimeout(time.Minute))
	// A message that is retained just after the subscription may come twice, as what is retained and as what is new.
	require.Eventually(t, func() bool { return slices.Contains(live(), "kept") && slices.Contains(live(), "gone") }, time.Minute, time.Millisecond)
	late := hear(t, b, "a/#")
	require.Eventually(t, func() bool { return len(late()) == 1 }, time.Minute, time.Millisecond)
	assert.Equal(t, []string{"kept"}, late())
}

func TestRetainedMessagesDoNotDieOfAge(t *testing.T) {
	b := start(t, Config{})
	limit := time.Duration(b.server.Options.Capabilities.MaximumMessageExpiryInterval) * time.Second
	assert.Greater(t, limit, 10*365*24*time.Hour, "the library's own limit is one day")
}

func TestPassword(t *testing.T) {
	b := start(t, Config{Username: "box", Password: "right"})
	for name, c := range map[string]struct {
		user, password string
		ok             bool
	}{
		"right":          {"box", "right", true},
		"wrong password": {"box", "wrong", false},
		"wrong user":     {"cat", "right", false},
		"nobody":         {"", "", false},
		"a wild card":    {"*", "*", false},
	} {
		t.Run(name, func(t *testing.T) {
			client, err := connect(b, c.user, c.password)
			assert.Equal(t, c.ok, err == nil)
			client.Disconnect(0)
		})
	}
}

func TestAStarInThePasswordIsAStar(t *testing.T) {
	b := start(t, Config{Username: "box", Password: "right*"})
	for password, ok := range map[string]bool{"right*": true, "right": false, "righteous": false, "": false} {
		client, err := connect(b, "box", password)
		assert.Equal(t, ok, err == nil, password)
		client.Disconnect(0)
	}
	_, err := Open(Config{Listen: "127.0.0.1:0", Username: "box"})
	require.ErrorContains(t, err, "mqtt.password_file")
}

func TestAnOpenBrokerSaysSo(t *testing.T) {
	var log bytes.Buffer
	start(t, Config{Log: slog.New(slog.NewTextHandler(&log, nil))})
	assert.Contains(t, log.String(), "mqtt.username")
}

func TestAPortInUseIsAnError(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { _ = l.Close() }()
	_, err = Open(Config{Listen: l.Addr().String()})
	require.ErrorContains(t, err, "listen on")
}

func TestAddrIsReachable(t *testing.T) {
	b, err := Open(Config{Listen: ":0"})
	require.NoError(t, err)
	defer func() { _ = b.Close() }()
	assert.True(t, strings.HasPrefix(b.Addr(), "tcp://127.0.0.1:"), b.Addr())
	c, err := connect(b, "", "")
	require.NoError(t, err)
	c.Disconnect(0)
}

// Garbage on the port must leave the broker working for the others.
func TestGarbageDoesNoHarm(t *testing.T) {
	b := start(t, Config{})
	live := hear(t, b, "#")
	addr := strings.TrimPrefix(b.Addr(), "tcp://")
	junk := make([]byte, 4096)
	_, _ = rand.Read(junk)
	for _, payload := range [][]byte{junk, []byte("GET / HTTP/1.1\r\n\r\n"), {0x10, 0xff, 0xff, 0xff, 0x7f}, {0x30, 0xff, 0xff, 0xff, 0xff, 0xff}} {
		c, err := net.Dial("tcp", addr)
		require.NoError(t, err)
		_, _ = c.Write(payload)
		require.NoError(t, c.Close())
	}
	c, err := connect(b, "", "")
	require.NoError(t, err)
	defer c.Disconnect(0)
	require.True(t, c.Publish("a", 1, false, "fine").WaitTimeout(time.Minute))
	require.Eventually(t, func() bool { return len(live()) == 1 }, time.Minute, time.Millisecond)
}
