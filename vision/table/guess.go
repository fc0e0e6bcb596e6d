package table

import (
	"cmp"
	"math"
	"slices"

	"lensd/vision/layout"
)

// Guess is one way to see a table in a part of a page: what Find chooses from, and what its scores are trained on.
type Guess struct {
	Table
	Features []float32 // see Names
	byRules  bool      // what rules of thumb see
	walled   bool      // and that with every border printed
	Rank     float64   // the higher, the better among the guesses of its page
	Worth    float64   // expected adjacency F1 against the table that stands there
}

// origin says what made a guess.
type origin int

const (
	fromGrid  origin = iota // a printed grid
	fromFrame               // a frame without inner rules
	fromGroup               // rules across of one extent
	fromRun                 // aligned print alone
	fromRules               // what rules of thumb see
)

// reading is a way to take print for columns.
type reading struct {
	tolerance float64 // share of rows that may cross a valley between columns
	valley    float64 // its least width in letter heights
	words     bool    // valleys are looked for between words, not between phrases
	pieces    bool    // valleys are looked for between what the net of ties takes for the lines of cells
}

// readings are the ways that are tried on every part of a page that may be a table.
func readings() []reading {
	return []reading{{tolerance: 0.12, valley: 0.55}, {tolerance: 0.04, valley: 0.4, words: true}, {tolerance: 0.12, valley: 0.7, words: true}, {tolerance: 0.12, valley: 0.2, pieces: true}}
}

// Guesses returns the ways to see tables on a page, without their scores.
func (d *Detector) Guesses(p *layout.Page) []Guess {
	f := &finder{page: p, th: float64(p.TextHeight), heard: d.hear(p)}
	ruled := byRules(p)
	for _, t := range ruled {
		f.guess(t, fromRules)
	}
	f.guessGrids()
	f.guessGroups()
	f.guessUprights()
	f.guessRuns()
	f.guessTied()
	f.compare(f.guesses, ruled)
	return f.guesses
}

// compare adds to each guess's features how it stands to the guesses that overlap it: the share of the most rows, columns,
// width and height among them, and of the cells with print; and how it stands to what rules of thumb see there.
func (f *finder) compare(guesses []Guess, ruled []Table) {
	measures := make([][6]float64, len(guesses))
	agree, parts := make([][]float64, len(guesses)), make([][]float64, len(guesses))
	for i, g := range guesses {
		filled := 0
		for _, c := range g.Cells {
			if len(c.Phrases) > 0 {
				filled++
			}
		}
		a, gain := f.agreement(g.Table)
		agree[i], parts[i] = a, f.heard.ofParts()
		measures[i] = [6]float64{float64(g.Rows), float64(g.Cols), float64(g.W()), float64(g.H()), float64(filled), gain}
	}
	for i := range guesses {
		most := measures[i]
		for k := range guesses {
			if collide(guesses[i].Box, guesses[k].Box) {
				for m := range most {
					most[m] = max(most[m], measures[k][m])
				}
			}
		}
		for m, v := range measures[i][:5] {
			guesses[i].Features = append(guesses[i].Features, float32(v/max(1, most[m])))
		}
		guesses[i].Features = append(guesses[i].Features, beside(guesses[i].Table, ruled)...)
		agree[i] = append(append(agree[i], measures[i][5]/max(1, most[5])), parts[i]...)
		for _, v := range slices.Concat(f.leading(guesses[i].Table), agree[i]) {
			guesses[i].Features = append(guesses[i].Features, float32(max(-50, min(1000, v))))
		}
	}
}

// beside compares a guess with the tables that rules of thumb see: common area over the area of both, rows and columns more
// than theirs. All are 0 where they see none.
func beside(t Table, ruled []Table) []float32 {
	best := []float32{0, 0, 0}
	for _, r := range ruled {
		if share := float32(shared(t.Box, r.Box)); share > best[0] {
			best = []float32{share, float32(t.Rows - r.Rows), float32(t.Cols - r.Cols)}
		}
	}
	return best
}

// mostGuesses bounds what noise costs that looks like print: no page that was drawn gave as many.
const mostGuesses = 2000

// full reports that no further guess is taken.
func (f *finder) full() bool { return len(f.guesses) >= mostGuesses }

// guess adds a table that has rows and columns with print, once.
func (f *finder) guess(t Table, from origin) {
	if f.full() {
		return
	}
	t = t.withoutEmptyEdges()
	if from != fromRules {
		t = f.spread(t)
	}
	if t.Rows < 2 || t.Cols < 2 || t.Rows*t.Cols > 20000 || f.pictured(t) {
		return
	}
	same := func(g Guess) bool { return sameGrid(g.Table, t) }
	if slices.ContainsFunc(f.guesses, same) {
		return
	}
	f.guesses = append(f.guesses, Guess{Table: t, Features: f.features(t, from), byRules: from == fromRules, walled: from == fromRules && f.walled(t)})
}

