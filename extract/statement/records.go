package statement

import (
	"slices"
	"strings"

	"lensd/vision/geom"
)

// cell is what of one record stands in one column.
type cell struct {
	atoms []atom
	lines []int // the row of the page of each atom
}

// text joins the cell's words, row below row.
func (c *cell) text() string {
	parts := make([]string, 0, len(c.atoms))
	for i := range c.atoms {
		parts = append(parts, c.atoms[i].text)
	}
	return strings.Join(parts, " ")
}

// conf is that of the least sure word; 0 for an empty cell.
func (c *cell) conf() float64 {
	if len(c.atoms) == 0 {
		return 0
	}
	least := 1.0
	for i := range c.atoms {
		least = min(least, c.atoms[i].conf)
	}
	return least
}

func (c *cell) bounds() geom.Rect {
	var r geom.Rect
	for i := range c.atoms {
		r = r.Union(c.atoms[i].Rect)
	}
	return r
}

// amount is the cell's money; nil if it holds none or more than one.
func (c *cell) amount() *atom {
	var found *atom
	for i := range c.atoms {
		if c.atoms[i].sort != sortAmount {
			continue
		}
		if found != nil {
			return nil
		}
		found = &c.atoms[i]
	}
	return found
}

// date is the cell's first date.
func (c *cell) date() *atom {
	for i := range c.atoms {
		if c.atoms[i].sort == sortDate {
			return &c.atoms[i]
		}
	}
	return nil
}

// record is one printed row of the table with its continuation lines.
type record struct {
	cells     []cell
	y         float64
	top, foot float64
}

func newRecord(n int, row *sheetRow) record {
	return record{cells: make([]cell, n), y: row.y, top: row.top, foot: row.foot}
}

func (r *record) add(cs []column, row *sheetRow, index int) {
	for i := range row.atoms {
		if c := at(cs, row.atoms[i].cx()); c >= 0 {
			r.cells[c].atoms = append(r.cells[c].atoms, row.atoms[i])
			r.cells[c].lines = append(r.cells[c].lines, index)
		}
	}
	r.top, r.foot = min(r.top, row.top), max(r.foot, row.foot)
}

// recordsOf makes records of the rows of a table: rows with amounts or dates begin one, rows of text continue the nearest.
func recordsOf(p *Page, rows []sheetRow, sp span, pitch float64) []record {
	var out []record
	var loose []int
	for i := sp.first; i <= sp.last; i++ {
		if p.begins(&rows[i]) {
			r := newRecord(len(p.columns), &rows[i])
			r.add(p.columns, &rows[i], i)
			out = append(out, r)
		} else {
			loose = append(loose, i)
		}
	}
	// Lines below the last row may continue it.
	reach := rows[sp.last].foot + 0.9*pitch
	for i := sp.last + 1; i < len(rows) && rows[i].top < reach && rows[i].y-rows[i-1].y < 0.95*pitch; i++ {
		loose = append(loose, i)
	}
	for _, i := range loose {
		if p.continues(&rows[i]) {
			attach(out, p.columns, &rows[i], i, pitch)
		}
	}
	for i := range out {
		out[i].arrange()
	}
	return out
}

// begins reports that a row starts a record: an amount in its column, or a date in a column of dates.
func (p *Page) begins(row *sheetRow) bool {
	if p.crossing(row) || p.overruns(row) {
		return false
	}
	if p.align.isBody(row) {
		return true
	}
	for i := range row.atoms {
		a := &row.atoms[i]
		if a.sort != sortDate {
			continue
		}
		if c := at(p.columns, a.cx()); c >= 0 && p.columns[c].dates > p.columns[c].texts && c == p.dateColumn() && len(row.atoms) > 1 {
			return true
		}
	}
	return false
}

// dateColumn is the first column that is mostly dates; -1: none.
func (p *Page) dateColumn() int {
	for i := range p.columns {
		if c := &p.columns[i]; c.dates > 0 && 2*c.dates > c.texts+c.amounts {
			return i
		}
	}
	return -1
}

// crossing reports that a phrase of the row runs over the border of a column of amounts: an advertisement, not a row.
func (p *Page) crossing(row *sheetRow) bool {
	for _, s := range solid(row, p.h) {
		for i := range p.columns {
			c := &p.columns[i]
			if c.amounts > c.texts && s.x0 < c.ink0-p.h && s.x1 > c.ink1+p.h {
				return true
			}
		}
	}
	return false
}

// overruns reports that a phrase of the row fills two of the gaps between the headings: a sentence, not a row.
func (p *Page) overruns(row *sheetRow) bool {
	for _, ph := range phraseAtoms(row, 0.9*p.h) {
		box, gaps := around(ph), 0
		for i := 1; i < len(p.stacks); i++ {
			if box.X0 < p.stacks[i-1].x1 && box.X1 > p.stacks[i].x0 {
				gaps++
			}
		}
		if gaps >= 2 && len(ph) > 3 {
			return true
		}
	}
	return false
}

// continues reports that a row without money may be a further line of some record's text.
func (p *Page) continues(row *sheetRow) bool {
	for _, s := range solid(row, p.h) {
		if a, b := at(p.columns, s.x0+p.h), at(p.columns, s.x1-p.h); s.x1-s.x0 > 3*p.h && a != b {
			return false // what wraps stays in its column
		}
	}
	for i := range row.atoms {
		a := &row.atoms[i]
		c := at(p.columns, a.cx())
		if c < 0 || a.sort == sortAmount {
			return false
		}
		col := &p.columns[c]
		if col.amounts > col.texts+col.dates && strings.Trim(a.text, "-|._ ") != "" {
			return false
		}
	}
	return true
}

// attach gives a line of text to the record that it is printed nearest to, the one above where both are as near.
func attach(rs []record, cs []column, row *sheetRow, index int, pitch float64) {
	best, least := -1, 2.2*pitch
	for i := range rs {
		d := row.top - rs[i].foot
		if row.y < rs[i].y {
			d = rs[i].top - row.foot + 0.25*pitch
		}
		if d < least {
			best, least = i, d
		}
	}
	if best >= 0 {
		rs[best].add(cs, row, index)
	}
}

// arrange brings the words of each cell into reading order.
func (r *record) arrange() {
	for c := range r.cells {
		cl := &r.cells[c]
		order := make([]int, len(cl.atoms))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int {
			if cl.lines[a] != cl.lines[b] {
				return cl.lines[a] - cl.lines[b]
			}
			return cmpFloat(cl.atoms[a].X0, cl.atoms[b].X0)
		})
		atoms, lines := make([]atom, len(order)), make([]int, len(order))
		for i, k := range order {
			atoms[i], lines[i] = cl.atoms[k], cl.lines[k]
		}
		cl.atoms, cl.lines = atoms, lines
	}
}
