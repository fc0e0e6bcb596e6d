package table

import (
	"slices"

	"lensd/vision/layout"
)

// wallByPrint parts merged cells along lines of the grid that the print respects: a row of a table whose columns are ruled
// in the heading only. Cells with print on one side, or across the line, stay merged.
func wallByPrint(t Table) Table {
	bounds := t.columnBounds()
	for k := 1; k < t.Cols; k++ {
		clean, crossed := 0, 0
		for _, c := range t.Cells {
			switch side := t.sides(c, k, bounds); side {
			case bothSides:
				clean++
			case acrossLine:
				crossed++
			}
		}
		if clean < 2 || clean < 2*crossed {
			continue
		}
		var out []Cell
		for _, c := range t.Cells {
			if t.sides(c, k, bounds) != bothSides {
				out = append(out, c)
				continue
			}
			left, right := c, c
			left.ColSpan, left.X1 = k-c.Col, bounds[k]
			right.Col, right.ColSpan, right.X0 = k, c.Col+c.ColSpan-k, bounds[k]
			left.Phrases, right.Phrases = nil, nil
			for _, p := range c.Phrases {
				if p.X1+p.X0 < 2*bounds[k] {
					left.Phrases = append(left.Phrases, p)
				} else {
					right.Phrases = append(right.Phrases, p)
				}
			}
			out = append(out, left, right)
		}
		t.Cells = out
	}
	sortCells(t.Cells)
	return t
}

const (
	noSide = iota
	bothSides
	acrossLine
)

// sides says how the print of c, where it spans line k, lies to it.
func (t Table) sides(c Cell, k int, bounds []int) int {
	if c.Col >= k || c.Col+c.ColSpan <= k || bounds[k] == 0 {
		return noSide
	}
	left, right := false, false
	for _, p := range c.Phrases {
		switch {
		case p.X1 <= bounds[k]+2:
			left = true
		case p.X0 >= bounds[k]-2:
			right = true
		default:
			return acrossLine
		}
	}
	if left && right {
		return bothSides
	}
	return noSide
}

// columnBounds returns the x of each line of the grid, 0 where no cell shows it.
func (t Table) columnBounds() []int {
	out := make([]int, t.Cols+1)
	for _, c := range t.Cells {
		out[c.Col] = c.X0
		out[c.Col+c.ColSpan] = c.X1
	}
	return out
}

// splitColumns divides columns of the printed grid that hold several columns of print, side by side in most of their rows.
func splitColumns(t Table, th, space float64) Table {
	for k := t.Cols - 1; k >= 0; k-- {
		if cols := columnCuts(t, k, th); len(cols) > 1 {
			t = t.cutColumn(k, cols, space)
		}
	}
	return t
}

// columnCuts returns the columns of print in column k of the grid, nil where there is but one.
func columnCuts(t Table, k int, th float64) []column {
	var rows [][]layout.Phrase
	multi := 0
	for _, c := range t.Cells {
		if c.Col != k || c.ColSpan != 1 || len(c.Phrases) == 0 {
			continue
		}
		for _, r := range rowsOf(c.Phrases) {
			rows = append(rows, r)
			if len(r) > 1 {
				multi++
			}
		}
	}
	if multi < 3 || multi*10 < len(rows)*7 {
		return nil
	}
	return columnsOf(rows, max(5, int(0.9*th)), 0.08)
}

// cutColumn divides column k.
func (t Table) cutColumn(k int, cols []column, space float64) Table {
	more := len(cols) - 1
	var out []Cell
	for _, c := range t.Cells {
		switch {
		case c.Col > k:
			c.Col += more
			out = append(out, c)
		case c.Col+c.ColSpan <= k:
			out = append(out, c)
		case c.ColSpan > 1:
			c.ColSpan += more
			out = append(out, c)
		default:
			out = append(out, cutAcross(c, cols, space)...)
		}
	}
	t.Cells, t.Cols = out, t.Cols+more
	sortCells(t.Cells)
	return t
}

// cutAcross lays the print of a cell out over its new columns.
func cutAcross(c Cell, cols []column, space float64) []Cell {
	inner := slices.Clone(cols)
	inner[0].x0, inner[len(inner)-1].x1 = c.X0, c.X1
	part := tableOf([]textRow{{cells: place(c.Phrases, inner, 1.25*space), y0: c.Y0, y1: c.Y1}}, inner)
	for i := range part.Cells {
		p := &part.Cells[i]
		p.Row, p.RowSpan, p.Y0, p.Y1 = c.Row, c.RowSpan, c.Y0, c.Y1
		p.Col += c.Col
	}
	return part.Cells
}

func sortCells(cs []Cell) {
	slices.SortStableFunc(cs, func(a, b Cell) int {
		if a.Row != b.Row {
			return a.Row - b.Row
		}
		return a.Col - b.Col
	})
}