// walled reports that all borders between a table's rows and columns are printed.
func (f *finder) walled(t Table) bool {
	printed := f.printedLines(t)
	return printed[0] > 0.95 && printed[1] > 0.95
}

// pictured reports that drawings fill much of a table, or run through its gaps: the names and numbers around a chart.
func (f *finder) pictured(t Table) bool {
	b := extentOfPrint(t)
	if f.drawn(b, 0.5) > 0.12 {
		return true
	}
	filled := 0
	for _, c := range t.Cells {
		if len(c.Phrases) > 0 {
			filled++
		}
	}
	return 10*filled < 9*t.Rows*t.Cols && f.drawn(b, 0) > 0.08
}

// extentOfPrint returns the bounds of a table's print.
func extentOfPrint(t Table) layout.Box {
	var b layout.Box
	for _, c := range t.Cells {
		b = b.Union(printIn(c.Phrases))
	}
	return b
}

// sameGrid reports that two tables part the same print alike.
func sameGrid(a, b Table) bool {
	if a.Rows != b.Rows || a.Cols != b.Cols || len(a.Cells) != len(b.Cells) {
		return false
	}
	for i := range a.Cells {
		x, y := a.Cells[i], b.Cells[i]
		if x.Row != y.Row || x.Col != y.Col || len(x.Phrases) != len(y.Phrases) || printIn(x.Phrases) != printIn(y.Phrases) {
			return false
		}
	}
	return true
}

// printIn returns the bounds of phrases.
func printIn(ps []layout.Phrase) layout.Box {
	var b layout.Box
	for _, p := range ps {
		b = b.Union(p.Box)
	}
	return b
}

// withoutEmptyEdges drops rows and columns without print at the table's edges.
func (t Table) withoutEmptyEdges() Table {
	for _, column := range []bool{false, true} {
		for _, last := range []bool{true, false} {
			for {
				n := t.Rows
				if column {
					n = t.Cols
				}
				k := 0
				if last {
					k = n - 1
				}
				if n < 2 || t.printedAt(k, column) {
					break
				}
				t = t.without(k, column)
			}
		}
	}
	return t
}

// printedAt reports print that begins in row (or column) k or spans it.
func (t Table) printedAt(k int, column bool) bool {
	return slices.ContainsFunc(t.Cells, func(c Cell) bool {
		at, n := c.Row, c.RowSpan
		if column {
			at, n = c.Col, c.ColSpan
		}
		return at <= k && at+n > k && len(c.Phrases) > 0
	})
}

// guessGrids looks at nets of printed rules, with and without the borders of fills.
func (f *finder) guessGrids() {
	all := f.page.Rules
	printed := slices.DeleteFunc(slices.Clone(all), func(r layout.Rule) bool { return r.Edge })
	sets := [][]layout.Rule{all}
	if len(printed) < len(all) {
		sets = append(sets, printed)
	}
	for _, rules := range sets {
		for _, n := range f.nets(rules) {
			if g := f.gridOf(n); g != nil {
				f.guessGrid(g, rules)
			}
		}
	}
}

// guessGrid takes one grid as it is printed, then with its bands and columns split, then as a frame around free print.
func (f *finder) guessGrid(g *grid, rules []layout.Rule) {
	whole := g.box(span{0, 0, g.rows(), g.cols()})
	spans := g.spans()
	if len(spans) >= 2 {
		cells := make([]Cell, 0, len(spans))
		for _, s := range spans {
			c := Cell{Box: g.box(s), Row: s.r0, Col: s.c0, RowSpan: s.r1 - s.r0, ColSpan: s.c1 - s.c0}
			c.Phrases = f.inside(c.Box)
			cells = append(cells, c)
		}
		t := Table{Box: whole, Rows: g.rows(), Cols: g.cols(), Cells: cells, Ruled: true}
		t = dropNotes(dropEmptyTracks(t, f.th))
		f.guess(t, fromGrid)
		walled := wallByPrint(t)
		f.guess(splitBands(walled, f.th), fromGrid)
		split := splitColumns(walled, f.th, f.page.Space)
		f.guess(split, fromGrid)
		f.guess(splitBands(unmerge(split), f.th), fromGrid)
	}
	ps := f.pick(f.phrasesIn(whole))
	inner := rulesIn(rules, whole, f.th)
	f.guessText(ps, inner, fromFrame)
}

