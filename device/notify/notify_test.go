package notify

import (
	"context"
	"log/slog"
	"net"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const patience = time.Minute

// systemd listens as systemd does and gives what it is told, message by message.
func systemd(t *testing.T, watchdog time.Duration) <-chan string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "notify")
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	t.Setenv("NOTIFY_SOCKET", path)
	t.Setenv("WATCHDOG_USEC", strconv.FormatInt(watchdog.Microseconds(), 10))
	t.Setenv("WATCHDOG_PID", "")
	told := make(chan string, 1000)
	go func() {
		b := make([]byte, 4096)
		for {
			n, err := conn.Read(b)
			if err != nil {
				return
			}
			told <- string(b[:n])
		}
	}()
	return told
}

func await(t *testing.T, told <-chan string, want string) {
	t.Helper()
	limit := time.After(patience)
	for {
		select {
		case got := <-told:
			if strings.Contains(got, want) {
				return
			}
		case <-limit:
			t.Fatalf("systemd was never told %q", want)
		}
	}
}

func TestServeTellsTheWholeLife(t *testing.T) {
	told := systemd(t, 30*time.Millisecond)
	var status atomic.Value
	status.Store("2 stations")
	n := New(Config{Alive: func() string { return "" }, Status: func() string { return status.Load().(string) }, Log: slog.New(slog.DiscardHandler)})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- n.Serve(ctx) }()
	await(t, told, "READY=1\nSTATUS=2 stations")
	await(t, told, "WATCHDOG=1")
	status.Store("cellar: the camera is stale")
	await(t, told, "STATUS=cellar: the camera is stale")
	cancel()
	require.ErrorIs(t, <-done, context.Canceled)
	n.Stopping()
	await(t, told, "STOPPING=1")
}

func TestALateLoopStarvesTheWatchdog(t *testing.T) {
	told := systemd(t, 30*time.Millisecond)
	var late atomic.Bool
	looks := make(chan struct{}, 1000)
	n := New(Config{Log: slog.New(slog.DiscardHandler), Alive: func() string {
		looks <- struct{}{}
		if late.Load() {
			return "store"
		}
		return ""
	}})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() { _ = n.Serve(ctx) }()
	await(t, told, "WATCHDOG=1")
	late.Store(true)
	<-looks
	// One look may be under way while late is set; after two more none of the messages may feed the watchdog.
	for range 2 {
		<-looks
	}
	for len(told) > 0 {
		<-told
	}
	for range 5 {
		<-looks
	}
	assert.Empty(t, told, "the watchdog is fed although a loop is late")
	late.Store(false)
	await(t, told, "WATCHDOG=1")
}

func TestWithoutSystemdNothingHappens(t *testing.T) {
	t.Setenv("NOTIFY_SOCKET", "")
	t.Setenv("WATCHDOG_USEC", "")
	n := New(Config{Alive: func() string { return "" }, Log: slog.New(slog.DiscardHandler)})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorIs(t, n.Serve(ctx), context.Canceled)
	assert.Zero(t, n.watchdog)
}
