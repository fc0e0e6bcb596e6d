// Package table finds the structure of tables on an analysed page: cells from rules where there are rules, from the
// alignment of print where there are none. It is pure Go and reads no text.
package table

import (
	"slices"

	"lensd/vision/layout"
)

// Table is a grid of cells over a part of the page.
type Table struct {
	layout.Box
	Rows, Cols int
	Cells      []Cell // merged cells once, at their top left; every place of the grid is covered
	Ruled      bool   // the grid is printed
}

// Cell is a cell with the print in it.
type Cell struct {
	layout.Box
	Row, Col         int // from 0
	RowSpan, ColSpan int
	Phrases          []layout.Phrase // in reading order
}

// Find returns the tables of a page from top to bottom.
func Find(p *layout.Page) []Table {
	f := &finder{page: p, th: float64(p.TextHeight), used: make([]bool, len(p.Phrases))}
	f.ruled()
	f.lined()
	f.borderless()
	slices.SortStableFunc(f.tables, func(a, b Table) int {
		if a.Y0 != b.Y0 {
			return a.Y0 - b.Y0
		}
		return a.X0 - b.X0
	})
	return f.tables
}

// finder collects the tables of one page; print that a table has taken is not looked at again.
type finder struct {
	page   *layout.Page
	th     float64
	used   []bool // by phrase
	tables []Table
}

// phrasesIn returns the indices of the unused phrases whose middle lies in b.
func (f *finder) phrasesIn(b layout.Box) []int {
	var out []int
	for i, ph := range f.page.Phrases {
		x, y := (ph.X0+ph.X1)/2, (ph.Y0+ph.Y1)/2
		if !f.used[i] && x >= b.X0 && x < b.X1 && y >= b.Y0 && y < b.Y1 {
			out = append(out, i)
		}
	}
	return out
}

// take adds a table and marks its print as used.
func (f *finder) take(t Table) {
	for _, i := range f.phrasesIn(t.Box) {
		f.used[i] = true
	}
	f.tables = append(f.tables, t)
}

func (f *finder) pick(idx []int) []layout.Phrase {
	out := make([]layout.Phrase, len(idx))
	for i, k := range idx {
		out[i] = f.page.Phrases[k]
	}
	return out
}
