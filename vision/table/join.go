package table

import (
	"math"
	"slices"

	"lensd/vision/layout"
)

// Pair is two lines of print, one under the other, in a stretch that is read as a table: what tells whether both are one
// row. Lengths are in letter heights of the page.
type Pair struct {
	Above, Below []layout.Phrase
	Features     []float32 // see PairNames
}

// PairNames returns what the features of a Pair are, in their order.
func PairNames() []string {
	return []string{"distance of baselines", "white", "distance to the usual one", "to the least", "to the most", "rank of the distance", "to that above", "to that below",
		"filled above", "filled", "filled below", "both of the line's", "the line's alone", "first column above", "first column", "first column below",
		"rule between", "fill's border between", "lines with a rule over them", "lines of the band", "place in the band",
		"lines over it", "lines under it", "columns", "lines", "least room left above", "most room left above", "least shift of the left edge", "most shift of the left edge",
		"shift of the middle", "shift in the first column", "words above", "words", "spans above", "spans", "lines that name", "full lines", "height to that above"}
}

// sameRowOdds returns the log-odds that each line but the first is one row with that above it.
func (f *finder) sameRowOdds(lines []textRow, rules []layout.Rule, cols []column) []float64 {
	var out []float64
	for _, v := range f.pairs(lines, rules, cols) {
		out = append(out, f.joins.Sum(v))
	}
	return out
}

// joinLikely joins lines that are more likely one row than not.
func joinLikely(lines []textRow, odds []float64) []textRow {
	out := []textRow{lines[0]}
	for i, s := range odds {
		if s > 0 {
			out[len(out)-1].absorb(lines[i+1])
		} else {
			out = append(out, lines[i+1])
		}
	}
	return out
}

// likelihoods tells how well rows agree with the odds of the pairs of lines that they join and part.
type likelihoods struct {
	mean, worst float64 // of the log-likelihood of a pair
	known       bool    // false where rows come from rules
}

func likelihood(rows []textRow, odds []float64) likelihoods {
	l := likelihoods{known: len(odds) > 0}
	at := 0
	for _, r := range rows {
		for k := range r.lines {
			if at+k == 0 {
				continue
			}
			s := odds[at+k-1]
			if k == 0 {
				s = -s // parted
			}
			p := -math.Log1p(math.Exp(-s))
			l.mean, l.worst = l.mean+p/float64(len(odds)), min(l.worst, p)
		}
		at += r.lines
	}
	return l
}

// lineInColumns is a line of print by the columns that it stands in.
type lineInColumns struct {
	in      map[int]layout.Box // print by first column
	first   map[int]int        // width of the first word there
	words   float64
	height  float64
	spanned bool
}

func inColumns(r textRow) lineInColumns {
	l := lineInColumns{in: map[int]layout.Box{}, first: map[int]int{}}
	for _, c := range r.cells {
		if b, ok := l.in[c.c0]; !ok || c.X0 < b.X0 {
			l.first[c.c0] = c.Words[0].W()
		}
		l.in[c.c0] = l.in[c.c0].Union(c.Box)
		l.words += float64(len(c.Words))
		l.height = max(l.height, float64(c.Words[0].Height))
		l.spanned = l.spanned || c.c1-c.c0 > 1
	}
	return l
}

// pairs returns the features of each line with the one above it; the first line has none.
func (f *finder) pairs(lines []textRow, rules []layout.Rule, cols []column) [][]float32 {
	g := f.gather(lines, rules, cols)
	out := make([][]float32, 0, len(lines))
	for i := 1; i < len(lines); i++ {
		v := slices.Concat(g.distances(i, f.th), g.filling(i), g.printed(i), g.edges(i, f.th))
		for k := range v {
			v[k] = max(-50, min(50, v[k]))
		}
		out = append(out, v)
	}
	return out
}

// stretch is what all pairs of a stretch of lines are seen in.
type stretch struct {
	lines        []textRow
	rows         []lineInColumns
	cols         []column
	apart        []float64 // of each line's baseline from that above it
	sorted       []float64
	rule, border []float64 // share of the width that is ruled between a line and that above it
	bandStart    []int     // first line of each line's band
	bandEnd      []int     // one after its last
	naming, full float64
}

func (f *finder) gather(lines []textRow, rules []layout.Rule, cols []column) *stretch {
	n := len(lines)
	g := &stretch{lines: lines, cols: cols, apart: make([]float64, n), rule: make([]float64, n), border: make([]float64, n), bandStart: make([]int, n), bandEnd: make([]int, n)}
	width := float64(cols[len(cols)-1].x1 - cols[0].x0)
	for i, l := range lines {
		r := inColumns(l)
		g.rows = append(g.rows, r)
		_, named := r.in[0]
		g.naming += indicator(named) / float64(n)
		g.full += indicator(10*len(r.in) >= 7*len(cols)) / float64(n)
		if i == 0 {
			continue
		}
		g.apart[i] = float64(l.base - lines[i-1].base)
		g.sorted = append(g.sorted, g.apart[i])
		g.rule[i], g.border[i] = ruledBetween(rules, lines[i-1], l, width)
		if max(g.rule[i], g.border[i]) > 0.5 {
			g.bandStart[i] = i
		} else {
			g.bandStart[i] = g.bandStart[i-1]
		}
	}
	for i := n - 1; i >= 0; i-- {
		if i == n-1 || g.bandStart[i+1] == i+1 {
			g.bandEnd[i] = i + 1
		} else {
			g.bandEnd[i] = g.bandEnd[i+1]
		}
	}
	slices.Sort(g.sorted)
	return g
}

