package table

import (
	"cmp"
	"math"
	"slices"

	"lensd/vision/layout"
)

// guessUprights looks at the print beside rules down of one extent: tables without rules across.
func (f *finder) guessUprights() {
	var down []layout.Rule
	for _, r := range f.page.Rules {
		if r.Vertical && !r.Edge && r.Length() >= 4*f.th {
			down = append(down, r)
		}
	}
	slices.SortStableFunc(down, func(a, b layout.Rule) int { return cmp.Compare(a.Y0, b.Y0) })
	taken := make([]bool, len(down))
	for i, r := range down {
		if taken[i] {
			continue
		}
		y0, y1 := r.Y0, r.Y1
		for k := i + 1; k < len(down); k++ {
			if math.Abs(down[k].Y0-r.Y0) <= 2.5*f.th && math.Abs(down[k].Y1-r.Y1) <= 2.5*f.th {
				taken[k] = true
				y0, y1 = min(y0, down[k].Y0), max(y1, down[k].Y1)
			}
		}
		ps := f.pick(f.phrasesIn(layout.Box{X0: 0, Y0: int(y0 - 0.3*f.th), X1: f.page.W, Y1: int(y1 + 0.3*f.th)}))
		if len(ps) > 0 {
			f.guessText(ps, rulesIn(f.page.Rules, printIn(ps), f.th), fromRun)
		}
	}
}
