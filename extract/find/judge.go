package find

import (
	"math"
	"slices"
	"sort"
	"strconv"
)

// How far a search goes.
const (
	judged       = 64   // of the assignments with the best scores
	exchanged    = 16   // ... those whose two parties are tried the other way round
	mostVariants = 24   // runs tried in place of each field's
	searches     = 3    // rounds of that at most
	worth        = 0.04 // least probability that a field is worth giving for
)

// search returns the assignment that the confidence says most for, among those given and those beside the best, and by which it was
// reached.
func (f *Finder) search(p *page, states []partial) (best []*run, way [][]*run) {
	seen := map[string]bool{}
	most := math.Inf(-1)
	try := func(c []*run) bool {
		key := named(c)
		if seen[key] {
			return false
		}
		seen[key] = true
		if v := f.value(p, c); v > most {
			best, most = c, v
			way = append(way, c)
			return true
		}
		return false
	}
	for _, s := range p.exchange(states[:min(len(states), judged)]) {
		try(s.chosen)
	}
	for range searches {
		from, better := best, false
		for k := range p.kind.Fields {
			for _, c := range p.variants(from, k) {
				better = try(c) || better
			}
		}
		if !better {
			break
		}
	}
	return best, way
}

// value is what an assignment promises.
func (f *Finder) value(p *page, c []*run) (sum float64) {
	for k, r := range c {
		if r != nil {
			sum += sigmoid(f.model.sure.Sum(p.doubts(k, f.model.identity(p.kind.Fields[k].Name), c))+p.learned(r)) - worth
		}
	}
	return sum
}

// named tells assignments apart.
func named(c []*run) string {
	var b []byte
	for _, r := range c {
		b = append(b, '/')
		if r != nil {
			for _, u := range r.units {
				b = strconv.AppendInt(append(b, ' '), int64(u), 10)
			}
		}
	}
	return string(b)
}

// variants returns an assignment with other runs for one field; another field of which one takes a part goes on with the best run that
// is left to it.
func (p *page) variants(from []*run, k int) (out [][]*run) {
	all := p.candidates(k)
	for i := range all[:min(len(all), mostVariants)] {
		r := &all[i]
		c := slices.Clone(from)
		c[k] = r
		for g, o := range c {
			if g == k || o == nil || !p.clash(o, r) {
				continue
			}
			c[g] = nil
			others := p.candidates(g)
			for j := range others {
				if p.fits(partial{chosen: c}, &others[j]) {
					c[g] = &others[j]
					break
				}
			}
		}
		out = append(out, c)
	}
	if from[k] != nil {
		c := slices.Clone(from)
		c[k] = nil
		out = append(out, c)
	}
	return out
}

// exchange adds to the first assignments what they are with the two parties' values exchanged.
func (p *page) exchange(states []partial) []partial {
	out := slices.Clone(states)
	for _, s := range states[:min(len(states), exchanged)] {
		other := partial{chosen: make([]*run, len(s.chosen)), score: s.score}
		for f, r := range s.chosen {
			if r == nil {
				continue
			}
			for g := range s.chosen {
				if p.alike(f, g) {
					moved := run{field: g, units: r.units, worded: r.worded}
					moved.score = p.sum(&moved)
					other.chosen[g] = &moved
					other.score += moved.score - r.score
				}
			}
		}
		out = append(out, other)
	}
	return out
}

// sum is a run's log-odds.
func (p *page) sum(r *run) (sum float64) {
	for _, i := range r.units {
		if o := p.shared[i][r.field]; !math.IsNaN(o) {
			sum += o
		} else {
			sum += least
		}
	}
	return sum
}

// alternatives returns some of the assignments that a page admits, to learn from: the best ones, exchanged ones and those that are most
// nearly right.
func (f *Finder) alternatives(p *page, right func(k int, r *run) bool) [][]*run {
	states := p.exchange(f.assignments(p))
	count := make([]int, len(states))
	order := make([]int, len(states))
	for i, s := range states {
		order[i] = i
		for k, r := range s.chosen {
			if r != nil && right(k, r) {
				count[i]++
			}
		}
	}
	sort.SliceStable(order, func(a, b int) bool { return count[order[a]] > count[order[b]] })
	take := map[int]bool{}
	var out [][]*run
	add := func(i int) {
		if i < len(states) && !take[i] {
			take[i] = true
			out = append(out, states[i].chosen)
		}
	}
	for i := range 6 {
		add(i)
	}
	for _, i := range order[:min(3, len(order))] {
		add(i)
	}
	for i := 8; i < len(states); i += 9 {
		add(i)
	}
	return append(out, p.sample(states[order[0]].chosen, 0, 5)...)
}

// sample returns every so manieth variant of an assignment, from one on.
func (p *page) sample(c []*run, from, every int) (out [][]*run) {
	for k := range p.kind.Fields {
		for i, v := range p.variants(c, k) {
			if i%every == from {
				out = append(out, v)
			}
		}
	}
	return out
}

// tried returns what a search ends with and some of what it passes over, to learn from.
func (f *Finder) tried(p *page) [][]*run {
	best, way := f.search(p, f.assignments(p))
	out := [][]*run{best}
	for i := len(way) - 2; i >= max(0, len(way)-8); i-- {
		out = append(out, way[i])
	}
	return append(out, p.sample(best, 1, 6)...)
}
