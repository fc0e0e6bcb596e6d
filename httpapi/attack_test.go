package httpapi

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
)

const attackKey = "test-key-1"

// listening starts a server on a real port, with its limits, whose reader answers at once.
func listening(t *testing.T, cfg Config) string {
	t.Helper()
	k, err := ParseKey("a", attackKey)
	require.NoError(t, err)
	cfg.Log, cfg.Keys = slog.New(slog.DiscardHandler), KeyList{k}
	cfg.Readers = map[extract.Kind]extract.Reader{extract.WaterMeter: extract.ReaderFunc(func(context.Context, extract.Document) (extract.Result, error) {
		return extract.Result{}, extract.Errorf(extract.KindNotFound, "nothing")
	})}
	s, err := New(cfg)
	require.NoError(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.ServeOn(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		assert.NoError(t, <-ended)
	})
	return l.Addr().String()
}

// begin sends the head of a request and a byte of its body.
func begin(t *testing.T, addr, headers string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	_, err = fmt.Fprintf(c, "POST /water-meter/v2 HTTP/1.1\r\nHost: box\r\nContent-Type: application/json\r\n%s\r\n", headers)
	require.NoError(t, err)
	return c
}

func post(t *testing.T, addr string) int {
	t.Helper()
	req, err := http.NewRequest(http.MethodPost, "http://"+addr+"/water-meter/v2", strings.NewReader(`{"image":"AAAA"}`))
	require.NoError(t, err)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Service-Key", attackKey)
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, res.Body)
	return res.StatusCode
}

// Slow chunked bodies used to take the whole budget for bodies for a minute: 503 for everyone else.
func TestSlowBodiesKeepNoRoomFromOthers(t *testing.T) {
	addr := listening(t, Config{MaxBody: 1 << 20, MaxInFlight: 2 << 20})
	for range 8 {
		_, err := io.WriteString(begin(t, addr, "X-Service-Key: "+attackKey+"\r\nTransfer-Encoding: chunked\r\n"), "1\r\n{\r\n")
		require.NoError(t, err)
		_, err = io.WriteString(begin(t, addr, "X-Service-Key: "+attackKey+"\r\nContent-Length: 1000000\r\n"), "{")
		require.NoError(t, err)
	}
	assert.Equal(t, http.StatusBadRequest, post(t, addr), "read, and nothing found")
}

// Thousands of requests without a key that never end used to be held for as long as they liked.
func TestStrangersWithEndlessBodiesAreBounded(t *testing.T) {
	addr := listening(t, Config{})
	held := make([]net.Conn, 0, 2*maxConnections)
	for range 2 * maxConnections {
		held = append(held, begin(t, addr, "Content-Length: 1000000\r\n"))
	}
	assert.Equal(t, http.StatusBadRequest, post(t, addr))
	// A deadline that passes before its turn looks like an open connection: those are asked again.
	require.Eventually(t, func() bool {
		held = slices.DeleteFunc(held, func(c net.Conn) bool {
			_ = c.SetReadDeadline(time.Now().Add(time.Millisecond))
			_, err := bufio.NewReader(c).ReadByte()
			e, ok := err.(net.Error)
			return !ok || !e.Timeout()
		})
		return len(held) <= maxConnections
	}, time.Minute, time.Millisecond)
}

func TestAnOptionOfAMillionNamesIsRefused(t *testing.T) {
	addr := listening(t, Config{})
	body := `{"image":"AAAA","option":{"a":1` + strings.Repeat(`,"b":1`, 1<<16) + `}}`
	req, err := http.NewRequest(http.MethodPost, "http://"+addr+"/water-meter/v2", strings.NewReader(body))
	require.NoError(t, err)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Service-Key", attackKey)
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	res.Body.Close()
	assert.Contains(t, []int{400, 422}, res.StatusCode)
	assert.Contains(t, res.Header.Get("X-Error-Detail"), "too large")
}

func TestFiguresNeedAKeyFromElsewhere(t *testing.T) {
	k, err := ParseKey("a", attackKey)
	require.NoError(t, err)
	s, err := New(Config{Log: slog.New(slog.DiscardHandler), Keys: KeyList{k}})
	require.NoError(t, err)
	for name, c := range map[string]struct {
		from, header, value string
		want                int
	}{
		"the box itself":  {"127.0.0.1:9", "", "", 200},
		"elsewhere":       {"192.0.2.1:9", "", "", 401},
		"through a proxy": {"127.0.0.1:9", "X-Forwarded-For", "192.0.2.1", 401},
		"with the key":    {"192.0.2.2:9", "X-Service-Key", attackKey, 200},
		"as a token":      {"192.0.2.3:9", "Authorization", "Bearer " + attackKey, 200},
		"a wrong token":   {"192.0.2.4:9", "Authorization", "Bearer nonsense", 401},
	} {
		r := httptest.NewRequest(http.MethodGet, "/metrics", nil)
		r.RemoteAddr = c.from
		if c.header != "" {
			r.Header.Set(c.header, c.value)
		}
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		assert.Equal(t, c.want, w.Code, name)
	}
}

func TestASessionEndsOnTheBox(t *testing.T) {
	addr := listening(t, Config{})
	res, err := http.Post("http://"+addr+"/v1/session", "application/json", strings.NewReader(`{"key":"`+attackKey+`"}`))
	require.NoError(t, err)
	res.Body.Close()
	require.Len(t, res.Cookies(), 1)
	ask := func(method string) int {
		req, err := http.NewRequest(method, "http://"+addr+"/v1/session", nil)
		require.NoError(t, err)
		req.AddCookie(res.Cookies()[0])
		got, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		got.Body.Close()
		return got.StatusCode
	}
	assert.Equal(t, 200, ask(http.MethodGet))
	assert.Equal(t, 204, ask(http.MethodDelete))
	assert.Equal(t, 401, ask(http.MethodGet), "a copy of the cookie is worth nothing")
}
