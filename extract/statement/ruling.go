package statement

import (
	"cmp"
	"math"
	"slices"

	"lensd/extract"
)

// stroke is a straight border of the page: upright at x = at from y = from to y = to, or level with both exchanged.
type stroke struct{ at, from, to float64 }

// ruling is what printed lines and shaded bands say of a page: where they stand, they part words, columns and rows better
// than any blank does.
type ruling struct {
	upright []stroke
	level   []stroke
}

// rulingOf takes the rules of a layout, and the upper and lower edges of its shaded areas.
func rulingOf(l *extract.Layout) ruling {
	var r ruling
	for _, x := range l.Rules {
		dx, dy := math.Abs(x.A.X-x.B.X), math.Abs(x.A.Y-x.B.Y)
		switch {
		case dx > 8*dy:
			r.level = append(r.level, stroke{(x.A.Y + x.B.Y) / 2, min(x.A.X, x.B.X), max(x.A.X, x.B.X)})
		case dy > 8*dx:
			r.upright = append(r.upright, stroke{(x.A.X + x.B.X) / 2, min(x.A.Y, x.B.Y), max(x.A.Y, x.B.Y)})
		}
	}
	for i := range l.Areas {
		if b := l.Areas[i].Quad.Bounds(); l.Areas[i].Filled {
			r.level = append(r.level, stroke{b.Y0, b.X0, b.X1}, stroke{b.Y1, b.X0, b.X1})
		}
	}
	return r
}

// part marks the words of a row that an upright rule stands before.
func (r *ruling) part(row *sheetRow, h float64) {
	for i := 1; i < len(row.atoms); i++ {
		a, b := &row.atoms[i-1], &row.atoms[i]
		b.parted = slices.ContainsFunc(r.upright, func(s stroke) bool {
			return s.to-s.from > 1.2*h && s.from < row.y && s.to > row.y && s.at > a.X1-0.3*h && s.at < b.X0+0.3*h
		})
	}
}

// borders merges strokes that stand close together and keeps the places where they cover the given share of from..to.
func borders(all []stroke, from, to, share, close float64) []float64 {
	ss := slices.Clone(all)
	slices.SortFunc(ss, func(a, b stroke) int { return cmp.Compare(a.at, b.at) })
	var out []float64
	for i := 0; i < len(ss); {
		j := i
		for j < len(ss) && ss[j].at-ss[i].at <= close {
			j++
		}
		if covered(ss[i:j], from, to) >= share*(to-from) {
			out = append(out, (ss[i].at+ss[j-1].at)/2)
		}
		i = j
	}
	return out
}

// covered is how much of from..to lies along one of the strokes.
func covered(ss []stroke, from, to float64) float64 {
	ss = slices.Clone(ss)
	slices.SortFunc(ss, func(a, b stroke) int { return cmp.Compare(a.from, b.from) })
	sum, done := 0.0, from
	for _, s := range ss {
		a, b := max(s.from, done), min(s.to, to)
		if b > a {
			sum, done = sum+b-a, b
		}
	}
	return sum
}

// ruledColumns are the columns that upright rules part all through the table; nil where there are none, or where a column of
// theirs holds more than one amount a row, as print that is framed only does.
func (p *Page) ruledColumns(body []*sheetRow) []column {
	first, last := body[0], body[len(body)-1]
	xs := borders(p.ruling.upright, first.y-0.5*p.h, last.y+0.5*p.h, 0.7, 0.8*p.h)
	if len(xs) < 2 {
		return nil
	}
	left, right := 0, 0 // rows that print outside of the outer borders: a table may have none
	for _, r := range body {
		if r.atoms[0].cx() < xs[0] {
			left++
		}
		if r.atoms[len(r.atoms)-1].cx() > xs[len(xs)-1] {
			right++
		}
	}
	if 3*left > len(body) {
		xs = slices.Insert(xs, 0, 0)
	}
	if 3*right > len(body) {
		xs = append(xs, float64(p.Width))
	}
	var out []column
	for i := 1; i < len(xs); i++ {
		out = append(out, column{x0: xs[i-1], x1: xs[i], ink0: xs[i-1] + 0.3*p.h, ink1: xs[i] - 0.3*p.h, ruled: true})
	}
	out = p.edged(p.unruled(p.ruledHeads(out, body), body), body)
	if len(out) < 3 || !p.holds(out, body) {
		return nil
	}
	fillInk(out, body)
	return out
}

