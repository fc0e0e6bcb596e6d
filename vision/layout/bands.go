package layout

import (
	"slices"

	"lensd/vision/disjoint"
)

const (
	bandsApart = 0.1 // how far the borders of a bar's parts may be apart, as a share of its thickness
	bandsCell  = 64  // pixels of the grid in which they are looked up
)

// bands returns the boxes of filled parts, those of one bar joined: print as high as the bar cuts it, its parts begin and end level
// with each other, and each reaches into the other between the letters. Evened one by one, what they share would be inverted twice.
// Parts smaller than least pixels are left out.
func bands(parts []Component, least int) []Box {
	parts = slices.DeleteFunc(slices.Clone(parts), func(c Component) bool { return max(c.W(), c.H()) < least })
	g := newGrid(parts, bandsCell) // a screen of dots has more than can be compared with each other
	sets := disjoint.New(len(parts))
	for i, a := range parts {
		g.near(a.Box, func(j int) {
			b := parts[j]
			if j < i && a.Overlaps(b.Box) && (oneBand(a.Y0, a.Y1, b.Y0, b.Y1) || oneBand(a.X0, a.X1, b.X0, b.X1)) {
				sets.Join(i, j)
			}
		})
	}
	out := make([]Box, 0, len(parts))
	for _, group := range sets.Groups() {
		var all Box
		for _, i := range group {
			all = all.Union(parts[i].Box)
		}
		out = append(out, all)
	}
	return out
}

// oneBand reports that two ranges begin and end level with each other.
func oneBand(a0, a1, b0, b1 int) bool {
	apart := int(bandsApart * float64(max(a1-a0, b1-b0)))
	return max(a0, b0)-min(a0, b0) <= apart && max(a1, b1)-min(a1, b1) <= apart
}
