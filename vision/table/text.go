package table

import (
	"math"
	"slices"

	"lensd/vision/layout"
)

// textRow is a row of a table made of print: one or more text lines.
type textRow struct {
	cells  []placed
	y0, y1 int
	base   int // of its last line
	lines  int
}

// stretches remembers which print was taken for a table already: rules and runs lead to the same lines in several ways.
type stretches []struct {
	ps    []layout.Phrase
	rules []layout.Rule
}

// isNew reports that print between these rules was not seen before.
func (s *stretches) isNew(ps []layout.Phrase, rules []layout.Rule) bool {
	same := func(a, b layout.Phrase) bool { return a.Box == b.Box && len(a.Words) == len(b.Words) }
	for _, o := range *s {
		if slices.EqualFunc(o.ps, ps, same) && slices.Equal(o.rules, rules) {
			return false
		}
	}
	*s = append(*s, struct {
		ps    []layout.Phrase
		rules []layout.Rule
	}{ps, rules})
	return true
}

// guessText lays print out as tables by all ways of reading, whether or not it looks like one.
func (f *finder) guessText(ps []layout.Phrase, rules []layout.Rule, from origin) {
	if f.full() || !f.laid.isNew(ps, rules) {
		return
	}
	lines := rowsOf(ps)
	if len(lines) < 2 {
		return
	}
	xs := f.uprights(lines)
	lines = cutAtRules(lines, xs)
	for _, how := range readings() {
		cols := partedAt(f.columnsBy(how, lines), xs, lines)
		if len(cols) < 2 {
			continue
		}
		rows := f.linesInColumns(how, lines, cols)
		for _, t := range f.joined(rows, rules, cols) {
			f.guess(t, from)
		}
		if rest := withoutStrays(rows, cols, lines); rest != nil {
			f.guessText(rest, rules, from)
		}
	}
}

// withoutStrays returns the print but for that of an outermost column in which hardly a line has any: specks beside a table, and
// what stands around a photographed page. It returns nil where there is no such column.
func withoutStrays(rows []textRow, cols []column, lines [][]layout.Phrase) []layout.Phrase {
	if len(rows) < 3 || len(cols) < 3 {
		return nil
	}
	first, last := 0, 0
	for _, r := range rows {
		first += int(indicator(slices.ContainsFunc(r.cells, func(p placed) bool { return p.c0 == 0 })))
		last += int(indicator(slices.ContainsFunc(r.cells, func(p placed) bool { return p.c1 == len(cols) })))
	}
	few := max(1, len(rows)/8)
	if first > few && last > few {
		return nil
	}
	x0, x1 := cols[0].x0, cols[len(cols)-1].x1
	if first <= few {
		x0 = cols[0].x1
	}
	if last <= few {
		x1 = cols[len(cols)-1].x0
	}
	var out []layout.Phrase
	for _, l := range lines {
		for _, p := range l {
			if mid := (p.X0 + p.X1) / 2; mid >= x0 && mid <= x1 {
				out = append(out, p)
			}
		}
	}
	return out
}

// columnsBy returns the columns that a way of reading sees.
func (f *finder) columnsBy(how reading, lines [][]layout.Phrase) []column {
	cols := columnsOf(f.readBy(how, lines), max(4, int(how.valley*f.th)), how.tolerance)
	if len(cols) < 2 || how.words || how.pieces {
		return cols
	}
	return f.finer(lines, cols)
}

// linesInColumns puts each line's print into the columns.
func (f *finder) linesInColumns(how reading, lines [][]layout.Phrase, cols []column) []textRow {
	rows := make([]textRow, 0, len(lines))
	if how.pieces {
		lines = f.piecesOf(lines)
	}
	for i, l := range lines {
		cut := 1.25 * f.page.Space
		switch {
		case how.pieces:
			cut = math.Inf(1)
		case how.words:
			cut = 0.8 * how.valley * f.th
		case i < 2:
			cut = 1.8 * f.page.Space
		}
		r := textRow{cells: place(l, cols, cut), lines: 1, base: l[0].Base}
		r.y0, r.y1 = rowExtent(l)
		rows = append(rows, r)
	}
	return rows
}