// rulesIn returns the rules across inside a box.
func rulesIn(rules []layout.Rule, b layout.Box, th float64) []layout.Rule {
	return slices.DeleteFunc(slices.Clone(rules), func(r layout.Rule) bool {
		return r.Vertical || r.Mid() < float64(b.Y0)-th/2 || r.Mid() > float64(b.Y1)+th/2 || r.X1 < float64(b.X0) || r.X0 > float64(b.X1)
	})
}

// guessGroups looks at rules across of one extent.
func (f *finder) guessGroups() {
	for _, group := range slices.Concat(f.ruleGroups(false), f.ruleGroups(true)) {
		x0, x1 := math.Inf(1), math.Inf(-1)
		for _, r := range group {
			x0, x1 = min(x0, r.X0), max(x1, r.X1)
		}
		first, last := group[0], group[len(group)-1]
		box := layout.Box{X0: int(x0 - 0.7*f.th), Y0: int(first.Mid()), X1: int(x1 + 0.7*f.th), Y1: int(last.Mid()) + 1}
		inner := rulesIn(f.page.Rules, box, f.th)
		ps := f.pick(f.phrasesIn(box))
		above, below := f.above(box), f.below(ps, box)
		for _, print := range [][]layout.Phrase{ps, withoutTitle(ps), slices.Concat(ps, below), slices.Concat(above, ps), slices.Concat(above, ps, below), slices.Concat(withoutTitle(ps), below)} {
			f.guessText(print, inner, fromGroup)
		}
	}
}

// above returns the rows of print that stand close over a table's first rule in several columns: a heading without a rule over it.
func (f *finder) above(box layout.Box) []layout.Phrase {
	rest := layout.Box{X0: box.X0, Y0: box.Y0 - int(5*f.th), X1: box.X1, Y1: box.Y0}
	rows := rowsOf(f.pick(f.phrasesIn(rest)))
	var out []layout.Phrase
	top := box.Y0
	for _, r := range slices.Backward(rows) {
		_, bottom := rowExtent(r)
		if len(r) < 2 || float64(top-bottom) > 2*f.th {
			break
		}
		out = append(out, r...)
		top, _ = rowExtent(r)
	}
	return out
}

// choose takes the guesses where a table is worth it, the best first, each where no better one stands.
func choose(guesses []Guess) []Table {
	ranked := slices.DeleteFunc(slices.Clone(guesses), func(g Guess) bool {
		return !g.wellPlaced(guesses) || g.outdone(guesses)
	})
	slices.SortStableFunc(ranked, func(a, b Guess) int { return cmp.Compare(b.Rank, a.Rank) })
	var out []Table
	for _, g := range ranked {
		if !slices.ContainsFunc(out, func(t Table) bool { return collide(t.Box, g.Box) }) {
			out = append(out, g.Table)
		}
	}
	return out
}

// samePlace is the common area, in that of both, from which two guesses are about one table.
const samePlace = 0.8

// wellPlaced reports that g or another guess in its place is worth it: whether a table stands there is one thing, how it is laid
// out another.
func (g Guess) wellPlaced(guesses []Guess) bool {
	return slices.ContainsFunc(guesses, func(o Guess) bool { return o.Worth >= least && shared(g.Box, o.Box) >= samePlace })
}

// shared returns the common area of two boxes over that of both.
func shared(a, b layout.Box) float64 {
	w, h := min(a.X1, b.X1)-max(a.X0, b.X0), min(a.Y1, b.Y1)-max(a.Y0, b.Y0)
	if w <= 0 || h <= 0 {
		return 0
	}
	return float64(w*h) / float64(max(1, a.W()*a.H()+b.W()*b.H()-w*h))
}

// rulesLead is how much lower than another guess what rules of thumb see may be ranked and still be taken, where it is worth more:
// clean public reports agree better with the rules. gridLead is that of a grid with every border printed, whatever it is worth: lines of a
// cell are no rows there.
const rulesLead, gridLead = 0.5, 1.5

// outdone reports that rules of thumb see a table where g stands that is to be taken before it.
func (g Guess) outdone(guesses []Guess) bool {
	return !g.byRules && slices.ContainsFunc(guesses, func(r Guess) bool {
		leads := r.Worth > g.Worth && r.Rank+rulesLead > g.Rank || r.walled && r.Rank+gridLead > g.Rank
		return r.byRules && r.Worth >= least && leads && collide(r.Box, g.Box)
	})
}

// collide reports that two boxes share more than a twentieth of the smaller one.
func collide(a, b layout.Box) bool {
	w, h := min(a.X1, b.X1)-max(a.X0, b.X0), min(a.Y1, b.Y1)-max(a.Y0, b.Y0)
	return w > 0 && h > 0 && 20*w*h > min(a.W()*a.H(), b.W()*b.H())
}
