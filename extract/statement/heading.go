package statement

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"lensd/extract/thai"
)

// phrase is a stretch of words of one row, as headings print them.
type phrase struct {
	atom
	words int
}

// phrasesOf joins the words of a row that no wide blank parts.
func phrasesOf(row *sheetRow, gap float64) []phrase {
	var out []phrase
	for i, a := range row.atoms {
		if n := len(out); n > 0 && !a.parted && a.X0-out[n-1].X1 < gap && !row.breaks(i) {
			p := &out[n-1]
			p.text += " " + a.text
			p.Rect = p.Union(a.Rect)
			p.conf = min(p.conf, a.conf)
			p.quads = append(slices.Clone(p.quads), a.quads...)
			p.words++
			continue
		}
		out = append(out, phrase{a, 1})
	}
	return out
}

// headingRow finds the row that says what columns hold, with most rows of money below it and before the next; -1: none.
func (k *knowledge) headingRow(rows []sheetRow, al alignment, h, w float64) int {
	if best := mostAbove(rows, al, func(i int) bool { return k.isHeading(&rows[i], w) }); best >= 0 {
		return best
	}
	return mostAbove(rows, al, func(i int) bool { return k.mayHead(rows, i, al, w, h) })
}

func mostAbove(rows []sheetRow, al alignment, heads func(int) bool) int {
	best, most := -1, 0
	for i := range rows {
		if hasFigures(&rows[i]) || !heads(i) {
			continue
		}
		n := 0
		for j := i + 1; j < len(rows); j++ {
			if al.isBody(&rows[j]) {
				n++
			}
		}
		if n > 0 && (best < 0 || 4*n > 3*most) { // of several, the last with hardly fewer rows below
			best, most = i, n
		}
	}
	return best
}

// isHeading reports that a row names three columns, or two of which one is of money, and hardly anything else.
func (k *knowledge) isHeading(r *sheetRow, h float64) bool {
	roles := map[Role]bool{}
	known, all := 0, 0
	for _, p := range phrasesOf(r, 0.75*h) {
		all++
		if role, ok := k.headingRole(p.text); ok && !k.sumsUp(p.text) {
			roles[role] = true
			known++
		}
	}
	money := roles[RoleBalance] || roles[RoleAmount] || roles[RoleIn] || roles[RoleOut]
	return 2*known >= all && (len(roles) >= 3 || len(roles) == 2 && money)
}

// sumsUp reports that a text is the caption of a total or of the first or last balance, which boxes above tables print.
func (k *knowledge) sumsUp(s string) bool {
	name, _ := k.captions.best(trimFigures(s), 0.84)
	return name == "opening" || name == "closing" || k.sums(s)
}

// The distances between the lines of a heading, in letter heights: Thai print needs up to three, with marks above and below.
const (
	headPitch  = 3.2
	loneHead   = 2.2 // of a line with one phrase only, which may be the table's title
	headLines  = 6
	wovenPitch = 1.5 // of the lines of cells that stand in the middle of their height, beside cells with more lines
	closerThan = 1.2 // times the distance of the lines below
)

// headingRows returns the rows of the heading around its main row: all down to the table's first row, and those right
// above that name columns too.
func (k *knowledge) headingRows(rows []sheetRow, main, first int, h, w float64) []int {
	out := []int{main}
	least := headPitch * h
	for i := main + 1; i < first && len(out) < headLines; i++ {
		if hasFigures(&rows[i]) || rows[i].y-rows[i-1].y > headPitch*h {
			break
		}
		out = append(out, i)
		least = min(least, closerThan*(rows[i].y-rows[i-1].y))
	}
	for i := main - 1; i >= 0 && len(out) < headLines; i-- {
		apart := rows[i+1].y - rows[i].y
		woven := apart < wovenPitch*h
		if hasFigures(&rows[i]) || apart > headPitch*h || !woven && !k.namesColumns(&rows[i], w) && !above(&rows[i], &rows[i+1], w) {
			break
		}
		if !woven && len(phrasesOf(&rows[i], 0.75*w)) == 1 && apart > max(loneHead*h, least) {
			break
		}
		out = append([]int{i}, out...)
	}
	return out
}

