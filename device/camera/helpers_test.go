package camera

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// patience bounds waits for things that happen in milliseconds; it only decides how long a broken build takes to fail.
const patience = time.Minute

// picture makes a small JPEG that differs for each n.
func picture(t testing.TB, n int) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 32, 24))
	for i := range img.Pix {
		img.Pix[i] = uint8(i*7 + n*31)
	}
	img.SetGray(n%32, n/32%24, color.Gray{Y: 255})
	var buf bytes.Buffer
	require.NoError(t, jpeg.Encode(&buf, img, nil))
	return buf.Bytes()
}

// brisk are limits under which everything happens within a test's life.
func brisk() Limits {
	return Limits{Open: 150 * time.Millisecond, Stale: 120 * time.Millisecond, Frozen: 100 * time.Millisecond,
		BackoffMin: 5 * time.Millisecond, BackoffMax: 20 * time.Millisecond}
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// sourceFunc lets a function serve as a Source.
type sourceFunc func(ctx context.Context, emit func([]byte)) error

func (f sourceFunc) Run(ctx context.Context, emit func([]byte)) error { return f(ctx, emit) }

// serve runs c until the test ends and waits for its end, so that nothing outlives the test.
func serve(t *testing.T, c *Camera) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); _ = c.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		select {
		case <-done:
		case <-time.After(patience):
			t.Error("Serve did not return after its context ended")
		}
	})
}

func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	require.Eventually(t, ok, patience, 2*time.Millisecond, what)
}

// every emits pictures made by next until ctx ends.
func every(d time.Duration, next func(i int) []byte) sourceFunc {
	return func(ctx context.Context, emit func([]byte)) error {
		tick := time.NewTicker(d)
		defer tick.Stop()
		for i := 0; ; i++ {
			emit(next(i))
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-tick.C:
			}
		}
	}
}

// Latest is what a viewer would be given at once.
func (c *Camera) Latest() (Frame, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.latest()
}
