package httpapi

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"lensd/extract"
	"lensd/httpapi/envelope"
)

// documents serves one documented endpoint; reader nil: this box reads no such documents. Every answer of its path, the refusals included, has the endpoint's envelope.
func (s *Server) documents(e envelope.Endpoint, reader extract.Reader) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			drain(w, r)
			w.Header().Set("Allow", http.MethodPost)
			s.failAs(w, r, e, *problemOf(envelope.Method, "use POST"))
			return
		}
		name, p := s.authenticate(r, Operate)
		if p != nil {
			drain(w, r)
			s.failAs(w, r, e, *p)
			return
		}
		s.note(r, "key", name)
		if reader == nil {
			drain(w, r)
			s.failAs(w, r, e, *problemOf(envelope.NotFound, "this box has no reader for this kind of document"))
			return
		}
		s.read(w, r, e, reader)
	}
}

// read parses the body, has it read, and answers.
func (s *Server) read(w http.ResponseWriter, r *http.Request, e envelope.Endpoint, reader extract.Reader) {
	h := s.hold(r.Context())
	defer h.release()
	req, p := s.parse(w, r, h, e)
	form, wrong := booksOf(r, e.Kind)
	if p == nil {
		p = wrong
	}
	if p != nil {
		p.RequestID = req.requestID
		s.failAs(w, r, e, *p)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.cfg.ReadTimeout)
	defer cancel()
	doc := extract.Document{Kind: e.Kind, Inputs: req.image, Options: req.options}
	start := time.Now()
	res, err := reader.Read(ctx, doc)
	if err == nil {
		err = e.Unreadable(res)
	}
	s.metrics.reading(e.Kind, time.Since(start), extract.KindOf(err))
	if err != nil {
		p := s.readingProblem(r, err)
		p.RequestID = req.requestID
		s.failAs(w, r, e, p)
		return
	}
	res.Kind = e.Kind
	id := requestID(r.Context())
	status, body := e.Write(envelope.Answer{Result: res, Options: doc.Options,
		RequestID: or(req.requestID, id), ResponseID: id})
	if status == http.StatusPartialContent {
		w.Header().Set("X-Error-Detail", headerText(unreadPages(res)))
	}
	if form == nil {
		writeJSON(w, status, body)
	} else if err := form.send(w, status, res); err != nil {
		s.failAs(w, r, e, s.readingProblem(r, err))
	}
}

// unreadPages says which pages of a document were not read, and why.
func unreadPages(res extract.Result) string {
	var said []string
	for _, p := range res.Pages {
		switch {
		case p.Err != nil:
			said = append(said, fmt.Sprintf("page %d: %s", p.Number, or(p.Err.Message, string(p.Err.Kind))))
		case len(p.Items) == 0 && res.Kind != extract.TableDocument:
			said = append(said, fmt.Sprintf("page %d: nothing of this kind was found", p.Number))
		}
	}
	return strings.Join(said, "; ")
}

// parse reads the common body and holds it to the endpoint's limits. A list beyond the pages of one document is cut to one page
// more, in whose place the reader puts the error.
func (s *Server) parse(w http.ResponseWriter, r *http.Request, h *hold, e envelope.Endpoint) (request, *problem) {
	var req request
	data, p := s.readJSON(w, r, h, s.cfg.MaxBody)
	if p == nil {
		req, p = decodeRequest(data, e)
	}
	if p != nil {
		return req, p
	}
	if len(req.image) == 0 {
		return req, problemOf(envelope.Invalid, "image is missing: send the picture or PDF as base64 text")
	}
	req.image = req.image[:min(len(req.image), s.cfg.MaxPages+1)]
	h.shrink(sizeOf(req.image)) // the text is done with
	req.options.MaxPages, req.options.MinSide, req.options.MaxSide = s.cfg.MaxPages, e.Image.MinSide, e.Image.MaxSide
	req.options.OmitCodes = req.options.OmitCodes || s.cfg.OmitCodes
	return req, measured(e.Image, req.image)
}

func sizeOf(inputs [][]byte) (n int64) {
	for _, in := range inputs {
		n += int64(cap(in))
	}
	return n
}

// readingProblem translates a reader's error and logs what is ours.
func (s *Server) readingProblem(r *http.Request, err error) problem {
	var e *extract.Error
	if !errors.As(err, &e) {
		e = &extract.Error{Kind: extract.KindInternal, Message: "internal error", Err: err}
		if errors.Is(err, context.DeadlineExceeded) {
			e.Kind = extract.KindTimeout
		}
	}
	p := problem{Problem: envelope.Problem{Reason: envelope.Reason(e.Kind), Page: e.Page, Detail: e.Message}}
	switch e.Kind {
	case extract.KindBusy, extract.KindUnavailable:
		p.retryAfter = retryAfterBusy
	case extract.KindInternal, extract.KindCrashed, extract.KindTimeout:
		level := slog.LevelError
		if r.Context().Err() != nil {
			level = slog.LevelInfo // the client has gone: nothing of ours failed
		}
		s.log(r).Log(r.Context(), level, "reading failed", "kind", e.Kind, "error", err, "cause", errors.Unwrap(e))
	}
	return p
}

// fail answers on a path that has no envelope of its own.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, p problem) {
	s.refuse(w, r, p, envelope.Failure)
}

// failAs answers in the envelope of e.
func (s *Server) failAs(w http.ResponseWriter, r *http.Request, e envelope.Endpoint, p problem) {
	s.refuse(w, r, p, e.Fail)
}

// refuse writes p. Where the interface fixes the message, X-Error-Detail says what the sender can do.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, p problem, write func(envelope.Problem) (int, any)) {
	p.ResponseID = requestID(r.Context())
	p.RequestID = or(p.RequestID, p.ResponseID)
	s.note(r, "reason", string(p.Reason))
	if p.retryAfter > 0 {
		w.Header().Set("Retry-After", fmt.Sprint(p.retryAfter))
	}
	if p.Detail != "" {
		w.Header().Set("X-Error-Detail", headerText(p.Detail))
	}
	status, body := write(p.Problem)
	writeJSON(w, status, body)
}

// headerText keeps what may stand in a header line.
func headerText(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, s)
	return s[:min(len(s), 300)]
}
