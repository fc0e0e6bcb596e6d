package table

import (
	"slices"

	"lensd/vision/layout"
)

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
	if f.drawn(printOf(lines), 0.5) > 0.12 || (!framed || len(lines) <= 4) && f.labels(lines) || bulleted(rows, len(cols), f.th) {
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