// edged leaves out what lies between the table and a frame around it: outer columns without print or heading.
func (p *Page) edged(cs []column, body []*sheetRow) []column {
	bare := func(c *column) bool {
		return !p.headed(c.x0, c.x1) && !slices.ContainsFunc(body, func(r *sheetRow) bool {
			return slices.ContainsFunc(r.atoms, func(a atom) bool { return a.cx() > c.x0 && a.cx() < c.x1 })
		})
	}
	for len(cs) > 1 && bare(&cs[0]) {
		cs = cs[1:]
	}
	for len(cs) > 1 && bare(&cs[len(cs)-1]) {
		cs = cs[:len(cs)-1]
	}
	return cs
}

// unruled parts the columns between rules once more where a rule is too faint to be seen: where the print leaves a gap all
// through the table and either the heading does too or money stands on one side only.
func (p *Page) unruled(cs []column, body []*sheetRow) []column {
	parts := columnsOf(body, p.Width, p.h, p.w)
	for i := 1; i < len(parts); i++ {
		a, b := &parts[i-1], &parts[i]
		x := (a.ink1 + b.ink0) / 2
		c := at(cs, x)
		if c < 0 || a.cx() < cs[c].x0 || b.cx() > cs[c].x1 || min(a.printed(), b.printed()) < len(body)/2 {
			continue
		}
		if p.headed(cs[c].x0, x) && p.headed(x, cs[c].x1) || (a.main() == sortAmount) != (b.main() == sortAmount) {
			right := cs[c]
			cs[c].x1, right.x0 = x, x
			cs = slices.Insert(cs, c+1, right)
		}
	}
	return cs
}

func (c *column) cx() float64 { return (c.ink0 + c.ink1) / 2 }

// headed reports that a heading stands between x0 and x1.
func (p *Page) headed(x0, x1 float64) bool {
	return slices.ContainsFunc(p.stacks, func(s interval) bool { x := (s.x0 + s.x1) / 2; return x > x0 && x < x1 })
}

// holds reports that columns hold the rows: no cell with two amounts, hardly an amount across a border.
func (p *Page) holds(cs []column, body []*sheetRow) bool {
	bad, all := 0, 0
	for _, r := range body {
		seen := map[int]bool{}
		for i := range r.atoms {
			a := &r.atoms[i]
			if a.sort != sortAmount || a.within {
				continue
			}
			all++
			c := at(cs, a.cx())
			if c < 0 || seen[c] || a.X0 < cs[c].x0-0.6*p.h || a.X1 > cs[c].x1+0.6*p.h {
				bad++
			}
			seen[c] = true
		}
	}
	return 12*bad <= all
}

// fillInk sets the extent of the columns' print and counts what they hold.
func fillInk(cs []column, rows []*sheetRow) {
	empty := make([]bool, len(cs))
	for i := range cs {
		empty[i] = true
	}
	for _, r := range rows {
		for i := range r.atoms {
			a := &r.atoms[i]
			c := at(cs, a.cx())
			if c < 0 {
				continue
			}
			if empty[c] {
				cs[c].ink0, cs[c].ink1, empty[c] = a.X0, a.X1, false
			}
			cs[c].ink0, cs[c].ink1 = min(cs[c].ink0, a.X0), max(cs[c].ink1, a.X1)
			cs[c].count(a)
		}
	}
	for i := range cs {
		cs[i].reach = interval{cs[i].ink0, cs[i].ink1}
	}
}

// bodies are the rows with amounts in the columns.
func (p *Page) bodies(sp span) []*sheetRow {
	var out []*sheetRow
	for i := sp.first; i <= sp.last; i++ {
		if p.align.isBody(&p.rows[i]) {
			out = append(out, &p.rows[i])
		}
	}
	return out
}

