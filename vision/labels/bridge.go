package labels

import "sort"

// What makes a blob a bridge between two lines, in heights of the glyphs around it.
const (
	bridgeHeight = 1.5 // at least
	bridgeReach  = 4.0 // how far its neighbours are looked for
	bridgeSides  = 2   // neighbours in the upper and in the lower line, at least
)

// splitBridges cuts glyphs of two lines that touch, a descender on a capital, at the border of their lines: as one blob
// they would chain the two lines up.
func splitBridges(core []blob) []blob {
	var out []blob
	for i, b := range core {
		if y, ok := borderWithin(core, i); ok {
			upper, lower := b, b
			upper.y1, lower.y0 = y, y
			upper.area, lower.area = b.area*(y-b.y0)/b.h(), b.area*(b.y1-y)/b.h()
			out = append(out, upper, lower)
			continue
		}
		out = append(out, b)
	}
	return out
}

// borderWithin returns the height at which a blob is to be cut: between the base line of its upper neighbours and the
// tops of the lower ones. ok is false for a blob that is no bridge.
func borderWithin(core []blob, at int) (y int, ok bool) {
	b := core[at]
	var bases, tops []int
	for i, n := range core {
		h := float64(n.h())
		gap := float64(max(n.x0-b.x1, b.x0-n.x1))
		if i == at || gap > bridgeReach*h || float64(b.h()) < bridgeHeight*h || h < 0.25*float64(b.h()) {
			continue
		}
		slack := int(0.3 * h)
		switch {
		case n.y0 < b.y0-slack || n.y1 > b.y1+slack:
		case n.y1 < b.y0+2*b.h()/3:
			bases = append(bases, n.y1)
		case n.y0 > b.y0+b.h()/3:
			tops = append(tops, n.y0)
		}
	}
	if len(bases) < bridgeSides || len(tops) < bridgeSides {
		return 0, false
	}
	sort.Ints(bases)
	sort.Ints(tops)
	base, top := bases[len(bases)/2], tops[len(tops)/2]
	if top < base-b.h()/8 {
		return 0, false
	}
	y = (base + top) / 2
	return y, y > b.y0+minGlyph && y < b.y1-minGlyph
}
