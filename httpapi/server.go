package httpapi

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"golang.org/x/sync/semaphore"

	"lensd/guard"
	"lensd/httpapi/envelope"
	"lensd/httpapi/pages"
)

// Server answers on the network. Make it with New.
type Server struct {
	cfg      Config
	handler  http.Handler
	backoff  *guard.Backoff
	sessions sessions
	pace     *pace
	inFlight *semaphore.Weighted
	// reserveWait is how long a request waits for room to receive its body.
	reserveWait time.Duration
	metrics     *metrics
	pages       []pages.Page
}

// New builds a server from cfg. It does not listen yet.
func New(cfg Config) (*Server, error) {
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	if len(cfg.SessionSecret) == 0 {
		cfg.SessionSecret = make([]byte, 32)
		if _, err := rand.Read(cfg.SessionSecret); err != nil {
			return nil, err
		}
	}
	s := &Server{cfg: cfg, backoff: guard.NewBackoff(time.Now), pace: newPace(cfg.PerMinute, time.Now), sessions: sessions{cfg.SessionSecret, time.Now, newEnded(cfg.Sessions)},
		inFlight: semaphore.NewWeighted(cfg.MaxInFlight), reserveWait: reserveWait}
	if s.metrics, err = newMetrics(cfg.Metrics); err != nil {
		return nil, err
	}
	if s.pages, err = pages.All(); err != nil {
		return nil, err
	}
	s.handler = s.observed(s.based(s.routes()))
	return s, nil
}

// Handler returns the whole API, base path included.
func (s *Server) Handler() http.Handler { return s.handler }

// routes lists every path below the base path.
func (s *Server) routes() *http.ServeMux {
	mux := http.NewServeMux()
	for _, e := range s.readingPaths() {
		mux.HandleFunc(e.Path, s.documents(e, s.cfg.Readers[e.Kind]))
	}
	s.addBoxRoutes(mux)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		drain(w, r)
		s.fail(w, r, *problemOf(envelope.NotFound, "no such path on this box"))
	})
	return mux
}

// readingPaths are the ten documented ones and those of the kinds that the box's owner declared.
func (s *Server) readingPaths() []envelope.Endpoint {
	all := envelope.Endpoints()
	for _, k := range s.cfg.Own {
		all = append(all, envelope.OwnEndpoint(k))
	}
	return all
}

// based strips the base path; anything outside it is not ours.
func (s *Server) based(next http.Handler) http.Handler {
	if s.cfg.BasePath == "" {
		return next
	}
	mux := http.NewServeMux()
	mux.Handle(s.cfg.BasePath+"/", http.StripPrefix(s.cfg.BasePath, next))
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		drain(w, r)
		s.fail(w, r, *problemOf(envelope.NotFound, "every path of this box starts with "+s.cfg.BasePath))
	})
	return mux
}

// withConnection lets authenticate say that a connection is no stranger's.
func withConnection(ctx context.Context, c net.Conn) context.Context {
	if t, ok := c.(*tls.Conn); ok {
		c = t.NetConn()
	}
	if g, ok := c.(*guard.Conn); ok {
		ctx = context.WithValue(ctx, keyConnection, g)
	}
	return ctx
}

// Serve listens until ctx ends, then lets running requests finish for a few seconds.
func (s *Server) Serve(ctx context.Context) error {
	l, err := net.Listen("tcp", s.cfg.Listen)
	if err != nil {
		return fmt.Errorf("http.listen: %w", err)
	}
	return s.ServeOn(ctx, l)
}

// ServeOn is Serve on a listener that is open already; it closes l.
func (s *Server) ServeOn(ctx context.Context, l net.Listener) error {
	srv := &http.Server{Handler: s.handler, ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout,
		MaxHeaderBytes: maxHeaderBytes, ErrorLog: slog.NewLogLogger(s.cfg.Log.Handler(), slog.LevelDebug),
		BaseContext: func(net.Listener) context.Context { return ctx }, ConnContext: withConnection}
	l = guard.Listen(guard.ListenBehind(l, s.cfg.Proxies), guard.Limits{Total: maxConnections, PerAddress: maxPerAddress, Proxies: s.cfg.Proxies})
	done := make(chan error, 1)
	go func() {
		if s.cfg.TLSCert != "" {
			done <- srv.ServeTLS(l, s.cfg.TLSCert, s.cfg.TLSKey)
			return
		}
		done <- srv.Serve(l)
	}()
	s.cfg.Log.Info("listening", "address", l.Addr().String(), "tls", s.cfg.TLSCert != "", "base_path", s.cfg.BasePath)
	if len(s.keys()) == 0 {
		s.cfg.Log.Warn("no service key exists: the API answers 401 to everyone; make one with `lensd key add NAME`")
	}
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	err := srv.Shutdown(end)
	if errors.Is(err, context.DeadlineExceeded) { // a live picture never ends by itself
		err = srv.Close()
	}
	return err
}
