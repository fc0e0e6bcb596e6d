package camera

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestALiveCameraHandsOutEverNewerFrames(t *testing.T) {
	c := New(every(time.Millisecond, func(i int) []byte { return picture(t, i) }), Options{Limits: brisk(), Log: quiet()})
	_, err := c.Latest()
	require.Error(t, err, "a camera that is not served has no picture")
	serve(t, c)

	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var after uint64
	for range 5 {
		f, err := c.Next(ctx, after)
		require.NoError(t, err)
		require.Greater(t, f.Seq, after)
		require.NoError(t, CheckJPEG(f.JPEG))
		after = f.Seq
	}
	assert.Equal(t, StateLive, c.Status().State)
}

// TestTrouble plays each way in which a camera goes bad; in all of them no old picture may be handed out, the reason is told
// and the source is opened again and again.
func TestTrouble(t *testing.T) {
	var sessions atomic.Int64
	cases := []struct {
		name   string
		state  State
		reason string
		source func(ctx context.Context, emit func([]byte)) error
	}{
		{"silent from the start", StateStale, "sent no picture", func(ctx context.Context, _ func([]byte)) error {
			<-ctx.Done()
			return ctx.Err()
		}},
		{"falls silent", StateStale, "no picture for", func(ctx context.Context, emit func([]byte)) error {
			emit(picture(t, int(sessions.Add(1)))) // another one each time: the same again would be frozen
			<-ctx.Done()
			return ctx.Err()
		}},
		{"frozen", StateFrozen, "the very same picture", every(time.Millisecond, func(int) []byte { return picture(t, 7) })},
		{"fails to open", StateFailed, "no such device", func(context.Context, func([]byte)) error {
			return errors.New("no such device")
		}},
		{"stream ends", StateFailed, "stream ended", func(_ context.Context, emit func([]byte)) error {
			emit(picture(t, 1))
			return nil
		}},
	}
	for _, k := range cases {
		t.Run(k.name, func(t *testing.T) {
			c := New(sourceFunc(k.source), Options{Limits: brisk(), Log: quiet()})
			serve(t, c)
			eventually(t, "opened again with the trouble told", func() bool {
				s := c.Status()
				return s.State == k.state && s.Reopens >= 2
			})
			// A retry may be live for an instant (a stream that ends sends a picture first), so ask in the bad state only.
			eventually(t, "the reason is told with the refusal", func() bool {
				f, err := c.Latest()
				var notLive *NotLiveError
				return errors.As(err, &notLive) && notLive.Status.State == k.state && f.JPEG == nil &&
					strings.Contains(err.Error(), k.reason)
			})
		})
	}
}

func TestAFrozenCameraIsNotLiveAgainUntilItsPictureChanges(t *testing.T) {
	var moving atomic.Bool
	var states []State
	var mu sync.Mutex
	source := every(time.Millisecond, func(i int) []byte {
		if moving.Load() {
			return picture(t, i)
		}
		return picture(t, 0)
	})
	c := New(source, Options{Limits: brisk(), Log: quiet(), OnStatus: func(s Status) {
		mu.Lock()
		defer mu.Unlock()
		states = append(states, s.State)
	}})
	serve(t, c)
	eventually(t, "frozen and opened again several times", func() bool { return c.Status().Reopens >= 5 })
	mu.Lock()
	assert.Equal(t, []State{StateStarting, StateLive, StateFrozen}, states, "opening again must not make it look live")
	mu.Unlock()
	moving.Store(true)
	eventually(t, "live when the picture moves", func() bool { return c.Status().State == StateLive })
}

func TestACameraThatComesBackIsLive(t *testing.T) {
	var plugged atomic.Bool
	source := sourceFunc(func(ctx context.Context, emit func([]byte)) error {
		if !plugged.Load() {
			return errors.New("unplugged")
		}
		return every(time.Millisecond, func(i int) []byte { return picture(t, i) })(ctx, emit)
	})
	c := New(source, Options{Limits: brisk(), Log: quiet()})
	serve(t, c)
	eventually(t, "failed", func() bool { return c.Status().State == StateFailed && !c.Status().NextTry.IsZero() })
	plugged.Store(true)
	eventually(t, "live", func() bool { return c.Status().State == StateLive && c.Status().Reason == "" })
}

func TestNextTellsTheTroubleWhenTheWaitIsOver(t *testing.T) {
	c := New(sourceFunc(func(context.Context, func([]byte)) error { return errors.New("no such device") }), Options{Limits: brisk(), Log: quiet()})
	serve(t, c)
	eventually(t, "failed", func() bool { return c.Status().State == StateFailed })
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := c.Next(ctx, 0)
	var notLive *NotLiveError
	require.ErrorAs(t, err, &notLive)
	assert.Contains(t, err.Error(), "no such device")
}

func TestStoppedAfterServe(t *testing.T) {
	c := New(every(time.Millisecond, func(i int) []byte { return picture(t, i) }), Options{Limits: brisk(), Log: quiet()})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- c.Serve(ctx) }()
	eventually(t, "live", func() bool { return c.Status().State == StateLive })
	cancel()
	require.ErrorIs(t, <-done, context.Canceled)
	assert.Equal(t, StateStopped, c.Status().State)
	_, err := c.Latest()
	require.Error(t, err, "a stopped camera shows nothing")
}
