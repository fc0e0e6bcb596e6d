package find

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"lensd/extract"
)

// Lesson is a page that a person has looked at: what its fields say. A field that is not named was not looked at, one with an empty
// value is not on the page.
type Lesson struct {
	Page *extract.Layout
	Said map[string]string
}

// leastLessons is how many pages of a layout it takes.
const leastLessons = 3

// Learn returns what pages teach of the layouts that recur among them; layouts seen fewer than three times teach nothing.
func (f *Finder) Learn(lessons []Lesson) *Site {
	s := &Site{}
	for _, group := range alike(lessons) {
		if len(group) < leastLessons {
			continue
		}
		t := f.teach(group)
		t.Right = map[string]int{}
		for i := range group {
			// What the other pages teach is tried on this one: the share of these that come out right is how sure the layout is.
			rest := slices.Concat(group[:i], group[i+1:])
			for _, found := range f.With(&Site{Layouts: []*Taught{f.teach(rest)}}).Find(context.Background(), group[i].Page) {
				for k := range f.kind.Fields {
					if said := group[i].Said[found.Field]; f.kind.Fields[k].Name == found.Field && said != "" && Same(f.kind.Fields[k].Type, said, found.Value) {
						t.Right[found.Field]++
					}
				}
			}
		}
		s.Layouts = append(s.Layouts, t)
	}
	return s
}

// Pages of one layout have this share of the texts in common, of those that the one with fewer has.
const (
	shareInCommon = 0.25
	leastInCommon = 3
)

// alike groups pages by their texts: a page joins the group that it has most in common with.
func alike(lessons []Lesson) (groups [][]Lesson) {
	var texts [][]map[uint64]bool
	for _, l := range lessons {
		mine := marksOf(l.Page)
		best, most := -1, 0.0
		for g := range groups {
			sum := 0.0
			for _, other := range texts[g] {
				n := 0
				for h := range mine {
					if other[h] {
						n++
					}
				}
				if share := float64(n) / float64(max(1, min(len(mine), len(other)))); n >= leastInCommon && share >= shareInCommon {
					sum += share
				}
			}
			if mean := sum / float64(len(texts[g])); mean >= shareInCommon && mean > most {
				best, most = g, mean
			}
		}
		if best < 0 {
			groups, texts, best = append(groups, nil), append(texts, nil), len(groups)
		}
		groups[best], texts[best] = append(groups[best], l), append(texts[best], mine)
	}
	return groups
}

// recurring is the share of a layout's pages that a text of its own stands on.
const recurring = 0.6

// common returns what recurs on pages and is no part of what a person said they hold: whole lines, and beginnings of lines.
func common(group []Lesson) (marks, heads_ []uint64) {
	whole, begun := map[uint64]int{}, map[uint64]int{}
	for _, l := range group {
		var said []string
		for _, v := range l.Said {
			said = append(said, Bare(v))
		}
		own := func(text string) bool {
			return slices.ContainsFunc(said, func(v string) bool { return strings.Contains(v, Bare(text)) })
		}
		lines, starts := map[uint64]bool{}, map[uint64]bool{}
		for _, line := range l.Page.Lines {
			text := line.Text.Value
			if !own(text) {
				lines[hash(text)] = true
			}
			ends, hs := heads(text)
			for k, h := range hs {
				starts[h] = starts[h] || !own(string([]rune(text)[:ends[k]]))
			}
		}
		for h := range lines {
			whole[h]++
		}
		for h, ok := range starts {
			if ok {
				begun[h]++
			}
		}
	}
	often := func(counts map[uint64]int) (out []uint64) {
		for h, n := range counts {
			if h != 0 && n >= 2 && float64(n) >= recurring*float64(len(group)) {
				out = append(out, h)
			}
		}
		slices.Sort(out)
		return out
	}
	return often(whole), often(begun)
}

// row is a unit's place on a page of a layout.
type row struct {
	here []seen
	odds float64 // that the scores give it
	want float64 // 1 it holds the field, 0 it does not
}

// teach fits the weights of one layout.
func (f *Finder) teach(group []Lesson) *Taught {
	t := &Taught{Pages: len(group), Weights: map[string]map[string]float64{}}
	t.Marks, t.Heads = common(group)
	rows := make([][]row, len(f.kind.Fields))
	for _, l := range group {
		p := f.pageAt(l.Page, t)
		f.score(p)
		for k := range f.kind.Fields {
			rows[k] = append(rows[k], p.rowsOf(k, l.Said)...)
		}
	}
	for k, r := range rows {
		if len(r) > 0 {
			t.Weights[f.kind.Fields[k].Name] = fit(r)
		}
	}
	return t
}

