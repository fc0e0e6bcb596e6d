package httpapi

import (
	"encoding/csv"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"lensd/extract"
	"lensd/httpapi/envelope"
)

// Slot is what a station's readings add up to in a quarter of an hour. Amounts are in millionths of a cubic metre, so that sums are exact.
type Slot struct {
	Start   time.Time
	Records int // readings
	Counted int // of a meter those that were accepted; of documents those that are no repeat
	Amount  int64
	Peak    int64 // the largest flow, an hour
	Last    int64 // the newest count
	Span    time.Duration
}

// bucket is an hour, a day or a month of slots, by the box's own clock.
type bucket struct {
	Start   time.Time `json:"start"`
	End     time.Time `json:"end"`
	Records int       `json:"readings"`
	Counted int       `json:"counted"`
	Amount  *float64  `json:"m3"`             // null where nothing was counted
	Peak    *float64  `json:"peak_m3_per_h"`  // the largest flow between two readings
	Last    *float64  `json:"counter"`        // the newest count
	Span    int       `json:"longest_span_s"` // the longest time between two counted readings that ends here
}

const (
	microsOfM3  = 1e6
	mostBuckets = 10_000 // a year of hours has 8,784
)

// startOf is the start of the bucket that t lies in. Days may begin at one o'clock, where clocks change at midnight.
func startOf(t time.Time, by string) time.Time {
	y, m, d := t.Date()
	switch by {
	case "month":
		return midnight(y, m, 1, t.Location())
	case "day":
		return midnight(y, m, d, t.Location())
	case "hour":
		return t.Add(-time.Duration(t.Minute())*time.Minute - time.Duration(t.Second())*time.Second - time.Duration(t.Nanosecond()))
	}
	return t.Truncate(15 * time.Minute)
}

func midnight(y int, m time.Month, d int, zone *time.Location) time.Time {
	day := time.Date(y, m, d, 0, 0, 0, 0, zone)
	if want := time.Date(y, m, d, 12, 0, 0, 0, zone); day.Day() != want.Day() {
		day = day.Add(time.Hour)
	}
	return day
}

// after is the start of the next bucket.
func after(start time.Time, by string) time.Time {
	y, m, d := start.Date()
	switch by {
	case "month":
		return midnight(y, m+1, 1, start.Location())
	case "day":
		return midnight(y, m, d+1, start.Location())
	case "hour":
		return startOf(start.Add(time.Hour), by)
	}
	return start.Add(15 * time.Minute)
}

// fold sums slots, oldest first, to the buckets between from and to.
func fold(slots []Slot, from, to time.Time, by string) []bucket {
	out := []bucket{}
	for start := startOf(from, by); start.Before(to) && len(out) <= mostBuckets; {
		end := after(start, by)
		b, i := bucket{Start: start, End: end}, 0
		var amount, peak, last int64
		for ; i < len(slots) && slots[i].Start.Before(end); i++ {
			s := slots[i]
			b.Records, b.Counted = b.Records+s.Records, b.Counted+s.Counted
			amount, peak, b.Span = amount+s.Amount, max(peak, s.Peak), max(b.Span, int(s.Span/time.Second))
			if s.Counted > 0 {
				last = s.Last
			}
		}
		if b.Counted > 0 {
			b.Amount, b.Peak, b.Last = cubicMetres(amount), cubicMetres(peak), cubicMetres(last)
		}
		out, slots, start = append(out, b), slots[i:], end
	}
	return out
}

func cubicMetres(micro int64) *float64 {
	v := float64(micro) / microsOfM3
	return &v
}

