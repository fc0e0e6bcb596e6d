package table

import (
	"math"

	"lensd/vision/layout"
	"lensd/vision/table/ties"
)

// spread widens cells of which the net of ties says that they stand over several columns, though their print does not reach that far:
// the title of a section over all of its row, a heading over the columns amid which it stands. Printed grids show themselves what spans.
func (f *finder) spread(t Table) Table {
	if t.Ruled || f.heard == nil {
		return t
	}
	return t.spreadWhere(f.heard.spanning)
}

// spreadWhere widens the cells that stand over several columns over blank ones beside them.
func (t Table) spreadWhere(spans func(Cell) bool) Table {
	out := make([]Cell, 0, len(t.Cells))
	for from := 0; from < len(t.Cells); {
		to := from + 1
		for to < len(t.Cells) && t.Cells[to].Row == t.Cells[from].Row {
			to++
		}
		out = append(out, spreadRow(t.Cells[from:to], spans)...)
		from = to
	}
	t.Cells = out
	return t
}

// spreadRow widens cells of one row over blank ones beside them.
func spreadRow(row []Cell, spans func(Cell) bool) []Cell {
	var out []Cell
	next := 0 // the first cell of the row that is not in out
	for k, c := range row {
		if k < next || len(c.Phrases) == 0 {
			continue
		}
		from, to := k, k+1
		if spans(c) {
			from, to = stretchOf(row, next, k)
		}
		out = append(out, row[next:from]...)
		for _, o := range row[from:to] {
			c.Box, c.Col = c.Union(o.Box), min(c.Col, o.Col)
		}
		last := row[to-1]
		c.ColSpan = last.Col + last.ColSpan - c.Col
		out, next = append(out, c), to
	}
	return append(out, row[next:]...)
}

// stretchOf returns which cells of a row, not before the first, cell k stands over: all where it is alone, else those amid which its
// print stands best, with blank ones beside it.
func stretchOf(row []Cell, first, k int) (from, to int) {
	lo, hi := k, k+1
	for lo > first && len(row[lo-1].Phrases) == 0 {
		lo--
	}
	for hi < len(row) && len(row[hi].Phrases) == 0 {
		hi++
	}
	if lo == 0 && hi == len(row) {
		return lo, hi
	}
	from, to = k, k+1
	least := math.Inf(1)
	mid := middleOf(printIn(row[k].Phrases))
	for i := lo; i <= k; i++ {
		for j := k + 1; j <= hi; j++ {
			off := math.Abs(middleOf(row[i].Union(row[j-1].Box)) - mid)
			if several := j-i > 1 || row[k].ColSpan > 1; several && off < least {
				from, to, least = i, j, off
			}
		}
	}
	return from, to
}

func middleOf(b layout.Box) float64 { return float64(b.X0+b.X1) / 2 }

// spanning reports that the words of a cell more likely stand in one of several columns than in one of one.
func (h *hearsay) spanning(c Cell) bool {
	odds := 0.0
	for _, p := range c.Phrases {
		for _, w := range p.Words {
			if i, ok := h.at[w.Box]; ok {
				odds += float64(h.said.Words[i][ties.Spanning] - h.said.Words[i][ties.InTable])
			}
		}
	}
	return odds > 0
}