// headArea returns the rows within the bar or frame around the heading's main row, if it holds no figures.
func (p *Page) headArea(main int) []int {
	atoms := p.rows[main].atoms
	in := atoms[0].area
	if in < 0 || in >= len(p.areas) || slices.ContainsFunc(atoms, func(a atom) bool { return a.area != in }) {
		return nil
	}
	b := p.areas[in].Quad.Bounds()
	if b.H() > headLines*headPitch*p.h || p.rows[p.span.first].y < b.Y1 {
		return nil
	}
	var out []int
	for i := range p.rows {
		if r := &p.rows[i]; r.y > b.Y0 && r.y < b.Y1 {
			if hasFigures(r) {
				return nil
			}
			out = append(out, i)
		}
	}
	return out
}

// headBand returns the rows that share the stretch between two level borders with the heading's main row, if no figures do.
func (p *Page) headBand(main int) []int {
	b := band(p.bands, p.rows[main].y)
	if p.bands == nil || b == 0 || b >= band(p.bands, p.rows[p.span.first].y) {
		return nil
	}
	var out []int
	for i := range p.rows {
		if band(p.bands, p.rows[i].y) != b {
			continue
		}
		if hasFigures(&p.rows[i]) {
			return nil
		}
		out = append(out, i)
	}
	return out
}

// above reports that at least half of a row's phrases stand over one of the next row each, and the others over none: the first
// lines of headings that wrap, beside some with fewer lines.
func above(row, next *sheetRow, w float64) bool {
	under := phrasesOf(next, 0.75*w)
	over, all := 0, 0
	for _, p := range phrasesOf(row, 0.75*w) {
		all++
		if slices.ContainsFunc(under, func(u phrase) bool { return u.X0 < p.X1 && u.X1 > p.X0 }) {
			over++
		}
		if p.words > 3 {
			return false
		}
	}
	return over > 0 && 2*over >= all
}

// namesColumns reports that at least half of a row's phrases are headings.
func (k *knowledge) namesColumns(r *sheetRow, h float64) bool {
	known, all := 0, 0
	for _, p := range phrasesOf(r, 0.75*h) {
		all++
		if _, ok := k.headingRole(p.text); ok {
			known++
		}
	}
	return 2*known >= all && known > 0
}

func hasFigures(r *sheetRow) bool {
	for i := range r.atoms {
		if r.atoms[i].sort != sortText {
			return true
		}
	}
	return false
}

// headings gives the columns their headings, moves borders that cut one, and adds columns that hold a heading only.
func (k *knowledge) headings(cs []column, rows []*sheetRow, width int, h float64) []column {
	if len(rows) == 0 || len(cs) == 0 {
		return cs
	}
	stacks := stack(rows, h)
	if !cs[0].ruled {
		cs = k.fit(cs, stacks, width, h)
	}
	for i := range cs {
		cs[i].heading, cs[i].headingQuads = "", nil
	}
	for _, r := range rows {
		for _, a := range r.atoms {
			c := at(cs, a.cx())
			if c < 0 || a.covers || strings.Trim(a.text, "|._-—~ ") == "" {
				continue
			}
			if cs[c].heading != "" {
				cs[c].heading += " "
			}
			cs[c].heading += a.text
			cs[c].headingQuads = append(cs[c].headingQuads, a.quads...)
		}
	}
	for i := range cs {
		cs[i].heading = thai.Fold(cs[i].heading)
	}
	return cs
}

// stack joins the heading's phrases that stand one below the other.
func stack(rows []*sheetRow, h float64) []interval {
	var all []interval
	covering(rows, h)
	for _, r := range rows {
		for _, p := range phrasesOf(r, 0.75*h) {
			if !p.covers && strings.Trim(p.text, "|._-—~ ") != "" {
				all = append(all, interval{p.X0, p.X1})
			}
		}
	}
	slices.SortFunc(all, func(a, b interval) int { return cmp.Compare(a.x0, b.x0) })
	var out []interval
	for _, s := range all {
		if n := len(out); n > 0 && s.x0 < out[n-1].x1-0.3*h {
			out[n-1].x1 = max(out[n-1].x1, s.x1)
			continue
		}
		out = append(out, s)
	}
	return out
}

