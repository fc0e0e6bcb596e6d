package layout

import "lensd/vision/disjoint"

// bandsApart is how far the borders of a bar's parts may be apart, as a share of its thickness.
const bandsApart = 0.1

// bands returns the boxes of filled parts, those of one bar joined: print as high as the bar cuts it, its parts begin and end level
// with each other, and each reaches into the other between the letters. Evened one by one, what they share would be inverted twice.
// Parts smaller than least pixels are left out.
func bands(parts []Component, least int) []Box {
	var boxes []Box
	for _, c := range parts {
		if max(c.W(), c.H()) >= least {
			boxes = append(boxes, c.Box)
		}
	}
	sets := disjoint.New(len(boxes))
	for i, a := range boxes {
		for j, b := range boxes[:i] {
			if a.Overlaps(b) && (oneBand(a.Y0, a.Y1, b.Y0, b.Y1) || oneBand(a.X0, a.X1, b.X0, b.X1)) {
				sets.Join(i, j)
			}
		}
	}
	out := make([]Box, 0, len(boxes))
	for _, g := range sets.Groups() {
		all := boxes[g[0]]
		for _, i := range g[1:] {
			all = all.Union(boxes[i])
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
