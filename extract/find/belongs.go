package find

import "math"

// manyFields is how many fields' confidences tell of what kind a page is.
const manyFields = 16

// belongsFeatures is how many features that takes, extra ones left out.
const belongsFeatures = manyFields + evidences + 10 + classes + 4 + 2

// traits returns what a page of the kind shows: how sure its fields are, which captions stand on it, what it says and how much.
func (f *Finder) traits(p *page, chosen []*run) []float32 {
	v := make([]float32, manyFields, belongsFeatures+extras[ofPages])
	for i, r := range chosen {
		if r != nil && i < manyFields {
			v[i] = float32(f.model.curve.At(p.believed(f.model, i, chosen)))
		}
	}
	var seen [evidences]float32
	for k := range p.hits {
		best := evRival
		for i := range p.kind.Fields {
			if c, _ := p.evidence(&p.hits[k], i); c < evOther {
				best = min(best, c)
			}
		}
		seen[best]++
	}
	v = append(v, seen[:]...)
	var types [TaxID + 1]float32
	var words [classes]float32
	lines := float32(0)
	for i := range p.lines {
		for _, m := range p.lines[i].typed {
			types[m.Type]++
		}
		if u := p.whole(i); u != nil {
			lines++
			for c := range words {
				words[c] += float32(u.class[c])
			}
		}
	}
	v = append(v, types[:]...)
	for c := range words {
		v = append(v, words[c]/max(1, lines))
	}
	w, h := p.extent(0)
	sorts, foreign := f.foreign(p)
	v = append(v, lines, float32(p.size/h), float32(w/h), float32(len(p.blocks)), float32(sorts), float32(foreign)/max(1, lines))
	return append(append(v, p.taken(chosen)...), p.setting()...)
}

// taken tells how much of a page's print its values are: the share of its letters that stands in the chosen runs, and that the tagger
// takes for parts of some field: much of a label, next to nothing of a form.
func (p *page) taken(chosen []*run) []float32 {
	mine, tagged := 0.0, 0.0
	for _, r := range chosen {
		if r == nil {
			continue
		}
		for _, k := range r.units {
			mine += float64(printed([]rune(p.units[k].text)))
		}
	}
	for _, line := range p.tags {
		for _, t := range line {
			tagged += t.weight * (1 - math.Exp(t.log[0]))
		}
	}
	all := max(1, p.signs())
	return []float32{float32(mine / all), float32(tagged / all)}
}

// setting tells how a page's print is set: the share of its lines that go on with a row and that stand third or later in one, as in tables; how
// many rules there are and how many letters, as logarithms.
func (p *page) setting() []float32 {
	second, third := 0.0, 0.0
	for i := range p.lines {
		if j := p.left[i]; j >= 0 {
			second++
			third += flag(p.left[j] >= 0)
		}
	}
	n := max(1, float64(len(p.lines)))
	return []float32{float32(second / n), float32(third / n), float32(math.Log1p(float64(len(p.layout.Rules)))), float32(math.Log1p(p.signs()))}
}

// signs is how many letters and figures stand on a page.
func (p *page) signs() (n float64) {
	for i := range p.lines {
		n += float64(printed(p.lines[i].text))
	}
	return n
}

// A caption of another kind of paper: most of its letters are as they should be, and it is no short word.
const (
	leastForeign = 0.85
	leastLetters = 4
)

// foreign returns how many sorts of captions of other papers stand on a page, and on how many lines.
func (f *Finder) foreign(p *page) (sorts, lines int) {
	seen := map[string]bool{}
	for i := range p.layout.Lines {
		some := false
		for _, h := range f.others.Find(p.layout.Lines[i].Text.Value) {
			if h.Quality >= leastForeign && h.Letters >= leastLetters {
				some, seen[h.Keys[0]] = true, true
			}
		}
		if some {
			lines++
		}
	}
	return len(seen), lines
}
