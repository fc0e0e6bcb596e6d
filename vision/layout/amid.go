package layout

import "lensd/vision/disjoint"

// Monospaced print gives a comma as much room as a letter, so that the white around it is as wide as between words, or columns. A small
// patch amid two letters, about as far from both, is of their word: what a text has after a comma is wider than what it has before it.
const (
	amidSmall = 0.62 // how tall it is at most, by the lower letter
	amidWide  = 0.8  // how wide
	amidReach = 0.9  // the white on either side at most, in letter heights
	amidEven  = 0.5  // the narrower white by the wider at least
	amidLow   = 0.6  // from where on down the lower letter a mark is a comma or a point
	amidUnder = 0.35 // how far under the letters it may hang
)

// From letter to letter over a mark it is two steps of monospaced print; over a comma or a point amid figures of a text, whose other
// marks stand closer, it is fewer.
const (
	lowSteps    = 1.35
	fewestSteps = 1.75
	mostSteps   = 2.3
)

// joinAmid joins letters between which a comma, a point or the like stands. next is the letter that follows each, or -1.
func joinAmid(ls, marks []Component, next []int, th int, f disjoint.Sets) {
	all := append(append(make([]Component, 0, len(ls)+len(marks)), ls...), marks...)
	g := newGrid(all, th*2)
	last := previous(next)
	for i, m := range all {
		l, r := besides(all, g, i, th)
		if l < 0 || r < 0 || l >= len(ls) || r >= len(ls) || f.Root(l) == f.Root(r) || !amid(m.Box, ls[l].Box, ls[r].Box) {
			continue
		}
		low := isLow(m.Box, ls[l].Box, ls[r].Box) && !stacked(all, g, i)
		if known, even := twoSteps(ls, [4]int{last[l], l, r, next[r]}, low); even && (known || low) {
			f.Join(l, r)
			if i < len(ls) {
				f.Join(l, i)
			}
		}
	}
}

// previous returns the letter that each follows, or -1.
func previous(next []int) []int {
	out := make([]int, len(next))
	for i := range out {
		out[i] = -1
	}
	for i, n := range next {
		if n >= 0 {
			out[n] = i
		}
	}
	return out
}

// besides returns the patches beside a small one on the same line that are nearest on the left and on the right, or -1.
func besides(all []Component, g *grid, i, th int) (left, right int) {
	m := all[i]
	left, right = -1, -1
	reach := 2 * th
	g.near(Box{m.X0 - reach, m.Y0, m.X1 + reach, m.Y1}, func(j int) {
		o := all[j]
		switch {
		case j == i || m.cy2() < 2*o.Y0 || float64(m.cy2())/2 > float64(o.Y1)+amidUnder*float64(o.H()) || o.overlapX(m.Box) > 0:
		case o.X1 <= m.X0 && (left < 0 || o.X1 > all[left].X1):
			left = j
		case o.X0 >= m.X1 && (right < 0 || o.X0 < all[right].X0):
			right = j
		}
	})
	return left, right
}

// amid reports that a patch is small beside two letters of one line and stands about as far from both.
func amid(m, l, r Box) bool {
	h := float64(min(l.H(), r.H()))
	left, right := float64(m.X0-l.X1), float64(r.X0-m.X1)
	return sameLine(l, r) && float64(m.H()) <= amidSmall*h && float64(m.W()) <= amidWide*h && max(left, right) <= amidReach*h &&
		min(left, right) >= amidEven*max(left, right)
}

// isLow reports that a mark stands at the foot of two letters.
func isLow(m, l, r Box) bool {
	low := l
	if r.H() < l.H() {
		low = r
	}
	return float64(m.cy2())/2 >= float64(low.Y0)+amidLow*float64(low.H())
}

// stacked reports that a mark stands over or under another: a colon, which texts may set with a space on either side.
func stacked(all []Component, g *grid, i int) (yes bool) {
	m := all[i]
	reach := 4 * m.H()
	g.near(Box{m.X0, m.Y0 - reach, m.X1, m.Y1 + reach}, func(j int) {
		o := all[j]
		yes = yes || j != i && o.overlapX(m.Box) > 0 && o.H() <= 2*m.H() && o.Y0 < m.Y1+reach && o.Y1 > m.Y0-reach
	})
	return yes
}

// twoSteps reports whether the letters before and after two, -1 where there are none, tell the print's step, and that they do not tell
// that the two are no two steps apart.
func twoSteps(ls []Component, at [4]int, low bool) (known, even bool) {
	apart, fewest := float64(ls[at[2]].cx2()-ls[at[1]].cx2()), fewestSteps
	if low {
		fewest = lowSteps
	}
	even = true
	for _, pair := range [][]int{at[:2], at[2:]} {
		if pair[0] < 0 || pair[1] < 0 {
			continue
		}
		if step := float64(ls[pair[1]].cx2() - ls[pair[0]].cx2()); step > 0 {
			known, even = true, even && apart >= fewest*step && apart <= mostSteps*step
		}
	}
	return known, even
}
