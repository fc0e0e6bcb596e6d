package table

import (
	"math"
	"slices"

	"lensd/vision/layout"
)

// ruleGroups gathers horizontal rules of nearly the same extent that follow each other down the page, without prose between
// unless its rows may hold prose.
func (f *finder) ruleGroups(wordy bool) [][]layout.Rule {
	var rs []layout.Rule
	for _, r := range f.page.Rules {
		if !r.Vertical && r.Length() >= 8*f.th && !f.insideTable(r) {
			rs = append(rs, r)
		}
	}
	slices.SortFunc(rs, func(a, b layout.Rule) int { return int(a.Mid() - b.Mid()) })
	taken := make([]bool, len(rs))
	var out [][]layout.Rule
	for i, r := range rs {
		if taken[i] {
			continue
		}
		group := []layout.Rule{r}
		for j := i + 1; j < len(rs); j++ {
			last := group[len(group)-1]
			if taken[j] || math.Abs(rs[j].X0-last.X0) > 2.5*f.th || math.Abs(rs[j].X1-last.X1) > 2.5*f.th {
				continue
			}
			if !wordy && f.proseBetween(last, rs[j]) {
				break
			}
			group = append(group, rs[j])
			taken[j] = true
		}
		if len(group) >= 2 {
			out = append(out, group)
		}
	}
	return out
}

// proseBetween reports that no table goes on between two rules: running text, or nothing but a title or a note.
func (f *finder) proseBetween(a, b layout.Rule) bool {
	box := layout.Box{X0: int(a.X0 - f.th), Y0: int(a.Mid()), X1: int(a.X1 + f.th), Y1: int(b.Mid())}
	rows := rowsOf(f.pick(f.phrasesIn(box)))
	gap := b.Mid() - a.Mid()
	if len(rows) == 0 {
		return gap > 12*f.th
	}
	inARow, most, multi := 0, 0, 0
	for _, r := range rows {
		last := r[len(r)-1]
		long := len(last.Words) >= 7 && float64(last.W()) > 0.45*a.Length() && (len(r) == 1 || len(r) == 2 && len(r[0].Words) <= 2)
		if long {
			inARow++
			most = max(most, inARow)
			continue
		}
		inARow = 0
		if len(r) > 1 {
			multi++
		}
	}
	if most >= 3 && multi < most {
		return true
	}
	return multi == 0 && (len(rows) >= 2 && gap > 4*f.th || gap > 6*f.th)
}

// below returns the rows that go on under a table's last rule: it may stand under the heading or above the total only.
func (f *finder) below(ps []layout.Phrase, box layout.Box) []layout.Phrase {
	most := 0
	for _, r := range rowsOf(ps) {
		most = max(most, len(r))
	}
	rest := box
	rest.Y0, rest.Y1 = box.Y1, f.page.H
	end := box.Y1
	var out []layout.Phrase
	var pending []layout.Phrase
	for _, r := range rowsOf(f.pick(f.phrasesIn(rest))) {
		top, bottom := rowExtent(r)
		if float64(top-end) > 2.6*f.th || f.ruleAcross(end, top, box) {
			break
		}
		end = bottom
		if len(r) < 2 || 2*len(r) < most {
			if pending = append(pending, r...); len(pending) > 3 {
				break
			}
			continue
		}
		out = append(append(out, pending...), r...)
		pending = nil
	}
	// Lines that wrap in one column at the end of the last row are left out rather than a note taken in.
	return out
}

// ruleAcross reports a rule between two heights: what follows is another part of the page.
func (f *finder) ruleAcross(y0, y1 int, box layout.Box) bool {
	return slices.ContainsFunc(f.page.Rules, func(r layout.Rule) bool {
		return !r.Vertical && r.Mid() > float64(y0)+2 && r.Mid() < float64(y1) && 2*r.Length() > float64(box.W())
	})
}

// withoutTitle drops a title that stands under the table's first rule: the long lines at the top, and what goes on below
// them at the same left edge.
func withoutTitle(ps []layout.Phrase) []layout.Phrase {
	rows := rowsOf(ps)
	drop, left := 0, 0
	for i, r := range rows[:min(len(rows), 6)] {
		last := r[len(r)-1]
		switch {
		case len(r) <= 2 && len(last.Words) >= 7 && (len(r) == 1 || len(r[0].Words) <= 3):
			drop, left = i+1, last.X0
		case drop == i && i > 0 && len(r) == 1 && last.X0 > left-6 && last.X0 < left+6:
			drop = i + 1
		}
	}
	if drop >= len(rows)-1 {
		return ps
	}
	return slices.Concat(rows[drop:]...)
}

// The most white between the rows of one table in letter heights, and that between rows of which several phrases stand
// one below the other.
const (
	rowGap        = 3.2
	wideRowGap    = 8.0
	enoughAligned = 3
)

// aligned counts the phrases of one row that begin where one of another does.
func (f *finder) aligned(a, b []layout.Phrase) int {
	n := 0
	for _, p := range a {
		if slices.ContainsFunc(b, func(q layout.Phrase) bool { return math.Abs(float64(p.X0-q.X0)) < 0.5*f.th }) {
			n++
		}
	}
	return n
}

// run is what makes lines one table: the most white between them in letter heights, and how many lines of one phrase may follow
// each other.
type run struct {
	gap   float64
	alone int
}

// runFrom returns the end of the run of lines from start that may be one table.
func (f *finder) runFrom(rows [][]layout.Phrase, start int, how run) int {
	if len(rows[start]) < 2 {
		return start
	}
	end, single := start+1, 0
	for k := start + 1; k < len(rows); k++ {
		_, above := rowExtent(rows[k-1])
		below, _ := rowExtent(rows[k])
		if white := float64(below - above); white > how.gap*f.th && (how.gap != rowGap || white > wideRowGap*f.th || f.aligned(rows[end-1], rows[k]) < enoughAligned) {
			break
		}
		if len(rows[k]) < 2 {
			if single++; single > how.alone || single > mostAlone && !f.inAColumn(rows[start:end], rows[k][0]) {
				break
			}
			continue
		}
		single = 0
		end = k + 1
	}
	return end
}

// How many lines of one phrase may follow each other in a run: titles of sections, or the rest of a cell that wraps.
const (
	mostAlone   = 2
	mostWrapped = 12
)

// inAColumn reports that a phrase stands under one of the rows' phrases but the first, or is much narrower than the rows.
func (f *finder) inAColumn(rows [][]layout.Phrase, p layout.Phrase) bool {
	last := rows[len(rows)-1]
	b := printOf(rows)
	if 10*p.W() < 6*b.W() {
		return true
	}
	return slices.ContainsFunc(last[1:], func(q layout.Phrase) bool { return math.Abs(float64(p.X0-q.X0)) < 0.5*f.th })
}
