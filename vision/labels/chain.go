package labels

import (
	"math"
	"sort"

	"lensd/vision/disjoint"
	"lensd/vision/geom"
)

// chain is a row of blobs that belong to one printed line.
type chain struct {
	blobs  []blob
	box    blob    // around the core glyphs and what was attached to them
	glyph  float64 // median height of the core glyphs
	core   int     // glyphs without marks, dots and hyphens
	slope  float64 // of the base line, dy/dx
	origin geom.Point
}

// Shapes of glyphs, in pixels of the flattened label or as ratios.
const (
	minGlyph  = 7
	maxAspect = 7.0  // wider is a dash or a piece of a rule
	maxRatio  = 2.1  // of the heights of two neighbours; ไ beside ร, "l" beside "a" stay below
	reach     = 0.95 // gap between neighbours in the taller one's height: more than a space between words
)

// chains groups blobs into lines that read left to right; walls are vertical rules, across which no line runs.
func chains(blobs []blob, walls []geom.Rect, maxGlyph int) []chain {
	var core, small []blob
	for _, b := range blobs {
		aspect := float64(b.w()) / float64(b.h())
		switch {
		case b.h() > maxGlyph || b.w() > 6*maxGlyph:
		case b.h() >= minGlyph && aspect < maxAspect:
			core = append(core, b)
		default:
			small = append(small, b)
		}
	}
	core = splitBridges(core)
	sort.Slice(core, func(i, j int) bool { return core[i].x0 < core[j].x0 })
	sets := link(core, walls)
	usual := usualHeight(core)
	var lines []chain
	for _, s := range sets {
		if len(s) >= 2 && !isBarcode(s) || len(s) == 1 && isWord(s[0], usual) {
			lines = append(lines, newChain(s))
		} else if len(s) == 1 {
			small = append(small, s...)
		}
	}
	lines, small = dissolve(lines, small, walls)
	space := blank(lines)
	return join(absorb(lines, hang(lines, splitMarks(lines, small)), walls, space), walls, space)
}

// link unites neighbours by union-find over the blobs sorted by their left edge.
func link(core []blob, walls []geom.Rect) [][]blob {
	joined := disjoint.New(len(core))
	widest := 0
	for _, b := range core {
		widest = max(widest, b.h())
	}
	for i, a := range core {
		for j := i + 1; j < len(core) && core[j].x0-a.x1 <= widest; j++ {
			if neighbours(a, core[j]) && !walled(a, core[j], walls) {
				joined.Join(i, j)
			}
		}
	}
	var out [][]blob
	for _, members := range joined.Groups() {
		var set []blob
		for _, i := range members {
			set = append(set, core[i])
		}
		out = append(out, set)
	}
	return out
}

func neighbours(a, b blob) bool {
	lo, hi := min(a.h(), b.h()), max(a.h(), b.h())
	overlap := min(a.y1, b.y1) - max(a.y0, b.y0)
	return float64(b.x0-a.x1) <= reach*float64(hi) && float64(overlap) >= 0.55*float64(lo) && float64(hi) <= maxRatio*float64(lo)
}

// walled says that a vertical rule stands between two blobs.
func walled(a, b blob, walls []geom.Rect) bool {
	y := float64(max(a.y0, b.y0)+min(a.y1, b.y1)) / 2
	for _, w := range walls {
		if w.X0 >= float64(a.x1)-2 && w.X1 <= float64(b.x0)+2 && w.Y0 <= y && w.Y1 >= y {
			return true
		}
	}
	return false
}

// dissolve breaks up rows of small pieces that are parts of a line in larger print, so that they can be absorbed by that
// line: the asterisks of a masked phone at its end, the vowel signs and tone marks over or under it.
func dissolve(lines []chain, small []blob, walls []geom.Rect) ([]chain, []blob) {
	var kept []chain
	for i, a := range lines {
		part := false
		for j, b := range lines {
			part = part || i != j && (a.trails(b) && !walled(a.box, b.box, walls) && !walled(b.box, a.box, walls) || a.marks(b))
		}
		if part {
			small = append(small, a.blobs...)
		} else {
			kept = append(kept, a)
		}
	}
	return kept, small
}

// A full stop with a comma, in which a line ends: so many pieces, whose middle may lie so far below the base line, in heights of letters.
const (
	endStops   = 2
	trailBelow = 0.2
)

