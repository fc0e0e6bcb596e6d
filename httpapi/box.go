package httpapi

import (
	"net/http"
	"sort"
	"strings"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"lensd/httpapi/envelope"
)

// verbs maps methods to handlers of one path.
type verbs map[string]http.HandlerFunc

// boxRoutes adds the paths beside the ten endpoints.
func (s *Server) boxRoutes(mux *http.ServeMux) {
	metrics := promhttp.HandlerFor(s.cfg.Metrics, promhttp.HandlerOpts{})
	for path, v := range map[string]verbs{
		"/healthz":      {"GET": s.healthz},
		"/readyz":       {"GET": s.readyz},
		"/metrics":      {"GET": s.scraped(metrics.ServeHTTP)},
		"/openapi.yaml": {"GET": s.describe()},

		"/v1/session": {"POST": s.signIn, "GET": s.guarded(s.signedIn), "DELETE": s.signOut},

		"/v1/stations":              {"GET": s.guarded(s.listStations)},
		"/v1/stations/{name}/read":  {"POST": s.guarded(s.readStation)},
		"/v1/stations/{name}/frame": {"POST": s.guarded(s.pushFrame), "GET": s.guarded(s.still)},
		"/v1/stations/{name}/live":  {"GET": s.guarded(s.live)},

		"/v1/readings":                 {"GET": s.guarded(s.listReadings)},
		"/v1/readings/{id}":            {"GET": s.guarded(s.getReading)},
		"/v1/readings/{id}/image":      {"GET": s.guarded(s.getPicture)},
		"/v1/readings/{id}/correction": {"POST": s.guarded(s.correct)},
	} {
		mux.HandleFunc(path, s.byMethod(v))
	}
	for _, p := range s.pages {
		path := p.Path
		if path == "/" {
			path = "/{$}"
		}
		mux.HandleFunc(path, s.byMethod(verbs{"GET": p.ServeHTTP}))
	}
}

// byMethod answers 405 with Allow, in JSON, for a method that the path does not know. HEAD is served as GET.
func (s *Server) byMethod(v verbs) http.HandlerFunc {
	var known []string
	for m := range v {
		known = append(known, m)
	}
	sort.Strings(known)
	allow := strings.Join(known, ", ")
	return func(w http.ResponseWriter, r *http.Request) {
		h, ok := v[r.Method]
		if !ok && r.Method == http.MethodHead {
			h, ok = v[http.MethodGet]
		}
		if !ok {
			drain(w, r)
			w.Header().Set("Allow", allow)
			s.fail(w, r, *problemOf(envelope.Method, "use "+allow))
			return
		}
		h(w, r)
	}
}

// healthz is 200 while a restart would not help.
func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) {
	if s.cfg.Health != nil && !s.cfg.Health.Alive() {
		writeJSON(w, http.StatusServiceUnavailable, map[string]string{"status": "stuck"})
		return
	}
	writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
}

// readyz is 200 when everything works that a reading needs; a box without keys is not ready, for it lets nobody in.
func (s *Server) readyz(w http.ResponseWriter, r *http.Request) {
	checks := []Check{{Name: "keys", OK: len(s.keys()) > 0}}
	if !checks[0].OK {
		checks[0].Message = "no service key exists; make one with `lensd key add NAME`"
	}
	if s.cfg.Health != nil {
		checks = append(checks, s.cfg.Health.Ready(r.Context())...)
	}
	status, word := http.StatusOK, "ready"
	for _, c := range checks {
		if !c.OK {
			status, word = http.StatusServiceUnavailable, "not ready"
		}
	}
	writeJSON(w, status, map[string]any{"status": word, "checks": checks})
}
