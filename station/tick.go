package station

import (
	"context"
	"math"
	"time"

	"lensd/extract"
	"lensd/extract/meter/gate"
	"lensd/store"
)

// micros are a cubic metre in a series, whose amounts are whole.
const micros = 1e6

// TickOf is what a reading adds to its station's series: of a counter what has flowed, of documents that there was another one.
// A person's word on a document that was counted is no further document.
func TickOf(r extract.Reading, v Verdict) *store.Tick {
	if r.Kind != extract.WaterMeter {
		if r.Trigger == "correction" {
			return nil
		}
		return &store.Tick{Counted: r.Accepted || r.Reason == string(gate.LowConfidence)}
	}
	if r.Trigger == "correction" && !v.Accepted {
		return nil // on an old reading
	}
	t := &store.Tick{Counted: v.Accepted}
	if c := v.Counter; c != nil && v.Accepted {
		t.Sum, t.Last = micro(c.Delta), micro(c.Value)
		t.Peak, t.Back, t.Span = micro(c.Flow), micro(v.Fallen), v.Span
	}
	return t
}

func micro(m3 float64) int64 { return int64(math.Round(m3 * micros)) }

// Series returns what a station's readings add up to, a quarter of an hour at a time, oldest first.
func (s *Set) Series(_ context.Context, name string, from, to time.Time) ([]store.Slot, error) {
	if _, err := s.ByName(name); err != nil {
		return nil, err
	}
	return s.store.Series(name, from, to)
}
