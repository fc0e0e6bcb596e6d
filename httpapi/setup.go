package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"lensd/guard"
	"lensd/httpapi/envelope"
)

// Setup is what the pages may see and change of the box's configuration. A change that is refused leaves everything as it was.
type Setup interface {
	// Open says whether the box still waits for its first key, which the one-time code gives.
	Open() bool
	// Claim exchanges the code for the first key, once; ok is false for a wrong one and for a box that has a key.
	Claim(code string) (clear string, ok bool, err error)
	// View is the configuration as the pages show it, without secrets.
	View(ctx context.Context) (any, error)
	// Change merges a JSON object into a section (RFC 7396); ChangeStation into the station of a name, which is added where
	// there is none. An error may be Faults.
	Change(ctx context.Context, section string, patch json.RawMessage) error
	ChangeStation(ctx context.Context, name string, patch json.RawMessage) error
	RemoveStation(ctx context.Context, name string) error
	// TryCamera takes one picture with the settings of a station that need not exist yet; TryBroker joins a broker and leaves it.
	TryCamera(ctx context.Context, station json.RawMessage) (jpeg []byte, err error)
	TryBroker(ctx context.Context, mqtt json.RawMessage) error
	// Certificate tells of the box's own certificate; MakeCertificate makes one, with which the box serves HTTPS from then on.
	Certificate(ctx context.Context) (any, error)
	MakeCertificate(ctx context.Context) error
	Keys() (any, error)
	AddKey(name string, role Role) (clear string, err error)
	RevokeKey(name string) error
}

// Fault is what is wrong with one field of a change.
type Fault struct {
	Path string `json:"path"` // of the field, such as camera.url; "": the whole
	Says string `json:"says"`
}

// Faults is the error of a change that was not made.
type Faults []Fault

// Error tells the first.
func (f Faults) Error() string {
	if len(f) == 0 {
		return "the change is refused"
	}
	return f[0].Path + ": " + f[0].Says
}

const (
	maxPatch  = 64 << 10
	tryCamera = 20 * time.Second
	tryBroker = 20 * time.Second
)

// setupRoutes are the routes that change the box.
func (s *Server) setupRoutes() []route {
	return []route{
		{"GET", "/v1/setup", Nobody, s.setupState},
		{"POST", "/v1/setup/code", Nobody, s.claim},
		{"GET", "/v1/config", Admin, s.viewConfig},
		{"PATCH", "/v1/config/{section}", Admin, s.changing(func(ctx context.Context, r *http.Request, patch json.RawMessage) error {
			return s.cfg.Setup.Change(ctx, r.PathValue("section"), patch)
		})},
		{"PATCH", "/v1/config/stations/{name}", Admin, s.changing(func(ctx context.Context, r *http.Request, patch json.RawMessage) error {
			return s.cfg.Setup.ChangeStation(ctx, r.PathValue("name"), patch)
		})},
		{"DELETE", "/v1/config/stations/{name}", Admin, s.removeStation},
		{"POST", "/v1/config/try/camera", Admin, s.tryTheCamera},
		{"POST", "/v1/config/try/mqtt", Admin, s.changing(func(ctx context.Context, _ *http.Request, patch json.RawMessage) error {
			ctx, cancel := context.WithTimeout(ctx, tryBroker)
			defer cancel()
			return s.cfg.Setup.TryBroker(ctx, patch)
		})},
		{"GET", "/v1/certificate", Admin, s.certificate},
		{"POST", "/v1/certificate", Admin, s.makeCertificate},
		{"POST", "/v1/stations/{name}/aim", Operate, s.aim},
		{"GET", "/v1/keys", Admin, s.listKeys},
		{"POST", "/v1/keys", Admin, s.addKey},
		{"DELETE", "/v1/keys/{name}", Admin, s.revokeKey},
	}
}

// fixed answers for a box whose configuration the pages may not change.
func (s *Server) fixed(w http.ResponseWriter, r *http.Request) bool {
	if s.cfg.Setup != nil {
		return false
	}
	drain(w, r)
	s.fail(w, r, *problemOf(envelope.NotFound, "this box is set up by its file alone"))
	return true
}

func (s *Server) setupState(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]bool{"open": s.cfg.Setup != nil && s.cfg.Setup.Open(), "pages": s.cfg.Setup != nil})
}

// claim gives the first key to whoever knows the code that the box has written to its log. Guesses are slowed as those of keys.
func (s *Server) claim(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Code string `json:"code"`
	}
	if s.fixed(w, r) || !s.small(w, r, &body) {
		return
	}
	addr := guard.Address(r.RemoteAddr)
	if wait := s.backoff.Wait(addr); wait > 0 {
		p := problemOf(envelope.Throttled, "too many wrong codes from this address; wait, then try again")
		p.retryAfter = int(wait.Seconds()) + 1
		s.fail(w, r, *p)
		return
	}
	clear, ok, err := s.cfg.Setup.Claim(body.Code)
	switch {
	case err != nil:
		s.portFailed(w, r, err)
	case !ok:
		s.metrics.badKeys.Inc()
		if n, fresh := s.backoff.Fail(addr, []byte(body.Code)); fresh {
			s.log(r).Warn("wrong set-up code", "address", addr.String(), "in_a_row", n)
		}
		s.fail(w, r, *problemOf(envelope.Unauthorized, "this is not the code in the box's log, or the box has a key already"))
	default:
		s.backoff.Succeed(addr)
		k, _ := match(s.keys(), clear)
		http.SetCookie(w, s.cookie(s.sessions.token(k), int(sessionLifetime.Seconds())))
		writeJSON(w, http.StatusOK, map[string]string{"name": k.Name, "key": clear})
	}
}

