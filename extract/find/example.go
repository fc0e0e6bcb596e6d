package find

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/agnivade/levenshtein"
	"golang.org/x/text/unicode/norm"

	"lensd/extract"
	"lensd/extract/money"
	"lensd/extract/thai"
	"lensd/vision/geom"
)

// Truth is what a generated page says of one field: its value and where its lines stand.
type Truth struct {
	Field string
	Value string
	Quads []geom.Quad
}

// Example is one row of a training: the features that a forest sees and what it should say. Field counts in the kind's
// declaration; Found is what was chosen, in stage 2 only.
type Example struct {
	Field    int
	Among    int // which of the page's assignments it is of, where several are learned from
	Features []float32
	Right    bool
	Found    Found
}

// Examples returns the training rows of a page for a stage: 0 and 1 score pairs of unit and field, 2 is the confidence of
// what was chosen (4: of what was tried as well), 3 is whether the page is of the kind: it is if its truth names one of the kind's fields. The finder's model holds the stages before.
func (f *Finder) Examples(l *extract.Layout, truth []Truth, stage int) []Example {
	p := f.page(l)
	switch stage {
	case 0:
		p.first(&Model{fields: f.model.fields, words: f.model.words})
	case 1:
		p.first(f.model)
	case 2, 4:
		f.score(p)
		return f.judged(p, truth, stage == 4)
	case 3:
		f.score(p)
		return f.kindred(p, truth)
	}
	var out []Example
	var s *survey
	if stage == 1 {
		p.earlier = p.odds
		s = p.survey()
	}
	for k := range p.kind.Fields {
		id := f.model.identity(p.kind.Fields[k].Name)
		right := p.covered(p.kind.Fields[k].Name, truth)
		for i := range p.units {
			switch {
			case math.IsNaN(p.odds[i][k]) || right[i] == 0:
			case stage == 0:
				out = append(out, Example{Field: k, Features: append(p.features(i, k, id), p.extra(i, k)...), Right: right[i] > 0})
			case p.odds[i][k] > unlikely:
				out = append(out, Example{Field: k, Features: append(p.again(i, k, id, s), p.extra(i, k)...), Right: right[i] > 0})
			}
		}
	}
	return out
}

// covered tells which units are lines of a field's true value: 1 right, -1 wrong, 0 nearly right and not to be learned from.
func (p *page) covered(field string, truth []Truth) []int {
	out := make([]int, len(p.units))
	for i := range out {
		out[i] = -1
	}
	fit := make([]float64, len(p.units)) // how well a unit fits by place and by text
	off := make([]int, len(p.units))     // letters that are wrong
	best := map[int]int{}                // of each line, the unit that fits best, from 1
	for _, t := range truth {
		if t.Field != field {
			continue
		}
		value := Bare(t.Value)
		for i := range p.units {
			u := &p.units[i]
			s := p.overlap(u, t.Quads)
			if s < 0.55 {
				continue
			}
			text := Bare(u.text)
			n := within(text, value)
			wrong := float64(n) / float64(max(1, len([]rune(text))))
			if wrong < 0.45 && s-wrong > fit[i] {
				fit[i], off[i] = s-wrong, n
				if b := best[u.line]; b == 0 || fit[i] > fit[b-1] {
					best[u.line] = i + 1
				}
			}
		}
	}
	for i, s := range fit {
		switch b := best[p.units[i].line] - 1; {
		case s > 0 && s >= fit[b]:
			out[i] = 1
		case s > 0 && s > fit[b]-0.06 && off[i] <= off[b]+1: // a caption before an address is short beside it, and wrong
			out[i] = 0
		}
	}
	return out
}

// within is the edit distance of a text to the part of a longer one that it is nearest to.
func within(text, whole string) int {
	a, b := []rune(text), []rune(whole)
	row := make([]int, len(b)+1)
	for i, r := range a {
		last := row[0]
		row[0] = i + 1
		for j, q := range b {
			cost := 1
			if r == q {
				cost = 0
			}
			v := min(last+cost, row[j+1]+1, row[j]+1)
			last, row[j+1] = row[j+1], v
		}
	}
	return slices.Min(row)
}

// overlap is how well a unit covers the quads in its line: common length over joint length.
func (p *page) overlap(u *unit, quads []geom.Quad) float64 {
	turn := p.lines[u.line].turn
	x0, x1 := math.Inf(1), math.Inf(-1)
	for _, q := range quads {
		b := turned(q, turn, p.layout)
		if min(b.Y1, u.box.Y1)-max(b.Y0, u.box.Y0) > 0.5*min(b.H(), u.box.H()) && b.X1 > p.lines[u.line].box[turn].X0 && b.X0 < p.lines[u.line].box[turn].X1 {
			x0, x1 = min(x0, b.X0), max(x1, b.X1)
		}
	}
	if x1 <= x0 {
		return 0
	}
	l := p.lines[u.line].box[turn]
	x0, x1 = max(x0, l.X0), min(x1, l.X1)
	return (min(x1, u.box.X1) - max(x0, u.box.X0)) / max(1, max(x1, u.box.X1)-min(x0, u.box.X0))
}

// judged returns what the finder chooses, or what it tries on the way there, with what its confidence is made of, and whether it was right.
func (f *Finder) judged(p *page, truth []Truth, way bool) []Example {
	right := func(k int, r *run) bool {
		value := p.found(k, r).Value
		return slices.ContainsFunc(truth, func(t Truth) bool {
			return t.Field == p.kind.Fields[k].Name && Same(p.kind.Fields[k].Type, t.Value, value)
		})
	}
	var all [][]*run
	switch {
	case way:
		all = f.tried(p)
	case p.judged && len(f.model.sure) == 0:
		all = f.alternatives(p, right)
	default:
		all = [][]*run{f.assign(p)}
	}
	var out []Example
	for n, chosen := range all {
		for k, r := range chosen {
			if r == nil {
				continue
			}
			found := p.found(k, r)
			found.Confidence = p.confidence(f.model, k, chosen)
			out = append(out, Example{Field: k, Among: n, Features: p.doubts(k, f.model.identity(found.Field), chosen), Right: right(k, r), Found: found})
		}
	}
	return out
}

// kindred returns the row that tells pages of the kind from others.
func (f *Finder) kindred(p *page, truth []Truth) []Example {
	e := Example{Field: -1, Features: f.traits(p, f.assign(p))}
	for _, t := range truth {
		for _, field := range p.kind.Fields {
			e.Right = e.Right || t.Field == field.Name
		}
	}
	return []Example{e}
}

// Same says that a value is the true one as scoring counts it: blanks, case and accents are no difference; of phones and
// identity numbers only the figures count, of money the sum; of an address one letter in 25 may be wrong.
func Same(t Type, want, got string) bool {
	a, b := Bare(want), Bare(got)
	switch t {
	case Phone, TaxID:
		return figures(a) == figures(b)
	case Amount:
		x, ok := money.Parse(want, money.Unknown)
		y, ok2 := money.Parse(got, money.Unknown)
		return a == b || ok && ok2 && x.Satang() == y.Satang()
	case Address:
		return levenshtein.ComputeDistance(a, b)*25 <= len([]rune(a))
	}
	return a == b
}

// Bare is a text as values are compared: no blanks, accents or marks that print loses, capitals only.
func Bare(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r >= 0x300 && r <= 0x36f {
			return -1
		}
		return unicode.ToUpper(r)
	}, norm.NFD.String(thai.Fold(s)))
}

func figures(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == '*' || r == 'X' {
			return r
		}
		return -1
	}, thai.Digits(s))
}
