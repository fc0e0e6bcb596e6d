package table

import (
	"slices"

	"lensd/vision/layout"
)

// inside returns the phrases whose middle lies in b, cut at b's borders: print of two cells may stand close together.
func (f *finder) inside(b layout.Box) []layout.Phrase {
	var out []layout.Phrase
	for i, ph := range f.page.Phrases {
		if f.isUsed(i) {
			continue
		}
		if part, ok := clip(ph, b); ok {
			out = append(out, part)
		}
	}
	return readingOrder(out)
}

// clip keeps the words of a phrase whose middle lies in b.
func clip(ph layout.Phrase, b layout.Box) (layout.Phrase, bool) {
	if !ph.Box.Overlaps(b) {
		return ph, false
	}
	var words []layout.Word
	box := layout.Box{}
	for _, w := range ph.Words {
		x, y := (w.X0+w.X1)/2, (w.Y0+w.Y1)/2
		if x >= b.X0 && x < b.X1 && y >= b.Y0 && y < b.Y1 {
			words = append(words, w)
			box = box.Union(w.Box)
		}
	}
	if len(words) == 0 {
		return ph, false
	}
	ph.Words, ph.Box = words, box
	return ph, true
}

// readingOrder sorts phrases by line, then from left to right.
func readingOrder(ps []layout.Phrase) []layout.Phrase {
	if len(ps) == 1 { // most cells
		return slices.Clip(ps)
	}
	var out []layout.Phrase
	for _, row := range rowsOf(ps) {
		out = append(out, row...)
	}
	return out
}

// rowsOf groups phrases into text lines from top to bottom, each from left to right.
func rowsOf(ps []layout.Phrase) [][]layout.Phrase {
	if len(ps) == 1 {
		return [][]layout.Phrase{slices.Clip(ps)}
	}
	sorted := slices.Clone(ps)
	slices.SortStableFunc(sorted, func(a, b layout.Phrase) int { return a.Y0 + a.Y1 - b.Y0 - b.Y1 })
	var rows [][]layout.Phrase
	for _, p := range sorted {
		placed := false
		for i := len(rows) - 1; i >= 0 && i >= len(rows)-3 && !placed; i-- {
			if sameLine(rows[i], p) {
				rows[i] = append(rows[i], p)
				placed = true
			}
		}
		if !placed {
			rows = append(rows, []layout.Phrase{p})
		}
	}
	for _, r := range rows {
		slices.SortFunc(r, func(a, b layout.Phrase) int { return a.X0 - b.X0 })
	}
	return rows
}

// sameLine reports that p stands beside the row's print, not above or below: it shares more than half its height with the
// row's member that is nearest in x.
func sameLine(row []layout.Phrase, p layout.Phrase) bool {
	best, dist := -1, 1<<30
	for i, q := range row {
		d := max(q.X0-p.X1, p.X0-q.X1)
		if d < -2 && min(q.X1, p.X1)-max(q.X0, p.X0) > 4 && min(q.Y1, p.Y1)-max(q.Y0, p.Y0) < min(q.H(), p.H())*2/3 {
			return false
		}
		if d < dist {
			best, dist = i, d
		}
	}
	q := row[best]
	return 2*(min(q.Y1, p.Y1)-max(q.Y0, p.Y0)) > min(q.H(), p.H())
}

// dropEmptyTracks removes rows and columns of the grid that are too thin to hold print and hold none.
func dropEmptyTracks(t Table, th float64) Table {
	for c := t.Cols - 1; c >= 0 && t.Cols > 1; c-- {
		if thin, empty := t.extent(c, true); empty && thin < 1.2*th {
			t = t.without(c, true)
		}
	}
	for r := t.Rows - 1; r >= 0 && t.Rows > 1; r-- {
		if thin, empty := t.extent(r, false); empty && thin < 0.9*th {
			t = t.without(r, false)
		}
	}
	return t
}

// extent returns the width of column k (or height of row k) and whether no cell of its own has print.
func (t Table) extent(k int, column bool) (size float64, empty bool) {
	size, empty = 1e9, true
	for _, c := range t.Cells {
		at, n, px := c.Row, c.RowSpan, c.H()
		if column {
			at, n, px = c.Col, c.ColSpan, c.W()
		}
		if at == k && n == 1 {
			size = min(size, float64(px))
			if len(c.Phrases) > 0 {
				empty = false
			}
		}
	}
	return size, empty
}

// without removes column (or row) k.
func (t Table) without(k int, column bool) Table {
	var out []Cell
	for _, c := range t.Cells {
		at, n := &c.Row, &c.RowSpan
		if column {
			at, n = &c.Col, &c.ColSpan
		}
		switch {
		case *at > k:
			*at--
		case *at+*n > k:
			*n--
		}
		if *n > 0 {
			out = append(out, c)
		}
	}
	t.Cells = out
	if column {
		t.Cols--
	} else {
		t.Rows--
	}
	return t
}

// noteWords is how many words make a full-width row at the edge of a grid a title or a note rather than a row of the table.
const noteWords = 12

// dropNotes removes titles above and notes below the table that stand inside its frame.
func dropNotes(t Table) Table {
	for _, top := range []bool{true, false} {
		for t.Rows > 2 {
			r := 0
			if !top {
				r = t.Rows - 1
			}
			k := slices.IndexFunc(t.Cells, func(c Cell) bool { return c.Row <= r && c.Row+c.RowSpan > r })
			c := t.Cells[k]
			words := 0
			for _, p := range c.Phrases {
				words += len(p.Words)
			}
			if c.ColSpan < t.Cols || c.RowSpan != 1 || words < noteWords {
				break
			}
			if top {
				t.Y0 = c.Y1
			} else {
				t.Y1 = c.Y0
			}
			t = t.without(r, false)
		}
	}
	return t
}