// joined returns a table for each different way in which lines may be rows. The net tells the odds that lines
// are one row.
func (f *finder) joined(lines []textRow, rules []layout.Rule, cols []column) []Table {
	odds := f.tiedOdds(lines)
	var done [][]textRow
	var out []Table
	for _, rows := range [][]textRow{joinLikely(lines, odds), joinLines(lines, rules, len(cols), f.th), lines, joinIndented(lines, rules), joinBlocks(lines, rules)} {
		alike := func(o []textRow) bool {
			return slices.EqualFunc(o, rows, func(a, b textRow) bool { return a.lines == b.lines })
		}
		if len(rows) < 2 || slices.ContainsFunc(done, alike) {
			continue
		}
		t := tableOf(rows, cols)
		t.likely = likelihood(rows, odds)
		done, out = append(done, rows), append(out, t)
	}
	return out
}

// wordsOf takes every word for a phrase of its own.
func wordsOf(lines [][]layout.Phrase) [][]layout.Phrase {
	out := make([][]layout.Phrase, len(lines))
	for i, l := range lines {
		for _, p := range l {
			for _, w := range p.Words {
				out[i] = append(out[i], layout.Phrase{Box: w.Box, Words: []layout.Word{w}})
			}
		}
	}
	return out
}

// joinIndented joins a line that leaves the first column empty to the row above, unless a rule parts them.
func joinIndented(lines []textRow, rules []layout.Rule) []textRow {
	var out []textRow
	for i, l := range lines {
		first := slices.ContainsFunc(l.cells, func(p placed) bool { return p.c0 == 0 })
		if i == 0 || first || ruleWithin(rules, lines[i-1], l, 0.5*float64(printOfRow(l).W())) {
			out = append(out, l)
			continue
		}
		out[len(out)-1].absorb(l)
	}
	return out
}

func printOfRow(r textRow) layout.Box {
	var b layout.Box
	for _, c := range r.cells {
		b = b.Union(c.Box)
	}
	return b
}

// tableOf lays the rows out as a grid.
func tableOf(rows []textRow, cols []column) Table {
	t := Table{Rows: len(rows), Cols: len(cols)}
	for i, r := range rows {
		taken := make([]bool, len(cols))
		y0, y1 := r.y0, r.y1
		if i > 0 {
			y0 = (rows[i-1].y1 + r.y0) / 2
		}
		if i+1 < len(rows) {
			y1 = (r.y1 + rows[i+1].y0) / 2
		}
		slices.SortStableFunc(r.cells, func(a, b placed) int { return a.c0 - b.c0 })
		at := make([]int, len(cols)) // index of the cell that covers a column
		for _, p := range r.cells {
			if taken[p.c0] {
				k := at[p.c0]
				t.Cells[k].Phrases = append(t.Cells[k].Phrases, p.Phrase)
				continue
			}
			c1 := p.c0 + 1
			for c1 < p.c1 && !taken[c1] {
				c1++
			}
			for c := p.c0; c < c1; c++ {
				taken[c], at[c] = true, len(t.Cells)
			}
			t.Cells = append(t.Cells, Cell{Row: i, Col: p.c0, RowSpan: 1, ColSpan: c1 - p.c0, Phrases: []layout.Phrase{p.Phrase},
				Box: layout.Box{X0: cols[p.c0].x0, Y0: y0, X1: cols[c1-1].x1, Y1: y1}})
		}
		for c := range cols {
			if !taken[c] {
				t.Cells = append(t.Cells, Cell{Row: i, Col: c, RowSpan: 1, ColSpan: 1, Box: layout.Box{X0: cols[c].x0, Y0: y0, X1: cols[c].x1, Y1: y1}})
			}
		}
	}
	for i := range t.Cells {
		t.Cells[i].Phrases = readingOrder(t.Cells[i].Phrases)
		t.Box = t.Box.Union(t.Cells[i].Box)
	}
	sortCells(t.Cells)
	return t
}

// drawn returns the share of b that lies in the boxes of drawings and pictures of which at least the share inside lies in b.
func (f *finder) drawn(b layout.Box, inside float64) float64 {
	sum := 0
	for _, fig := range f.page.Figures {
		w := min(fig.X1, b.X1) - max(fig.X0, b.X0)
		h := min(fig.Y1, b.Y1) - max(fig.Y0, b.Y0)
		// A frame around the whole is no drawing in it, nor is a bar of solid tone.
		frame := fig.X0 <= b.X0 && fig.Y0 <= b.Y0 && fig.X1 >= b.X1 && fig.Y1 >= b.Y1
		if w > 0 && h > 0 && !frame && float64(w*h) > inside*float64(fig.W()*fig.H()) && fig.Area*10 < fig.W()*fig.H()*8 {
			sum += w * h
		}
	}
	return float64(sum) / float64(max(1, b.W()*b.H()))
}
