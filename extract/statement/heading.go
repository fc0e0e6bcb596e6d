package statement

import (
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
	for _, a := range row.atoms {
		if n := len(out); n > 0 && a.X0-out[n-1].X1 < gap {
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
func (k *knowledge) headingRow(rows []sheetRow, al alignment, h float64) int {
	best, most := -1, 0
	for i := range rows {
		if hasFigures(&rows[i]) || !k.isHeading(&rows[i], h) {
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
		if role, ok := k.headingRole(p.text); ok {
			roles[role] = true
			known++
		}
	}
	money := roles[RoleBalance] || roles[RoleAmount] || roles[RoleIn] || roles[RoleOut]
	return 2*known >= all && (len(roles) >= 3 || len(roles) == 2 && money)
}

// headingRows returns the rows of the heading around its main row: all down to the table's first row, and those right
// above that name columns too.
func (k *knowledge) headingRows(rows []sheetRow, main, first int, h float64) []int {
	var out []int
	for i := main; i < first && len(out) < 4; i++ {
		if i > main && (hasFigures(&rows[i]) || rows[i].top-rows[i-1].foot > 1.5*h) {
			break
		}
		out = append(out, i)
	}
	for i := main - 1; i >= 0 && len(out) < 4; i-- {
		if hasFigures(&rows[i]) || rows[i+1].top-rows[i].foot > 1.1*h || !k.namesColumns(&rows[i], h) {
			break
		}
		out = append([]int{i}, out...)
	}
	return out
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
	cs = k.fit(cs, stacks, width, h)
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
	slices.SortFunc(all, func(a, b interval) int { return cmpFloat(a.x0, b.x0) })
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
				if u.X0 < p.X1 && u.X1 > p.X0 {
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

// fit brings columns and heading stacks together.
func (k *knowledge) fit(cs []column, stacks []interval, width int, h float64) []column {
	owner := make([]int, len(stacks)) // the column whose print a stack overlaps most; -1: none
	held := make([]int, len(cs))
	for s, st := range stacks {
		owner[s] = -1
		most := 0.0
		for c := range cs {
			if o := min(st.x1, cs[c].ink1) - max(st.x0, cs[c].ink0); o > most {
				owner[s], most = c, o
			}
		}
		if owner[s] >= 0 {
			held[owner[s]]++
		}
	}
	// Two columns of print under one heading are one column, where neither has a heading of its own and the gap is small.
	for c := len(cs) - 2; c >= 0; c-- {
		if shared(cs, held, stacks, c) && cs[c+1].ink0-cs[c].ink1 < 1.6*h {
			held[c] += held[c+1]
			held = slices.Delete(held, c+1, c+2)
			cs = join(cs, c)
		}
	}
	for s, st := range stacks {
		if owner[s] < 0 {
			cs = insert(cs, st)
		}
	}
	settle(cs, width)
	for i := 1; i < len(cs); i++ {
		cs[i].x0 = border(cs[i-1].ink1, cs[i].ink0, stacks, cs[i].x0)
		cs[i-1].x1 = cs[i].x0
	}
	return cs
}

// shared reports that one heading stands over columns c and c+1, or that one of them has none, and both hold what can be one.
func shared(cs []column, held []int, stacks []interval, c int) bool {
	a, b := &cs[c], &cs[c+1]
	if held[c] > 0 && held[c+1] > 0 {
		return false
	}
	if a.amounts > a.texts != (b.amounts > b.texts) && held[c]+held[c+1] > 0 {
		return false
	}
	for _, st := range stacks {
		if st.x0 < a.ink1 && st.x1 > b.ink0 {
			return true
		}
	}
	return held[c]+held[c+1] <= 1
}

func insert(cs []column, st interval) []column {
	i := 0
	for i < len(cs) && cs[i].ink0 < st.x0 {
		i++
	}
	return slices.Insert(cs, i, column{ink0: st.x0, ink1: st.x1})
}

// border is where two columns part: between their prints, in the widest gap that the headings leave there.
func border(from, to float64, stacks []interval, middle float64) float64 {
	if to <= from {
		return middle
	}
	x, best, widest := from, middle, -1.0
	for _, s := range append(slices.Clone(stacks), interval{to, to}) {
		if s.x1 <= from {
			continue
		}
		if end := min(s.x0, to); end-x > widest {
			best, widest = (x+end)/2, end-x
		}
		if x = max(x, s.x1); x >= to {
			break
		}
	}
	return best
}