// span reads by, from and to. Without from it is what a page shows of by.
func span(v url.Values, now time.Time) (from, to time.Time, by string, p *problem) {
	for name := range v {
		if !slices.Contains([]string{"by", "from", "to", "format"}, name) {
			return from, to, by, problemOf(envelope.Invalid, "there is no parameter "+strconv.Quote(name))
		}
	}
	by = or(v.Get("by"), "day")
	if !slices.Contains([]string{"quarter", "hour", "day", "month"}, by) {
		return from, to, by, problemOf(envelope.Invalid, "by must be quarter, hour, day or month")
	}
	if f := v.Get("format"); v.Has("format") && f != "json" && f != "csv" {
		return from, to, by, problemOf(envelope.Invalid, "format must be json or csv")
	}
	to = now
	from = map[string]time.Time{"quarter": now.AddDate(0, 0, -1), "hour": now.AddDate(0, 0, -1), "day": now.AddDate(0, 0, -30), "month": now.AddDate(0, -12, 0)}[by]
	for name, into := range map[string]*time.Time{"from": &from, "to": &to} {
		if !v.Has(name) {
			continue
		}
		at, err := moment(v.Get(name), now.Location())
		if err != nil {
			return from, to, by, problemOf(envelope.Invalid, name+" must be a day as 2026-01-31, a time as 2026-01-31T08:00:00Z or Unix seconds")
		}
		*into = at
	}
	return from, to, by, nil
}

// moment reads a day of the box's own clock, or a time.
func moment(text string, zone *time.Location) (time.Time, error) {
	if d, err := time.ParseInLocation(time.DateOnly, text, zone); err == nil {
		return startOf(d, "day"), nil
	}
	if sec, err := strconv.ParseInt(text, 10, 64); err == nil && sec >= 0 && sec < 1<<36 {
		return time.Unix(sec, 0).In(zone), nil
	}
	t, err := time.Parse(time.RFC3339, text)
	return t.In(zone), err
}

// usage answers what a station's readings add up to, by the box's own clock.
func (s *Server) usage(w http.ResponseWriter, r *http.Request) {
	from, to, by, p := span(r.URL.Query(), time.Now().In(s.cfg.Zone))
	if p != nil {
		s.fail(w, r, *p)
		return
	}
	name, slots, err := r.PathValue("name"), []Slot(nil), ErrNoStation
	from = startOf(from, by)
	if s.cfg.Readings != nil {
		slots, err = s.cfg.Readings.Usage(r.Context(), name, from, to)
	}
	if err != nil {
		s.portFailed(w, r, err)
		return
	}
	buckets := fold(slots, from, to, by)
	if len(buckets) > mostBuckets {
		s.fail(w, r, *problemOf(envelope.Invalid, "that is more than "+strconv.Itoa(mostBuckets)+" parts; ask for a shorter time, or by day"))
		return
	}
	if r.URL.Query().Get("format") == "csv" {
		writeUsage(w, name, buckets)
		return
	}
	writeJSON(w, http.StatusOK, map[string]any{"station": name, "kind": s.kindOf(name), "by": by, "buckets": buckets})
}

func (s *Server) kindOf(name string) extract.Kind {
	if s.cfg.Stations != nil {
		for _, st := range s.cfg.Stations.Stations() {
			if st.Name == name {
				return st.Kind
			}
		}
	}
	return ""
}

// writeUsage is the same as a table for a spreadsheet.
func writeUsage(w http.ResponseWriter, name string, buckets []bucket) {
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`.csv"`)
	out := csv.NewWriter(w)
	_ = out.Write([]string{"start", "end", "readings", "counted", "m3", "peak_m3_per_h", "counter", "longest_span_s"}) // Flush tells
	number := func(v *float64) string {
		if v == nil {
			return ""
		}
		return strconv.FormatFloat(*v, 'f', -1, 64)
	}
	for _, b := range buckets {
		_ = out.Write([]string{b.Start.Format(time.RFC3339), b.End.Format(time.RFC3339), strconv.Itoa(b.Records), strconv.Itoa(b.Counted),
			number(b.Amount), number(b.Peak), number(b.Last), strconv.Itoa(b.Span)})
	}
	out.Flush()
}
