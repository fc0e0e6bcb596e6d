package statement

import (
	"cmp"
	"math"
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
		if c.atoms[i].sort != sortAmount || c.atoms[i].within {
			continue
		}
		if found != nil {
			return nil
		}
		found = &c.atoms[i]
	}
	return found
}

// amounts counts the cell's sums of money.
func (c *cell) amounts() int {
	n := 0
	for i := range c.atoms {
		if c.atoms[i].sort == sortAmount && !c.atoms[i].within {
			n++
		}
	}
	return n
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

func (r *record) add(p *Page, row *sheetRow, index int) {
	for i, c := range p.places(row) {
		if c >= 0 {
			r.cells[c].atoms = append(r.cells[c].atoms, row.atoms[i])
			r.cells[c].lines = append(r.cells[c].lines, index)
		}
	}
	r.top, r.foot = min(r.top, row.top), max(r.foot, row.foot)
}

// places says in which column each word of a row stands. Words of one phrase that begins in a column of text do not leave it
// for a column of money: the ends of long texts may reach into one.
func (p *Page) places(row *sheetRow) []int {
	out := make([]int, len(row.atoms))
	for i := range row.atoms {
		a := &row.atoms[i]
		c := at(p.columns, a.cx())
		if i > 0 && c > 0 && c == out[i-1]+1 && a.sort == sortText && !isNil(a.text) && !a.parted {
			b, here := &row.atoms[i-1], &p.columns[c]
			before := &p.columns[c-1]
			if a.X0-b.X1 < 0.65*p.w && b.sort == sortText && here.amounts > here.texts && before.texts > before.amounts {
				c--
			}
		}
		out[i] = c
	}
	return out
}

// recordsOf makes records of the rows of a table: rows with amounts are one each, other rows are lines of the record that
// they are printed nearest to, above or below: amounts may stand in the middle of a record's height.
func recordsOf(p *Page, rows []sheetRow, sp span, pitch float64) []record {
	if p.bands != nil {
		return p.bandRecords(rows)
	}
	var out []record
	owner := map[int]int{} // row -> record
	for i := sp.first; i <= sp.last; i++ {
		if p.begins(&rows[i]) {
			owner[i] = len(out)
			r := newRecord(len(p.columns), &rows[i])
			r.add(p, &rows[i], i)
			out = append(out, r)
		}
	}
	for _, i := range p.lines(rows, sp, pitch) {
		row := &rows[i]
		k, ok := p.nearest(rows, i, owner)
		dated := p.dates(row)
		switch {
		case dated && (!ok || out[k].dated(p) || math.Abs(row.y-out[k].y) > 0.75*pitch):
			if i > sp.first && i < sp.last && len(row.atoms) > 1 {
				r := newRecord(len(p.columns), row)
				r.add(p, row, i)
				out = append(out, r)
			}
		case ok && math.Abs(row.y-out[k].y) < 2.2*pitch+2*p.h:
			out[k].add(p, row, i)
		}
	}
	slices.SortStableFunc(out, func(a, b record) int { return cmp.Compare(a.y, b.y) })
	for i := range out {
		out[i].arrange()
	}
	return out
}

// lines lists the rows that are no record by themselves but may be part of one: within the table, and right above and below.
func (p *Page) lines(rows []sheetRow, sp span, pitch float64) []int {
	var out []int
	first := sp.first
	for first > 0 && rows[first].y-rows[first-1].y < 0.75*pitch && !slices.Contains(p.headRows, first-1) {
		first--
	}
	last := sp.last
	for last+1 < len(rows) && rows[last+1].y-rows[last].y < 0.95*pitch && rows[last+1].top < rows[sp.last].foot+0.9*pitch {
		last++
	}
	for i := first; i <= last; i++ {
		if (i < sp.first || i > sp.last || !p.begins(&rows[i])) && p.continues(&rows[i]) {
			out = append(out, i)
		}
	}
	return out
}

// nearest follows a line to the record that it is printed nearest to: each line belongs with the row at the smaller
// distance, the one above where both are as near.
func (p *Page) nearest(rows []sheetRow, i int, owner map[int]int) (record int, ok bool) {
	up, down := i, i
	for range 2 * len(rows) {
		above, below := math.Inf(1), math.Inf(1)
		if up > 0 {
			above = rows[up].y - rows[up-1].y
		}
		if down+1 < len(rows) {
			below = rows[down+1].y - rows[down].y
		}
		if math.IsInf(above, 1) && math.IsInf(below, 1) {
			return 0, false
		}
		next := down + 1
		if above <= 1.12*below {
			next = up - 1
		}
		if k, found := owner[next]; found {
			return k, true
		}
		if slices.Contains(p.headRows, next) {
			return 0, false
		}
		up, down = min(up, next), max(down, next)
	}
	return 0, false
}

// dates reports that a row prints a date where dates stand.
func (p *Page) dates(row *sheetRow) bool {
	dc := p.dateColumn()
	return dc >= 0 && slices.ContainsFunc(row.atoms, func(a atom) bool { return a.sort == sortDate && at(p.columns, a.cx()) == dc })
}

// dated reports that a record has its date.
func (r *record) dated(p *Page) bool {
	dc := p.dateColumn()
	return dc >= 0 && r.cells[dc].date() != nil
}

// begins reports that a row is a record by itself: it has an amount in its column.
func (p *Page) begins(row *sheetRow) bool {
	return !p.crossing(row) && !p.overruns(row) && p.align.isBody(row)
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
	for _, s := range solid(row, p.w) {
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
	for _, ph := range p.sentences(row) {
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

// sentences are the row's phrases, parted at dates and at amounts that stand in a column of amounts.
func (p *Page) sentences(row *sheetRow) [][]atom {
	var out [][]atom
	var now []atom
	for i := range row.atoms {
		a := row.atoms[i]
		column := a.parted || a.sort == sortDate || a.sort == sortTime || a.sort == sortAmount && p.align.on(&a) && loose(row, i, p.w)
		if n := len(now); n > 0 && (column || a.X0-now[n-1].X1 > 0.65*p.w) {
			out, now = append(out, now), nil
		}
		if !column || a.sort == sortText {
			now = append(now, a)
		}
	}
	if len(now) > 0 {
		out = append(out, now)
	}
	return out
}

// continues reports that a row without money may be a further line of some record's text.
func (p *Page) continues(row *sheetRow) bool {
	for _, s := range solid(row, p.w) {
		if a, b := at(p.columns, s.x0+p.h), at(p.columns, s.x1-p.h); s.x1-s.x0 > 3*p.h && a != b {
			return false // what wraps stays in its column
		}
	}
	for i := range row.atoms {
		a := &row.atoms[i]
		c := at(p.columns, a.cx())
		if c < 0 || a.sort == sortAmount && !a.within {
			return false
		}
		col := &p.columns[c]
		if col.amounts > col.texts+col.dates && strings.Trim(a.text, "-|._ ") != "" {
			return false
		}
	}
	return true
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
			return cmp.Compare(cl.atoms[a].X0, cl.atoms[b].X0)
		})
		atoms, lines := make([]atom, len(order)), make([]int, len(order))
		for i, k := range order {
			atoms[i], lines[i] = cl.atoms[k], cl.lines[k]
		}
		cl.atoms, cl.lines = atoms, lines
	}
}

// renumber gives running numbers back to their column where they stand so near the date that they were taken for its first word.
func (d *document) renumber(model *Page) {
	for c := 1; c < len(model.columns) && c < len(d.heads); c++ {
		if model.columns[c].main() != sortDate || !d.numbered(c-1) {
			continue
		}
		for i := range d.entries {
			cells := d.entries[i].record.cells
			if len(cells[c].atoms) < 2 || cells[c].atoms[1].sort != sortDate || !counts(cells[c].atoms[0].text) {
				continue
			}
			if len(cells[c-1].atoms) > 0 && counts(cells[c-1].atoms[0].text) {
				continue
			}
			cells[c-1] = cell{atoms: cells[c].atoms[:1:1], lines: cells[c].lines[:1:1]}
			cells[c].atoms, cells[c].lines = cells[c].atoms[1:], cells[c].lines[1:]
		}
	}
}

// numbered reports that most filled cells of a column are running numbers.
func (d *document) numbered(c int) bool {
	n, filled := 0, 0
	for i := range d.entries {
		if atoms := d.entries[i].record.cells[c].atoms; len(atoms) > 0 {
			filled++
			if len(atoms) == 1 && counts(atoms[0].text) {
				n++
			}
		}
	}
	return n >= 3 && 2*n > filled
}

// counts reports that s is a number of up to four figures.
func counts(s string) bool {
	return s != "" && len(s) <= 4 && strings.Trim(s, "0123456789") == ""
}
