package station

import (
	"encoding/json"
	"time"

	"lensd/extract"
	"lensd/extract/meter/gate"
)

// meterJudge passes a counter's readings through the gate.
type meterJudge struct {
	cfg gate.Config
	mem meterMemory
	// mono is when the last reading was judged in this life of the daemon; zero: in an earlier one.
	mono time.Time
}

// meterMemory is the gate's state with the time of the last reading and the id of the last accepted one.
type meterMemory struct {
	Gate     gate.State `json:"gate"`
	Wall     time.Time  `json:"wall"`
	Synced   bool       `json:"synced"`
	BaseID   uint64     `json:"base_id"`
	accepted bool
	mono     time.Time
}

// NewMeterJudge returns the judge for a counter.
func NewMeterJudge(cfg gate.Config) Judge { return &meterJudge{cfg: cfg} }

func (j *meterJudge) Judge(r extract.Result, at Moment) (Verdict, Memory) {
	in := gate.Reading{}
	if m := firstMeter(r); m != nil {
		in.Value, in.Positions, in.Confidence = m.Value, m.Positions, m.Confidence
	}
	in.Elapsed, in.Known = j.elapsed(at)
	d, state := gate.Judge(j.cfg, j.mem.Gate, in)
	return verdictOf(d), j.next(state, at, d.Accepted)
}

func (j *meterJudge) Correct(id uint64, value string, at Moment) (Verdict, Memory, error) {
	d, state, ok := gate.Correct(j.cfg, j.mem.Gate, value)
	if !ok {
		return Verdict{}, nil, extract.Errorf(extract.KindUndecodable, "the corrected value must be the counter's digits, such as 03245.010")
	}
	v := verdictOf(d)
	v.Reason = "correction"
	if id < j.mem.BaseID {
		// A newer reading stands already: the word on an old one is kept as a sample and changes nothing else.
		v.Accepted = false
		return v, j.mem, nil
	}
	return v, j.next(state, at, true), nil
}

func verdictOf(d gate.Decision) Verdict {
	v := Verdict{Accepted: d.Accepted, Reason: string(d.Reason), Span: d.Span, Fallen: d.Fallen}
	if d.Reason != gate.Unreadable {
		v.Counter = &extract.Counter{Value: d.Value, Delta: d.Delta, Flow: d.Flow, Leak: d.Leak, Resolved: d.Resolved}
	}
	return v
}

func (j *meterJudge) next(s gate.State, at Moment, accepted bool) meterMemory {
	return meterMemory{Gate: s, Wall: at.Wall, Synced: at.Synced, BaseID: j.mem.BaseID, accepted: accepted, mono: at.Mono}
}

// elapsed since the last reading: by the monotonic clock within one life of the daemon, across a restart by the wall
// where it could be believed at both ends.
func (j *meterJudge) elapsed(at Moment) (time.Duration, bool) {
	if !j.mono.IsZero() {
		return max(0, at.Mono.Sub(j.mono)), true
	}
	if d := at.Wall.Sub(j.mem.Wall); j.mem.Synced && at.Synced && d >= 0 {
		return d, true
	}
	return 0, false
}

func (j *meterJudge) Keep(m Memory, id uint64) {
	mem, ok := m.(meterMemory)
	if !ok {
		return
	}
	if mem.accepted {
		mem.BaseID = id
	}
	j.mem = mem
	if !mem.mono.IsZero() {
		j.mono = mem.mono
	}
}

func (j *meterJudge) Encode(m Memory, id uint64) (json.RawMessage, error) {
	mem, _ := m.(meterMemory)
	if mem.accepted {
		mem.BaseID = id
	}
	return json.Marshal(mem)
}

func (j *meterJudge) Load(raw json.RawMessage) error { return json.Unmarshal(raw, &j.mem) }

func firstMeter(r extract.Result) *extract.Meter {
	for _, p := range r.Pages {
		for _, it := range p.Items {
			if it.Meter != nil {
				return it.Meter
			}
		}
	}
	return nil
}
