package find

import (
	"math"
	"slices"
)

// sureFeatures is how many features the confidence is made of, extra ones left out.
const sureFeatures = 34

// confidence is the calibrated probability that a chosen run is the field's value and was read right.
func (p *page) confidence(m *Model, f int, chosen []*run) float64 {
	return m.told.At(p.believed(m, f, chosen))
}

// believed is the raw confidence that the curves make a probability of.
func (p *page) believed(m *Model, f int, chosen []*run) float64 {
	if len(m.sure) == 0 {
		r := chosen[f]
		return sigmoid(r.score/float64(len(r.units))) * p.found(f, r).Reading
	}
	return sigmoid(m.sure.Sum(p.doubts(f, m.identity(p.kind.Fields[f].Name), chosen)))
}

// doubts returns what speaks for and against a chosen run.
func (p *page) doubts(f, identity int, chosen []*run) []float32 {
	r := chosen[f]
	mates, near, others := p.company(f, chosen)
	out := slices.Clone(p.still(f, identity, r))
	out[companyAt], out[companyAt+1], out[companyAt+2] = float32(mates), float32(near), float32(others)
	if p.judged {
		for _, x := range p.context(f, chosen) {
			out = append(out, float32(x))
		}
	}
	if p.tags != nil {
		for _, x := range p.heeded(f, r) {
			out = append(out, float32(x))
		}
	}
	return out
}

// companyAt is where the features of a run stand that the other fields of its assignment decide.
const companyAt = 18

// still returns what speaks for and against a run whatever else is chosen.
func (p *page) still(f, identity int, r *run) []float32 {
	if r.still != nil {
		return r.still
	}
	lowest, reading, mean, early := math.Inf(1), 1.0, 0.0, 0.0
	var class [classes]float64
	long, figures := 0, 0
	for _, i := range r.units {
		lowest = min(lowest, p.odds[i][f])
		early += p.earlier[i][f] / float64(len(r.units))
		l := &p.lines[p.units[i].line]
		reading, mean = min(reading, l.conf), mean+l.conf/float64(len(r.units))
		for c := range class {
			class[c] += p.units[i].class[c] / float64(len(r.units))
		}
		long, figures = long+p.units[i].letters, figures+p.units[i].digits
	}
	rival, claims := p.rival(f, r), p.claims(f, r)
	u, w := &p.units[r.units[0]], &p.units[r.units[len(r.units)-1]]
	before, after := p.atLine(p.lines[u.line].above, f), p.atLine(p.lines[w.line].below, f)
	v := []float64{float64(identity), float64(p.kind.Fields[f].Type), r.score, r.score / float64(len(r.units)), lowest, early, rival, r.score - rival,
		claims[1], claims[2], claims[3], before, after, reading, mean, float64(len(r.units)), float64(long), float64(figures), 0, 0, 0,
		float64(len(p.units)), p.lines[u.line].height / p.size, flag(p.units[r.units[0]].behind >= 0), p.units[r.units[0]].fit[p.kind.Fields[f].Type]}
	v = append(v, class[:]...)
	for _, c := range []int{evOwn, evParty, evOther} {
		v = append(v, p.nearest(r.units[0], f, c))
	}
	out := make([]float32, len(v))
	for i := range v {
		out[i] = float32(v[i])
	}
	sure, cut := 1.0, 0.0
	for _, i := range r.units {
		sure, cut = min(sure, p.units[i].sure), max(cut, p.units[i].cut)
	}
	r.still = append(out, float32(sure), float32(cut))
	return r.still
}

// claims returns the best log-odds that a line of a run is another field, by kin.
func (p *page) claims(f int, r *run) [4]float64 {
	out := [4]float64{least, least, least, least}
	for g := range p.kind.Fields {
		for _, i := range r.units {
			if o := p.odds[i][g]; g != f && !math.IsNaN(o) {
				k := p.kin(f, g)
				out[k] = max(out[k], o)
			}
		}
	}
	return out
}

// rival is the score of the field's best run elsewhere.
func (p *page) rival(f int, r *run) float64 {
	best := float64(least)
	for _, c := range p.candidates(f) {
		if !p.touches(&c, r) {
			best = max(best, c.score)
		}
	}
	return best
}

func (p *page) touches(a, b *run) bool {
	for _, i := range a.units {
		for _, j := range b.units {
			if p.units[i].line == p.units[j].line {
				return true
			}
		}
	}
	return false
}

// atLine is the best log-odds of a field in a line.
func (p *page) atLine(l, f int) float64 {
	best := float64(least)
	if l >= 0 {
		for _, i := range p.lines[l].units {
			if o := p.odds[i][f]; !math.IsNaN(o) {
				best = max(best, o)
			}
		}
	}
	return best
}

// company counts the fields of the party that were found, those of them in the same block, and those of other parties.
func (p *page) company(f int, chosen []*run) (mates, near, others float64) {
	at := p.lines[p.units[chosen[f].units[0]].line].block
	for g, r := range chosen {
		if r == nil || g == f {
			continue
		}
		switch p.kin(f, g) {
		case 1:
			mates++
			near += flag(p.lines[p.units[r.units[0]].line].block == at)
		case 2:
			others++
		}
	}
	return mates, near, others
}

// nearest is the cost of the nearest caption of a class.
func (p *page) nearest(i, f, class int) float64 {
	best := float64(missing)
	for k := range p.hits {
		if c, party := p.evidence(&p.hits[k], f); c == class || class == evParty && party {
			best = min(best, p.links[i*len(p.hits)+k].cost)
		}
	}
	return best
}
