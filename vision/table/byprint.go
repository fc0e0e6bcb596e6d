package table

import (
	"math"
	"slices"

	"lensd/vision/layout"
)

// lined finds tables that are ruled across only: rules of a common extent with tabular print between them.
func (f *finder) lined() {
	for _, group := range f.ruleGroups(false) {
		if t, ok := f.fromRules(group); ok {
			f.take(t)
		}
	}
}

func (f *finder) insideTable(r layout.Rule) bool {
	x, y := int((r.X0+r.X1)/2), int(r.Mid())
	return slices.ContainsFunc(f.tables, func(t Table) bool {
		return x >= t.X0 && x < t.X1 && y >= t.Y0-int(f.th) && y <= t.Y1+int(f.th)
	})
}

// fromRules reads the print between the first and the last rule of a group as a table.
func (f *finder) fromRules(group []layout.Rule) (Table, bool) {
	x0, x1 := math.Inf(1), math.Inf(-1)
	for _, r := range group {
		x0, x1 = min(x0, r.X0), max(x1, r.X1)
	}
	first, last := group[0], group[len(group)-1]
	box := layout.Box{X0: int(x0 - 0.7*f.th), Y0: int(first.Mid()), X1: int(x1 + 0.7*f.th), Y1: int(last.Mid()) + 1}
	idx := f.phrasesIn(box)
	var inner []layout.Rule
	for _, r := range f.page.Rules {
		if !r.Vertical && r.Mid() > first.Mid()+2 && r.Mid() < last.Mid()-2 && r.X1 > x0 && r.X0 < x1 {
			inner = append(inner, r)
		}
	}
	if f.hollow(group, box) {
		return Table{}, false
	}
	ps := withoutTitle(f.pick(idx))
	return f.fromText(append(ps, f.below(ps, box)...), append(inner, last), true)
}

// hollow reports rules with hardly any print between them: the grid lines of a chart.
func (f *finder) hollow(group []layout.Rule, box layout.Box) bool {
	full := 0
	for i := 1; i < len(group); i++ {
		band := box
		band.Y0, band.Y1 = int(group[i-1].Mid()), int(group[i].Mid())
		if band.Y1-band.Y0 < int(0.6*f.th) || len(f.phrasesIn(band)) >= 2 {
			full++
		}
	}
	return full*5 < (len(group)-1)*2
}

// borderless finds tables without rules: runs of lines whose print stands in columns.
func (f *finder) borderless() {
	var idx []int
	for i, p := range f.page.Phrases {
		if !f.isUsed(i) && float64(p.H()) < 4*f.th && float64(p.H()) > 0.3*f.th {
			idx = append(idx, i)
		}
	}
	rows := rowsOf(f.pick(idx))
	for start := 0; start < len(rows); {
		end := f.runFrom(rows, start, run{rowGap, mostAlone})
		if end-start < 3 {
			start++
			continue
		}
		if t, n, ok := f.bestOf(rows[start:end]); ok {
			f.take(t)
			start += n
			continue
		}
		start = end
	}
}

// bestOf tries the run as a whole, then without its first lines, which may be a title or the end of a paragraph.
func (f *finder) bestOf(run [][]layout.Phrase) (Table, int, bool) {
	for skip := 0; skip < min(4, len(run)-2); skip++ {
		if len(run[skip]) < 2 {
			continue
		}
		t, ok := f.fromText(slices.Concat(run[skip:]...), nil, false)
		if ok {
			return t, len(run), true
		}
	}
	return Table{}, 0, false
}