func (s *Server) viewConfig(w http.ResponseWriter, r *http.Request) {
	if s.fixed(w, r) {
		return
	}
	v, err := s.cfg.Setup.View(r.Context())
	s.answer(w, r, v, err)
}

// changing hands a JSON object to what changes the box, and tells what is wrong field by field.
func (s *Server) changing(change func(context.Context, *http.Request, json.RawMessage) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var patch json.RawMessage
		if s.fixed(w, r) || !s.small(w, r, &patch) {
			return
		}
		s.answer(w, r, map[string]bool{"done": true}, change(r.Context(), r, patch))
	}
}

func (s *Server) removeStation(w http.ResponseWriter, r *http.Request) {
	if !s.fixed(w, r) {
		s.answer(w, r, map[string]bool{"done": true}, s.cfg.Setup.RemoveStation(r.Context(), r.PathValue("name")))
	}
}

// tryTheCamera answers with the picture itself.
func (s *Server) tryTheCamera(w http.ResponseWriter, r *http.Request) {
	var station json.RawMessage
	if s.fixed(w, r) || !s.small(w, r, &station) {
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), tryCamera)
	defer cancel()
	jpeg, err := s.cfg.Setup.TryCamera(ctx, station)
	if err != nil {
		s.answer(w, r, nil, err)
		return
	}
	w.Header().Set("Content-Type", "image/jpeg")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(jpeg)
}

func (s *Server) listKeys(w http.ResponseWriter, r *http.Request) {
	if s.fixed(w, r) {
		return
	}
	list, err := s.cfg.Setup.Keys()
	s.answer(w, r, map[string]any{"keys": list}, err)
}

func (s *Server) certificate(w http.ResponseWriter, r *http.Request) {
	if s.fixed(w, r) {
		return
	}
	c, err := s.cfg.Setup.Certificate(r.Context())
	s.answer(w, r, c, err)
}

// makeCertificate answers before the box changes to HTTPS, which ends no request that is under way.
func (s *Server) makeCertificate(w http.ResponseWriter, r *http.Request) {
	if s.fixed(w, r) {
		return
	}
	drain(w, r)
	err := s.cfg.Setup.MakeCertificate(r.Context())
	var made any
	if err == nil {
		s.log(r).Info("a certificate was made", "by", keyName(r.Context()))
		made, err = s.cfg.Setup.Certificate(r.Context())
	}
	s.answer(w, r, made, err)
}

// addKey answers with the key in clear, this once.
func (s *Server) addKey(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Name string `json:"name"`
		Role string `json:"role"`
	}
	if s.fixed(w, r) || !s.small(w, r, &body) {
		return
	}
	role, err := ParseRole(body.Role)
	if err != nil {
		s.answer(w, r, nil, Faults{{"role", err.Error()}})
		return
	}
	clear, err := s.cfg.Setup.AddKey(body.Name, role)
	if err == nil {
		s.log(r).Info("a key was made", "by", keyName(r.Context()), "name", body.Name, "role", role.String())
	}
	s.answer(w, r, map[string]string{"name": body.Name, "key": clear}, err)
}

func (s *Server) revokeKey(w http.ResponseWriter, r *http.Request) {
	if s.fixed(w, r) {
		return
	}
	name := r.PathValue("name")
	if name == keyName(r.Context()) {
		s.answer(w, r, nil, Faults{{"", "this is the key that you are signed in with"}})
		return
	}
	err := s.cfg.Setup.RevokeKey(name)
	if err == nil {
		s.log(r).Info("a key was revoked", "by", keyName(r.Context()), "name", name)
	}
	s.answer(w, r, map[string]bool{"done": true}, err)
}

// small reads a small JSON body; false: it was answered.
func (s *Server) small(w http.ResponseWriter, r *http.Request, into any) bool {
	h := s.hold(r.Context())
	defer h.release()
	data, p := s.readJSON(w, r, h, maxPatch)
	if p == nil {
		p = decode(data, into)
	}
	if p != nil {
		s.fail(w, r, *p)
	}
	return p == nil
}

// answer writes body, or what is wrong: faults as 422 {"faults": […]}, others as everywhere.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, body any, err error) {
	var faults Faults
	switch {
	case errors.As(err, &faults):
		writeJSON(w, http.StatusUnprocessableEntity, map[string]Faults{"faults": faults})
	case err != nil:
		s.portFailed(w, r, err)
	default:
		writeJSON(w, http.StatusOK, body)
	}
}
