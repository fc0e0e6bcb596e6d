package labels

import (
	"maps"
	"slices"

	"lensd/vision/geom"
)

// What a dashed rule is made of, in pixels of the flattened label.
const (
	leastDash  = 8  // thickness up to which a piece may be a dash on the smallest label
	longDash   = 70 // length at most
	manyDashes = 10 // in a rule
)

// takeDashes takes dashed rules that run along x out of the blobs: many flat pieces of one kind in a row, which would else be
// drawn to the lines around them as if they were marks, or letters that each line begins with. thick is a dash's at most.
func takeDashes(blobs []blob, thick int) (kept []blob, rules []geom.Rect) {
	byRow := map[int][]blob{}
	for _, b := range blobs {
		if flat(b, thick) {
			byRow[(b.y0+b.y1)/4] = append(byRow[(b.y0+b.y1)/4], b)
		}
	}
	gone := map[blob]bool{}
	for _, row := range slices.Sorted(maps.Keys(byRow)) { // in order: what follows depends on that of the rules
		set := append(append([]blob{}, byRow[row]...), byRow[row+1]...) // a rule may straddle two bins
		if len(set) < manyDashes {
			continue
		}
		r := geom.Rect{}
		for _, b := range set {
			gone[b] = true
			r = r.Union(geom.Rect{X0: float64(b.x0), Y0: float64(b.y0), X1: float64(b.x1), Y1: float64(b.y1)})
		}
		rules = append(rules, r)
	}
	for _, b := range blobs {
		if !gone[b] {
			kept = append(kept, b)
		}
	}
	return kept, rules
}

// flat says that a blob may be a dash of a rule.
func flat(b blob, thick int) bool {
	return b.h() <= thick && b.w() >= 2*b.h() && b.w() <= longDash && 2*b.area > b.w()*b.h()
}
