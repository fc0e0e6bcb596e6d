package meter

import (
	"lensd/extract"
	"lensd/vision/geom"
)

// Print is what was seen of one sort of print around a row, where it is likeliest.
type Print struct {
	Kind   int       // index into Prints
	Found  float64   // probability that it is printed there
	Beside bool      // it stands in the row's line, where its unit is expected, not over or under it
	Quad   geom.Quad // about where, in the picture
}

// The sorts of print that are told apart, in the order of the net's channels behind "nothing".
const (
	printCubicMetres = iota
	printKilowattHours
	printMegawattHours
	printGallons
	printCubicFeet
	printHundredCubicFeet
	printLitres
	printKilowatts
	printFlow
	printTen
	printKinds
)

// Prints is how many sorts of print there are.
const Prints = printKinds

// unitName is how a sort of print is told; that of an exponent is none.
func unitName(kind int) string {
	return [Prints]string{"m³", "kWh", "MWh", "gal", "ft³", "CCF", "L", "kW", "m³/h", ""}[kind]
}

// counts tells that a unit is one that a counter's total has; power and flow go up and down.
func counts(kind int) bool { return kind <= printLitres }

// What is told of a unit, chosen on held-out pictures such that a wrong one is rare: a unit that is not told is better. Print aside of
// the row alone never is; it makes doubtful what stands beside it.
const (
	unitTold  = 0.7 // least probability
	asideLess = 0.6 // what the probability of print over or under the row, or before its end, counts
	tenTold   = 0.8 // least probability of an exponent
	unitLead  = 1.5 // how much likelier it is than any other unit
	tenReach  = 3.0 // from the exponent's middle to the unit's at most, in heights of the unit
)

// weighed is what a print counts as the row's unit.
func (p Print) weighed() float64 {
	if p.Beside {
		return p.Found
	}
	return asideLess * p.Found
}

// Unit tells which unit the row's digits have of what is printed around them; nil where none is plain.
func Unit(seen []Print) *extract.Unit {
	best, second := -1, 0.0
	for i, p := range seen {
		switch {
		case p.Kind == printTen:
		case best < 0 || p.weighed() > seen[best].weighed():
			if best >= 0 {
				second = seen[best].weighed()
			}
			best = i
		case p.weighed() > second:
			second = p.weighed()
		}
	}
	if best < 0 || seen[best].weighed() < unitTold || seen[best].weighed() < unitLead*second {
		return nil
	}
	p := seen[best]
	return &extract.Unit{Name: unitName(p.Kind), Total: counts(p.Kind), Exponent: exponent(seen, p), Quad: p.Quad, Confidence: p.Found}
}

// exponent is the power of ten that is printed before a unit: 1 of ×10.
func exponent(seen []Print, unit Print) int {
	for _, p := range seen {
		_, tall := unit.Quad.Size()
		if p.Kind == printTen && p.Found >= tenTold && p.Beside == unit.Beside && p.Quad.Center().Dist(unit.Quad.Center()) < tenReach*tall {
			return 1
		}
	}
	return 0
}

// Sort is what a meter counts, as its unit tells it; "" where more than one may. Cubic metres are gas as well as water, but pointers
// that count on behind the wheels are a water meter's.
func Sort(u *extract.Unit, pointers bool) string {
	switch {
	case u == nil:
		return ""
	case u.Name == "kWh" || u.Name == "kW":
		return "electricity"
	case u.Name == "gal" || u.Name == "L" || u.Name == "m³" && pointers:
		return "water"
	}
	return ""
}
