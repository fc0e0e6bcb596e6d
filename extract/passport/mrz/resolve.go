package mrz

import (
	"fmt"
	"math"
)

// Candidate is one guess for a character cell with its probability.
type Candidate struct {
	Char byte
	P    float64
}

// Cell holds the ranked guesses for one character, best first. Probabilities need not sum to one.
type Cell []Candidate

// Reading is a resolved zone.
type Reading struct {
	Format Format
	Lines  []string
	// Confidence holds for every character the probability that it is right, given all cells, the grammar of the format
	// and its check digits. A repaired character is capped at RepairedCap, one in a field whose check fails at FailedCap.
	Confidence [][]float64
	Repaired   []Position // characters that are not the recogniser's first choice
	Checks     []Check
	LogP       float64 // log probability of the cells under the layout: compares layouts and orientations
}

// Position is a character of a zone, both counted from 0.
type Position struct{ Line, Column int }

// Limits of confidence after arbitration.
const (
	RepairedCap = 0.85 // the picture said something else
	FailedCap   = 0.6  // a check digit contradicts the field
)

// How probable it is that an issued zone breaks its own rules. Specimens do, with wrong composites above all.
const (
	wrongCheck     = 2e-3
	wrongComposite = 1e-2
	otherClass     = 1e-4 // a letter where digits belong, and the like
	floorP         = 1e-6 // any character may be any other
)

// Resolve finds the most probable zone of layout f for the given cells: exact inference over a chain whose state is the
// running sums of the field's and of the composite check digit. It returns ErrFormat if the cells do not have f's shape.
func Resolve(f Format, cells [][]Cell) (Reading, error) {
	if f.Lines() == 0 || len(cells) != f.Lines() {
		return Reading{}, fmt.Errorf("%w: %s does not have %d lines", ErrFormat, f, len(cells))
	}
	for i := range cells {
		if len(cells[i]) != f.Width() {
			return Reading{}, fmt.Errorf("%w: line %d has %d cells, %s wants %d", ErrFormat, i+1, len(cells[i]), f, f.Width())
		}
	}
	t := newTrellis(f, cells)
	best, logP := t.best()
	agreeCodes(f, cells, best)
	r := Reading{Format: f, LogP: logP}
	post := t.posterior(best)
	for i := range f.Lines() {
		from, to := i*f.Width(), (i+1)*f.Width()
		r.Lines = append(r.Lines, string(best[from:to]))
		r.Confidence = append(r.Confidence, post[from:to])
	}
	r.Checks, _ = Validate(r.Lines)
	r.lower(cells)
	return r, nil
}

// sameState is how many times likelier it is that a holder is of the issuing state than of one certain other.
const sameState = 60

// agreeCodes makes issuer and nationality, which no check digit covers, the same code where the cells allow it nearly as
// well as two codes. What it changes counts as repaired.
func agreeCodes(f Format, cells [][]Cell, chosen []byte) {
	a, _ := f.SpanOf(Issuer)
	b, _ := f.SpanOf(Nationality)
	at, to := a.Line*f.Width()+a.From, b.Line*f.Width()+b.From
	gain, code := 1.0, [3]byte{}
	for k := range code {
		x, y := cells[a.Line][a.From+k], cells[b.Line][b.From+k]
		apart := chance(x, chosen[at+k]) * chance(y, chosen[to+k])
		best := 0.0
		for _, c := range append(append(Cell{}, x...), y...) {
			if p := chance(x, c.Char) * chance(y, c.Char); p > best && letters.allows(c.Char) {
				best, code[k] = p, c.Char
			}
		}
		if best == 0 {
			return
		}
		gain *= best / apart
	}
	if gain*sameState < 1 || code[0] == Filler {
		return
	}
	copy(chosen[at:at+3], code[:])
	copy(chosen[to:to+3], code[:])
}

// chance returns the probability of a character in a cell.
func chance(c Cell, char byte) float64 {
	for _, x := range c {
		if x.Char == char {
			return math.Max(x.P, floorP)
		}
	}
	return floorP
}

// lower applies the caps for repaired characters and failed checks.
func (r *Reading) lower(cells [][]Cell) {
	for i, line := range r.Lines {
		for j := range line {
			if c := cells[i][j]; len(c) == 0 || c[0].Char != line[j] {
				r.Repaired = append(r.Repaired, Position{i, j})
				r.Confidence[i][j] = math.Min(r.Confidence[i][j], RepairedCap)
				r.doubt(Position{i, j})
			}
		}
	}
	for _, c := range r.Checks {
		if c.OK {
			continue
		}
		if c.Element == Composite {
			r.cap(Span{Line: compositeLine, From: r.Format.Width() - 1, To: r.Format.Width(), Check: -1}, FailedCap)
			continue
		}
		s, _ := r.Format.SpanOf(c.Element)
		r.cap(s, FailedCap)
	}
}

// doubt caps the element that the repaired character or check digit p belongs to, as a whole: whether the picture was
// wrong there or in another character of the same sum, the check digit cannot tell.
func (r *Reading) doubt(p Position) {
	for _, s := range r.Format.Spans() {
		if s.Line != p.Line || s.Check < 0 || p.Column != s.Check && (p.Column < s.From || p.Column >= s.To) {
			continue
		}
		// What stretch makes of n characters with this confidence is RepairedCap.
		each := math.Pow(RepairedCap, 2/float64(s.To-s.From+1))
		for j := s.From; j < s.To; j++ {
			r.Confidence[s.Line][j] = math.Min(r.Confidence[s.Line][j], each)
		}
	}
}

// compositeLine is the line, from 0, in which every layout that has a composite check digit keeps it.
const compositeLine = 1

// cap limits the confidence of a span and of its check digit.
func (r *Reading) cap(s Span, limit float64) {
	row := r.Confidence[s.Line]
	for j := s.From; j < s.To; j++ {
		row[j] = math.Min(row[j], limit)
	}
	if s.Check >= 0 {
		row[s.Check] = math.Min(row[s.Check], limit)
	}
}

// Of returns the confidence of a whole element: that all its characters are right at once.
func (r Reading) Of(e Element) float64 {
	s, ok := r.Format.SpanOf(e)
	if !ok {
		return 0
	}
	return r.stretch(s.Line, s.From, s.To)
}

// Line returns the confidence of a whole line, counted from 0.
func (r Reading) Line(i int) float64 { return r.stretch(i, 0, len(r.Lines[i])) }

// stretch combines the confidences of neighbouring characters. A check digit ties them together, so that the doubt about
// one of them is the doubt about all: where doubts are shared the product would count them twice, yet the weakest alone
// would be too kind. The geometric middle of both is used.
func (r Reading) stretch(line, from, to int) float64 {
	product, least := 1.0, 1.0
	for _, c := range r.Confidence[line][from:to] {
		product *= c
		least = math.Min(least, c)
	}
	return math.Sqrt(product * least)
}

// Failed reports whether the check digit of e contradicts it; false also if e has none.
func (r Reading) Failed(e Element) bool {
	for _, c := range r.Checks {
		if c.Element == e {
			return !c.OK
		}
	}
	return false
}

// Passed reports whether e has a check digit that agrees.
func (r Reading) Passed(e Element) bool {
	for _, c := range r.Checks {
		if c.Element == e {
			return c.OK
		}
	}
	return false
}