// ruledBetween returns which share of the width printed rules and borders of fills take between two lines.
func ruledBetween(rules []layout.Rule, a, b textRow, width float64) (printed, border float64) {
	lo, hi := float64(a.y0+a.y1)/2, float64(b.y0+b.y1)/2
	for _, r := range rules {
		switch {
		case r.Vertical || r.Mid() <= lo || r.Mid() >= hi:
		case r.Edge:
			border += r.Length() / width
		default:
			printed += r.Length() / width
		}
	}
	return min(1, printed), min(1, border)
}

// distances tells how line i stands under that above it, among all.
func (g *stretch) distances(i int, th float64) []float32 {
	d, n := g.apart[i], len(g.sorted)
	rank, _ := slices.BinarySearch(g.sorted, d+0.1*th)
	ratio := func(a, b float64) float64 { return a / max(0.1*th, b) }
	before, after := 1.0, 1.0
	if i > 1 {
		before = ratio(d, g.apart[i-1])
	}
	if i+1 < len(g.lines) {
		after = ratio(d, g.apart[i+1])
	}
	return []float32{float32(d / th), float32(float64(g.lines[i].y0-g.lines[i-1].y1) / th), float32(ratio(d, g.sorted[n/2])), float32(ratio(d, g.sorted[n/10])),
		float32(ratio(d, g.sorted[n-1-n/10])), float32(float64(rank) / float64(n)), float32(before), float32(after)}
}

// filling tells which columns the two lines take.
func (g *stretch) filling(i int) []float32 {
	above, line := g.rows[i-1].in, g.rows[i].in
	var below map[int]layout.Box
	if i+1 < len(g.rows) {
		below = g.rows[i+1].in
	}
	both := 0
	for c := range line {
		if _, ok := above[c]; ok {
			both++
		}
	}
	cols := float32(len(g.cols))
	named := func(m map[int]layout.Box) float32 {
		_, ok := m[0]
		return float32(indicator(ok))
	}
	return []float32{float32(len(above)) / cols, float32(len(line)) / cols, float32(len(below)) / cols, float32(both) / float32(max(1, len(line))), float32(len(line)-both) / cols,
		named(above), named(line), named(below)}
}

// printed tells what is ruled, and where in the stretch the pair stands.
func (g *stretch) printed(i int) []float32 {
	ruled := 0.0
	for k := 1; k < len(g.lines); k++ {
		ruled += indicator(max(g.rule[k], g.border[k]) > 0.5)
	}
	n := len(g.lines)
	return []float32{float32(g.rule[i]), float32(g.border[i]), float32(ruled / float64(n-1)), float32(g.bandEnd[i] - g.bandStart[i]), float32(i - g.bandStart[i]),
		float32(min(10, i)), float32(min(10, n-1-i)), float32(len(g.cols)), float32(min(50, n))}
}

// edges tells how the print of the columns that both lines take goes on: text that wraps leaves no room for the word that
// follows, and keeps its edge.
func (g *stretch) edges(i int, th float64) []float32 {
	a, l := g.rows[i-1], g.rows[i]
	inf := math.Inf(1)
	leastRoom, mostRoom, leastShift, mostShift, middle, first := inf, -inf, inf, -inf, inf, 0.0
	for c, b := range l.in {
		over, ok := a.in[c]
		if !ok {
			continue
		}
		room := (float64(g.cols[c].x1-over.X1) - float64(l.first[c])) / th
		shift := math.Abs(float64(b.X0-over.X0)) / th
		leastRoom, mostRoom = min(leastRoom, room), max(mostRoom, room)
		leastShift, mostShift = min(leastShift, shift), max(mostShift, shift)
		middle = min(middle, math.Abs(float64(b.X0+b.X1-over.X0-over.X1))/2/th)
		if c == 0 {
			first = float64(b.X0-over.X0) / th
		}
	}
	return []float32{float32(leastRoom), float32(mostRoom), float32(leastShift), float32(mostShift), float32(middle), float32(first), float32(a.words), float32(l.words),
		float32(indicator(a.spanned)), float32(indicator(l.spanned)), float32(g.naming), float32(g.full), float32(l.height / max(1, a.height))}
}

// Pairs returns the pairs of lines in all stretches of a page that may be tables, for training.
func Pairs(p *layout.Page) []Pair {
	f := &finder{page: p, th: float64(p.TextHeight), seen: &[]Pair{}}
	f.guessGrids()
	f.guessGroups()
	f.guessUprights()
	f.guessRuns()
	return *f.seen
}

// note keeps the pairs of a stretch for training.
func (f *finder) note(lines [][]layout.Phrase, rows []textRow, rules []layout.Rule, cols []column) {
	for i, v := range f.pairs(rows, rules, cols) {
		*f.seen = append(*f.seen, Pair{lines[i], lines[i+1], v})
	}
}
