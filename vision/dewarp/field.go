package dewarp

import (
	"math"

	"lensd/vision/layout"
)

// Degrees of the field of slopes across the page and down it, how much each coefficient is held back by its degree, for each letter height of
// print, and the slope that no page has.
const (
	across   = 5
	down     = 4
	hold     = 1e-2
	steepest = 0.6
	spread   = 0.03 // of the slopes of lines around the field's
	blanks   = 6    // places across and down at which the field is held level
	blank    = 0.02 // their weight, of that of all print
)

// What makes a page bent: the share of its print in lines that wander further than a third of a letter's height, and how much of that
// share the field may leave.
const (
	wanders  = 0.33
	bentFrom = 0.15
	leaves   = 0.5
)

// field is the slope of the lines at each place of a page, as Chebyshev polynomials over it.
type field struct {
	a    []float64
	w, h float64
}

// slope returns it at a place, within the steepest.
func (f *field) slope(x, y float64) float64 {
	s := dot(basis(2*x/f.w-1, 2*y/f.h-1), f.a)
	return min(steepest, max(-steepest, s))
}

func basis(u, v float64) []float64 {
	u, v = min(1, max(-1, u)), min(1, max(-1, v))
	var tu [across + 1]float64
	var tv [down + 1]float64
	tu[0], tv[0], tu[1], tv[1] = 1, 1, u, v
	for i := 2; i <= across; i++ {
		tu[i] = 2*u*tu[i-1] - tu[i-2]
	}
	for j := 2; j <= down; j++ {
		tv[j] = 2*v*tv[j-1] - tv[j-2]
	}
	out := make([]float64, 0, (across+1)*(down+1))
	for _, a := range tu {
		for _, b := range tv {
			out = append(out, a*b)
		}
	}
	return out
}

// fieldOf fits the field to the courses of lines.
func fieldOf(cs []chain, w, h float64) (*field, bool) {
	var rows [][]float64
	var slopes, weights []float64
	all := 0.0
	for i := range cs {
		c := &cs[i]
		n := max(2, int(c.long()/(2*c.height)))
		for k := range n {
			x := c.x[0] + c.long()*(float64(k)+0.5)/float64(n)
			y, s := c.at(x)
			rows = append(rows, basis(2*x/w-1, 2*y/h-1))
			slopes, weights = append(slopes, s), append(weights, c.long()/c.height/float64(n))
			all += weights[len(weights)-1]
		}
	}
	level := mean(slopes, weights)
	for i := range blanks * blanks { // where nothing is printed the field is level with the rest
		u, v := 2*(float64(i%blanks)+0.5)/blanks-1, 2*(float64(i/blanks)+0.5)/blanks-1
		rows, slopes, weights = append(rows, basis(u, v)), append(slopes, level), append(weights, blank*all/(blanks*blanks))
	}
	var ridge []float64
	for i := range across + 1 {
		for j := range down + 1 {
			ridge = append(ridge, all*hold*math.Pow(float64(i+j), 2)/10)
		}
	}
	a, ok := robust(rows, slopes, weights, ridge, spread)
	return &field{a, w, h}, ok
}

func mean(v, weights []float64) float64 {
	sum, all := 0.0, 0.0
	for i, w := range weights {
		sum, all = sum+w*v[i], all+w
	}
	return sum / all
}

// Find returns what straightens a page of w x h pixels with these letters, nil where its lines are straight or where no common bend makes
// them so. The lines' slopes are measured along their feet and fitted by one smooth field, whose streamlines are the rows of the straight page
// (after Ulges, Lampert and Breuel, Document image dewarping using robust estimation of curled text lines, 2005).
func Find(letters []layout.Component, w, h int) *Bend {
	cs := chainsOf(letters)
	if len(cs) < leastChains {
		return nil
	}
	bent, all := wandering(cs, func(_, y float64) float64 { return y })
	if bent < bentFrom*all {
		return nil
	}
	f, ok := fieldOf(cs, float64(w), float64(h))
	if !ok {
		return nil
	}
	b := bendOf(f, w, h)
	if left, _ := wandering(cs, b.forth); left > leaves*bent {
		return nil
	}
	return b
}

// wandering returns how long the lines are that wander where y leads their feet, and all of them.
func wandering(cs []chain, y func(x, y float64) float64) (those, all float64) {
	for i := range cs {
		c := &cs[i]
		all += c.long()
		if c.wander(y) > wanders {
			those += c.long()
		}
	}
	return those, all
}

// leastChains are as few lines as tell of a bend.
const leastChains = 4
