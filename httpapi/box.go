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

// boxRoutes lists what is served beside the ten endpoints and the pages. The test of roles holds its own list against it.
func (s *Server) boxRoutes() []route {
	metrics := promhttp.HandlerFor(s.cfg.Metrics, promhttp.HandlerOpts{})
	return append(s.setupRoutes(), []route{
		{"GET", "/healthz", Nobody, s.healthz},
		{"GET", "/readyz", Nobody, s.readyz},
		{"GET", "/metrics", Nobody, s.scraped(metrics.ServeHTTP)}, // from elsewhere it needs Read
		{"GET", "/openapi.yaml", Nobody, s.describe()},

		{"POST", "/v1/session", Nobody, s.signIn},
		{"GET", "/v1/session", Read, s.signedIn},
		{"DELETE", "/v1/session", Nobody, s.signOut},

		{"GET", "/v1/fleet", Read, s.listFleet},
		{"GET", "/v1/log", Admin, s.journal},
		{"GET", "/v1/backup", Admin, s.backup},
		{"POST", "/v1/restore", Admin, s.stageBackup},
		{"POST", "/v1/restore/confirm", Admin, s.putBack},

		{"POST", "/v1/pages", Operate, s.drawPages},

		{"GET", "/v1/stations", Read, s.listStations},
		{"POST", "/v1/stations/{name}/read", Operate, s.readStation},
		{"POST", "/v1/stations/{name}/frame", Operate, s.pushFrame},
		{"GET", "/v1/stations/{name}/frame", Read, s.still},
		{"GET", "/v1/stations/{name}/live", Read, s.live},

		{"GET", "/v1/stations/{name}/usage", Read, s.usage},

		{"GET", "/v1/readings", Read, s.listReadings},
		{"DELETE", "/v1/readings", Admin, s.eraseReadings},
		{"GET", "/v1/readings/{id}", Read, s.getReading},
		{"GET", "/v1/readings/{id}/image", Read, s.getPicture},
		{"POST", "/v1/readings/{id}/correction", Operate, s.correct},
	}...)
}

// addBoxRoutes puts them and the pages on mux.
func (s *Server) addBoxRoutes(mux *http.ServeMux) {
	paths := map[string]verbs{}
	for _, r := range s.boxRoutes() {
		if paths[r.path] == nil {
			paths[r.path] = verbs{}
		}
		paths[r.path][r.method] = r.serve
		if r.role != Nobody {
			paths[r.path][r.method] = s.guarded(r.role, r.serve)
		}
	}
	for path, v := range paths {
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
