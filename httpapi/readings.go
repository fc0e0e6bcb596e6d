package httpapi

import (
	"encoding/csv"
	"net/http"
	"strconv"
	"strings"
	"time"

	"lensd/httpapi/envelope"
)

const (
	defaultReadings = 100
	mostReadings    = 1000
)

// query reads station, since (RFC 3339 or Unix seconds), before and limit.
func query(r *http.Request) (Query, *problem) {
	v := r.URL.Query()
	q := Query{Station: v.Get("station"), Limit: defaultReadings}
	if t := v.Get("since"); t != "" {
		at, err := time.Parse(time.RFC3339, t)
		if sec, e := strconv.ParseInt(t, 10, 64); e == nil {
			at, err = time.Unix(sec, 0), nil
		}
		if err != nil {
			return q, problemOf(envelope.Invalid, "since must be a time as 2026-01-31T08:00:00Z or Unix seconds")
		}
		q.Since = at
	}
	if t := v.Get("before"); t != "" {
		id, err := strconv.ParseUint(t, 10, 64)
		if err != nil {
			return q, problemOf(envelope.Invalid, "before must be a reading's id")
		}
		q.Before = id
	}
	if t := v.Get("limit"); t != "" {
		n, err := strconv.Atoi(t)
		if err != nil || n < 1 {
			return q, problemOf(envelope.Invalid, "limit must be a number from 1 to "+strconv.Itoa(mostReadings))
		}
		q.Limit = min(n, mostReadings)
	}
	return q, nil
}

func (s *Server) listReadings(w http.ResponseWriter, r *http.Request) {
	q, p := query(r)
	format := r.URL.Query().Get("format")
	if p == nil && format != "" && format != "json" && format != "csv" {
		p = problemOf(envelope.Invalid, "format must be json or csv")
	}
	if p != nil {
		s.fail(w, r, *p)
		return
	}
	list := []Reading{}
	if s.cfg.Readings != nil {
		found, err := s.cfg.Readings.List(r.Context(), q)
		if err != nil {
			s.portFailed(w, r, err)
			return
		}
		list = append(list, found...)
	}
	if format == "csv" {
		writeCSV(w, list)
		return
	}
	writeJSON(w, http.StatusOK, map[string]any{"readings": list})
}

// writeCSV writes one line a reading. The fields of documents differ, so that a column holds them as name=value.
func writeCSV(w http.ResponseWriter, list []Reading) {
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="readings.csv"`)
	out := csv.NewWriter(w)
	_ = out.Write([]string{"id", "ts", "clock", "station", "kind", "accepted", "reason", "duplicate_of", "confidence", "value", "corrected"})
	for _, r := range list {
		dup := ""
		if r.DuplicateOf > 0 {
			dup = strconv.FormatUint(r.DuplicateOf, 10)
		}
		_ = out.Write([]string{strconv.FormatUint(r.ID, 10), r.At.Format(time.RFC3339Nano), r.Clock, inert(r.Station), string(r.Kind),
			strconv.FormatBool(r.Accepted), inert(r.Reason), dup, strconv.FormatFloat(r.Confidence, 'f', -1, 64), inert(headline(r)), inert(r.Corrected)})
	}
	out.Flush() // errors mean that the client has gone
}

// inert keeps a spreadsheet from taking text that a stranger printed on a label for a formula.
func inert(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
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
	var found Reading
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

func (s *Server) correct(w http.ResponseWriter, r *http.Request) {
	var c Correction
	data, p := s.readJSON(w, r, 64<<10)
	if p == nil {
		p = decode(data, &c)
	}
	if p == nil && c.Value == "" && len(c.Fields) == 0 {
		p = problemOf(envelope.Invalid, "send value or fields")
	}
	if p != nil {
		s.fail(w, r, *p)
		return
	}
	c.By = keyName(r.Context())
	id, err := s.reading(r)
	var found Reading
	if err == nil {
		found, err = s.cfg.Readings.Correct(r.Context(), id, c)
	}
	if err != nil {
		s.portFailed(w, r, err)
		return
	}
	writeJSON(w, http.StatusOK, found)
}
