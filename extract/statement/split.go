package statement

import (
	"math"
	"slices"

	"lensd/extract/thai/date"
)

// What makes one column of print two: rows in which an amount stands beside another amount, a date or a time.
const (
	fewestPairs = 3
	pairShare   = 0.5 // of the rows that print in the column
	moneyShare  = 0.2 // the same where all pairs are two amounts
)

// halve parts columns that hold an amount beside another thing in most rows: where columns stand so close that no blank runs
// between them all the way down, the sorts of their print tell them apart.
func (p *Page) halve(cs []column, body []*sheetRow) []column {
	for c := 0; c < len(cs); c++ {
		x, ok := p.seam(&cs[c], body)
		if !ok {
			continue
		}
		left, right := column{x0: cs[c].x0, x1: x, ruled: cs[c].ruled}, column{x0: x, x1: cs[c].x1, ruled: cs[c].ruled}
		two := []column{left, right}
		fillInk(two, printedIn(body, &cs[c]))
		if two[0].printed() == 0 || two[1].printed() == 0 {
			continue
		}
		for i := range two {
			two[i].reach = interval{two[i].ink0, two[i].ink1}
		}
		cs = slices.Replace(cs, c, c+1, two...)
		c-- // the halves may hold two columns each
	}
	return cs
}

// ruledHeads parts the columns between rules where a rule stands between two headings and nothing in the rows runs across: of
// rules that are seen in parts only.
func (p *Page) ruledHeads(cs []column, body []*sheetRow) []column {
	for i := 1; i < len(p.stacks); i++ {
		a, b := p.stacks[i-1], p.stacks[i]
		x := (a.x1 + b.x0) / 2
		c := at(cs, x)
		if c < 0 || a.x0 < cs[c].x0 || b.x1 > cs[c].x1 || !p.ruledBefore(b.x0) || crossed(body, x) {
			continue
		}
		right := cs[c]
		cs[c].x1, right.x0 = x, x
		cs = slices.Insert(cs, c+1, right)
	}
	return cs
}

// ruledBefore reports that an upright rule stands before the heading that begins at x.
func (p *Page) ruledBefore(x float64) bool {
	return slices.ContainsFunc(p.headRows, func(i int) bool {
		return slices.ContainsFunc(p.rows[i].atoms, func(a atom) bool { return a.parted && math.Abs(a.X0-x) < 0.5*p.h })
	})
}

// crossed reports that print of more than one row in twelve runs over x.
func crossed(body []*sheetRow, x float64) bool {
	n := 0
	for _, r := range body {
		if slices.ContainsFunc(r.atoms, func(a atom) bool { return a.X0 < x-2 && a.X1 > x+2 }) {
			n++
		}
	}
	return 12*n > len(body)
}

// printedIn are the rows with only what they print in a column.
func printedIn(rows []*sheetRow, c *column) []*sheetRow {
	var out []*sheetRow
	for _, r := range rows {
		out = append(out, &sheetRow{atoms: slices.DeleteFunc(slices.Clone(r.atoms), func(a atom) bool { return a.cx() < c.x0 || a.cx() >= c.x1 }), y: r.y})
	}
	return out
}

// seam is where a column is to be parted.
func (p *Page) seam(c *column, body []*sheetRow) (x float64, ok bool) {
	var ends, starts []float64
	printed, money := 0, true
	for _, r := range printedIn(body, c) {
		if len(r.atoms) > 0 {
			printed++
		}
		for i := 1; i < len(r.atoms); i++ {
			if a, b := &r.atoms[i-1], &r.atoms[i]; apartBySort(a, b) {
				ends, starts, money = append(ends, a.X1), append(starts, b.X0), money && a.sort == b.sort
				break
			}
		}
	}
	share := pairShare
	if money {
		share = moneyShare
	}
	if n := len(ends); n < fewestPairs || float64(n) < share*float64(printed) {
		return 0, false
	}
	slices.Sort(ends)
	slices.Sort(starts)
	n := len(ends)
	from, to := ends[n-1-n/8], starts[n/8]
	if from > to+0.6*p.h { // no upright line parts them
		return 0, false
	}
	return (from + to) / 2, true
}

