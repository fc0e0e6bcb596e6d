package form

import (
	"cmp"
	"math"
	"slices"

	"lensd/extract"
	"lensd/vision/geom"
)

// Combs returns the rows of single boxes that hold at least n figures, each row from left to right: boxes of one size at
// one height, in groups that stand no wider apart than apart boxes.
func Combs(ticks []extract.Tick, n int, apart float64) [][]geom.Rect {
	var boxes []geom.Rect
	for _, t := range ticks {
		if t.Ink > 0.005 {
			boxes = append(boxes, t.Quad.Bounds())
		}
	}
	slices.SortFunc(boxes, func(a, b geom.Rect) int { return cmp.Compare(a.X0, b.X0) })
	var rows [][]geom.Rect
	for _, b := range boxes {
		k := slices.IndexFunc(rows, func(r []geom.Rect) bool {
			last := r[len(r)-1]
			return math.Abs(last.Center().Y-b.Center().Y) < 0.3*b.H() && math.Abs(last.H()-b.H()) < 0.3*b.H() &&
				b.X0-last.X1 < apart*b.W() && b.X0 > last.X0+0.5*last.W()
		})
		if k < 0 {
			rows = append(rows, []geom.Rect{b})
		} else {
			rows[k] = append(rows[k], b)
		}
	}
	return slices.DeleteFunc(rows, func(r []geom.Rect) bool { return len(r) < n })
}
