package layout

import (
	"math"
	"slices"
)

// Dotted and dashed rules are chains of small patches in line. Lengths are in letter heights.
const (
	dashLength = 1.0 // of a dash; a longer one has narrow gaps beside it, which figures in a column have not
	longDash   = 1.7
	longGap    = 0.75 // of a long dash's length
	dashThick  = 0.3
	boldThick  = 0.45 // of a long dash
	blockThick = 0.6  // of one that is all ink
	blockSolid = 0.8  // of its box
	dashGap    = 1.0  // between dashes
	dashes     = 8    // that make a rule
	someDashes = 3    // that make a piece of one, between what crosses it
	dashUneven = 0.6  // standard deviation of their distances over the mean
)

// FindDashed returns the dotted and dashed rules among the patches cs of b, and the patches that make them up. Leaders, the dots that
// lead from a name to its number, are not rules: they begin beside a letter that stands on them.
func FindDashed(b *Bitmap, cs []Component, th int) (rules []Rule, used []Component) {
	across, down := crossedDashes(b, cs, th)
	return findDashed(cs, across, down, th)
}

// findDashed finds rules among patches and, where dashes run together, their arms across and down. Of arms alone there is no rule: the
// feet of a row of "L" stand in line, too.
func findDashed(cs, across, down []Component, th int) (rules []Rule, used []Component) {
	g := newGrid(cs, 2*th)
	for _, vertical := range []bool{false, true} {
		arms := across
		if vertical {
			arms = down
		}
		isArm := make(map[Component]bool, len(arms))
		for _, a := range arms {
			isArm[a] = true
		}
		pieces := dashChains(slices.Concat(cs, arms), th, vertical)
		if vertical {
			pieces = slices.DeleteFunc(pieces, func(p []Component) bool { return amongLetters(p, cs, g, th) })
		}
		for _, chain := range continued(pieces, vertical) {
			r := fitDashes(chain, vertical)
			if mostly(chain, isArm) || !vertical && leader(cs, g, r, th) {
				continue
			}
			rules = append(rules, r)
			used = append(used, chain...)
		}
	}
	return rules, used
}

// mostly reports that more than half of a chain's patches are arms.
func mostly(chain []Component, isArm map[Component]bool) bool {
	n := 0
	for _, c := range chain {
		if isArm[c] {
			n++
		}
	}
	return 2*n > len(chain)
}

// besideLetter is how far from a letter, in letter heights, the next one of its word may be; levelShare how much of the height of
// the higher one both share.
const (
	besideLetter = 0.6
	levelShare   = 0.65
)

// amongLetters reports that most patches of a chain down the page have another one right beside them that begins and ends where
// they do: a 1, an I or a bracket of one word in each row, no dashes.
func amongLetters(chain, cs []Component, g *grid, th int) bool {
	reach := int(math.Ceil(besideLetter * float64(th)))
	beside := func(a Component) bool {
		return g.holds(Box{a.X0 - reach - 1, a.Y0, a.X1 + reach + 1, a.Y1}, func(i int) bool {
			c := cs[i]
			gap := -float64(a.overlapX(c.Box))
			return gap >= 0 && gap <= besideLetter*float64(th) && float64(a.overlapY(c.Box)) >= levelShare*float64(max(a.H(), c.H()))
		})
	}
	n := 0
	for _, a := range chain {
		if 2*a.H() > th && beside(a) { // dots may stand beside dots
			n++
		}
	}
	return 2*n > len(chain)
}

// Where rules cross, their dashes run together to one patch, which is no dash: how far a rule's next piece may be in the distance
// from dash to dash, and how much these distances may differ from piece to piece.
const (
	mostParted = 3.2
	alikeStep  = 1.6
)

