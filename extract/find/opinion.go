package find

import (
	"strings"
)

// Said is what a kind's own rules take for a field, where it has rules: one opinion among the evidence, which the scores learn
// how far to trust.
type Said struct {
	Field string
	Lines []int    // of the layout
	Texts []string // of each line, what belongs to the value
	Score float64  // how sure the rules are, in measures of their own
}

// opinions is how many features of each forest an opinion makes, behind all others, for kinds that have one.
var opinions = [4]int{5, 5, 4, 0}

// hear asks the kind's rules and keeps what they say by field.
func (p *page) hear(model *Model) {
	if p.kind.Opinion == nil || !model.hears {
		return
	}
	p.said = make([]*Said, len(p.kind.Fields))
	for _, s := range p.kind.Opinion(p.layout) {
		for f := range p.kind.Fields {
			if p.kind.Fields[f].Name == s.Field {
				p.said[f] = &s
			}
		}
	}
}

// claim is how much of a unit and of what the rules take for a field in its line are the same text: 0 none to 1 all.
func (p *page) claim(u *unit, f int) float64 {
	s := p.said[f]
	if s == nil {
		return 0
	}
	for k, line := range s.Lines {
		if line != u.line {
			continue
		}
		a, b := Bare(u.text), Bare(s.Texts[k])
		if strings.Contains(a, b) || strings.Contains(b, a) {
			return float64(min(len(a), len(b))) / float64(max(len(a), len(b), 1))
		}
	}
	return 0
}

// heard returns the features of a unit for a field that the opinion makes: that it is the field, another one of its party, one
// of another party; that the rules found the field at all, and how sure they are.
func (p *page) heard(i, f int) []float32 {
	if p.said == nil {
		return nil
	}
	var by [4]float64
	found, score := 0.0, 0.0
	for g, s := range p.said {
		k := p.kin(f, g)
		by[k] = max(by[k], p.claim(&p.units[i], g))
		if s != nil && k < 2 {
			score = s.Score
		}
		if s != nil && k == 0 {
			found = 1
		}
	}
	return []float32{float32(by[0]), float32(by[1]), float32(by[2]), float32(found), float32(score)}
}

// agreed returns what the opinion says of a chosen run: that it says the same text, which share of the run's lines it takes for
// the field and for another one, and how sure it is.
func (p *page) agreed(f int, r *run) []float32 {
	if p.said == nil {
		return nil
	}
	same, mine, other, score := -1.0, 0.0, 0.0, 0.0
	if s := p.said[f]; s != nil {
		score = s.Score
		same = flag(Bare(strings.Join(s.Texts, "")) == Bare(p.found(f, r).Value))
	}
	for _, i := range r.units {
		for g := range p.said {
			if c := p.claim(&p.units[i], g) / float64(len(r.units)); g == f {
				mine += c
			} else {
				other += c
			}
		}
	}
	return []float32{float32(same), float32(mine), float32(other), float32(score)}
}
