package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"lensd/extract"
	"lensd/httpapi/envelope"
)

// drainLimit bounds what is read and thrown away of a body that is refused: a client that is still sending would
// otherwise see a broken connection in place of the answer.
const drainLimit = 256 << 20

// readJSON returns a body of at most limit bytes that is announced as JSON.
func (s *Server) readJSON(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, *problem) {
	if t, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || t != "application/json" {
		drain(r)
		return nil, problemOf(envelope.MediaType, "send Content-Type: application/json")
	}
	return s.readBody(w, r, limit)
}

// readBody reads at most limit bytes while the box has room for them.
func (s *Server) readBody(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, *problem) {
	tooLarge := problemOf(envelope.BodyTooLarge, fmt.Sprintf("the body is larger than the %d bytes that this box takes", limit))
	if r.ContentLength > limit {
		drain(r)
		return nil, tooLarge
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTimeout)) // recorders have no connection
	data, err := readAll(http.MaxBytesReader(w, r.Body, limit), r.ContentLength)
	var over *http.MaxBytesError
	switch {
	case errors.As(err, &over):
		drain(r)
		return nil, tooLarge
	case err != nil:
		return nil, problemOf(envelope.Malformed, "the body ended early or came too slowly")
	}
	return data, nil
}

// readAll reads into a buffer of the announced size, so that a large body is not copied while it grows.
func readAll(r io.Reader, announced int64) ([]byte, error) {
	if announced < 0 {
		return io.ReadAll(r)
	}
	data := make([]byte, announced)
	_, err := io.ReadFull(r, data)
	return data, err
}

// drain throws the rest of the body away, unless the client waits for permission to send it.
func drain(r *http.Request) {
	if r.Header.Get("Expect") == "" {
		_, _ = io.CopyN(io.Discard, r.Body, drainLimit) // best effort; the answer follows in any case
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

// reserve takes n bytes of the budget for bodies; the returned func gives them back.
func (s *Server) reserve(ctx context.Context, n int64) (func(), *problem) {
	if n < 0 || n > s.cfg.MaxBody {
		n = s.cfg.MaxBody
	}
	ctx, cancel := context.WithTimeout(ctx, s.reserveWait)
	defer cancel()
	if err := s.inFlight.Acquire(ctx, n); err != nil {
		p := problemOf(envelope.Reason(extract.KindBusy), "too many pictures are being received; try again in a moment")
		p.retryAfter = retryAfterBusy
		return nil, p
	}
	return func() { s.inFlight.Release(n) }, nil
}
