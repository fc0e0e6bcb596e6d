package statement

import (
	"math"
	"slices"
)

// edge is a place where amounts end (or begin), with how many do.
type edge struct {
	x     float64
	count int
}

// edges clusters positions that lie close together; each edge is the mean of its members.
func edges(xs []float64, width float64) []edge {
	slices.Sort(xs)
	var out []edge
	for i := 0; i < len(xs); {
		j, sum := i, 0.0
		for ; j < len(xs) && (j == i || xs[j]-xs[j-1] <= width); j++ {
			sum += xs[j]
		}
		out = append(out, edge{sum / float64(j-i), j - i})
		i = j
	}
	return out
}

// alignment is where a page's amounts stand: the right edges of their columns, and whether the left ones agree instead.
type alignment struct {
	edges []edge
	left  bool
	h, w  float64 // letter height, and the same along rows
}

// on reports that an amount stands in one of the columns.
func (al alignment) on(a *atom) bool {
	if len(al.edges) == 0 {
		return false
	}
	x := a.X1
	if al.left {
		x = a.X0
	}
	for _, e := range al.edges {
		if math.Abs(x-e.x) <= 0.9*al.h {
			return true
		}
	}
	return false
}

// loose reports that nothing is printed right before the amount: figures within a sentence are no column's.
func loose(row *sheetRow, i int, w float64) bool {
	if i == 0 {
		return true
	}
	a, b := &row.atoms[i], &row.atoms[i-1]
	if a.parted || a.X0-b.X1 > 0.75*w {
		return true
	}
	// A date that follows words is one of them.
	return b.sort != sortText && (b.sort != sortDate || i == 1 || b.parted || row.atoms[i-2].sort != sortText || b.X0-row.atoms[i-2].X1 > 0.75*w)
}

// align finds the columns of amounts from rows that look like transactions: a date and an amount, or several amounts.
func align(rows []sheetRow, h, w float64) alignment {
	var right, left []float64
	for r := range rows {
		row := &rows[r]
		amounts, dates := 0, 0
		for i := range row.atoms {
			switch row.atoms[i].sort {
			case sortAmount:
				if loose(row, i, w) {
					amounts++
				}
			case sortDate:
				dates++
			}
		}
		if amounts == 0 || amounts+dates < 2 {
			continue
		}
		for i := range row.atoms {
			if row.atoms[i].sort == sortAmount && loose(row, i, w) {
				right, left = append(right, row.atoms[i].X1), append(left, row.atoms[i].X0)
			}
		}
	}
	byRight, byLeft := supported(edges(right, 0.5*h)), supported(edges(left, 0.5*h))
	if total(byLeft) > total(byRight) || total(byLeft) == total(byRight) && len(byLeft) < len(byRight) {
		return alignment{byLeft, true, h, w}
	}
	return alignment{byRight, false, h, w}
}

func total(es []edge) int {
	n := 0
	for _, e := range es {
		n += e.count
	}
	return n
}

// supported keeps the edges that more than chance holds.
func supported(es []edge) []edge {
	most := 0
	for _, e := range es {
		most = max(most, e.count)
	}
	return slices.DeleteFunc(es, func(e edge) bool { return 12*e.count < most })
}

// mark tells the amounts among words from those in the columns, which may follow words closely.
func (al alignment) mark(rows []sheetRow) {
	for r := range rows {
		row := &rows[r]
		for i := range row.atoms {
			a := &row.atoms[i]
			a.within = a.sort == sortAmount && !loose(row, i, al.w) && (!al.on(a) || !loose(row, i, 0.6*al.w))
		}
	}
}

// isBody reports that a row holds an amount in one of the columns.
func (al alignment) isBody(row *sheetRow) bool {
	for i := range row.atoms {
		if row.atoms[i].sort == sortAmount && !row.atoms[i].within && al.on(&row.atoms[i]) {
			return true
		}
	}
	return false
}

// span is the part of a page's rows that the table fills: indices of its first and last row with amounts.
type span struct{ first, last int }

// table finds the table among a page's rows: it begins where dates stand beside amounts or several amounts stand side by
// side, and ends with the last row in the columns. Boxes of totals above share no row with a date. It is looked for from row
// from on, which follows the heading.
func (al alignment) table(rows []sheetRow, from int) (span, bool) {
	body := []int{}
	for i := from; i < len(rows); i++ {
		if al.isBody(&rows[i]) {
			body = append(body, i)
		}
	}
	if len(body) == 0 {
		return span{}, false
	}
	// Runs of body rows, parted where nothing of the table is printed for long; the one with most dates is the table.
	pitch := typical(rows, body)
	best, weight := span{}, -1
	for i := 0; i < len(body); {
		j, w := i, al.weight(&rows[body[i]])
		for ; j+1 < len(body) && rows[body[j+1]].y-rows[body[j]].y <= 7*pitch; j++ {
			w += al.weight(&rows[body[j+1]])
		}
		if w > weight {
			best, weight = span{body[i], body[j]}, w
		}
		i = j + 1
	}
	return best, true
}

func (al alignment) weight(row *sheetRow) int {
	w := 1
	for i := range row.atoms {
		if row.atoms[i].sort == sortDate {
			w += 2
		}
	}
	return w
}

// typical is the median distance between successive body rows.
func typical(rows []sheetRow, body []int) float64 {
	var ds []float64
	for i := 1; i < len(body); i++ {
		ds = append(ds, rows[body[i]].y-rows[body[i-1]].y)
	}
	if len(ds) == 0 {
		return 40
	}
	slices.Sort(ds)
	return max(10, ds[len(ds)/2])
}
