package find

import (
	"math"
	"slices"
	"sort"
)

// run is a candidate value: units under each other, one a line.
type run struct {
	field  int
	units  []int
	score  float64   // summed log-odds
	still  []float32 // features that nothing else on the page changes
	worded []float64 // and those of what it says
}

// mostPieces is in how many pieces a row of print may have been read.
const mostPieces = 3

// candidates returns a field's runs, best first, at most as many as the assignment looks at.
func (p *page) candidates(f int) []run {
	if p.shared == nil {
		p.share()
	}
	if p.runs == nil {
		p.runs = make([][]run, len(p.kind.Fields))
	}
	if p.runs[f] == nil {
		p.runs[f] = p.compose(f)
	}
	return p.runs[f]
}

// compose makes a field's runs.
func (p *page) compose(f int) []run {
	most := max(1, p.kind.Fields[f].Lines)
	out := []run{}
	for i := range p.units {
		o := p.shared[i][f]
		if math.IsNaN(o) || o < -3.5 {
			continue
		}
		if p.judged && p.kind.Fields[f].Type == Name && careOf.MatchString(p.units[i].text) {
			continue
		}
		r := run{field: f, units: []int{i}, score: o}
		out = append(out, r)
		if p.judged {
			out = p.unroll(out, r, most)
			continue
		}
		for at, rows := i, 1; len(r.units) < mostPieces*most; {
			next, odds, below := p.next(at, f)
			if below {
				rows++
			}
			if next < 0 || odds < -2 || rows > most {
				break
			}
			at = next
			r = run{field: f, units: append(append([]int(nil), r.units...), next), score: r.score + odds}
			out = append(out, r)
		}
	}
	if p.tags != nil {
		if r := p.decoded(f); r != nil && !slices.ContainsFunc(out, func(o run) bool { return slices.Equal(o.units, r.units) }) {
			out = append(out, *r)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].score > out[j].score })
	many := fewRuns
	switch {
	case p.judged:
		many = mostRuns
	case p.kind.Parties:
		many = manyRuns
	}
	return out[:min(len(out), many)]
}

// next returns the unit that goes on with a field after a unit: the rest of its row where the line was cut, or the best of
// the line below.
func (p *page) next(i, f int) (best int, odds float64, below bool) {
	best, odds = -1, math.Inf(-1)
	from := p.units[i].line
	for _, j := range append(p.rightOf(from), p.lines[from].below) {
		if j < 0 || j == from {
			continue
		}
		for _, k := range p.lines[j].units {
			if o := p.shared[k][f]; !math.IsNaN(o) && o > odds {
				best, odds, below = k, o, j == p.lines[from].below
			}
		}
		if odds > 0 {
			break
		}
	}
	return best, odds, below
}

// rightOf returns the next line in the row of line i, if it is near: a line that was read in two pieces.
func (p *page) rightOf(i int) []int {
	a := &p.lines[i]
	x := a.box[a.turn]
	best, gap := -1, 4*a.height
	for j := range p.lines {
		b := &p.lines[j]
		if j == i || b.turn != a.turn {
			continue
		}
		y := b.box[a.turn]
		if d := y.X0 - x.X1; d > -0.5*a.height && d < gap && math.Abs(y.Center().Y-x.Center().Y) < 0.5*a.height {
			best, gap = j, d
		}
	}
	if best < 0 {
		return nil
	}
	return []int{best}
}

// clash says that two runs use the same text.
func (p *page) clash(a, b *run) bool {
	if p.kind.Fields[a.field].Share || p.kind.Fields[b.field].Share {
		return false
	}
	for _, i := range a.units {
		for _, j := range b.units {
			u, w := &p.units[i], &p.units[j]
			if u.line == w.line && u.from < w.to && w.from < u.to {
				return true
			}
		}
	}
	return false
}

// beam is how many partial assignments are followed.
const beam = 48

// partial is an assignment of the first fields.
type partial struct {
	chosen []*run
	score  float64
}

// assign chooses at most one run a field, no text twice, with the highest sum of log-odds and of what the kind prefers.
// A field stays empty where every run is likelier wrong than right by more than the kind's lean.
func (f *Finder) assign(p *page) []*run {
	states := f.assignments(p)
	if p.judged {
		best, _ := f.search(p, states)
		return best
	}
	return states[0].chosen
}

// assignments returns the best assignments, the best first.
func (f *Finder) assignments(p *page) []partial {
	n := len(p.kind.Fields)
	p.share()
	all := make([][]run, n)
	order := make([]int, n)
	for i := range all {
		all[i], order[i] = p.candidates(i), i
	}
	sort.SliceStable(order, func(i, j int) bool { return top(all[order[i]]) > top(all[order[j]]) })
	states := []partial{{make([]*run, n), 0}}
	for _, i := range order {
		next := append([]partial(nil), states...)
		for _, s := range states {
			for k := range all[i] {
				r := &all[i][k]
				if p.fits(s, r) {
					score := s.score + r.score + f.kind.Lean
					for _, o := range s.chosen {
						if o != nil {
							score += p.affinity(o, r)
						}
					}
					chosen := append([]*run(nil), s.chosen...)
					chosen[i] = r
					next = append(next, partial{chosen, score})
				}
			}
		}
		sort.SliceStable(next, func(a, b int) bool { return next[a].score > next[b].score })
		states = next[:min(len(next), beam)]
	}
	if f.kind.Prefer != nil {
		for i := range states {
			states[i].score += f.kind.Prefer(p.values(states[i].chosen))
		}
		sort.SliceStable(states, func(a, b int) bool { return states[a].score > states[b].score })
	}
	return states
}

func top(r []run) float64 {
	if len(r) == 0 {
		return math.Inf(-1)
	}
	return r[0].score
}

func (p *page) fits(s partial, r *run) bool {
	for _, o := range s.chosen {
		if o != nil && p.clash(o, r) {
			return false
		}
	}
	return true
}

// values turns runs into what the kind's function sees.
func (p *page) values(chosen []*run) []*Found {
	out := make([]*Found, len(chosen))
	for i, r := range chosen {
		if r != nil {
			v := p.found(i, r)
			out[i] = &v
		}
	}
	return out
}

// found makes the value of a run.
func (p *page) found(f int, r *run) Found {
	out := Found{Field: p.kind.Fields[f].Name, Score: r.score, Reading: 1}
	units := p.proper(f, r.units)
	for k, u := range units {
		if k > 0 {
			out.Value += " "
		}
		out.Value += u.text
		if l := p.lines[u.line].text; k+1 < len(units) && u.to < len(l) && l[u.to] == ',' {
			out.Value += "," // parts of an address over several lines keep their commas
		}
		out.Spans = append(out.Spans, Span{u.line, u.from, u.to, part(p.layout.Lines[u.line], u.from, u.to)})
		out.Reading = min(out.Reading, p.lines[u.line].conf)
	}
	return out
}