// trails says that a chain of small pieces goes on where a line ends. Small print before a line is a caption of its own.
func (c chain) trails(l chain) bool {
	if l.heads(c.box) {
		return false
	}
	gap := float64(max(c.box.x0, l.box.x0) - min(c.box.x1, l.box.x1))
	mid := float64(c.box.y0+c.box.y1) / 2
	if c.core <= endStops && c.box.x0 >= l.box.x1 {
		mid -= trailBelow * l.glyph
	}
	return c.glyph < 0.55*l.glyph && gap < 0.6*l.glyph && mid > l.origin.Y-l.glyph && mid < l.origin.Y
}

// What small print before a line is like, in heights of the line's letters: lower than its small letters are, on the same base line or, as
// the upper dot of a colon, a little over it, and apart.
const (
	headHigh = 0.55
	headBase = 0.36
)

// heads says that b is, or is of, small print that stands before a line.
func (c chain) heads(b blob) bool {
	g := c.glyph
	base := c.origin.Y + c.slope*(float64(b.x0+b.x1)/2-c.origin.X)
	left := math.Inf(1)
	for _, o := range c.blobs {
		if float64(o.h()) >= headHigh*g {
			left = min(left, float64(o.x0))
		}
	}
	return float64(b.h()) < headHigh*g && math.Abs(float64(b.y1)-base) < headBase*g && left-float64(b.x1) >= partGap*g
}

// Thai marks in heights of the consonants that they belong to.
const (
	mostMarks  = 5    // in a row, with next to no room between them
	markHeight = 0.62 // at most
	markAbove  = 1.32 // their lower edge over the base line, at most
	markBelow  = 0.5  // their middle under the base line, at most
)

// marks says that a chain is a few marks over or under a line: they nearly touch its letters, which small print beside a
// line in large print does not.
func (c chain) marks(l chain) bool {
	g := l.glyph
	base := l.origin.Y + l.slope*(float64(c.box.x0+c.box.x1)/2-l.origin.X)
	mid := float64(c.box.y0+c.box.y1) / 2
	within := float64(c.box.x0) > float64(l.box.x0)-0.5*g && float64(c.box.x1) < float64(l.box.x1)+0.5*g
	return c.core <= mostMarks && l.core > c.core && c.glyph < markHeight*g && within &&
		float64(c.box.y1) > base-markAbove*g && mid < base+markBelow*g
}

// isWord recognises a whole word whose letters have run together: no letter is as wide for its height, and a word of two letters is as high
// as usual, which Thai marks that have run together are not.
func isWord(b blob, usual int) bool {
	full := float64(b.area) / float64(b.w()*b.h())
	wide := b.w() > 2*b.h() || 2*b.w() > 3*b.h() && 4*b.h() >= 3*usual
	return b.h() >= 10 && wide && full > 0.2 && full < 0.8
}

// usualHeight is the median height of glyphs, 0 of none.
func usualHeight(core []blob) int {
	h := make([]int, 0, len(core))
	for _, b := range core {
		h = append(h, b.h())
	}
	return geom.Median(h)
}

// isBarcode recognises a row of bars: many, slim, all of one height.
func isBarcode(s []blob) bool {
	slim := 0
	for _, b := range s {
		if b.h() >= 24 && b.h() > 3*b.w() {
			slim++
		}
	}
	return len(s) >= 10 && float64(slim) >= 0.7*float64(len(s))
}

func newChain(s []blob) chain {
	c := chain{blobs: s, core: len(s)}
	c.measure()
	return c
}

// measure sets box, glyph height and base line.
func (c *chain) measure() {
	heights := make([]int, 0, c.core)
	c.box = c.blobs[0]
	for i, b := range c.blobs {
		c.box = blob{min(c.box.x0, b.x0), min(c.box.y0, b.y0), max(c.box.x1, b.x1), max(c.box.y1, b.y1), 0}
		if i < c.core {
			heights = append(heights, b.h())
		}
	}
	sort.Ints(heights)
	// The upper third: in lower-case print most glyphs lack ascenders, but the line is as tall as those that have them.
	c.glyph = float64(heights[len(heights)*2/3])
	c.fitBase()
}

