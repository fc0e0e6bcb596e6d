package httpapi

import (
	"context"
	"net/http"
	"strings"

	"lensd/guard"
	"lensd/httpapi/envelope"
)

type contextKey int

const (
	keyRequestID contextKey = iota
	keyHolder
	keyConnection // the *guard.Conn that a request came by
)

// problem is what a handler cannot do, with what the answer's headers need.
type problem struct {
	envelope.Problem
	retryAfter int // seconds; 0: none
}

func problemOf(reason envelope.Reason, detail string) *problem {
	return &problem{Problem: envelope.Problem{Reason: reason, Detail: detail}}
}

// authenticate returns the name of the key that r carries if its role allows what needs one, and keeps its connection from being
// given up for a stranger's.
func (s *Server) authenticate(r *http.Request, needs Role) (string, *problem) {
	k, p := s.identify(r)
	if c, ok := r.Context().Value(keyConnection).(*guard.Conn); ok && p == nil {
		c.Know()
	}
	if p == nil {
		p = s.permit(k, needs)
	}
	return k.Name, p
}

// identify finds the key: in x-service-key, or by a page's session.
func (s *Server) identify(r *http.Request) (Key, *problem) {
	if sent := r.Header.Get("X-Service-Key"); sent != "" {
		return s.admit(r, sent)
	}
	if k, ok := s.sessions.find(s.keys(), r); ok {
		// another service on this box's address is the same site to a browser, so that SameSite alone does not do
		if err := http.NewCrossOriginProtection().Check(r); err != nil {
			return Key{}, problemOf(envelope.Unauthorized, "a page of another origin may not use this session")
		}
		return k, nil
	}
	if len(s.keys()) == 0 {
		return Key{}, problemOf(envelope.Unauthorized, "this box has no service key yet; make one with `lensd key add NAME`")
	}
	return Key{}, problemOf(envelope.Unauthorized, "the header x-service-key is missing")
}

// admit checks one key, and makes an address that guesses wait.
func (s *Server) admit(r *http.Request, sent string) (Key, *problem) {
	addr := guard.Address(r.RemoteAddr)
	if wait := s.backoff.Wait(addr); wait > 0 {
		p := problemOf(envelope.Throttled, "too many wrong keys from this address; wait, then try again")
		p.retryAfter = int(wait.Seconds()) + 1
		return Key{}, p
	}
	if k, ok := match(s.keys(), sent); ok {
		s.backoff.Succeed(addr)
		return k, nil
	}
	s.metrics.badKeys.Inc()
	if n, fresh := s.backoff.Fail(addr, []byte(sent)); fresh {
		s.log(r).Warn("wrong service key", "address", addr.String(), "in_a_row", n)
	}
	return Key{}, problemOf(envelope.Unauthorized, "the service key is not one of this box's")
}

func (s *Server) keys() []Key {
	if s.cfg.Keys == nil {
		return nil
	}
	return s.cfg.Keys.Keys()
}

// guarded lets only holders of a key with a role through; others get the v2 failure shape.
func (s *Server) guarded(needs Role, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		name, p := s.authenticate(r, needs)
		if p != nil {
			s.fail(w, r, *p)
			return
		}
		next(w, r.WithContext(context.WithValue(r.Context(), keyHolder, name)))
	}
}

// scraped lets this machine and holders of a key through, which a scraper may also send as a bearer token: the figures tell how
// much water a home uses. A request that a proxy on this machine passes on is none of this machine.
func (s *Server) scraped(next http.HandlerFunc) http.HandlerFunc {
	guarded := s.guarded(Read, next)
	return func(w http.ResponseWriter, r *http.Request) {
		proxied := r.Header.Get("X-Forwarded-For") != "" || r.Header.Get("Forwarded") != "" || r.Header.Get("X-Real-Ip") != ""
		if guard.Address(r.RemoteAddr).IsLoopback() && !proxied {
			next(w, r)
			return
		}
		if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok && r.Header.Get("X-Service-Key") == "" {
			r.Header.Set("X-Service-Key", token)
		}
		guarded(w, r)
	}
}

func keyName(ctx context.Context) string {
	name, _ := ctx.Value(keyHolder).(string)
	return name
}
