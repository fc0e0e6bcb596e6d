package table

import (
	"slices"

	"lensd/vision/layout"
)

// joinLines joins text lines that are one row of the table: cells whose text runs over several lines. A rule between two
// lines parts them.
func joinLines(lines []textRow, rules []layout.Rule, cols int, th float64) []textRow {
	bands := bandsOf(lines, rules)
	header := headerBand(bands, cols)
	tight := tightLeading(lines, cols, th)
	names := wrappedNames(lines)
	// Where nearly every row has its rule, the rules say what is a row.
	each := len(bands) >= 4 && len(lines)*10 <= len(bands)*22
	var out []textRow
	for b, band := range bands {
		for i, l := range band {
			if i == 0 {
				out = append(out, l)
				continue
			}
			prev := &out[len(out)-1]
			switch {
			case each && b > 0,
				b == 0 && header && !spansMany(*prev) && !spansMany(l),
				names && (b > 0 || len(bands) == 1 && i > 1) && named(l),
				continues(*prev, l, tight, th):
				prev.absorb(l)
			default:
				out = append(out, l)
			}
		}
	}
	return out
}

// absorb adds the print of a following line.
func (r *textRow) absorb(l textRow) {
	r.cells = slices.Concat(r.cells, l.cells) // of its own: the line may be a row in another table
	r.y1, r.base = max(r.y1, l.y1), l.base
	r.lines += l.lines
}

// bandsOf parts the lines at the horizontal rules between them; rules that are shorter than half the region do not part.
func bandsOf(lines []textRow, rules []layout.Rule) [][]textRow {
	x0, x1 := 1<<30, 0
	for _, l := range lines {
		for _, c := range l.cells {
			x0, x1 = min(x0, c.X0), max(x1, c.X1)
		}
	}
	var out [][]textRow
	for i, l := range lines {
		if i == 0 || ruleWithin(rules, lines[i-1], l, float64(x1-x0)*0.6) {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], l)
	}
	return out
}

func ruleWithin(rules []layout.Rule, a, b textRow, minLen float64) bool {
	lo, hi := float64(a.y0+a.y1)/2, float64(b.y0+b.y1)/2
	sum := 0.0
	for _, r := range rules {
		if !r.Vertical && r.Mid() > lo && r.Mid() < hi {
			sum += r.Length()
		}
	}
	return sum >= minLen
}

// headerBand reports that the first band is a heading over a body in further bands, so that its lines form one row.
func headerBand(bands [][]textRow, cols int) bool {
	return len(bands) >= 2 && len(bands[0]) >= 2 && len(bands[0]) <= 6 && cols >= 2
}

// spansMany reports a cell over several columns: a heading of headings, which stays a row of its own.
func spansMany(r textRow) bool {
	return slices.ContainsFunc(r.cells, func(p placed) bool { return p.c1-p.c0 > 1 })
}

// tightLeading returns the distance of baselines up to which lines belong to one row, where the page shows two distances:
// a small one within rows and a larger one between them. 0 where there is only one.
func tightLeading(lines []textRow, cols int, th float64) float64 {
	var ds []int
	for i := 1; i < len(lines); i++ {
		ds = append(ds, lines[i].base-lines[i-1].base)
	}
	if len(ds) < 4 {
		return 0
	}
	slices.Sort(ds)
	best, at := 0.0, 0
	for i := 1; i < len(ds); i++ {
		if jump := float64(ds[i]) / float64(max(1, ds[i-1])); jump > best && ds[i-1] > 0 {
			best, at = jump, i
		}
	}
	small, large := at, len(ds)-at
	if best < 1.18 || small*6 < len(ds) || large*5 < len(ds) || float64(ds[at-1]) > 2.6*th {
		return 0
	}
	limit := float64(ds[at-1]+ds[at]) / 2
	// Lines that fill their columns as the line above does are rows, however closely they stand: blank lines part groups then.
	full, near := 0, 0
	for i := 1; i < len(lines); i++ {
		if float64(lines[i].base-lines[i-1].base) <= limit {
			near++
			if 10*filled(lines[i]) >= 7*cols && cols > 2 {
				full++
			}
		}
	}
	if 2*full >= near {
		return 0
	}
	return limit
}

// filled counts the columns in which a line has print.
func filled(r textRow) int {
	seen := map[int]bool{}
	for _, c := range r.cells {
		seen[c.c0] = true
	}
	return len(seen)
}

// named reports print in the first column only.
func named(r textRow) bool {
	return !slices.ContainsFunc(r.cells, func(p placed) bool { return p.c0 != 0 || p.c1 != 1 })
}

// wrappedNames reports that lines with print in the first column alone are too many to be headings of sections: the names
// of the rows run over several lines.
func wrappedNames(lines []textRow) bool {
	n := 0
	for _, l := range lines {
		if named(l) {
			n++
		}
	}
	return len(lines) >= 6 && n*100 >= len(lines)*38
}

// continues reports that line l goes on in the row r.
func continues(r, l textRow, tight, th float64) bool {
	d := float64(l.base - r.base)
	if tight > 0 {
		return d <= tight
	}
	if d > 2.4*th {
		return false
	}
	// Without a sign in the leading: a line that leaves the first column empty and fills fewer cells than the row above.
	first, others := false, map[int]bool{}
	for _, c := range l.cells {
		if c.c0 == 0 {
			first = true
		}
		others[c.c0] = true
	}
	above := map[int]bool{}
	for _, c := range r.cells {
		above[c.c0] = true
	}
	if first || len(others) >= len(above) || len(others) >= 3 && 10*len(others) >= 6*len(above) {
		return false // a row under a name that stands for several
	}
	for c := range others {
		if !above[c] {
			return false
		}
	}
	return true
}

// blockLeading is how much more than the usual leading of wrapped text the distance of lines in one cell may be.
const blockLeading = 1.18

// joinBlocks joins lines by the leading within cells, wherever in their rows these stand, at the top, amid or at the foot: lines of
// one column that follow each other as closely as wrapped text does are one cell, and what stands beside a cell is its row.
func joinBlocks(lines []textRow, rules []layout.Rule) []textRow {
	last := map[int]int{} // line in which a column had print
	type step struct{ from, to, apart int }
	var steps []step
	for i, l := range lines {
		for _, c := range l.cells {
			if c.c1 == c.c0+1 {
				if k, ok := last[c.c0]; ok && k < i {
					steps = append(steps, step{k, i, l.base - lines[k].base})
				}
				last[c.c0] = i
			}
		}
	}
	if len(steps) == 0 {
		return nil
	}
	slices.SortFunc(steps, func(a, b step) int { return a.apart - b.apart })
	most := blockLeading * float64(steps[len(steps)/10].apart)
	width := 0.5 * float64(printOfRows(lines).W())
	one := make([]bool, len(lines))
	for _, s := range steps {
		for i := s.from + 1; float64(s.apart) <= most && i <= s.to; i++ {
			one[i] = true
		}
	}
	var out []textRow
	for i, l := range lines {
		if i > 0 && (one[i] || l.y0 < lines[i-1].y1-(l.y1-l.y0)/3) && !ruleWithin(rules, lines[i-1], l, width) {
			out[len(out)-1].absorb(l)
			continue
		}
		out = append(out, l)
	}
	return out
}

func printOfRows(rows []textRow) layout.Box {
	var b layout.Box
	for _, r := range rows {
		b = b.Union(printOfRow(r))
	}
	return b
}
