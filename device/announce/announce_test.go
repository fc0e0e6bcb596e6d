package announce

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/brutella/dnssd"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestNewRefusesWhatNobodyCouldFind(t *testing.T) {
	for _, c := range []struct{ listen, says string }{
		{"127.0.0.1:8080", "loopback"}, {"[::1]:8080", "loopback"}, {"localhost:8080", "loopback"},
		{"8080", "listen address"}, {":0", "port"}, {":http", "port"}, {":70000", "port"},
	} {
		_, err := New(Config{Listen: c.listen, Log: slog.New(slog.DiscardHandler)})
		assert.ErrorContains(t, err, c.says, c.listen)
	}
	_, err := New(Config{Listen: ":8080"})
	assert.ErrorContains(t, err, "Log")
}

func TestLabels(t *testing.T) {
	assert.Equal(t, "Cellar", label(" Cellar ", "b1"))
	assert.Equal(t, "lensd b1", label("", "b1"))
	long := label(strings.Repeat("ก", 40), "b1")
	assert.Equal(t, strings.Repeat("ก", 21), long, "63 bytes are 21 Thai letters")
	assert.Equal(t, "lensd-box-7", hostLabel("Box 7"))
	assert.Equal(t, "lensd", hostLabel("###"))
	assert.LessOrEqual(t, len(hostLabel(strings.Repeat("x", 90))), longestLabel)
}

func TestPageURL(t *testing.T) {
	for _, c := range []struct {
		cfg  Config
		want string
	}{
		{Config{ID: "box-1", Listen: ":8080"}, "http://lensd-box-1.local:8080/"},
		{Config{ID: "Box 7", Listen: "192.168.1.9:443", BasePath: "/ocr", TLS: true}, "https://lensd-box-7.local:443/ocr/"},
	} {
		c.cfg.Log = slog.New(slog.DiscardHandler)
		a, err := New(c.cfg)
		require.NoError(t, err)
		assert.Equal(t, c.want, a.PageURL())
	}
}

// TestFound asks the network for both services, as a phone's browser would.
func TestFound(t *testing.T) {
	a, err := New(Config{Name: "Cellar-box", ID: "box-1", Version: "v0", Listen: ":18443", BasePath: "/ocr", TLS: true, Log: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	done := make(chan error, 1)
	serving, stop := context.WithCancel(ctx)
	go func() { done <- a.Serve(serving) }()
	for _, kind := range []string{TypeLensd, TypeHTTP} {
		s := resolve(t, ctx, "Cellar-box."+kind+".local.")
		assert.Equal(t, 18443, s.Port)
		assert.Equal(t, map[string]string{"path": "/ocr/", "scheme": "https", "id": "box-1", "version": "v0"}, s.Text)
		assert.Equal(t, "lensd-box-1", s.Host)
	}
	stop()
	assert.NoError(t, <-done)
}

// resolve asks until the answer is whole: its records may come in several packets.
func resolve(t *testing.T, ctx context.Context, instance string) dnssd.Service {
	t.Helper()
	for {
		ask, cancel := context.WithTimeout(ctx, 2*time.Second)
		s, err := dnssd.LookupInstance(ask, instance)
		cancel()
		if err == nil && len(s.Text) > 0 {
			return s
		}
		require.NoError(t, ctx.Err(), "nobody answered for %s on multicast DNS", instance)
	}
}
