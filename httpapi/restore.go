package httpapi

import (
	"context"
	"io"
	"mime"
	"net/http"
	"time"

	"lensd/httpapi/envelope"
)

// Restore puts a backup back in two steps: it is sent and checked, then a person confirms it. An error may be Faults.
type Restore interface {
	// Stage takes a backup of size bytes and tells what it holds; nothing of the box changes.
	Stage(ctx context.Context, body io.Reader, size int64) (Staged, error)
	// PutBack replaces all that the box keeps by what was staged, and starts the box anew soon after it returns. The key of the
	// name by goes on to open it.
	PutBack(ctx context.Context, token, by string) error
}

// Staged is a backup that was sent and is sound.
type Staged struct {
	Token    string     `json:"token"` // of the confirmation
	Bytes    int64      `json:"bytes"`
	Readings int        `json:"readings"`
	First    *time.Time `json:"first,omitempty"` // of the readings
	Last     *time.Time `json:"last,omitempty"`
	Keys     []string   `json:"keys"` // names
}

// stageTime is what the sending of a whole backup may take.
const stageTime = time.Hour

// stageBackup takes a backup from an owner without a shell.
func (s *Server) stageBackup(w http.ResponseWriter, r *http.Request) {
	if s.cfg.Restore == nil {
		drain(w, r)
		s.fail(w, r, *problemOf(envelope.NotFound, "this box puts no backup back"))
		return
	}
	if t, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || t != "application/octet-stream" {
		drain(w, r)
		s.fail(w, r, *problemOf(envelope.MediaType, "send Content-Type: application/octet-stream"))
		return
	}
	if r.ContentLength <= 0 {
		drain(w, r)
		s.answer(w, r, nil, Faults{{"", "the file is empty, or its length was not told"}})
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), stageTime)
	defer cancel()
	staged, err := s.cfg.Restore.Stage(ctx, &patient{ctx, r.Body, http.NewResponseController(w)}, r.ContentLength)
	if err != nil {
		drain(w, r)
	}
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeTimeout)) // recorders have no connection
	s.answer(w, r, staged, err)
}

// patient gives a sender the time of a piece for each piece, not for the whole.
type patient struct {
	ctx        context.Context
	r          io.Reader
	connection *http.ResponseController
}

// Read implements io.Reader.
func (p *patient) Read(b []byte) (int, error) {
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	_ = p.connection.SetReadDeadline(time.Now().Add(pieceTime)) // recorders have no connection
	return p.r.Read(b)
}

// putBack confirms what was staged. It answers before the box starts anew.
func (s *Server) putBack(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Token string `json:"token"`
	}
	if s.cfg.Restore == nil {
		drain(w, r)
		s.fail(w, r, *problemOf(envelope.NotFound, "this box puts no backup back"))
		return
	}
	if !s.small(w, r, &body) {
		return
	}
	err := s.cfg.Restore.PutBack(r.Context(), body.Token, keyName(r.Context()))
	if err == nil {
		s.log(r).Warn("a backup is put back", "by", keyName(r.Context()))
	}
	s.answer(w, r, map[string]bool{"done": true}, err)
}