// continued joins the pieces of rules across what crosses them and leaves those that are no rule.
func continued(pieces [][]Component, vertical bool) [][]Component {
	slices.SortStableFunc(pieces, func(a, b []Component) int {
		x, _, _ := a[0].along(vertical)
		y, _, _ := b[0].along(vertical)
		return x - y
	})
	var out []parted
	level := map[int][]int{} // a fine screen leaves tens of thousands of pieces: only those on the same level are compared
	for _, p := range pieces {
		from, _, first := p[0].along(vertical)
		step, best, nearest := stepOf(p, vertical), -1, math.Inf(1)
		for l := first/dashBand - 1; l <= first/dashBand+1; l++ {
			for _, i := range level[l] {
				if gap := out[i].gapTo(from, first, step); gap < nearest || gap == nearest && i < best {
					best, nearest = i, gap
				}
			}
		}
		if best < 0 {
			best = len(out)
			out = append(out, parted{})
		} else {
			was := out[best].last / dashBand
			level[was] = slices.DeleteFunc(level[was], func(i int) bool { return i == best })
		}
		out[best].add(p, vertical)
		now := out[best].last / dashBand
		level[now] = append(level[now], best)
	}
	var rules [][]Component
	for _, r := range out {
		if len(r.chain) >= dashes {
			rules = append(rules, r.chain)
		}
	}
	return rules
}

// parted is a rule of several pieces.
type parted struct {
	chain    []Component
	to, last int     // where its last dash ends, and twice that one's middle across
	step     float64 // as stepOf
}

// gapTo is the white before a piece that begins at from on the level first, and infinite where it does not continue the rule.
func (r parted) gapTo(from, first int, step float64) float64 {
	gap := float64(from - r.to)
	alike := max(step, r.step) <= alikeStep*min(step, r.step)
	if alike && gap > 0 && gap <= mostParted*max(step, r.step) && first-r.last <= dashBand && r.last-first <= dashBand {
		return gap
	}
	return math.Inf(1)
}

// add puts a piece at the end.
func (r *parted) add(piece []Component, vertical bool) {
	r.chain = append(r.chain, piece...)
	r.step = stepOf(r.chain, vertical)
	_, r.to, r.last = piece[len(piece)-1].along(vertical)
}

// stepOf is the usual distance from dash to dash.
func stepOf(chain []Component, vertical bool) float64 {
	ds := make([]int, 0, len(chain))
	for i := 1; i < len(chain); i++ {
		a, _, _ := chain[i-1].along(vertical)
		b, _, _ := chain[i].along(vertical)
		ds = append(ds, b-a)
	}
	slices.Sort(ds)
	return float64(ds[len(ds)/2])
}

// solidDash is the share of a dash's box that is ink; letters have less.
const solidDash = 0.65

// withoutDashes leaves the dashes of rules out of a page's patches, whose usual height is not known yet: a dashed frame is made
// of more patches than the print within, and would pass for print of its own height.
func withoutDashes(cs []Component) []Component {
	var solid []Component
	var thick []int
	for _, c := range cs {
		if float64(c.Area) >= solidDash*float64(c.W()*c.H()) && max(c.W(), c.H()) >= 3 && max(c.W(), c.H()) <= 12*min(c.W(), c.H()) {
			solid, thick = append(solid, c), append(thick, min(c.W(), c.H()))
		}
	}
	if len(solid) < dashes {
		return cs
	}
	slices.Sort(thick)
	_, used := findDashed(solid, nil, nil, max(8, int(float64(thick[len(thick)*9/10]+1)/dashThick)))
	if len(used) == 0 {
		return cs
	}
	drop := make(map[Box]bool, len(used))
	for _, c := range used {
		drop[c.Box] = true
	}
	return slices.DeleteFunc(slices.Clone(cs), func(c Component) bool { return drop[c.Box] })
}

// along is where a patch begins and ends along a row (or column), and twice its middle across it.
func (c Component) along(vertical bool) (from, to, mid int) {
	if vertical {
		return c.Y0, c.Y1, c.cx2()
	}
	return c.X0, c.X1, c.cy2()
}

// isDash reports that a patch that long is as thin as a dash: the thicker, the longer it must be, or the more its box be ink.
func (c Component) isDash(length int, th float64) bool {
	long, thick := float64(length), float64(c.W()+c.H()-length)
	switch {
	case long > longDash*th:
		return false
	case thick <= max(3, dashThick*th):
		return long <= dashLength*th || 2*thick <= long
	case thick <= boldThick*th && 2*thick <= long:
		return true
	}
	return thick <= blockThick*th && thick <= long && float64(c.Area) >= blockSolid*float64(c.W()*c.H())
}

