package table

import (
	"slices"

	"lensd/vision/layout"
)

// splitBands cuts a row of the printed grid that holds several rows of print, one below the other in most of its columns.
func splitBands(t Table, th float64) Table {
	for r := t.Rows - 1; r >= 0; r-- {
		if cuts := bandCuts(t, r, th); len(cuts) > 0 {
			t = t.cutRow(r, cuts)
		}
	}
	return t
}

// bandCuts returns the y positions at which row r falls into rows of print.
func bandCuts(t Table, r int, th float64) []int {
	var cells []Cell
	for _, c := range t.Cells {
		if c.Row <= r && c.Row+c.RowSpan > r && len(c.Phrases) > 0 {
			if c.RowSpan > 1 {
				return nil
			}
			cells = append(cells, c)
		}
	}
	if len(cells) < 2 || len(cells)*3 < t.Cols {
		return nil
	}
	var all []layout.Phrase
	for _, c := range cells {
		all = append(all, c.Phrases...)
	}
	rows := rowsOf(all)
	// Where rows have their rules, a few lines in one are wrapped text, unless they stand far apart.
	if len(rows) < 3 || len(rows) <= 4 && t.singleRows() >= 3 && narrowest(rows) < 1.3*th {
		return nil
	}
	if !rowsOfTheirOwn(rows, cells) {
		return nil
	}
	return cutsBetween(rows)
}

// rowsOfTheirOwn reports that lines of print are rows of a table, not one row's wrapped text: most of the filled columns take
// part in them, and they are named in the first column.
func rowsOfTheirOwn(rows [][]layout.Phrase, cells []Cell) bool {
	full, several, named := 0, 0, 0
	first := slices.MinFunc(cells, func(a, b Cell) int { return a.Col - b.Col })
	for _, row := range rows {
		n := 0
		for _, c := range cells {
			if slices.ContainsFunc(row, func(p layout.Phrase) bool { return p.X0 < c.X1 && p.X1 > c.X0 }) {
				n++
			}
		}
		if n*2 > len(cells) {
			full++
		}
		if n > 1 {
			several++
		}
		if row[0].X0 < first.X1 {
			named++
		}
	}
	return named*10 >= len(rows)*7 && (full*10 >= len(rows)*7 || len(rows) >= 6 && several*2 >= len(rows))
}

// narrowest returns the least white between consecutive rows of print.
func narrowest(rows [][]layout.Phrase) float64 {
	least := 1 << 30
	for i := 1; i < len(rows); i++ {
		_, above := rowExtent(rows[i-1])
		below, _ := rowExtent(rows[i])
		least = min(least, below-above)
	}
	return float64(least)
}

// manyLines is how many lines of print make a merged cell a stretch of rows whose rules are missing.
const manyLines = 6

// unmerge cuts tall cells of many lines at the rows' borders that other columns show.
func unmerge(t Table) Table {
	tops := make([]int, t.Rows)
	for _, c := range t.Cells {
		tops[c.Row] = c.Y0
	}
	var out []Cell
	for _, c := range t.Cells {
		if c.RowSpan == 1 || len(rowsOf(c.Phrases)) < manyLines {
			out = append(out, c)
			continue
		}
		var cuts []int
		for r := c.Row + 1; r < c.Row+c.RowSpan; r++ {
			cuts = append(cuts, tops[r])
		}
		out = append(out, cutCell(c, cuts)...)
	}
	sortCells(out)
	t.Cells = out
	return t
}

// cutsBetween returns the middles of the white between consecutive rows of print.
func cutsBetween(rows [][]layout.Phrase) []int {
	var cuts []int
	for i := 1; i < len(rows); i++ {
		_, above := rowExtent(rows[i-1])
		below, _ := rowExtent(rows[i])
		cuts = append(cuts, (above+below)/2)
	}
	return cuts
}

func rowExtent(row []layout.Phrase) (y0, y1 int) {
	y0, y1 = row[0].Y0, row[0].Y1
	for _, p := range row[1:] {
		y0, y1 = min(y0, p.Y0), max(y1, p.Y1)
	}
	return y0, y1
}

// cutRow divides row r at the given heights, in every column.
func (t Table) cutRow(r int, cuts []int) Table {
	var out []Cell
	for _, c := range t.Cells {
		switch {
		case c.Row > r:
			c.Row += len(cuts)
			out = append(out, c)
		case c.Row+c.RowSpan <= r:
			out = append(out, c)
		case c.RowSpan > 1:
			c.RowSpan += len(cuts)
			out = append(out, c)
		default:
			out = append(out, cutCell(c, cuts)...)
		}
	}
	sortCells(out)
	t.Cells = out
	t.Rows += len(cuts)
	return t
}

func cutCell(c Cell, cuts []int) []Cell {
	var out []Cell
	top := c.Y0
	for i := 0; i <= len(cuts); i++ {
		bottom := c.Y1
		if i < len(cuts) {
			bottom = cuts[i]
		}
		part := Cell{Box: layout.Box{X0: c.X0, Y0: top, X1: c.X1, Y1: bottom}, Row: c.Row + i, Col: c.Col, RowSpan: 1, ColSpan: c.ColSpan}
		for _, p := range c.Phrases {
			if y := (p.Y0 + p.Y1) / 2; y >= top && y < bottom {
				part.Phrases = append(part.Phrases, p)
			}
		}
		out = append(out, part)
		top = bottom
	}
	return out
}

// singleRows counts the rows of the printed grid that hold one line of print at most.
func (t Table) singleRows() int {
	lines := make([]int, t.Rows)
	for _, c := range t.Cells {
		if c.RowSpan == 1 {
			lines[c.Row] = max(lines[c.Row], len(rowsOf(c.Phrases)))
		}
	}
	n := 0
	for _, l := range lines {
		if l == 1 {
			n++
		}
	}
	return n
}
