package table

import (
	"slices"

	"lensd/vision/disjoint"
	"lensd/vision/layout"
)

// blockReaches are how far from each other, in letter heights, the print of one block may stand side by side: a table whose columns
// stand close is told from what stands beside it, be it a chart, another table, or what lies around a photographed page.
func blockReaches() []float64 { return []float64{3, 6} }

// guessBlocks looks at runs of lines within blocks of print.
func (f *finder) guessBlocks() {
	rows := f.printedRows()
	for _, reach := range blockReaches() {
		for _, block := range f.blocks(slices.Concat(rows...), reach) {
			lines := rowsOf(block)
			for _, how := range []run{{rowGap, mostAlone}, {wideRowGap, mostWrapped}} {
				f.guessRunsOf(lines, how)
			}
		}
	}
}

// blocks parts print by the white around it; a block of less than four phrases is none.
func (f *finder) blocks(ps []layout.Phrase, reach float64) [][]layout.Phrase {
	set := disjoint.New(len(ps))
	for i, a := range ps {
		for k, b := range ps[:i] {
			dx, dy := max(a.X0-b.X1, b.X0-a.X1), max(a.Y0-b.Y1, b.Y0-a.Y1)
			if float64(dx) <= reach*f.th && float64(dy) <= wideRowGap*f.th {
				set.Join(i, k)
			}
		}
	}
	var out [][]layout.Phrase
	for _, g := range set.Groups() {
		if len(g) < 4 || len(g) == len(ps) {
			continue
		}
		var block []layout.Phrase
		for _, i := range g {
			block = append(block, ps[i])
		}
		out = append(out, block)
	}
	return out
}
