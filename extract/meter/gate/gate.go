// Package gate decides which readings of a counter may become its state. A counter only rises, at no more than a known
// rate, and rolls over from 99999 to 0; a reading that says otherwise is refused, never lost, and never blocks the next
// ones: three refused readings in a row that agree with each other move the base, and so does a person's correction.
package gate

import "time"

// Config is what is known of a counter.
type Config struct {
	MaxRatePerHour float64       // m³/h; 0: no limit
	Decimals       int           // decimal wheels, for readings that carry no point
	AllowDecrease  bool          // counters that run backwards, such as behind a feed-in
	MinConfidence  float64       // readings below are refused; 0: none is
	LeakAfter      time.Duration // flow without a pause for so long is a leak sign; 0: never
}

// Reading is what the reader saw.
type Reading struct {
	Value      string    // digits as shown, with or without a point
	Positions  []float64 // of the rollers on their rings, [0, 10), one a digit; nil: unknown
	Confidence float64
	// Elapsed since the reading before, refused or not; Known is false when the clock could not tell, as after a
	// restart without a time source.
	Elapsed time.Duration
	Known   bool
}

// Reason says why a reading was refused, or what was special about one that was accepted.
type Reason string

// The reasons. BaseMoved and RolledOver come with accepted readings.
const (
	Plain         Reason = ""
	Unreadable    Reason = "unreadable"     // no digits, or more than a counter has
	LowConfidence Reason = "low_confidence" // below Config.MinConfidence
	Digits        Reason = "digit_count"    // another number of digits than this counter has
	Decrease      Reason = "decrease"       // less than before
	TooFast       Reason = "max_rate"       // more than can have flowed
	BaseMoved     Reason = "base_moved"     // refused readings agreed with each other and are believed now
	RolledOver    Reason = "rolled_over"    // the counter went through zero
)

// Decision is the gate's word on one reading.
type Decision struct {
	Accepted bool
	Reason   Reason
	Value    float64       // m³; of the reading as understood, resolved where rollers were in transit
	Delta    float64       // m³ since the last accepted reading; 0 when the base was moved or there was none
	Span     time.Duration // for which Delta gathered; as long as is granted where nobody knows
	Fallen   float64       // m³ by which a moved base lies below the one before: misread until now, or another counter
	Flow     float64       // m³/h over that time; 0 where the time is not known
	Resolved bool          // a roller in transit was taken the other way than the reader took it
	Leak     bool          // water has flowed without a pause for Config.LeakAfter
}

// State is what a gate remembers between readings; it is stored with every reading.
type State struct {
	Base    *Point        `json:"base,omitempty"` // the last accepted reading; nil: none yet
	Run     []Point       `json:"run,omitempty"`  // refused readings in a row that agree with each other
	FlowFor time.Duration `json:"flow_for,omitempty"`
}

// Point is a counter's position and how long ago it was seen.
type Point struct {
	Micro    int64         `json:"micro"`    // 10⁻⁶ m³
	Integers int           `json:"integers"` // digits before the point
	Decimals int           `json:"decimals"` // digits behind it
	Age      time.Duration `json:"age"`      // running sum of Reading.Elapsed
	Unknown  bool          `json:"unknown,omitempty"`
}

const (
	movesBase = 3 // refused readings in a row that move the base
	// unknownGap is the time granted where the clock cannot tell: a box that was off over night.
	unknownGap = 24 * time.Hour
	// leakGap is the longest interval between readings that says anything about a pause: in a longer one the tap may
	// have been closed for hours.
	leakGap = time.Hour
)

// Judge decides on r and returns the state to remember. It changes nothing in s.
func Judge(c Config, s State, r Reading) (Decision, State) {
	s = s.aged(r)
	p, ok := parse(r.Value, c.Decimals)
	if !ok {
		return Decision{Reason: Unreadable}, s
	}
	d := Decision{Value: p.cubicMetres()}
	if r.Confidence < c.MinConfidence {
		d.Reason = LowConfidence
		return s.refuse(c, d, p)
	}
	if s.Base == nil {
		d.Accepted = true
		return s.accept(d, p)
	}
	st := c.step(*s.Base, p)
	if st.reason.refuses() {
		if q, other, ok := c.resolve(*s.Base, p, r.Positions); ok {
			p, st, d.Resolved, d.Value = q, other, true, q.cubicMetres()
		}
	}
	if d.Reason = st.reason; st.reason.refuses() {
		return s.refuse(c, d, p)
	}
	d.Accepted, d.Delta = true, float64(st.delta)/1e6
	if st.held {
		p.Micro, d.Value = s.Base.Micro, s.Base.cubicMetres()
	}
	return s.leakSign(c, r, st, d, p)
}

// Correct sets the base to what a person read.
func Correct(c Config, s State, value string) (Decision, State, bool) {
	p, ok := parse(value, c.Decimals)
	if !ok {
		return Decision{Reason: Unreadable}, s, false
	}
	d := Decision{Accepted: true, Reason: BaseMoved, Value: p.cubicMetres(), Fallen: s.fallen(p)}
	if s.Base != nil {
		if st := c.step(*s.Base, p); !st.reason.refuses() {
			d.Delta, d.Fallen, d.Span = float64(st.delta)/micro, 0, s.Base.since()
		}
	}
	s.Base, s.Run = &p, nil
	return d, s, true
}

// fallen is how far p lies below the base.
func (s State) fallen(p Point) float64 {
	if s.Base == nil {
		return 0
	}
	return max(0, float64(s.Base.Micro-p.Micro)/micro)
}

// since is a point's age, or what is granted where nobody knows.
func (p Point) since() time.Duration {
	if p.Unknown {
		return max(p.Age, unknownGap)
	}
	return p.Age
}

func (r Reason) refuses() bool { return r != Plain && r != RolledOver }

// aged returns a copy of s whose points are older by the reading's elapsed time.
func (s State) aged(r Reading) State {
	age := func(p Point) Point {
		p.Age += max(0, r.Elapsed)
		p.Unknown = p.Unknown || !r.Known
		return p
	}
	if s.Base != nil {
		b := age(*s.Base)
		s.Base = &b
	}
	run := make([]Point, len(s.Run))
	for i, p := range s.Run {
		run[i] = age(p)
	}
	s.Run = run
	return s
}

func (s State) accept(d Decision, p Point) (Decision, State) {
	s.Base, s.Run = &p, nil
	return d, s
}

// refuse notes p, and moves the base when enough refused readings agree.
func (s State) refuse(c Config, d Decision, p Point) (Decision, State) {
	if n := len(s.Run); n > 0 && c.step(s.Run[n-1], p).reason.refuses() {
		s.Run = nil
	}
	s.Run = append(s.Run, p)
	if len(s.Run) < movesBase {
		return d, s
	}
	d.Accepted, d.Reason, d.Fallen = true, BaseMoved, s.fallen(p)
	s.FlowFor = 0
	return s.accept(d, p)
}

// leakSign accepts p and sums the time for which every interval had flow.
func (s State) leakSign(c Config, r Reading, st step, d Decision, p Point) (Decision, State) {
	age := s.Base.Age
	d.Span = s.Base.since()
	known := !s.Base.Unknown && age > 0
	if known {
		d.Flow = d.Delta / age.Hours()
	}
	if known && st.delta > 0 && age <= leakGap {
		s.FlowFor += age
	} else {
		s.FlowFor = 0
	}
	d.Leak = c.LeakAfter > 0 && s.FlowFor >= c.LeakAfter
	return s.accept(d, p)
}
