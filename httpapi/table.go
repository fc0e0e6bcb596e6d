package httpapi

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"lensd/extract"
)

// writeTable streams readings as CSV, newest first: a line for each document in a picture, a column for each field. The columns
// are those that any of the readings has, so that they are gone through twice; a page of them is in memory at a time.
func (s *Server) writeTable(w http.ResponseWriter, r *http.Request, q Query) {
	var names []string
	// The second look goes no further than the first: readings that come meanwhile have ids above it.
	err := s.eachReading(r, q, func(rd extract.Reading) error {
		if q.Before == 0 {
			q.Before = rd.ID + 1
		}
		for _, e := range elements(rd) {
			for _, f := range e {
				if f.name != valueColumn && !slices.Contains(names, f.name) {
					names = append(names, f.name)
				}
			}
		}
		return nil
	})
	if err != nil {
		s.portFailed(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="readings.csv"`)
	out, connection := csv.NewWriter(w), http.NewResponseController(w)
	_ = out.Write(append(fixedColumns(), inertAll(names)...))
	err = s.eachReading(r, q, func(rd extract.Reading) error {
		_ = connection.SetWriteDeadline(time.Now().Add(writeTimeout)) // recorders have no connection
		for _, e := range elements(rd) {
			if err := out.Write(line(rd, e, names)); err != nil {
				return err
			}
		}
		return nil
	})
	out.Flush()
	if err != nil && r.Context().Err() == nil {
		s.log(r).Warn("a table of readings ended early", "error", err)
	}
}

// eachReading goes through all readings that q selects, q.Limit of them where that is set.
func (s *Server) eachReading(r *http.Request, q Query, visit func(extract.Reading) error) error {
	for left := q.Limit; s.cfg.Readings != nil; {
		page := q
		page.Limit = mostReadings
		if q.Limit > 0 {
			page.Limit = min(left, mostReadings)
		}
		list, err := s.cfg.Readings.List(r.Context(), page)
		if err != nil {
			return err
		}
		for _, rd := range list {
			if err := visit(rd); err != nil {
				return err
			}
			q.Before = rd.ID
		}
		left -= len(list)
		if len(list) < page.Limit || q.Limit > 0 && left <= 0 {
			return r.Context().Err()
		}
	}
	return nil
}

// valueColumn holds a counter's digits; the members of documents have columns of their own.
const valueColumn = "value"

func fixedColumns() []string {
	return []string{"id", "ts", "clock", "station", "kind", "trigger", "accepted", "reason", "duplicate_of", "correction_of", "confidence", "corrected", valueColumn}
}

// line is one document of a reading. Times are the box's own, with their distance from UTC.
func line(r extract.Reading, e []filled, names []string) []string {
	id := func(n uint64) string {
		if n == 0 {
			return ""
		}
		return strconv.FormatUint(n, 10)
	}
	out := []string{id(r.ID), r.At.Local().Format("2006-01-02T15:04:05.000Z07:00"), r.Clock, r.Station, string(r.Kind), r.Trigger, strconv.FormatBool(r.Accepted),
		r.Reason, id(r.DuplicateOf), id(r.CorrectionOf), strconv.FormatFloat(r.Confidence, 'f', -1, 64), r.Corrected}
	for _, name := range append([]string{valueColumn}, names...) {
		i := slices.IndexFunc(e, func(f filled) bool { return f.name == name })
		if i < 0 {
			out = append(out, "")
			continue
		}
		out = append(out, e[i].value)
	}
	return inertAll(out)
}

// inertAll keeps a spreadsheet from taking text that a stranger printed on a label for a formula: also behind blanks, and with
// the wide signs that some spreadsheets take for the plain ones.
func inertAll(cells []string) []string {
	out := make([]string, len(cells))
	for i, c := range cells {
		out[i] = c
		if t := strings.TrimLeft(c, " \u00a0\u3000"); t != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", []rune(t)[0]) {
			out[i] = "'" + c
		}
	}
	return out
}

// filled is one field of a document that was read.
type filled struct{ name, value string }

// elements lists the filled fields of each document of a reading; a reading without any is one line all the same.
func elements(r extract.Reading) [][]filled {
	out := [][]filled{members(r.Data)}
	for _, data := range r.More {
		out = append(out, members(data))
	}
	return out
}

// members lists the filled field results of a data element in their order; a counter's digits are the value column.
func members(data json.RawMessage) []filled {
	d := json.NewDecoder(bytes.NewReader(data))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	var out []filled
	for d.More() {
		name, err := d.Token()
		var raw json.RawMessage
		if err != nil || d.Decode(&raw) != nil {
			return out
		}
		var f struct {
			Value string `json:"value"`
		}
		if json.Unmarshal(raw, &f) != nil || f.Value == "" {
			continue
		}
		if name == "numbers" {
			name = valueColumn
		}
		out = append(out, filled{name.(string), f.Value})
	}
	return out
}