// fitBase fits the middle line of the core glyphs by least squares; short chains stay level.
func (c *chain) fitBase() {
	var sx, sy, sxx, sxy, n float64
	for _, b := range c.blobs[:c.core] {
		x, y := float64(b.x0+b.x1)/2, float64(b.y1)
		sx, sy, sxx, sxy, n = sx+x, sy+y, sxx+x*x, sxy+x*y, n+1
	}
	c.origin = geom.Point{X: sx / n, Y: sy / n}
	c.slope = 0
	if d := n*sxx - sx*sx; c.core >= 8 && d > 0 && float64(c.box.w()) > 8*c.glyph {
		if m := (n*sxy - sx*sy) / d; math.Abs(m) < 0.12 {
			c.slope = m
		}
	}
}

// absorb gives marks, dots, hyphens and lone glyphs to the line whose band they lie in. A line grows by what it absorbs,
// so that the rest of a dash or of a row of asterisks finds it in the next pass. What stands behind a vertical rule is not
// taken: the letters of a caption set one under the other beside a cell would stretch every line in it.
func absorb(lines []chain, small []blob, walls []geom.Rect, space float64) []chain {
	for range 6 {
		var left []blob
		for _, b := range small {
			at := nearestLine(lines, b, walls, space)
			if at < 0 {
				left = append(left, b)
				continue
			}
			l := &lines[at]
			l.blobs = append(l.blobs, b)
			l.box.x0, l.box.x1 = min(l.box.x0, b.x0), max(l.box.x1, b.x1)
		}
		if len(left) == len(small) {
			break
		}
		small = left
	}
	for i := range lines {
		lines[i].measure()
	}
	return lines
}

// nearestLine returns the line whose band a small piece lies in, -1 for none. space is the page's wide space between words.
func nearestLine(lines []chain, b blob, walls []geom.Rect, space float64) int {
	cx, cy := float64(b.x0+b.x1)/2, float64(b.y0+b.y1)/2
	best, at := math.Inf(1), -1
	for i := range lines {
		l := &lines[i]
		g := l.glyph
		base := l.origin.Y + l.slope*(cx-l.origin.X)
		room := 0.75 * g
		if float64(b.h()) > 0.5*g && math.Abs(float64(b.y1)-base) < 0.25*g {
			room = space * g // a letter between two spaces: "&"
		}
		if l.heads(b) {
			continue
		}
		if float64(b.x1) < float64(l.box.x0)-room || float64(b.x0) > float64(l.box.x1)+room || float64(b.h()) > 1.3*g || float64(b.w()) > 3*g {
			continue
		}
		// Thai tone marks over a vowel sit up to 0.9 glyph heights above the consonants.
		if d := math.Abs(cy - (base - g/2)); cy > base-1.95*g && cy < base+0.6*g && d < best && !walled(b, l.box, walls) && !walled(l.box, b, walls) {
			best, at = d, i
		}
	}
	return at
}

// join unites chains that stand on one base line with no more than a wide space between them.
func join(lines []chain, walls []geom.Rect, space float64) []chain {
	sort.Slice(lines, func(i, j int) bool { return lines[i].box.x0 < lines[j].box.x0 })
	for again := true; again; {
		again = false
		for i := 0; i < len(lines); i++ {
			for j := i + 1; j < len(lines); j++ {
				if sameLine(lines[i], lines[j], space) && !walled(lines[i].box, lines[j].box, walls) {
					lines[i] = merge(lines[i], lines[j])
					lines = append(lines[:j], lines[j+1:]...)
					again = true
					j--
				}
			}
		}
	}
	return lines
}

func sameLine(a, b chain, space float64) bool {
	lo, hi := min(a.glyph, b.glyph), max(a.glyph, b.glyph)
	overlap := min(a.box.y1, b.box.y1) - max(a.box.y0, b.box.y0)
	gap := max(a.box.x0, b.box.x0) - min(a.box.x1, b.box.x1)
	x := float64(max(a.box.x0, b.box.x0))
	bases := math.Abs(a.origin.Y + a.slope*(x-a.origin.X) - b.origin.Y - b.slope*(x-b.origin.X))
	return hi <= 1.6*lo && float64(overlap) >= 0.5*lo && bases < 0.45*lo && float64(gap) < space*hi
}

func merge(a, b chain) chain {
	m := chain{core: a.core + b.core}
	m.blobs = append(m.blobs, a.blobs[:a.core]...)
	m.blobs = append(m.blobs, b.blobs[:b.core]...)
	m.blobs = append(m.blobs, a.blobs[a.core:]...)
	m.blobs = append(m.blobs, b.blobs[b.core:]...)
	m.measure()
	return m
}
