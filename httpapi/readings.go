package httpapi

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"lensd/extract"
	"lensd/httpapi/envelope"
)

const (
	defaultReadings = 100
	mostReadings    = 1000
)

// query reads station, since (RFC 3339 or Unix seconds), before and limit. A misspelt name is an error, because an answer
// to another question helps nobody.
func query(v url.Values) (Query, *problem) {
	for name := range v {
		if !slices.Contains([]string{"station", "since", "before", "limit", "format"}, name) {
			return Query{}, problemOf(envelope.Invalid, "there is no parameter "+strconv.Quote(name))
		}
	}
	q := Query{Station: v.Get("station"), Limit: defaultReadings}
	if t := v.Get("since"); v.Has("since") {
		at, err := time.Parse(time.RFC3339, t)
		if sec, e := strconv.ParseInt(t, 10, 64); e == nil {
			at, err = time.Unix(sec, 0), nil
		}
		if err != nil {
			return q, problemOf(envelope.Invalid, "since must be a time as 2026-01-31T08:00:00Z or Unix seconds")
		}
		q.Since = at
	}
	if t := v.Get("before"); v.Has("before") {
		id, err := strconv.ParseUint(t, 10, 53) // what JavaScript can count to
		if err != nil {
			return q, problemOf(envelope.Invalid, "before must be a reading's id")
		}
		q.Before = id
	}
	if t := v.Get("limit"); v.Has("limit") {
		n, err := strconv.Atoi(t)
		if err != nil || n < 1 || n > mostReadings {
			return q, problemOf(envelope.Invalid, "limit must be a number from 1 to "+strconv.Itoa(mostReadings))
		}
		q.Limit = n
	}
	return q, nil
}

func (s *Server) listReadings(w http.ResponseWriter, r *http.Request) {
	q, p := query(r.URL.Query())
	format := r.URL.Query().Get("format")
	if p == nil && r.URL.Query().Has("format") && format != "json" && format != "csv" {
		p = problemOf(envelope.Invalid, "format must be json or csv")
	}
	if p != nil {
		s.fail(w, r, *p)
		return
	}
	if format == "csv" {
		if !r.URL.Query().Has("limit") {
			q.Limit = 0
		}
		s.writeTable(w, r, q)
		return
	}
	list := []extract.Reading{}
	if s.cfg.Readings != nil {
		found, err := s.cfg.Readings.List(r.Context(), q)
		if err != nil {
			s.portFailed(w, r, err)
			return
		}
		list = append(list, found...)
	}
	writeJSON(w, http.StatusOK, map[string]any{"readings": list})
}

// reading returns the reading that the path names.
func (s *Server) reading(r *http.Request) (uint64, error) {
	id, err := strconv.ParseUint(r.PathValue("id"), 10, 64)
	if err != nil || s.cfg.Readings == nil {
		return 0, ErrNoReading
	}
	return id, nil
}

func (s *Server) getReading(w http.ResponseWriter, r *http.Request) {
	id, err := s.reading(r)
	var found extract.Reading
	if err == nil {
		found, err = s.cfg.Readings.Get(r.Context(), id)
	}
	if err != nil {
		s.portFailed(w, r, err)
		return
	}
	writeJSON(w, http.StatusOK, found)
}

func (s *Server) getPicture(w http.ResponseWriter, r *http.Request) {
	id, err := s.reading(r)
	var picture []byte
	if err == nil {
		picture, err = s.cfg.Readings.Picture(r.Context(), id)
	}
	if err != nil {
		s.portFailed(w, r, err)
		return
	}
	w.Header().Set("Content-Type", http.DetectContentType(picture))
	w.Header().Set("Content-Length", strconv.Itoa(len(picture)))
	w.Header().Set("Cache-Control", "private, max-age=86400, immutable")
	_, _ = w.Write(picture)
}

// correctionBody tells a null from a text.
type correctionBody struct {
	Value  *string            `json:"value"`
	Fields map[string]*string `json:"fields"`
}

// correction checks what a person sent.
func (b correctionBody) correction(by string) (extract.Correction, *problem) {
	c := extract.Correction{By: by}
	switch {
	case b.Value == nil && len(b.Fields) == 0:
		return c, problemOf(envelope.Invalid, "send value or fields")
	case b.Value != nil && *b.Value == "":
		return c, problemOf(envelope.Invalid, "value must not be empty")
	case b.Value != nil:
		c.Value = *b.Value
	}
	for name, v := range b.Fields {
		if v == nil {
			return c, problemOf(envelope.Invalid, "fields must hold texts")
		}
		if c.Fields == nil {
			c.Fields = map[string]string{}
		}
		c.Fields[name] = *v
	}
	return c, nil
}

func (s *Server) correct(w http.ResponseWriter, r *http.Request) {
	var body correctionBody
	var c extract.Correction
	h := s.hold(r.Context())
	defer h.release()
	data, p := s.readJSON(w, r, h, 64<<10)
	if p == nil {
		p = decode(data, &body)
	}
	if p == nil {
		c, p = body.correction(keyName(r.Context()))
	}
	if p != nil {
		s.fail(w, r, *p)
		return
	}
	id, err := s.reading(r)
	var found extract.Reading
	if err == nil {
		found, err = s.cfg.Readings.Correct(r.Context(), id, c)
	}
	if err != nil {
		s.portFailed(w, r, err)
		return
	}
	writeJSON(w, http.StatusOK, found)
}
