package table

import (
	"cmp"
	"math"
	"slices"

	"lensd/vision/layout"
)

// ruledHeadings widens cells of the first rows that a rule underlines over several columns, but not over all, to the columns over that rule,
// where they are alone there and each has a heading of its own below: so books and reports set a heading over others. th is the height of
// letters.
func (t Table) ruledHeadings(rules []layout.Rule, th float64) Table {
	if t.Ruled {
		return t
	}
	bounds := t.columnBounds()
	t.Cells = slices.Clone(t.Cells)
	var gone []int
	for k, c := range t.Cells {
		if c.Row >= deepestHeading || len(c.Phrases) == 0 || c.ColSpan == t.Cols || c.RowSpan > 1 {
			continue
		}
		for _, r := range rules {
			from, to := columnsOver(r, bounds)
			if to-from <= c.ColSpan || to-from == t.Cols || c.Col < from || c.Col+c.ColSpan > to || !underlines(r, c, th) {
				continue
			}
			if blanks, ok := t.blanksBeside(k, from, to); ok && t.named(c.Row+1, from, to) {
				c.X0, c.X1, c.Col, c.ColSpan = bounds[from], bounds[to], from, to-from
				t.Cells[k], gone = c, append(gone, blanks...)
				break
			}
		}
	}
	return t.withoutCells(gone)
}

// deepestHeading is how many rows of a table may stand over the names of its columns.
const deepestHeading = 2

// named reports that each column of a range has a cell with print of its own in a row.
func (t Table) named(row, from, to int) bool {
	n := 0
	for _, c := range t.Cells {
		if c.Row == row && c.Col >= from && c.Col+c.ColSpan <= to && len(c.Phrases) > 0 {
			n += c.ColSpan
		}
	}
	return n == to-from
}

// underlines reports that a rule across lies close under a cell's print, and reaches over it to both sides.
func underlines(r layout.Rule, c Cell, th float64) bool {
	print := printIn(c.Phrases)
	return !r.Vertical && !r.Edge && r.Mid() > float64(print.Y1)-0.3*th && r.Mid() < float64(c.Y1)+0.8*th &&
		r.X0 <= float64(print.X0)+th && r.X1 >= float64(print.X1)-th
}

// columnsOver returns the columns whose middle lies over a rule, to exclusive.
func columnsOver(r layout.Rule, bounds []int) (from, to int) {
	from, to = -1, -1
	for k := range len(bounds) - 1 {
		if mid := float64(bounds[k]+bounds[k+1]) / 2; bounds[k+1] > 0 && mid >= r.X0 && mid <= r.X1 {
			if from < 0 {
				from = k
			}
			to = k + 1
		}
	}
	return from, to
}

// blanksBeside returns the other cells (indices) of a cell's row in some columns; ok is false where one of them holds print or stands
// beyond.
func (t Table) blanksBeside(cell, from, to int) (blanks []int, ok bool) {
	for k, c := range t.Cells {
		if k == cell || c.Row > t.Cells[cell].Row || c.Row+c.RowSpan <= t.Cells[cell].Row || c.Col >= to || c.Col+c.ColSpan <= from {
			continue
		}
		if len(c.Phrases) > 0 || c.RowSpan > 1 || c.ColSpan > 1 {
			return nil, false
		}
		blanks = append(blanks, k)
	}
	return blanks, true
}

// centredHeadings takes headings that stand over a whole table, but amid the columns after the first ones, off those: they name the rows.
// th is the height of letters, which one must stand nearer to that middle than to the table's.
func (t Table) centredHeadings(th float64) Table {
	if t.Ruled {
		return t
	}
	bounds := t.columnBounds()
	var cells []Cell
	for _, c := range t.Cells {
		if c.ColSpan < t.Cols || c.RowSpan > 1 || len(c.Phrases) == 0 {
			cells = append(cells, c)
			continue
		}
		from := firstUnder(printIn(c.Phrases), bounds, th)
		for k := range from {
			blank := Cell{Box: c.Box, Row: c.Row, Col: k, RowSpan: 1, ColSpan: 1}
			blank.X0, blank.X1 = bounds[k], bounds[k+1]
			cells = append(cells, blank)
		}
		c.X0, c.Col, c.ColSpan = bounds[from], from, t.Cols-from
		cells = append(cells, c)
	}
	t.Cells = cells
	return t
}

