package httpapi

import (
	"io"
	"net/http"
	"time"

	"lensd/httpapi/envelope"
)

// journal answers with the newest lines of the log, for an owner without a shell.
func (s *Server) journal(w http.ResponseWriter, _ *http.Request) {
	lines := []string{}
	if s.cfg.Journal != nil {
		lines = append(lines, s.cfg.Journal()...)
	}
	writeJSON(w, http.StatusOK, map[string][]string{"lines": lines})
}

// backup sends all that the box keeps. What fails on the way cuts the answer short, which a client sees: its length is not told before.
func (s *Server) backup(w http.ResponseWriter, r *http.Request) {
	if s.cfg.Backup == nil {
		s.fail(w, r, *problemOf(envelope.NotFound, "this box keeps nothing"))
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", `attachment; filename="lensd-`+time.Now().Format("20060102")+`.backup"`)
	w.Header().Set("Cache-Control", "no-store")
	s.log(r).Info("a backup is taken", "by", keyName(r.Context()))
	if err := s.cfg.Backup(slow{w, http.NewResponseController(w)}); err != nil {
		s.log(r).Warn("a backup ended early", "error", err)
		panic(http.ErrAbortHandler) // half a backup must not look like a whole one
	}
}

// slow gives a client the time of a write for each block, not for the whole.
type slow struct {
	w          io.Writer
	connection *http.ResponseController
}

// Write implements io.Writer.
func (s slow) Write(b []byte) (int, error) {
	_ = s.connection.SetWriteDeadline(time.Now().Add(writeTimeout)) // recorders have no connection
	return s.w.Write(b)
}
