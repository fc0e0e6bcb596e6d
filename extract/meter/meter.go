package meter

import (
	"math"
	"slices"
	"strings"

	"lensd/extract"
	"lensd/vision/geom"
)

// Decoder reads rows. It holds only tables and may be shared.
type Decoder struct {
	carry *carry
}

// New builds the decoder's tables.
func New() *Decoder { return &Decoder{newCarry()} }

// Counters have this many places.
const (
	minCells = 4
	maxCells = 9
)

// Candidate is one row decoded, with what Confidence was computed from.
type Candidate struct {
	Meter    extract.Meter
	Features Features
	merit    float64
}

// Refused tells that the candidate is too doubtful to be called a reading.
func (c Candidate) Refused() bool { return c.Meter.Confidence < rejectBelow }

// NotFound is the error for a picture without a readable counter.
func NotFound() *extract.Error {
	return extract.Errorf(extract.KindNotFound, "no counter was found; show the whole dial, sharp and without glare on the digits")
}

// Best decides between the rows, usually the two directions of one counter and perhaps of a second find. Between directions
// the merit of the whole row decides, between places, which may have other numbers of digits, the calibrated confidence.
// Whether the best of them is a reading at all, Refused tells; ok is false where no row has the length of a counter.
func (d *Decoder) Best(rows []Row) (best Candidate, ok bool) {
	for _, place := range places(rows) {
		if c, found := d.direction(place); found && (!ok || c.Meter.Confidence > best.Meter.Confidence) {
			best, ok = c, true
		}
	}
	return best, ok
}

// direction decides between rows of one place.
func (d *Decoder) direction(rows []Row) (best Candidate, ok bool) {
	best.merit = math.Inf(-1)
	second := math.Inf(-1)
	for _, r := range rows {
		top := Candidate{merit: math.Inf(-1)}
		for _, r := range cuts(trim(r)) {
			if c := d.candidate(r); c.merit > top.merit {
				top = c
			}
		}
		top.merit += zeros(top.Meter.Value)
		if top.merit > best.merit {
			best, second = top, best.merit
		} else {
			second = math.Max(second, top.merit)
		}
	}
	if math.IsInf(best.merit, -1) {
		return Candidate{}, false
	}
	best.Features.Lead = math.Min(best.merit-second, 20)
	best.Meter.Confidence = best.Features.Confidence()
	return best, true
}

// places groups the rows that share a place in the picture: the two directions of one find.
func places(rows []Row) (groups [][]Row) {
	for _, r := range rows {
		if len(r.Cells) == 0 {
			continue
		}
		at := slices.IndexFunc(groups, func(g []Row) bool { return together(g[0], r) })
		if at < 0 {
			groups = append(groups, []Row{r})
		} else {
			groups[at] = append(groups[at], r)
		}
	}
	return groups
}

// together tells whether the rows' middles lie within half a row of each other.
func together(a, b Row) bool {
	first, last := a.Cells[0].Quad.Center(), a.Cells[len(a.Cells)-1].Quad.Center()
	return middle(a).Dist(middle(b)) <= first.Dist(last)/2
}

func middle(r Row) geom.Point {
	a, b := r.Cells[0].Quad.Center(), r.Cells[len(r.Cells)-1].Quad.Center()
	return geom.Point{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2}
}

func (d *Decoder) candidate(r Row) Candidate {
	read := d.carry.readRow(r.Cells)
	f := featuresOf(r, read)
	m := extract.Meter{Positions: read.positions, Angle: angleOf(r)}
	var text strings.Builder
	whole := integerDigits(r.Cells)
	for i, digit := range read.digits {
		if i == whole && whole > 0 {
			text.WriteByte('.')
		}
		text.WriteByte(byte('0' + digit))
		m.Digits = append(m.Digits, r.Cells[i].Quad)
	}
	m.Value = text.String()
	if whole < len(r.Cells) {
		m.IntegerDigits = whole
	}
	// Every cell that reads better than a smudge speaks for the row, so a long clear row beats a short one; the looks of
	// the row count once.
	merit := float64(len(r.Cells))*(read.evidence-smudge-absentCost(r)) + uprightWeight*clamp(r.Upright, 6) + 3*r.Score +
		tail(r.Cells) + belonging(r.Cells)
	return Candidate{Meter: m, Features: f, merit: merit}
}

// zeros speaks for the direction in which a counter begins with a zero rather than ends with one: most have years to go
// before they fill. It says nothing about where the row ends.
func zeros(value string) (v float64) {
	if strings.HasPrefix(value, "0") {
		v += zeroWeight
	}
	if strings.HasSuffix(value, "0") {
		v -= zeroWeight
	}
	return v
}

// zeroWeight is less than the odds of real counters would give, for many a picture is of a counter that reads otherwise.
const zeroWeight = 0.6

// smudge is the evidence that a cell without any shape gives: the ring's entropy is log(100), less what the floor and the
// carry leave of it.
const smudge = -2.1

// Weights of what speaks for a direction beside the digits themselves.
const (
	uprightWeight = 0.7
	tailWeight    = 0.35
)

// cuts gives the row and, where an end looks only half like a place of the counter, the row without that end: emblems
// and units beside the window read like a 0 or an 8.
func cuts(r Row) []Row {
	var out []Row
	n := len(r.Cells)
	for from := range 2 {
		for to := n - 1; to <= n; to++ {
			if from == 1 && r.Cells[0].Found >= doubtfulEnd || to == n-1 && r.Cells[n-1].Found >= doubtfulEnd {
				continue
			}
			if k := to - from; k >= minCells && k <= maxCells {
				cut := r
				cut.Cells = r.Cells[from:to]
				out = append(out, cut)
			}
		}
	}
	return out
}

// doubtfulEnd is the probability to be a place of the counter from which an end stays.
const doubtfulEnd = 0.5

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

// absentCost is what the cells that look like no digit at all cost, a cell.
func absentCost(r Row) float64 {
	var cost float64
	for _, c := range r.Cells {
		cost -= math.Log(math.Max(1-c.NotDigit, 1e-3))
	}
	return cost / float64(len(r.Cells))
}

// trim drops cells at both ends that are no digits: a unit, an emblem, a screw beside the window.
func trim(r Row) Row {
	absent := func(c Cell) bool { return c.NotDigit > 0.8 || c.NotDigit > 0.5 && c.Found < 0.6 }
	for len(r.Cells) > 1 && absent(r.Cells[0]) {
		r.Cells = r.Cells[1:]
	}
	for len(r.Cells) > 1 && absent(r.Cells[len(r.Cells)-1]) {
		r.Cells = r.Cells[:len(r.Cells)-1]
	}
	return r
}

// tail speaks for the direction in which the decimals stand at the end: their looks at the right end less those at the
// left.
func tail(cells []Cell) float64 {
	n := len(cells)
	var v float64
	for i := range n / 2 {
		v += clamp(cells[n-1-i].Decimal, 3) - clamp(cells[i].Decimal, 3)
	}
	return clamp(tailWeight*v, 4)
}

func angleOf(r Row) float64 {
	first, last := r.Cells[0].Quad.Center(), r.Cells[len(r.Cells)-1].Quad.Center()
	return math.Atan2(last.Y-first.Y, last.X-first.X) * 180 / math.Pi
}

func clamp(x, limit float64) float64 { return math.Max(-limit, math.Min(limit, x)) }