// dashLike returns the patches that are as small as dashes, in their order along a row (or column).
func dashLike(cs []Component, th int, vertical bool) []Component {
	var small []Component
	for _, c := range cs {
		from, to, _ := c.along(vertical)
		if c.isDash(to-from, float64(th)) {
			small = append(small, c)
		}
	}
	slices.SortFunc(small, func(a, b Component) int {
		x, _, _ := a.along(vertical)
		y, _, _ := b.along(vertical)
		return x - y
	})
	return small
}

// dashBand is how far twice the middle of a dash may be from that of the one before.
const dashBand = 4

// nextDash reports that a dash may follow one that long after this white.
func nextDash(gap, before, length, th float64) bool {
	if max(before, length) > dashLength*th {
		return gap <= longGap*max(before, length)
	}
	return gap <= dashGap*th
}

// dashChains gathers small patches that follow each other evenly along a row (or column): rules, and pieces of rules.
func dashChains(cs []Component, th int, vertical bool) [][]Component {
	along := func(c Component) (from, to, mid int) { return c.along(vertical) }
	const band = dashBand
	open := map[int][]int{}
	var chains [][]Component
	for _, c := range dashLike(cs, th, vertical) {
		from, to, mid := along(c)
		best := -1
		for b := mid/band - 1; b <= mid/band+1; b++ {
			for _, k := range open[b] {
				begin, end, last := along(chains[k][len(chains[k])-1])
				if gap := from - end; gap >= 0 && nextDash(float64(gap), float64(end-begin), float64(to-from), float64(th)) && mid-last <= band && last-mid <= band {
					best = k
				}
			}
		}
		if best < 0 {
			best = len(chains)
			chains = append(chains, nil)
		} else {
			_, _, last := along(chains[best][len(chains[best])-1])
			open[last/band] = slices.DeleteFunc(open[last/band], func(k int) bool { return k == best })
		}
		chains[best] = append(chains[best], c)
		open[mid/band] = append(open[mid/band], best)
	}
	return slices.DeleteFunc(chains, func(chain []Component) bool { return len(chain) < someDashes || !even(chain, vertical) })
}

// even reports that the patches of a chain follow each other at about one distance and are of about one length: full stops
// and hyphens of a text are not.
func even(chain []Component, vertical bool) bool {
	var sum, square, n float64
	for i := 1; i < len(chain); i++ {
		d := float64(chain[i].X0 - chain[i-1].X0)
		if vertical {
			d = float64(chain[i].Y0 - chain[i-1].Y0)
		}
		sum, square, n = sum+d, square+d*d, n+1
	}
	mean := sum / n
	return math.Sqrt(max(0, square/n-mean*mean)) <= dashUneven*mean
}

// fitDashes lays a rule through a chain from its first patch to its last.
func fitDashes(chain []Component, vertical bool) Rule {
	a, b := chain[0], chain[len(chain)-1]
	thick := make([]int, len(chain))
	for i, c := range chain {
		thick[i] = min(c.W(), c.H())
	}
	slices.Sort(thick)
	r := Rule{Thick: float64(thick[len(thick)/2]), Vertical: vertical, dotted: true}
	if vertical {
		r.X0, r.X1 = float64(a.cx2())/2, float64(b.cx2())/2
		r.Y0, r.Y1 = float64(a.Y0), float64(b.Y1)
		return r
	}
	r.X0, r.X1 = float64(a.X0), float64(b.X1)
	r.Y0, r.Y1 = float64(a.cy2())/2, float64(b.cy2())/2
	return r
}

// leader reports letters that stand on a rule right before its beginning or after its end.
func leader(cs []Component, g *grid, r Rule, th int) bool {
	reach, sink := 1.2*float64(th), 0.4*float64(th)
	stands := func(i int) bool {
		c := cs[i]
		before, after := r.X0-float64(c.X1), float64(c.X0)-r.X1
		beside := before >= -1 && before <= reach || after >= -1 && after <= reach
		foot := float64(c.Y1) - r.Mid()
		return beside && 2*c.H() > th && c.H() < 3*th && math.Abs(foot) <= sink && foot < 0.3*float64(c.H()) // not a crossing
	}
	feet := Box{int(r.X0-reach) - 2, int(r.Mid()-sink) - 2, int(r.X0) + 2, int(r.Mid()+sink) + 2}
	heads := Box{int(r.X1) - 2, feet.Y0, int(r.X1+reach) + 2, feet.Y1}
	return g.holds(feet, stands) || g.holds(heads, stands)
}