// covering marks the words that stand over several columns' headings: they name a group, not a column.
func covering(rows []*sheetRow, h float64) {
	for i, r := range rows {
		if i+1 == len(rows) {
			return
		}
		under := phrasesOf(rows[i+1], 0.75*h)
		for _, p := range phrasesOf(r, 0.75*h) {
			n := 0
			for _, u := range under {
				if x := (u.X0 + u.X1) / 2; x > p.X0 && x < p.X1 {
					n++
				}
			}
			for j := range r.atoms {
				if a := &r.atoms[j]; n >= 2 && a.X0 >= p.X0 && a.X1 <= p.X1 {
					a.covers = true
				}
			}
		}
	}
}

// fit brings columns and heading stacks together: both in order, each heading to the column that it is printed nearest to,
// as headings need not stand over their column's print: one side of a cell holds the one, the other side the other.
func (k *knowledge) fit(cs []column, stacks []interval, width int, h float64) []column {
	owner := match(cs, stacks, width, h)
	held := make([]bool, len(cs))
	for _, c := range owner {
		if c >= 0 {
			held[c] = true
		}
	}
	var empty []interval
	for s, st := range stacks {
		if owner[s] >= 0 {
			c := &cs[owner[s]]
			c.reach = interval{min(c.reach.x0, st.x0), max(c.reach.x1, st.x1)}
		} else if !inside(st, cs) {
			empty = append(empty, st)
		}
	}
	// A column of print without a heading is part of the one beside it whose heading reaches over it, or that it is close to.
	for c := len(cs) - 2; c >= 0; c-- {
		if held[c] && held[c+1] || !held[c] && !held[c+1] || !same(&cs[c], &cs[c+1]) {
			continue
		}
		over := cs[c].reach.x1 > cs[c+1].ink0 || cs[c+1].reach.x0 < cs[c].ink1
		if over || cs[c+1].ink0-cs[c].ink1 < 1.6*h {
			held[c] = true
			held = slices.Delete(held, c+1, c+2)
			cs = join(cs, c)
		}
	}
	for _, st := range empty {
		cs = insert(cs, st)
	}
	settle(cs, width)
	for i := 1; i < len(cs); i++ {
		a, b := &cs[i-1], &cs[i]
		if from, to := max(a.ink1, a.reach.x1), min(b.ink0, b.reach.x0); from < to {
			b.x0 = (from + to) / 2
			a.x1 = b.x0
		}
	}
	return cs
}

// same reports that two stretches of print may be one column: both of money, or neither.
func same(a, b *column) bool { return (a.amounts > a.texts) == (b.amounts > b.texts) }

// inside reports that a heading stands over the print of a column.
func inside(st interval, cs []column) bool {
	for i := range cs {
		if min(st.x1, cs[i].ink1)-max(st.x0, cs[i].ink0) > 0.5*(st.x1-st.x0) {
			return true
		}
	}
	return false
}

// match pairs headings with columns in order; below 0: a heading of no column. Headings stand over their print, or all at one side
// of their cells and the print at the other: of these ways to print a table, the one with the least sum of distances holds.
func match(cs []column, stacks []interval, width int, h float64) []int {
	ways := []func(s, c int) float64{
		func(s, c int) float64 { return apart(stacks[s], &cs[c]) / h },
		func(s, c int) float64 {
			end := float64(width)
			if s+1 < len(stacks) {
				end = stacks[s+1].x0
			}
			return max(0, stacks[s].x0-cs[c].ink0, cs[c].ink1-end) / h
		},
		func(s, c int) float64 {
			start := 0.0
			if s > 0 {
				start = stacks[s-1].x1
			}
			return max(0, start-cs[c].ink0, cs[c].ink1-stacks[s].x1) / h
		},
	}
	best, least := []int(nil), math.Inf(1)
	for i, way := range ways {
		owner, sum := inOrder(len(stacks), len(cs), bareHeading, spareHeading, way)
		if sum += 0.5 * float64(min(i, 1)); sum < least {
			best, least = owner, sum
		}
	}
	return best
}

// apart is how far a heading stands from a column's print: the gap between both, 0 where they overlap.
func apart(st interval, c *column) float64 {
	return max(0, c.ink0-st.x1, st.x0-c.ink1)
}

func insert(cs []column, st interval) []column {
	i := 0
	for i < len(cs) && cs[i].ink0 < st.x0 {
		i++
	}
	return slices.Insert(cs, i, column{ink0: st.x0, ink1: st.x1, reach: st})
}
