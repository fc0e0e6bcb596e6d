package find

import "math"

// unlikely is the log-odds below which the second stage is not asked.
const unlikely = -6.5

// score gives every pair of unit and field its log-odds: by the tagger where the kind has one, else by the trees; where it has both, by the
// mean of both.
func (f *Finder) score(p *page) {
	if p.tags == nil || len(f.model.stages[1]) > 0 {
		p.first(f.model)
		p.second(f.model)
	}
	if p.tags != nil {
		trees := p.odds
		p.heed()
		p.meet(trees)
	}
}

// meet makes log-odds those halfway between the ones at hand and these others, nil: none.
func (p *page) meet(others [][]float64) {
	for i, row := range others {
		for f, o := range row {
			if !math.IsNaN(o) {
				p.odds[i][f] = (p.odds[i][f] + o) / 2
			}
		}
	}
}

// first scores every possible pair of unit and field on its own.
func (p *page) first(m *Model) {
	p.odds = make([][]float64, len(p.units))
	for i := range p.units {
		p.odds[i] = make([]float64, len(p.kind.Fields))
		for f := range p.kind.Fields {
			if !possible(p.kind.Fields[f].Type, &p.units[i]) {
				p.odds[i][f] = math.NaN()
				continue
			}
			if len(m.stages[0]) == 0 {
				continue
			}
			p.odds[i][f] = m.stages[0].Sum(append(p.features(i, f, m.identity(p.kind.Fields[f].Name)), p.extra(i, f)...))
		}
	}
}

// second scores the likely pairs again, knowing what the first stage said of the lines around.
func (p *page) second(m *Model) {
	p.earlier = p.odds
	p.odds = make([][]float64, len(p.units))
	for i := range p.units {
		p.odds[i] = append([]float64(nil), p.earlier[i]...)
	}
	if len(m.stages[1]) == 0 {
		return
	}
	s := p.survey()
	for i := range p.units {
		for f := range p.kind.Fields {
			if o := p.earlier[i][f]; !math.IsNaN(o) && o > unlikely {
				p.odds[i][f] = m.stages[1].Sum(append(p.again(i, f, m.identity(p.kind.Fields[f].Name), s), p.extra(i, f)...))
			}
		}
	}
}

// survey sums up the first stage by line and by block: the best log-odds of each field.
type survey struct {
	line, block [][]float64
	best        [][2]int // of each field the two best lines
}

func (p *page) survey() *survey {
	n := len(p.kind.Fields)
	s := &survey{line: floor(len(p.lines), n), block: floor(len(p.blocks), n), best: make([][2]int, n)}
	for i, u := range p.units {
		for f, o := range p.earlier[i] {
			if !math.IsNaN(o) {
				b := p.lines[u.line].block
				s.line[u.line][f] = max(s.line[u.line][f], o)
				s.block[b][f] = max(s.block[b][f], o)
			}
		}
	}
	for f := range s.best {
		s.best[f] = [2]int{-1, -1}
		for l := range s.line {
			switch o := s.line[l][f]; {
			case s.best[f][0] < 0 || o > s.line[s.best[f][0]][f]:
				s.best[f] = [2]int{l, s.best[f][0]}
			case s.best[f][1] < 0 || o > s.line[s.best[f][1]][f]:
				s.best[f][1] = l
			}
		}
	}
	return s
}

// least is the log-odds of what cannot be.
const least = -12

func floor(rows, columns int) [][]float64 {
	out := make([][]float64, rows)
	for i := range out {
		out[i] = make([]float64, columns)
		for j := range out[i] {
			out[i][j] = least
		}
	}
	return out
}

// kin says how field g relates to field f: 0 it is f, 1 of its party, 2 of another party, 3 of none.
func (p *page) kin(f, g int) int {
	a, b := p.kind.Fields[f].Party, p.kind.Fields[g].Party
	switch {
	case f == g:
		return 0
	case len(a) == 0 || len(b) == 0:
		return 3
	case a[0] == b[0]:
		return 1
	}
	return 2
}

// around returns the best log-odds of a row by kin: of f itself, of its party, of other parties, of the rest.
func (p *page) around(row []float64, f int) (out [4]float64) {
	out = [4]float64{least, least, least, least}
	for g, o := range row {
		k := p.kin(f, g)
		out[k] = max(out[k], o)
	}
	return out
}

// again returns the features of the second stage.
func (p *page) again(i, f, identity int, s *survey) []float32 {
	v := p.features(i, f, identity)
	add := func(xs ...float64) {
		for _, x := range xs {
			v = append(v, float32(x))
		}
	}
	u := &p.units[i]
	l := &p.lines[u.line]
	own := p.earlier[i][f]
	rivals := make([]float64, len(p.kind.Fields))
	for g, o := range p.earlier[i] {
		if rivals[g] = o; math.IsNaN(o) {
			rivals[g] = least
		}
	}
	r := p.around(rivals, f)
	add(own, r[1], r[2], r[3], own-s.line[u.line][f])
	here := p.around(s.line[u.line], f)
	add(here[1], here[2], here[3])
	in := p.around(s.block[l.block], f)
	add(in[:]...)
	for _, j := range []int{l.above, l.below} {
		if j < 0 {
			add(missing, missing, missing, missing)
			continue
		}
		o := p.around(s.line[j], f)
		add(o[:]...)
	}
	other := s.best[f][0]
	if other == u.line {
		other = s.best[f][1]
	}
	if other < 0 {
		add(least, 0, 0)
	} else {
		o := &p.lines[other]
		add(s.line[other][f], (o.box[l.turn].Center().Y-u.box.Center().Y)/p.size, flag(o.block == l.block))
	}
	return v
}

// sizes returns how many features each forest sees.
func sizes() [4]int {
	base := classes + 7 + 6 + 4 + 7 + 8 + 3 + 2*8
	first := base + 5 + 1 + 10*evidences
	return [4]int{first + extras[0], first + 5 + 3 + 4 + 8 + 3 + extras[1], sureFeatures + extras[2], belongsFeatures + extras[ofPages]}
}
