package httpapi

import (
	"net/http"
	"time"

	"lensd/httpapi/envelope"
)

// eraseReadings removes what was taken before a time for good: DELETE /v1/readings?before=2026-01-31T00:00:00Z.
func (s *Server) eraseReadings(w http.ResponseWriter, r *http.Request) {
	before, err := time.Parse(time.RFC3339, r.URL.Query().Get("before"))
	if err != nil || len(r.URL.Query()) != 1 {
		s.fail(w, r, *problemOf(envelope.Invalid, "before must be a time as 2026-01-31T00:00:00Z, and nothing else be given"))
		return
	}
	n := 0
	if s.cfg.Readings != nil {
		if n, err = s.cfg.Readings.Erase(r.Context(), before); err != nil {
			s.portFailed(w, r, err)
			return
		}
	}
	s.log(r).Info("readings were erased", "key", keyName(r.Context()), "before", before, "readings", n)
	writeJSON(w, http.StatusOK, map[string]int{"erased": n})
}
