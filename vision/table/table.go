// Package table finds the structure of tables on an analysed page: cells from rules where there are rules, from the
// alignment of print where there are none. It is pure Go and reads no text.
package table

import (
	"lensd/vision/layout"
)

// Table is a grid of cells over a part of the page.
type Table struct {
	layout.Box
	Rows, Cols int
	Cells      []Cell // merged cells once, at their top left; every place of the grid is covered
	Ruled      bool   // the grid is printed
	likely     likelihoods
}

// Cell is a cell with the print in it.
type Cell struct {
	layout.Box
	Row, Col         int // from 0
	RowSpan, ColSpan int
	Phrases          []layout.Phrase // in reading order
}

// finder collects the guesses at tables of one page.
type finder struct {
	page    *layout.Page
	th      float64
	guesses []Guess
	used    []bool    // by phrase: what a table of byRules has taken; nil elsewhere
	tables  []Table   // of byRules
	laid    stretches // print that was laid out as text
	heard   *hearsay  // what the net of ties says
}

// phrasesIn returns the indices of the unused phrases whose middle lies in b.
func (f *finder) phrasesIn(b layout.Box) []int {
	var out []int
	for i, ph := range f.page.Phrases {
		x, y := (ph.X0+ph.X1)/2, (ph.Y0+ph.Y1)/2
		if !f.isUsed(i) && x >= b.X0 && x < b.X1 && y >= b.Y0 && y < b.Y1 {
			out = append(out, i)
		}
	}
	return out
}

func (f *finder) pick(idx []int) []layout.Phrase {
	out := make([]layout.Phrase, len(idx))
	for i, k := range idx {
		out[i] = f.page.Phrases[k]
	}
	return out
}