// bandsOf finds the level borders between the table's rows: nil unless nearly every row with amounts stands between two of
// its own.
func (p *Page) bandsOf(body []*sheetRow) []float64 {
	if len(body) < 2 {
		return nil
	}
	left, right := float64(p.Width), 0.0
	for _, r := range body {
		left, right = min(left, r.atoms[0].X0), max(right, r.atoms[len(r.atoms)-1].X1)
	}
	ys := borders(p.ruling.level, left, right, 0.7, 0.5*p.h)
	own := 0
	for i := 1; i < len(body); i++ {
		if band(ys, body[i].y) > band(ys, body[i-1].y) {
			own++
		}
	}
	if 10*own < 9*(len(body)-1) {
		return nil
	}
	return ys
}

// band is the number of the stretch between level borders that y lies in.
func band(ys []float64, y float64) int {
	n, _ := slices.BinarySearch(ys, y)
	return n
}

// bandRecords makes one record of each stretch between two level borders that holds amounts or a date. A stretch of words
// only continues the record above, unless a phrase of it runs over several columns, as adverts do.
func (p *Page) bandRecords(rows []sheetRow) []record {
	var out []record
	from := 0
	for _, i := range p.headRows {
		from = max(from, i+1)
	}
	first, last := band(p.bands, rows[p.span.first].y), band(p.bands, rows[p.span.last].y)
	now, within := -1, []int(nil)
	flush := func() {
		if len(within) > 0 {
			out = p.bandRecord(rows, within, out)
		}
		within = nil
	}
	for i := from; i < len(rows); i++ {
		b := band(p.bands, rows[i].y)
		if b == 0 && i < p.span.first && !p.opens(rows, i) {
			continue // no border ends what stands above the table
		}
		if b < first || b > last || b == last && !p.closes(rows, i) {
			continue
		}
		if b != now {
			flush()
			now = b
		}
		within = append(within, i)
	}
	flush()
	for i := range out {
		out[i].arrange()
	}
	return out
}

// closes reports that a row of the last stretch is the table's: where no border ends the table, what follows at a distance
// is not.
func (p *Page) closes(rows []sheetRow, i int) bool {
	return i <= p.span.last || band(p.bands, rows[i].y) < len(p.bands) || rows[i].y-rows[p.span.last].y < 0.95*p.pitch && p.continues(&rows[i])
}

// opens reports that a row above the first one with amounts is a line of its record.
func (p *Page) opens(rows []sheetRow, i int) bool {
	return rows[p.span.first].y-rows[i].y < 0.75*p.pitch && p.continues(&rows[i])
}

// bandRecord makes a record of rows between two level borders: of each row with amounts, should a border have been missed,
// with the lines that are nearest to it.
func (p *Page) bandRecord(rows []sheetRow, within []int, out []record) []record {
	figures, across := false, false
	for _, i := range within {
		figures = figures || p.align.isBody(&rows[i]) || p.dates(&rows[i])
		across = across || p.crossing(&rows[i]) || p.overruns(&rows[i])
	}
	if !figures {
		if across || len(out) == 0 || !p.continuesAll(rows, within) {
			return out
		}
		for _, i := range within {
			out[len(out)-1].add(p, &rows[i], i)
		}
		return out
	}
	var heads []int
	for _, i := range within {
		if p.align.isBody(&rows[i]) {
			heads = append(heads, i)
		}
	}
	if len(heads) == 0 {
		heads = within[:1]
	}
	only := -1
	if band(p.bands, rows[within[0]].y) == 0 {
		only = len(heads) - 1 // nothing parts the table's first row from what stands above it
	}
	for k, at := range heads {
		if only >= 0 && k != only {
			continue
		}
		r := newRecord(len(p.columns), &rows[at])
		for _, i := range within {
			if i != at && slices.Contains(heads, i) || nearestTo(rows, heads, i) != k {
				continue
			}
			r.add(p, &rows[i], i)
		}
		out = append(out, r)
	}
	return out
}

func nearestTo(rows []sheetRow, heads []int, i int) int {
	best := 0
	for k := range heads {
		if math.Abs(rows[heads[k]].y-rows[i].y) < math.Abs(rows[heads[best]].y-rows[i].y) {
			best = k
		}
	}
	return best
}

func (p *Page) continuesAll(rows []sheetRow, within []int) bool {
	for _, i := range within {
		if !p.continues(&rows[i]) {
			return false
		}
	}
	return true
}