// firstUnder returns the column from which on to the table's end print stands in the middle, the first one where the table's is as near.
func firstUnder(print layout.Box, bounds []int, th float64) int {
	end := float64(bounds[len(bounds)-1])
	off := func(k int) float64 { return math.Abs((float64(bounds[k])+end)/2 - middleOf(print)) }
	best := 0
	for k := 1; k < len(bounds)-2 && bounds[k] != 0 && print.X0 >= bounds[k]; k++ {
		if off(k) < off(best) && off(k) < off(0)-th {
			best = k
		}
	}
	return best
}

// reachingHeadings gives headings that stand beside one over several columns the height of both: "Year" beside "Males" over "Number" and
// "Share" names its column from the top of the heading to its end, on whichever of the lines it is printed. Printed grids show such cells
// themselves, by rules that are not there.
func (t Table) reachingHeadings() Table {
	first, depth := t.stackedHeading()
	if t.Ruled || depth < 2 {
		return t
	}
	t = t.spreadWhere(func(c Cell) bool { return c.ColSpan == 1 && c.Row >= first && c.Row < first+depth-1 && t.namedUnder(c) })
	var gone []int
	for col := range t.Cols {
		for _, run := range t.singleRuns(first, first+depth, col) {
			if heading, blanks, ok := t.onlyFilled(run); ok {
				for _, k := range run {
					t.Cells[heading].Box = t.Cells[heading].Union(t.Cells[k].Box)
				}
				t.Cells[heading].Row, t.Cells[heading].RowSpan = t.Cells[run[0]].Row, len(run)
				gone = append(gone, blanks...)
			}
		}
	}
	return t.withoutCells(gone)
}

// stackedHeading returns the first row of a table's heading and of how many lines of cells it is: one, and one more for each line with a
// cell over several columns, but not all of them, above columns that are named one by one.
func (t Table) stackedHeading() (first, depth int) {
	for first < t.Rows && t.widest(first) == t.Cols {
		first++
	}
	depth = 1
	for first+depth < t.Rows && t.widest(first+depth-1) > 1 && t.widest(first+depth) < t.Cols {
		depth++
	}
	return first, depth
}

// namedUnder reports that a cell's column has another heading under it: what stands over it alone would need no second one.
func (t Table) namedUnder(c Cell) bool {
	return slices.ContainsFunc(t.Cells, func(o Cell) bool {
		return o.Row == c.Row+c.RowSpan && o.Col == c.Col && o.ColSpan == 1 && len(o.Phrases) > 0
	})
}

// widest returns over how many columns the widest cell of a row stands.
func (t Table) widest(row int) int {
	most := 0
	for _, c := range t.Cells {
		if c.Row == row && len(c.Phrases) > 0 {
			most = max(most, c.ColSpan)
		}
	}
	return most
}

// singleRuns returns the cells (indices) of one place in a column from row on to, but not with, end: a list for each run that no cell over
// several columns or rows breaks.
func (t Table) singleRuns(row, end, col int) [][]int {
	var runs [][]int
	broken := true
	for ; row < end; row++ {
		k := slices.IndexFunc(t.Cells, func(c Cell) bool { return c.Row == row && c.Col == col && c.RowSpan == 1 && c.ColSpan == 1 })
		switch {
		case k < 0:
			broken = true
		case broken:
			runs, broken = append(runs, []int{k}), false
		default:
			runs[len(runs)-1] = append(runs[len(runs)-1], k)
		}
	}
	return runs
}

// onlyFilled returns which cell of a run of several holds print, and the others, if it is one.
func (t Table) onlyFilled(run []int) (filled int, blanks []int, ok bool) {
	for _, k := range run {
		if len(t.Cells[k].Phrases) > 0 {
			filled = k
		} else {
			blanks = append(blanks, k)
		}
	}
	return filled, blanks, len(run) > 1 && len(blanks) == len(run)-1
}

// withoutCells drops cells (indices), and puts the others in the order of their places.
func (t Table) withoutCells(gone []int) Table {
	if len(gone) == 0 {
		return t
	}
	var cells []Cell
	for k, c := range t.Cells {
		if !slices.Contains(gone, k) {
			cells = append(cells, c)
		}
	}
	slices.SortFunc(cells, func(a, b Cell) int { return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Col, b.Col)) })
	t.Cells = cells
	return t
}
