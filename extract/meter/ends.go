package meter

import (
	"math"
	"slices"
)

// ends settles where the row begins and ends: it drops cells that are no wheels, as a unit, an emblem or a screw beside the
// window, and takes in the place beyond an end where the reader sees a digit that the search held for too faint.
func ends(r Row) Row {
	least := 0.0
	if r.Display {
		least = litEnd
	}
	for len(r.Cells) > 1 && belongs(r.Cells[0]) < least {
		r.Beyond[0], r.Cells = r.Cells[0], r.Cells[1:]
	}
	for n := len(r.Cells) - 1; n > 0 && belongs(r.Cells[n]) < least; n-- {
		r.Beyond[1], r.Cells = r.Cells[n], r.Cells[:n]
	}
	if r.Display {
		return oneShort(r) // its net has read every place in sight of the others
	}
	for end := range r.Beyond {
		if missed(r.Beyond[end]) {
			r = withBeyond(r, end)
		}
	}
	if cutZero(r) {
		r = withBeyond(r, 0)
	}
	return r
}

// cutZero tells that the picture's edge cuts a zero off before a row that begins with a zero: no half of another digit would be believed,
// but what stands before a counter's zeros is one as long as it has years to go, and adds nothing to the value.
func cutZero(r Row) bool {
	c := r.Beyond[0]
	return c.Inside >= leastCut && c.Inside < mostCut && c.Found >= faintCut && c.share(0) >= likeZero && r.Cells[0].share(0) >= plainZero
}

// What is left of such a zero, as a share of its place, the probability of a place there and how much it and the next look like zeros. Of
// 250 strips and 350 dials that we drew (8980, 8981) none has such a place: one zero is too faint, and no other digit looks so.
const (
	leastCut  = 0.4
	mostCut   = 0.95
	faintCut  = 0.05
	likeZero  = 0.7
	plainZero = 0.9
)

// withBeyond takes in the place beyond the first end or the last.
func withBeyond(r Row, end int) Row {
	if c := r.Beyond[end]; end == 0 {
		r.Cells = append([]Cell{c}, r.Cells...)
	} else {
		r.Cells = append(slices.Clip(r.Cells), c)
	}
	r.Beyond[end] = Cell{NotDigit: 1}
	return r
}

// oneShort takes in the likelier of the places beyond the ends of a display whose clear digits are one too few for a counter, where
// one was seen at least faintly: a doubtful reading tells more than none.
func oneShort(r Row) Row {
	end := 0
	if r.Beyond[1].Found > r.Beyond[0].Found {
		end = 1
	}
	if len(r.Cells) != minCells-1 || r.Beyond[end].Found < faintEnd {
		return r
	}
	r.Short = true
	return withBeyond(r, end)
}

// faintEnd is the least probability of such a place.
const faintEnd = 0.25

// litEnd is what a place at a display's end must reach: units and codes stand beside the digits there, in the same segments.
const litEnd = 0.2

// missed tells that the row goes on over a place that the search left out.
func missed(c Cell) bool { return c.NotDigit < 0.5 && belongs(c) > 0 }

// belongs weighs, as a logit, the search's view that a place of the counter is here against the reader's that no digit is:
// a wheel on its way or behind dirt is no digit to the reader, but stands in the row. The weights are a regression over
// the ends of rows drawn with fonts outside the training set; the constant is set anew with each net that finds places.
func belongs(c Cell) float64 { return 0.67*logit(c.Found) - 0.35*logit(c.NotDigit) + 0.2 }

// belonging sums how much each cell looks like a place of a counter, in units of evidence.
func belonging(cells []Cell) float64 {
	var v float64
	for _, c := range cells {
		p := math.Min(math.Max(c.Found, 0.02), 0.98)
		v += clamp(math.Log(p/(1-p))-evenOdds, 2)
	}
	return v
}

// evenOdds is the logit of the probability at which a place speaks neither for nor against itself.
const evenOdds = 0.2

// logit is the log-odds of a probability, which is kept off 0 and 1.
func logit(p float64) float64 {
	p = math.Min(math.Max(p, .005), .995)
	return math.Log(p / (1 - p))
}
