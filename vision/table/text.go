package table

import (
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

// fromText builds a table from the alignment of print. rules are the horizontal rules of the region, framed says that rules
// bound it, which lets weaker evidence pass. ok is false where the print is no table.
func (f *finder) fromText(ps []layout.Phrase, rules []layout.Rule, framed bool) (Table, bool) {
	lines := rowsOf(ps)
	if len(lines) < 2 {
		return Table{}, false
	}
	tol := 0.12
	cols := columnsOf(lines, max(4, int(0.55*f.th)), tol)
	if len(cols) < 2 {
		return Table{}, false
	}
	cols = f.finer(lines, cols)
	rows := make([]textRow, 0, len(lines))
	for i, l := range lines {
		cut := 1.25 * f.page.Space
		if i < 2 {
			cut = 1.8 * f.page.Space
		}
		r := textRow{cells: place(l, cols, cut), lines: 1}
		r.y0, r.y1 = rowExtent(l)
		r.base = l[0].Base
		rows = append(rows, r)
	}
	rows = joinLines(rows, rules, len(cols), f.th)
	if !f.plausible(lines, rows, cols, framed) {
		return Table{}, false
	}
	return tableOf(rows, cols), true
}

// plausible tells a table from prose, lists and charts.
func (f *finder) plausible(lines [][]layout.Phrase, rows []textRow, cols []column, framed bool) bool {
	multi, filled, wordy, phrases := 0, 0, 0, 0
	for _, r := range rows {
		seen := map[int]bool{}
		for _, c := range r.cells {
			seen[c.c0] = true
			phrases++
			if len(c.Words) >= 7 {
				wordy++
			}
		}
		filled += len(seen)
		if len(seen) > 1 {
			multi++
		}
	}
	if f.pictured(lines) || (!framed || len(lines) <= 4) && f.labels(lines) || bulleted(rows, len(cols), f.th) {
		return false
	}
	density := float64(filled) / float64(len(rows)*len(cols))
	if density < 0.8 && f.drawn(printOf(lines), 0) > 0.08 {
		return false // values beside the bars or curves of a chart
	}
	// A large table may have many empty cells; a few scattered words are none.
	if len(cols) > 4*len(rows) || len(rows)*len(cols) < 40 && density < 0.6 {
		return false
	}
	if framed {
		return len(rows) >= 2 && multi*2 >= len(rows) && multi >= 2 && density >= 0.3 && wordy*10 <= phrases*6
	}
	if prose(lines, cols) {
		return false
	}
	if len(rows) < 3 || multi < 3 || multi*10 < len(rows)*6 || density < 0.5 {
		return false
	}
	if wordy*6 > phrases {
		return false
	}
	if len(cols) == 2 {
		return multi >= 4 && wordy*12 <= phrases && density >= 0.75
	}
	return true
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

// prose reports text set in columns: two or more columns whose lines have several words each.
func prose(lines [][]layout.Phrase, cols []column) bool {
	words, n := make([]int, len(cols)), make([]int, len(cols))
	for _, l := range lines {
		for _, p := range l {
			if c0, c1 := covered(p.Box, cols); c1 == c0+1 {
				words[c0] += len(p.Words)
				n[c0]++
			}
		}
	}
	long := 0
	for c := range cols {
		if n[c] > 2 && words[c]*10 >= n[c]*35 {
			long++
		}
		if len(cols) == 2 && n[c] > 2 && words[c]*10 >= n[c]*45 {
			return true // labels beside a column of text
		}
	}
	return long >= 2
}

// pictured reports that drawings fill much of the region: a chart with its labels.
func (f *finder) pictured(lines [][]layout.Phrase) bool { return f.drawn(printOf(lines), 0.5) > 0.12 }

// printOf returns the bounds of a region's print.
func printOf(lines [][]layout.Phrase) layout.Box {
	var b layout.Box
	for _, l := range lines {
		for _, p := range l {
			b = b.Union(p.Box)
		}
	}
	return b
}

// labels reports a few lines close above or below a large drawing: the names along a chart's axis.
func (f *finder) labels(lines [][]layout.Phrase) bool {
	if len(lines) > 6 {
		return false
	}
	b := printOf(lines)
	near := int(3 * f.th)
	return slices.ContainsFunc(f.page.Figures, func(fig layout.Component) bool {
		common := min(fig.X1, b.X1) - max(fig.X0, b.X0)
		return fig.W() > 5*near/2 && fig.H() > 2*near && 2*common > min(fig.W(), b.W()) && b.Y0 < fig.Y1+near && b.Y1 > fig.Y0-near
	})
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

// bulleted reports a list: two columns of which the first holds nothing wider than a sign.
func bulleted(rows []textRow, cols int, th float64) bool {
	if cols != 2 {
		return false
	}
	n, narrow := 0, 0
	for _, r := range rows {
		for _, c := range r.cells {
			if c.c0 == 0 && c.c1 == 1 {
				n++
				if float64(c.W()) < 1.3*th {
					narrow++
				}
			}
		}
	}
	return narrow*10 >= n*6
}
