package layout

import "lensd/vision/disjoint"

// The bars of a code: side by side, slim, of one height and on one level.
const (
	barsHigh   = 2.0 // of the page's letters, at least
	barsSlim   = 4   // heights by widths
	barsLevel  = 8   // of a height by which heads and feet differ at most
	barsApart  = 2   // of a height that lies between two at most
	fewestBars = 9
	barsSolid  = 0.7 // of a bar is ink at least; words of a column that have run together have less
)

// withoutBars leaves out the bars of codes, upright and lying ones: they would join the print close to them.
func withoutBars(cs []Component, th int) []Component {
	up, lying := barsOf(cs, th), barsOf(flippedAll(cs), th)
	if len(up)+len(lying) == 0 {
		return cs
	}
	out := make([]Component, 0, len(cs))
	for _, c := range cs {
		if !oneOf(c.Box, up) && !oneOf(c.Box.flipped(), lying) {
			out = append(out, c)
		}
	}
	return out
}

// barsOf returns the places of upright bars.
func barsOf(cs []Component, th int) (out []Box) {
	var slim []Component
	for _, c := range cs {
		solid := float64(c.Area) >= barsSolid*float64(c.W()*c.H())
		if solid && float64(c.H()) >= barsHigh*float64(th) && c.H() >= barsSlim*c.W() {
			slim = append(slim, c)
		}
	}
	if len(slim) < fewestBars {
		return nil
	}
	f := disjoint.New(len(slim))
	g := newGrid(slim, th*4)
	for i, a := range slim {
		g.near(Box{a.X0, a.Y0, a.X1 + a.H()/barsApart, a.Y1}, func(j int) {
			if b := slim[j]; levelBars(a.Box, b.Box) && -a.overlapX(b.Box) <= a.H()/barsApart {
				f.Join(i, j)
			}
		})
	}
	for _, group := range f.Groups() {
		if len(group) >= fewestBars {
			out = append(out, boxAround(slim, group))
		}
	}
	return out
}

// levelBars reports that two patches begin and end at one height.
func levelBars(a, b Box) bool {
	slack := max(2, a.H()/barsLevel)
	return near(a.Y0, b.Y0, slack) && near(a.Y1, b.Y1, slack)
}

// oneOf reports a bar of one of some codes, or bars that have run together.
func oneOf(b Box, codes []Box) bool {
	for _, c := range codes {
		if levelBars(c, b) && -b.overlapX(c) <= c.H()/barsApart {
			return true
		}
	}
	return false
}
