package httpapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"lensd/httpapi/envelope"
)

// What is read and thrown away of a body that is refused: a client that is still sending would otherwise see a broken
// connection in place of the answer. One that sends without end or slowly has no right to it.
const (
	drainLimit = 256 << 20
	drainTime  = 10 * time.Second
)

// readJSON returns a body of at most limit bytes that is announced as JSON.
func (s *Server) readJSON(w http.ResponseWriter, r *http.Request, h *hold, limit int64) ([]byte, *problem) {
	if t, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || t != "application/json" {
		drain(w, r)
		return nil, problemOf(envelope.MediaType, "send Content-Type: application/json")
	}
	return s.readBody(w, r, h, limit)
}

// readBody reads at most limit bytes while the box has room for them. What they take stays in r's hold until the request ends.
func (s *Server) readBody(w http.ResponseWriter, r *http.Request, h *hold, limit int64) ([]byte, *problem) {
	tooLarge := problemOf(envelope.BodyTooLarge, fmt.Sprintf("the body is larger than the %d bytes that this box takes", limit))
	if r.ContentLength > limit {
		drain(w, r)
		return nil, tooLarge
	}
	data, p, err := s.receive(w, http.MaxBytesReader(w, r.Body, limit), h, r.ContentLength, limit)
	var over *http.MaxBytesError
	switch {
	case p != nil:
		drain(w, r)
		return nil, p
	case errors.As(err, &over):
		drain(w, r)
		return nil, tooLarge
	case err != nil:
		return nil, problemOf(envelope.Malformed, "the body ended early or came too slowly")
	}
	return data, nil
}

const (
	firstPiece = 64 << 10
	pieceTime  = 8 * time.Second // for as many bytes as have come already, at least 64 KiB and at most 256 KiB
	largePiece = 256 << 10
)

// receive reads a body into memory that grows with what arrives: a client that announces much and sends little, or sends slowly,
// keeps no room from others.
func (s *Server) receive(w http.ResponseWriter, body io.Reader, h *hold, announced, limit int64) ([]byte, *problem, error) {
	connection := http.NewResponseController(w)
	end := time.Now().Add(bodyTimeout)
	most := limit + 1 // one more, so that a body beyond the limit shows
	if announced >= 0 {
		most = announced + 1
	}
	var data []byte
	for {
		if len(data) == cap(data) {
			room := min(most, max(firstPiece, 2*int64(cap(data))))
			if p := h.grow(room); p != nil {
				return nil, p, nil
			}
			data = append(make([]byte, 0, room), data...)
		}
		due := time.Now().Add(pieceTime)
		if due.After(end) {
			due = end
		}
		_ = connection.SetReadDeadline(due) // recorders have no connection
		n, err := fill(body, data[len(data):min(cap(data), len(data)+largePiece)])
		data = data[:len(data)+n]
		switch {
		case errors.Is(err, io.EOF) && announced >= 0 && int64(len(data)) < announced:
			return nil, nil, io.ErrUnexpectedEOF
		case errors.Is(err, io.EOF):
			return data, nil, nil
		case err != nil:
			return nil, nil, err
		}
	}
}

// fill reads until the piece is full or the body ends; unlike io.ReadFull it keeps the end apart from an early one.
func fill(body io.Reader, piece []byte) (n int, err error) {
	for err == nil && n < len(piece) {
		var m int
		m, err = body.Read(piece[n:])
		n += m
	}
	return n, err
}

// drain throws the rest of the body away, unless the client waits for permission to send it.
func drain(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Expect") == "" {
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(drainTime)) // recorders have no connection
		_, _ = io.CopyN(io.Discard, r.Body, drainLimit)                              // best effort; the answer follows in any case
	}
}

// decode unmarshals data and says whose fault it is when that fails.
func decode(data []byte, into any) *problem {
	if !json.Valid(data) {
		return problemOf(envelope.Malformed, "the body is no JSON, or is nested too deeply")
	}
	if err := json.Unmarshal(data, into); err != nil {
		return refusalOf(err)
	}
	return nil
}

// refusalOf words what json.Unmarshal says of a body.
func refusalOf(err error) *problem {
	var wrong *json.UnmarshalTypeError
	var bad badPicture
	switch {
	case errors.As(err, &wrong) && wrong.Field == "":
		return problemOf(envelope.Invalid, "the body must be a JSON object")
	case errors.As(err, &wrong):
		return problemOf(envelope.Invalid, fmt.Sprintf("%s must not be %s", wrong.Field, withArticle(wrong.Value)))
	case errors.As(err, &bad):
		return problemOf(envelope.BadBase64, err.Error())
	}
	return problemOf(envelope.Invalid, err.Error())
}

// withArticle puts a or an before a JSON type's name.
func withArticle(name string) string {
	if name != "" && strings.ContainsRune("aeiou", rune(name[0])) {
		return "an " + name
	}
	return "a " + name
}
