package gate

import (
	"math"
	"strings"
)

const (
	micro     = 1_000_000 // of Point.Micro in a cubic metre
	maxDigits = 12        // of a counter; more is not one
	maxPlaces = 6         // decimals that Point.Micro can hold
)

// parse reads digits with at most one point; without a point the last decimals digits stand behind it.
func parse(value string, decimals int) (p Point, ok bool) {
	whole, fraction, pointed := strings.Cut(value, ".")
	digits := whole + fraction
	if len(digits) == 0 || len(digits) > maxDigits || strings.Trim(digits, "0123456789") != "" {
		return p, false
	}
	p.Decimals = len(fraction)
	if !pointed {
		p.Decimals = max(0, min(decimals, len(digits)-1))
	}
	if p.Decimals > maxPlaces {
		return p, false
	}
	p.Integers = len(digits) - p.Decimals
	for _, r := range digits {
		p.Micro = p.Micro*10 + int64(r-'0')
	}
	p.Micro *= pow10(maxPlaces - p.Decimals)
	return p, true
}

func pow10(n int) int64 {
	out := int64(1)
	for range n {
		out *= 10
	}
	return out
}

func (p Point) cubicMetres() float64 { return float64(p.Micro) / micro }

// unit is the worth of the last digit.
func (p Point) unit() int64 { return pow10(maxPlaces - p.Decimals) }

// span is where the counter rolls over.
func (p Point) span() int64 { return pow10(maxPlaces + p.Integers) }

// step is the way from one point to the next.
type step struct {
	delta  int64
	reason Reason
	held   bool // within one unit below: a roller trembles, the counter stands
}

// step judges the way from base to p.
func (c Config) step(base, p Point) step {
	if p.Integers != base.Integers {
		return step{reason: Digits}
	}
	unit := max(p.unit(), base.unit())
	delta := p.Micro - base.Micro
	if delta < 0 && -delta <= unit {
		return step{held: true}
	}
	if delta < 0 && !c.AllowDecrease {
		// Through zero only where the rate allows it: a counter that fell from the middle of its range did not roll over.
		if over := delta + p.span(); over < p.span()/10 && over <= c.most(base, unit) {
			return step{delta: over, reason: RolledOver}
		}
		return step{reason: Decrease}
	}
	if abs(delta) > c.most(base, unit) {
		return step{reason: TooFast}
	}
	return step{delta: delta}
}

// most is what can have flowed since base, and what the counter cannot show finer: one unit for the roller that was about to
// turn, and where the last one is a decimal a second one, as it may have been taken either way in both pictures.
func (c Config) most(base Point, unit int64) int64 {
	if c.MaxRatePerHour <= 0 {
		return math.MaxInt64
	}
	age := base.Age
	if base.Unknown {
		age = max(age, unknownGap)
	}
	m := c.MaxRatePerHour * age.Hours() * micro
	if m > math.MaxInt64/2 {
		return math.MaxInt64
	}
	if unit < micro {
		unit *= 2
	}
	return int64(m) + unit
}

func abs(v int64) int64 {
	if v < 0 {
		return -v
	}
	return v
}