// rowsOf returns what a page teaches of a field: where it stands, if a person said what it is and that was read. A like field of
// another party, which nobody spoke of, stays as it is but where the other one's value stands.
func (p *page) rowsOf(k int, said map[string]string) (out []row) {
	value, told := said[p.kind.Fields[k].Name]
	var right, others []int
	if told {
		if right = p.spoken(k, value); right == nil && value != "" {
			return nil
		}
	} else {
		for g := range p.kind.Fields {
			if p.alike(k, g) {
				others = append(others, p.spoken(g, said[p.kind.Fields[g].Name])...)
			}
		}
		if others == nil {
			return nil
		}
	}
	for i := range p.units {
		o := p.odds[i][k]
		if math.IsNaN(o) {
			continue
		}
		r := row{here: p.place(i), odds: clamp(o)}
		switch {
		case told:
			r.want = flag(slices.Contains(right, i))
		case !slices.Contains(others, i):
			r.want = sigmoid(r.odds)
		}
		out = append(out, r)
	}
	return out
}

// What counts as the text that a person said: at most a fourth of its letters otherwise, and most of it there.
const (
	mostOff    = 0.25
	leastThere = 0.6
)

// spoken returns the units that hold what a person said of a field, nil if it was not read.
func (p *page) spoken(f int, said string) []int {
	if said == "" {
		return nil
	}
	value := Bare(said)
	gain := map[int]float64{} // by block
	best := map[int][]int{}   // units by block, one of each line
	for b := range p.blocks {
		for _, j := range p.blocks[b].lines {
			if unit, most := p.spokenIn(j, f, said, value); unit >= 0 {
				best[b], gain[b] = append(best[b], unit), gain[b]+most
			}
		}
	}
	var order []int
	for b := range p.blocks {
		if gain[b] > 0 {
			order = append(order, b)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(gain[b], gain[a]) })
	var out []int
	there := 0.0
	for _, b := range order {
		if there >= 0.9*float64(len([]rune(value))) {
			break
		}
		out, there = append(out, best[b]...), there+gain[b]
	}
	if there < leastThere*float64(len([]rune(value))) {
		return nil
	}
	return out
}

// How weights are fitted: logistic regression on top of the scores' log-odds, drawn towards nothing.
const (
	rounds = 300
	pull   = 0.05
	pace   = 0.5
)

// fit returns the weights of what is seen at places, so that right ones come out likely. The order of rows and names is that of
// the pages, so that the same pages teach the same.
func fit(rows []row) map[string]float64 {
	index := map[string]int{}
	var names []string
	for _, r := range rows {
		for _, s := range r.here {
			if _, known := index[s.what]; !known {
				index[s.what] = len(names)
				names = append(names, s.what)
			}
		}
	}
	w, slope, past := make([]float64, len(names)), make([]float64, len(names)), make([]float64, len(names))
	for range rounds {
		for k := range slope {
			slope[k] = pull * w[k]
		}
		for _, r := range rows {
			z := r.odds
			for _, s := range r.here {
				z += w[index[s.what]] * s.much
			}
			off := sigmoid(z) - r.want
			for _, s := range r.here {
				slope[index[s.what]] += off * s.much
			}
		}
		for k := range w {
			past[k] += slope[k] * slope[k]
			w[k] -= pace * slope[k] / math.Sqrt(past[k]+1e-9)
		}
	}
	out := map[string]float64{}
	for k, name := range names {
		if v := math.Round(w[k]*1000) / 1000; v != 0 {
			out[name] = v
		}
	}
	return out
}

// spokenIn returns the unit of line j that says most of what was said, and how much; -1: none says anything of it.
func (p *page) spokenIn(j, f int, said, value string) (unit int, most float64) {
	unit = -1
	for _, i := range p.lines[j].units {
		text := Bare(p.units[i].text)
		n := len([]rune(text))
		if math.IsNaN(p.odds[i][f]) || n < 2 {
			continue
		}
		off := float64(within(text, value))
		if p.kind.Fields[f].Type == Phone {
			off = float64(p.units[i].letters) // a caption before the number
			if !Same(Phone, said, p.units[i].text) {
				off = float64(n)
			}
		}
		if v := float64(n) - 3*off; off <= mostOff*float64(n) && v > most {
			unit, most = i, v
		}
	}
	return unit, most
}
