package invoice

import (
	"strings"
	"unicode"

	"lensd/extract"
	"lensd/vision/geom"
)

// Items reads the table of what is charged. Columns carry their canonical name, or the printed heading where it has none
// or a freight invoice asks for it; a row is an item with all its lines. ok is false where the page has no such table.
func (r *Reader) Items(l *extract.Layout) (extract.Table, bool) {
	rows := rowsOf(upright(l))
	cols, _, first, ok := heads(rows, r.columns)
	if !ok {
		return extract.Table{}, false
	}
	last := r.bottom(rows, first)
	var body []piece
	for _, x := range rows[first:last] {
		body = append(body, x.pieces...)
	}
	if len(body) == 0 {
		return extract.Table{}, false
	}
	bound(cols, body, l)
	lines := make([][][]piece, 0, last-first) // row, column, pieces
	for _, x := range rows[first:last] {
		lines = append(lines, place(x, cols, l))
	}
	return r.table(cols, gatherItems(rows[first:last], lines, cols)), true
}

// bottom returns the index of the row where the items end: the first that says it is a sum, or after a gap as wide as no
// table has.
func (r *Reader) bottom(rows []row, first int) int {
	pitch := 0.0
	for i := first; i < len(rows); i++ {
		if i > first {
			step := rows[i].y - rows[i-1].y
			if pitch > 0 && step > 6*pitch && step > 10*rows[i].height {
				return i
			}
			pitch = max(pitch, step)
		}
		for _, p := range rows[i].pieces {
			if r.sum(p.text) {
				return i
			}
		}
	}
	return len(rows)
}

// sum reports whether a line is the caption of a sum, with nothing beside it but a rate and the sum.
func (r *Reader) sum(text string) bool {
	for _, h := range r.captions.Find(text) {
		rest := []rune(text)
		rest = append(append([]rune(nil), rest[:h.Start]...), rest[min(h.End, len(rest)):]...)
		for _, k := range []string{"sub_total", "vat", "withholding", "total", "grand_total", "words"} {
			if h.Has(k) && letters(string(rest)) <= 3 && h.Letters >= 3 && h.Quality > 0.8 {
				return true
			}
		}
	}
	return false
}

// place deals a row's print out to the columns. A line that reaches over a cut is dealt out word by word.
func place(x row, cols []column, l *extract.Layout) [][]piece {
	out := make([][]piece, len(cols))
	for _, p := range x.pieces {
		parts := []piece{p}
		if c := at(cols, p.box); p.box.X0 < cols[c].x0-0.3*p.box.H() || p.box.X1 > cols[c].x1+0.3*p.box.H() {
			parts = wordsOf(l, p)
		}
		for _, w := range parts {
			c := at(cols, w.box)
			out[c] = append(out[c], w)
		}
	}
	return out
}

// at returns the column that holds most of a box.
func at(cols []column, b geom.Rect) int {
	best, most := 0, -1e9
	for i, c := range cols {
		if over := min(b.X1, c.x1) - max(b.X0, c.x0); over > most {
			best, most = i, over
		}
	}
	return best
}

// gatherItems joins the lines of each item: a new one begins where the column of sums (or, without, another of figures)
// has print; a line without goes to the nearer item.
func gatherItems(rows []row, lines [][][]piece, cols []column) [][][]piece {
	anchor := anchorOf(lines, cols)
	if anchor < 0 {
		return nil
	}
	var starts []int
	for i, x := range lines {
		if figures(x[anchor]) {
			starts = append(starts, i)
		}
	}
	if len(starts) == 0 {
		return nil
	}
	items := make([][][]piece, len(starts))
	for k := range items {
		items[k] = make([][]piece, len(cols))
	}
	for i, x := range lines {
		k, near := 0, 1e9
		for n, s := range starts {
			d := rows[i].y - rows[s].y
			if d < 0 {
				d = -d * 1.05
			}
			if d < near {
				k, near = n, d
			}
		}
		if i > starts[k] && k == len(starts)-1 && near > 6*rows[i].height {
			continue // a note under the table
		}
		for c := range cols {
			items[k][c] = append(items[k][c], x[c]...)
		}
	}
	return items
}

// anchorOf returns the column whose print begins an item: the sums, else prices, quantities, else the last with figures.
func anchorOf(lines [][][]piece, cols []column) int {
	for _, key := range []string{"table_amount", "table_unit_price", "table_quantity"} {
		for c := len(cols) - 1; c >= 0; c-- {
			if cols[c].key == key && filled(lines, c) {
				return c
			}
		}
	}
	for c := len(cols) - 1; c >= 0; c-- {
		if filled(lines, c) {
			return c
		}
	}
	return -1
}

func filled(lines [][][]piece, c int) bool {
	for _, x := range lines {
		if figures(x[c]) {
			return true
		}
	}
	return false
}

func figures(pieces []piece) bool {
	for _, p := range pieces {
		if digits(p.text) > 0 && letters(p.text) <= 4 {
			return true
		}
	}
	return false
}

// table writes items as cells.
func (r *Reader) table(cols []column, items [][][]piece) extract.Table {
	t := extract.Table{Rows: len(items), Columns: len(cols)}
	var box geom.Rect
	for i, item := range items {
		for c, pieces := range item {
			cell := extract.Cell{Row: i + 1, Column: c + 1, RowSpan: 1, ColumnSpan: 1, Heading: r.heading(cols[c])}
			if len(pieces) > 0 {
				cell.Text, cell.Quad, cell.Confidence = joined(pieces), around(pieces), weakest(pieces)
				if box.Empty() {
					box = cell.Quad.Bounds()
				}
				box = box.Union(cell.Quad.Bounds())
			}
			t.Cells = append(t.Cells, cell)
		}
	}
	t.Quad = geom.QuadOf(box)
	return t
}

func (r *Reader) heading(c column) string {
	if r.freight || c.key == "" {
		return strings.TrimSpace(c.text)
	}
	return c.key
}

func letters(s string) int { return count(s, unicode.IsLetter) }
func digits(s string) int  { return count(s, unicode.IsDigit) }

func count(s string, is func(rune) bool) (n int) {
	for _, x := range s {
		if is(x) {
			n++
		}
	}
	return n
}
