package httpapi

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"sync"
	"time"

	"lensd/extract"
	"lensd/guard"
	"lensd/httpapi/envelope"
)

// notes collects what a request's log line says.
type notes struct {
	id    string
	mu    sync.Mutex
	attrs []any
}

// observed gives each request an id, counts and logs it, and turns a panic into an answer.
func (s *Server) observed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if client, ok := s.cfg.Proxies.Client(r); ok {
			r.RemoteAddr = client
		}
		n := &notes{id: newID()}
		r = r.WithContext(context.WithValue(r.Context(), keyRequestID, n))
		w.Header().Set("X-Request-Id", n.id)
		w.Header().Set("X-Content-Type-Options", "nosniff")
		rec := &recorder{ResponseWriter: w}
		start := time.Now()
		defer func() {
			if p := recover(); p != nil {
				s.recovered(rec, r, p)
			}
			s.finished(rec, r, n, time.Since(start))
		}()
		next.ServeHTTP(rec, r)
	})
}

func (s *Server) recovered(w *recorder, r *http.Request, p any) {
	if p == http.ErrAbortHandler {
		panic(p)
	}
	s.log(r).Error("handler panicked", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
	if w.status == 0 {
		s.fail(w, r, *problemOf(envelope.Reason(extract.KindInternal), "internal error"))
	}
}

func (s *Server) finished(w *recorder, r *http.Request, n *notes, took time.Duration) {
	s.metrics.request(w.status, took)
	level := slog.LevelInfo
	if w.status < 400 && r.Method == http.MethodGet {
		level = slog.LevelDebug // pages and scrapers poll
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	attrs := append([]any{"request_id", n.id, "method", r.Method, "path", r.URL.Path, "status", w.status,
		"took_ms", took.Milliseconds(), "address", guard.Address(r.RemoteAddr).String()}, n.attrs...)
	s.cfg.Log.Log(r.Context(), level, "request", attrs...)
}

// note adds a pair to the request's log line.
func (s *Server) note(r *http.Request, key, value string) {
	if n, ok := r.Context().Value(keyRequestID).(*notes); ok {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.attrs = append(n.attrs, key, value)
	}
}

// log returns a logger that names the request.
func (s *Server) log(r *http.Request) *slog.Logger {
	return s.cfg.Log.With("request_id", requestID(r.Context()))
}

func requestID(ctx context.Context) string {
	if n, ok := ctx.Value(keyRequestID).(*notes); ok {
		return n.id
	}
	return ""
}

// newID returns 96 random bits: unique on any box without a clock.
func newID() string {
	b := make([]byte, 12)
	_, _ = rand.Read(b) // never fails on Linux
	return hex.EncodeToString(b)
}

// recorder remembers the status that was sent.
type recorder struct {
	http.ResponseWriter
	status int
}

// WriteHeader notes and sends status.
func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

// Write sends b, with 200 when no status was sent. A client that does not read is not waited for without end.
func (r *recorder) Write(b []byte) (int, error) {
	_ = http.NewResponseController(r.ResponseWriter).SetWriteDeadline(time.Now().Add(writeTimeout)) // recorders have no connection
	if r.status == 0 {
		r.status = http.StatusOK
	}
	return r.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
