package camera

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// run collects what a source emits until it has want pictures, and returns them with Run's error after ctx was ended.
func run(t *testing.T, s Source, want int) ([][]byte, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var got [][]byte
	err := s.Run(ctx, func(b []byte) {
		if got = append(got, b); len(got) >= want {
			cancel()
		}
	})
	require.NotErrorIs(t, err, context.DeadlineExceeded, "the source brought only %d pictures", len(got))
	return got[:min(want, len(got))], err
}

func TestHTTPSnapshots(t *testing.T) {
	var n atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "image/jpeg")
		_, _ = w.Write(picture(t, int(n.Add(1))))
	}))
	defer server.Close()
	got, _ := run(t, HTTP{URL: server.URL, Interval: time.Millisecond}, 3)
	assert.Equal(t, [][]byte{picture(t, 1), picture(t, 2), picture(t, 3)}, got)
}

func TestHTTPStream(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary=frame")
		for i := 1; r.Context().Err() == nil && i < 1000; i++ {
			p := picture(t, i)
			fmt.Fprintf(w, "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n", len(p), p)
			w.(http.Flusher).Flush()
		}
	}))
	defer server.Close()
	got, _ := run(t, HTTP{URL: server.URL, Interval: time.Hour}, 3)
	assert.Equal(t, [][]byte{picture(t, 1), picture(t, 2), picture(t, 3)}, got)
}

func TestHTTPAuthentication(t *testing.T) {
	basic := func(w http.ResponseWriter, r *http.Request) bool {
		user, password, ok := r.BasicAuth()
		w.Header().Set("WWW-Authenticate", `Basic realm="camera"`)
		return ok && user == "meter" && password == "s3cret"
	}
	digest := func(w http.ResponseWriter, r *http.Request) bool {
		w.Header().Set("WWW-Authenticate", `Digest realm="camera", nonce="abc", qop="auth", algorithm=MD5`)
		h := r.Header.Get("Authorization")
		return strings.HasPrefix(h, "Digest ") && strings.Contains(h, `username="meter"`) && !strings.Contains(h, "s3cret")
	}
	for name, admit := range map[string]func(http.ResponseWriter, *http.Request) bool{"basic": basic, "digest": digest} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if !admit(w, r) {
					w.WriteHeader(http.StatusUnauthorized)
					return
				}
				_, _ = w.Write(picture(t, 1))
			}))
			defer server.Close()
			got, _ := run(t, HTTP{URL: server.URL, Username: "meter", Password: "s3cret", Interval: time.Millisecond}, 2)
			assert.Len(t, got, 2)
			_, err := run(t, HTTP{URL: server.URL, Interval: time.Millisecond}, 1)
			require.ErrorContains(t, err, "user name or password")
		})
	}
}

func TestHTTPFailures(t *testing.T) {
	hang := make(chan struct{})
	defer close(hang)
	cases := []struct {
		name, says string
		answer     http.HandlerFunc
	}{
		{"not found", "404", http.NotFound},
		{"broken", "status 500", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }},
		{"a page instead", "no JPEG", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>log in</html>") }},
		{"cut off", "cut off", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(picture(t, 1)[:100]) }},
		{"hangs before the head", "no whole picture", func(_ http.ResponseWriter, r *http.Request) { wait(r, hang) }},
		{"hangs in the picture", "no whole picture", func(w http.ResponseWriter, r *http.Request) {
			_, _ = w.Write(picture(t, 1)[:100])
			w.(http.Flusher).Flush()
			wait(r, hang)
		}},
		{"the stream ends", "ended its stream", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary=x")
			_, _ = w.Write(picture(t, 1))
		}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			server := httptest.NewServer(c.answer)
			defer server.Close()
			_, err := run(t, HTTP{URL: server.URL, Interval: time.Millisecond, Timeout: 100 * time.Millisecond}, 2)
			require.Error(t, err)
			require.Contains(t, err.Error(), c.says)
		})
	}
}

func wait(r *http.Request, hang <-chan struct{}) {
	select {
	case <-hang:
	case <-r.Context().Done():
	}
}

func TestSecretsInAnAddressStayOutOfErrors(t *testing.T) {
	_, err := run(t, HTTP{URL: "http://meter:s3cret@127.0.0.1:1/x.jpg", Interval: time.Millisecond}, 1)
	require.Error(t, err)
	assert.NotContains(t, err.Error(), "s3cret")
}

func TestDirPlaysInOrderAndHoldsTheLast(t *testing.T) {
	dir := t.TempDir()
	put := func(name string, b []byte) { require.NoError(t, os.WriteFile(filepath.Join(dir, name), b, 0o600)) }
	put("2.jpg", picture(t, 2))
	put("1.JPEG", picture(t, 1))
	put("notes.txt", []byte("not a picture"))
	put("3.jpg", picture(t, 3)[:60]) // its writer is not done
	got, _ := run(t, Dir{Path: dir, Interval: time.Millisecond}, 2)
	assert.Equal(t, [][]byte{picture(t, 1), picture(t, 2)}, got)
	put("3.jpg", picture(t, 3))
	got, _ = run(t, Dir{Path: dir, Interval: time.Millisecond}, 5)
	assert.Equal(t, [][]byte{picture(t, 1), picture(t, 2), picture(t, 3), picture(t, 3), picture(t, 3)}, got)
}

func TestDirSaysWhatIsMissing(t *testing.T) {
	_, err := run(t, Dir{Path: filepath.Join(t.TempDir(), "none"), Interval: time.Millisecond}, 1)
	require.ErrorContains(t, err, "does not exist")
	_, err = run(t, Dir{Path: t.TempDir(), Interval: time.Millisecond}, 1)
	require.ErrorContains(t, err, "no .jpg file")
}

func TestPush(t *testing.T) {
	c, push, err := Open(Config{Source: "push"}, Options{Log: quiet()})
	require.NoError(t, err)
	require.Error(t, push.Put([]byte("no picture")))
	serve(t, c)
	for i := range 3 {
		require.NoError(t, push.Put(picture(t, i)))
		eventually(t, "the pushed picture is the newest", func() bool {
			f, err := c.Latest()
			return err == nil && string(f.JPEG) == string(picture(t, i))
		})
	}
}

func TestPushKeepsTheNewestWhenNobodyTakes(t *testing.T) {
	p := NewPush()
	for i := range 5 {
		require.NoError(t, p.Put(picture(t, i)))
	}
	got, _ := run(t, p, 1)
	assert.Equal(t, [][]byte{picture(t, 4)}, got)
}

func TestOpenNamesWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		cfg  Config
		says string
	}{
		{Config{Source: "film"}, "film"},
		{Config{Source: "v4l2"}, "device"},
		{Config{Source: "rtsp", URL: "http://x"}, "rtsp://"},
		{Config{Source: "http"}, "url"},
		{Config{Source: "dir"}, "dir"},
	} {
		_, _, err := Open(c.cfg, Options{})
		require.ErrorContains(t, err, c.says)
	}
}

func TestAnRTSPPasswordIsNotOnTheCommandLine(t *testing.T) {
	c, _, err := Open(Config{Source: "rtsp", URL: "rtsp://cam:554/1", Username: "meter", Password: "s3cret", Capture: []string{"lensd", "worker"}}, Options{})
	require.NoError(t, err)
	p := c.source.(Process)
	assert.NotContains(t, strings.Join(p.Command, " "), "s3cret")
	assert.Contains(t, p.Env, EnvURL+"=rtsp://meter:s3cret@cam:554/1")
}
