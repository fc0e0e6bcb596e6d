package table

import (
	"lensd/vision/layout"
)

// byRules returns the tables that rules of thumb see on a page, one after the other: printed grids, rules across of one
// extent, aligned print. They are guesses among others, and known to the scores as such: on clean pages they are right.
func byRules(p *layout.Page) []Table {
	f := &finder{page: p, th: float64(p.TextHeight), used: make([]bool, len(p.Phrases))}
	f.ruled()
	f.lined()
	f.borderless()
	return f.tables
}

// take adds a table and marks its print as used.
func (f *finder) take(t Table) {
	for _, i := range f.phrasesIn(t.Box) {
		f.used[i] = true
	}
	f.tables = append(f.tables, t)
}

// isUsed reports that a table has taken phrase i.
func (f *finder) isUsed(i int) bool { return f.used != nil && f.used[i] }

// ruled finds tables whose grid is printed: connected horizontal and vertical rules.
func (f *finder) ruled() {
	for _, net := range f.nets(f.page.Rules) {
		if g := f.gridOf(net); g != nil {
			f.takeGrid(g)
		}
	}
}

// takeGrid makes a table of a printed grid, splitting its bands of several text rows, and its undivided width, where the
// print inside is itself tabular.
func (f *finder) takeGrid(g *grid) {
	spans := g.spans()
	if len(spans) < 2 {
		f.framed(g)
		return
	}
	cells := make([]Cell, 0, len(spans))
	filled := 0
	for _, s := range spans {
		c := Cell{Box: g.box(s), Row: s.r0, Col: s.c0, RowSpan: s.r1 - s.r0, ColSpan: s.c1 - s.c0}
		c.Phrases = f.inside(c.Box)
		if len(c.Phrases) > 0 {
			filled++
		}
		cells = append(cells, c)
	}
	t := Table{Box: g.box(span{0, 0, g.rows(), g.cols()}), Rows: g.rows(), Cols: g.cols(), Cells: cells, Ruled: true}
	if filled < 2 || filled*10 < len(cells)*3 || f.drawn(t.Box, 0.5) > 0.1 {
		return
	}
	t = dropEmptyTracks(t, f.th)
	t = dropNotes(t)
	t = wallByPrint(t)
	t = splitColumns(t, f.th, f.page.Space)
	t = splitBands(unmerge(t), f.th)
	if t.Rows < 2 || t.Cols < 2 || t.related()*10 < t.Rows*3 {
		return
	}
	f.take(t)
}

// framed looks for a table without inner rules in a plain frame.
func (f *finder) framed(g *grid) {
	idx := f.phrasesIn(g.box(span{0, 0, g.rows(), g.cols()}))
	if t, ok := f.fromText(f.pick(idx), nil, true); ok {
		f.take(t)
	}
}

// related counts the rows with print in two cells or more, or in one across the table. The grid of a chart has labels in
// one column only.
func (t Table) related() int {
	filled := make([]int, t.Rows)
	for _, c := range t.Cells {
		if len(c.Phrases) > 0 {
			filled[c.Row]++
			if c.ColSpan == t.Cols {
				filled[c.Row]++
			}
		}
	}
	n := 0
	for _, k := range filled {
		if k > 1 {
			n++
		}
	}
	return n
}
