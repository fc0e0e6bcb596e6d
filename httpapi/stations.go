package httpapi

import (
	"context"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"lensd/extract"
	"lensd/httpapi/envelope"
)

func (s *Server) listStations(w http.ResponseWriter, _ *http.Request) {
	list := []Station{}
	if s.cfg.Stations != nil {
		list = append(list, s.cfg.Stations.Stations()...)
	}
	writeJSON(w, http.StatusOK, map[string]any{"box": s.cfg.Box, "stations": list, "endpoints": s.endpoints()})
}

// endpoints lists the documented paths that this box answers, and those of its own kinds.
func (s *Server) endpoints() []string {
	out := []string{}
	for _, e := range s.readingPaths() {
		if _, ok := s.cfg.Readers[e.Kind]; ok {
			out = append(out, e.Path)
		}
	}
	return out
}

func (s *Server) readStation(w http.ResponseWriter, r *http.Request) {
	drain(w, r)
	if s.cfg.Stations == nil {
		s.portFailed(w, r, ErrNoStation)
		return
	}
	reading, err := s.cfg.Stations.Read(r.Context(), r.PathValue("name"))
	if err != nil {
		s.portFailed(w, r, err)
		return
	}
	writeJSON(w, http.StatusOK, reading)
}

// aim tells how the camera stands, picture included.
func (s *Server) aim(w http.ResponseWriter, r *http.Request) {
	drain(w, r)
	a, err := Aim{}, ErrNoStation
	if s.cfg.Stations != nil {
		a, err = s.cfg.Stations.Aim(r.Context(), r.PathValue("name"))
	}
	if err != nil {
		s.noFrame(w, r, err)
		return
	}
	writeJSON(w, http.StatusOK, a)
}

// pushFrame takes a picture for a station whose source is push: image/jpeg or image/png as the body itself.
func (s *Server) pushFrame(w http.ResponseWriter, r *http.Request) {
	if t, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || !strings.HasPrefix(t, "image/") {
		drain(w, r)
		s.fail(w, r, *problemOf(envelope.MediaType, "send the picture itself, with Content-Type: image/jpeg"))
		return
	}
	h := s.hold(r.Context())
	defer h.release()
	picture, p := s.readBody(w, r, h, s.cfg.MaxBody)
	if t := http.DetectContentType(picture); p == nil && t != "image/jpeg" && t != "image/png" {
		p = problemOf(envelope.Invalid, "the body is no JPEG or PNG picture")
	}
	if p != nil {
		s.fail(w, r, *p)
		return
	}
	err := ErrNoStation
	if s.cfg.Stations != nil {
		err = s.cfg.Stations.Push(r.Context(), r.PathValue("name"), picture)
	}
	if err != nil {
		s.portFailed(w, r, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// still sends the newest frame, for pages that show many stations.
func (s *Server) still(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), stillWait)
	defer cancel()
	f, err := Frame{}, ErrNoStation
	if s.cfg.Stations != nil {
		f, err = s.cfg.Stations.Frame(ctx, r.PathValue("name"), 0)
	}
	if err != nil {
		s.noFrame(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "image/jpeg")
	w.Header().Set("Content-Length", strconv.Itoa(len(f.JPEG)))
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Last-Modified", f.At.UTC().Format(http.TimeFormat))
	_, _ = w.Write(f.JPEG)
}

// live streams a station's frames as multipart/x-mixed-replace (MJPEG), which an <img> shows by itself.
func (s *Server) live(w http.ResponseWriter, r *http.Request) {
	if s.cfg.Stations == nil {
		s.portFailed(w, r, ErrNoStation)
		return
	}
	f, err := s.cfg.Stations.Frame(r.Context(), r.PathValue("name"), 0)
	if err != nil {
		s.noFrame(w, r, err)
		return
	}
	const boundary = "lensdframe"
	w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary="+boundary)
	w.Header().Set("Cache-Control", "no-store")
	out := http.NewResponseController(w)
	// A viewer shows a picture when the boundary after it comes, so that each part ends at once and not with the next picture:
	// of a camera that is pushed to, that may be minutes later.
	_, err = fmt.Fprintf(w, "--%s\r\n", boundary)
	for err == nil {
		_ = out.SetWriteDeadline(time.Now().Add(writeTimeout)) // a viewer that stops reading must not hold the stream
		_, err = fmt.Fprintf(w, "Content-Type: image/jpeg\r\nContent-Length: %d\r\nX-Timestamp: %d\r\n\r\n", len(f.JPEG), f.At.UnixMilli())
		if err == nil {
			_, err = w.Write(append(f.JPEG[:len(f.JPEG):len(f.JPEG)], "\r\n--"+boundary+"\r\n"...))
		}
		if err == nil {
			err = out.Flush()
		}
		if err == nil {
			f, err = s.cfg.Stations.Frame(r.Context(), r.PathValue("name"), f.Number)
		}
	}
}

// noFrame answers for a camera that is not live: 503 with its own words, never an old picture.
func (s *Server) noFrame(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, ErrNoStation) {
		s.portFailed(w, r, err)
		return
	}
	p := problemOf(envelope.Reason(extract.KindUnavailable), err.Error())
	p.retryAfter = retryAfterBusy
	s.fail(w, r, *p)
}

// portFailed maps what the box's parts say to an answer.
func (s *Server) portFailed(w http.ResponseWriter, r *http.Request, err error) {
	var e *extract.Error
	switch {
	case errors.Is(err, ErrNoStation), errors.Is(err, ErrNoReading), errors.Is(err, ErrNoPicture):
		s.fail(w, r, *problemOf(envelope.NotFound, err.Error()))
	case errors.Is(err, ErrNotPush):
		s.fail(w, r, *problemOf(envelope.Invalid, err.Error()))
	case errors.As(err, &e):
		s.fail(w, r, s.readingProblem(r, err))
	default:
		s.log(r).Error("request failed", "error", err)
		s.fail(w, r, *problemOf(envelope.Reason(extract.KindInternal), "internal error"))
	}
}
