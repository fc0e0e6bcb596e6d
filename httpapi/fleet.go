package httpapi

import (
	"context"
	"net/http"
	"time"

	"lensd/httpapi/envelope"
)

// Fleet knows the boxes at this box's broker.
type Fleet interface {
	// Boxes returns what is answered, as JSON.
	Boxes(ctx context.Context) (any, error)
}

const fleetTimeout = 10 * time.Second

// listFleet answers with all boxes at the broker. They are asked for when somebody looks: were each box to listen to all others, a
// thousand would send a million messages a minute.
func (s *Server) listFleet(w http.ResponseWriter, r *http.Request) {
	if s.cfg.Fleet == nil {
		s.fail(w, r, *problemOf(envelope.NotFound, "this box knows no others"))
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), fleetTimeout)
	defer cancel()
	boxes, err := s.cfg.Fleet.Boxes(ctx)
	if err != nil {
		s.log(r).Warn("the boxes at the broker cannot be listed", "error", err)
		s.fail(w, r, *problemOf(envelope.NotFound, "the broker cannot be asked for other boxes; the log tells why"))
		return
	}
	writeJSON(w, http.StatusOK, boxes)
}