// apartBySort reports that two neighbours cannot be of one column: one is an amount of the table, the other an amount too, or a
// date or a time.
func apartBySort(a, b *atom) bool {
	if a.within || b.within {
		return false
	}
	switch {
	case a.sort == sortAmount:
		return b.sort == sortAmount || b.sort == sortDate || b.sort == sortTime
	case b.sort == sortAmount:
		return a.sort == sortDate || a.sort == sortTime
	}
	return false
}

// spread gives the first of two amounts in one cell to the empty column of money before it, or the second to the one behind:
// on pages without a heading columns that stand close together are taken for one.
func (d *document) spread(model *Page) {
	money := func(c int) bool {
		if c < 0 || c >= len(model.columns) {
			return false
		}
		m := &model.columns[c]
		return m.amounts+m.nils > m.texts+m.dates+m.times
	}
	for i := range d.entries {
		cells := d.entries[i].record.cells
		for c := range cells {
			cl := &cells[c]
			if len(cl.atoms) != 2 || cl.atoms[0].sort != sortAmount || cl.atoms[1].sort != sortAmount || !money(c) {
				continue
			}
			switch {
			case money(c-1) && len(cells[c-1].atoms) == 0:
				cells[c-1] = cell{atoms: cl.atoms[:1:1], lines: cl.lines[:1:1]}
				cells[c] = cell{atoms: cl.atoms[1:], lines: cl.lines[1:]}
			case money(c+1) && len(cells[c+1].atoms) == 0:
				cells[c+1] = cell{atoms: cl.atoms[1:], lines: cl.lines[1:]}
				cells[c] = cell{atoms: cl.atoms[:1:1], lines: cl.lines[:1:1]}
			}
		}
	}
}

// clocks makes times of what was read as amounts in a column of times: the two dots of a clock pass for one point in small print.
func (p *Page) clocks(k *knowledge, rows []*sheetRow) {
	for i := range p.columns {
		c := &p.columns[i]
		role, _ := k.headingRole(c.heading)
		if c.amounts == 0 || c.times == 0 && role != RoleTime || role == RoleOut || role == RoleIn || role == RoleAmount || role == RoleBalance {
			continue
		}
		var found []*atom
		for _, r := range rows {
			for j := range r.atoms {
				if a := &r.atoms[j]; a.sort == sortAmount && at(p.columns, a.cx()) == i {
					found = append(found, a)
				}
			}
		}
		if len(found) == 0 || slices.ContainsFunc(found, func(a *atom) bool { return !clockLike(a.text) }) {
			continue
		}
		for _, a := range found {
			a.sort, a.amount = sortTime, Amount{}
		}
		c.times, c.amounts = c.times+c.amounts, 0
	}
}

// clockLike reports that a text would be a time but for its point.
func clockLike(s string) bool {
	if len(s) != 5 && len(s) != 4 || s[len(s)-3] != '.' {
		return false
	}
	_, _, _, ok := date.Clock(s[:len(s)-3] + ":" + s[len(s)-2:])
	return ok
}

// unmerge parts a word in which an amount and a date stand without a blank.
func unmerge(a atom, opt date.Options) []atom {
	if a.sort != sortText || len(a.text) < 11 {
		return []atom{a}
	}
	for i := len(a.text) - 7; i > 2; i-- {
		left, right := a.text[:i], a.text[i:]
		if !isFigure(rune(left[i-1])) || !isFigure(rune(right[0])) {
			continue
		}
		if _, ok := parseAmount(left); ok && date.Is(right, opt) {
			return a.cut(left, right)
		}
	}
	return []atom{a}
}
