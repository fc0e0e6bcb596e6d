package layout

import (
	"image"
	"math"
	"slices"
)

// What a corner mark is like, of the window that some forms and labels leave for an address: two arms of nearly one length that meet at a
// right angle, each thin and straight. Shares are of the shorter arm, but armFilled and armStray of what would be filled, and of the ink.
const (
	armLeast  = 8 // pixels
	armUneven = 1.6
	armThick  = 0.32
	armFilled = 0.85
	armStray  = 0.08
	armAlike  = 1.35 // ratio of the arms of marks of one window
	rowSlack  = 0.25 // of its height, by which letters of a line begin and end otherwise
)

// corner is a corner mark: which corner of a window it is, clockwise from the top left.
type corner struct {
	at    int
	box   Box
	thick int
}

// CornerMarks finds the marks at the corners of windows among the patches cs of b and returns each one's two arms. One alone is none: "L"
// has the same shape, and some letters that run together nearly have. Where two opposite ones are found the others are looked for at their
// places, for the first letter of what stands in a window may touch one.
func CornerMarks(b *Bitmap, cs []Component) (arms []Component) {
	var found []corner
	for i, c := range cs {
		if at, thick, ok := cornerOf(b, c); ok && !inRow(cs, i) {
			found = append(found, corner{at, c.Box, thick})
		}
	}
	for _, c := range found {
		mark := false
		for _, o := range found {
			if !c.of(o) {
				continue
			}
			mark = true
			if other := c.between(o); c.at == (o.at+2)%4 && other.on(b) {
				arms = append(arms, other.arms()...)
			}
		}
		if mark {
			arms = append(arms, c.arms()...)
		}
	}
	return arms
}

// inRow reports that another patch stands beside patch i as letters of a line do, from the same height down to the same: "r" and the Thai
// vowel AA are corners of a kind, too.
func inRow(cs []Component, i int) bool {
	c := cs[i]
	slack := max(1, int(rowSlack*float64(c.H())))
	return slices.ContainsFunc(cs, func(o Component) bool {
		gap := max(o.X0-c.X1, c.X0-o.X1)
		top, bottom := o.Y0-c.Y0, o.Y1-c.Y1
		return o.Box != c.Box && gap > -c.W()/2 && gap <= c.H() && max(top, -top) <= slack && max(bottom, -bottom) <= slack
	})
}

// cornerOf says which corner of a window a patch looks like, and how thick its arms are.
func cornerOf(b *Bitmap, c Component) (at, thick int, ok bool) {
	w, h := c.W(), c.H()
	if min(w, h) < armLeast || float64(max(w, h)) > armUneven*float64(min(w, h)) {
		return 0, 0, false
	}
	// The area of two arms that overlap in their corner is t (w + h - t).
	sum := float64(w + h)
	t := (sum - math.Sqrt(max(0, sum*sum-4*float64(c.Area)))) / 2
	if t > armThick*float64(min(w, h)) {
		return 0, 0, false
	}
	thick = int(math.Ceil(t))
	for at = range 4 {
		across, down := armsOf(c.Box, at, thick)
		if filled(b, across, false) >= armFilled && filled(b, down, true) >= armFilled && stray(b, c, across, down) <= armStray*float64(c.Area) {
			return at, thick, true
		}
	}
	return 0, 0, false
}

// armsOf returns the boxes of the arms of a corner mark.
func armsOf(b Box, at, thick int) (across, down Box) {
	across, down = b, b
	if at < 2 {
		across.Y1 = b.Y0 + thick
	} else {
		across.Y0 = b.Y1 - thick
	}
	if at == 0 || at == 3 {
		down.X1 = b.X0 + thick
	} else {
		down.X0 = b.X1 - thick
	}
	return across, down
}

// filled is the share of an arm's length along which it has ink.
func filled(b *Bitmap, arm Box, down bool) float64 {
	long, wide := arm.W(), arm.H()
	if down {
		long, wide = wide, long
	}
	n := 0
	for i := range long {
		for k := range wide {
			x, y := arm.X0+i, arm.Y0+k
			if down {
				x, y = arm.X0+k, arm.Y0+i
			}
			if b.Pix[y*b.W+x] != 0 {
				n++
				break
			}
		}
	}
	return float64(n) / float64(max(1, long))
}

// stray is how much of a patch lies in neither arm, nor at their edges. Other patches may lie within its box.
func stray(b *Bitmap, c Component, across, down Box) float64 {
	in := func(a Box, x, y int) bool { return x >= a.X0-1 && x <= a.X1 && y >= a.Y0-1 && y <= a.Y1 }
	n := 0
	for y := c.Y0; y < c.Y1; y++ {
		for x := c.X0; x < c.X1; x++ {
			if b.Pix[y*b.W+x] != 0 && (in(across, x, y) || in(down, x, y)) {
				n++
			}
		}
	}
	return float64(c.Area - n)
}

// of reports that two marks are corners of one window: as large as each other, and where its sides would have them.
func (c corner) of(o corner) bool {
	if c.at == o.at || !nearly(c.box.W(), o.box.W()) || !nearly(c.box.H(), o.box.H()) {
		return false
	}
	slack := max(c.box.W(), c.box.H())
	d := c.edge().Sub(o.edge())
	level, plumb := max(d.Y, -d.Y) <= slack, max(d.X, -d.X) <= slack
	top, left := func(k corner) bool { return k.at < 2 }, func(k corner) bool { return k.at == 0 || k.at == 3 }
	if !top(c) && !top(o) {
		return false // "L" and "J"
	}
	besides := left(c) == left(o) && plumb || left(c) != left(o) && !plumb && left(c) == (d.X < 0)
	over := top(c) == top(o) && level || top(c) != top(o) && !level && top(c) == (d.Y < 0)
	return besides && over
}

// between returns the corner that follows c clockwise, where o is the one opposite to c.
func (c corner) between(o corner) corner {
	at := (c.at + 1) % 4
	p := image.Pt(o.edge().X, c.edge().Y)
	if c.at == 1 || c.at == 3 {
		p = image.Pt(c.edge().X, o.edge().Y)
	}
	w, h := c.box.W(), c.box.H()
	r := Box{p.X, p.Y, p.X + w, p.Y + h}
	if at == 1 || at == 2 {
		r.X0, r.X1 = p.X-w, p.X
	}
	if at >= 2 {
		r.Y0, r.Y1 = p.Y-h, p.Y
	}
	return corner{at, r, max(c.thick, o.thick)}
}

// on reports that there is ink where the arms of a mark would be.
func (c corner) on(b *Bitmap) bool {
	if c.box.X0 < 0 || c.box.Y0 < 0 || c.box.X1 > b.W || c.box.Y1 > b.H {
		return false
	}
	across, down := armsOf(c.box, c.at, c.thick)
	return filled(b, across, false) >= armFilled && filled(b, down, true) >= armFilled
}

// edge is the window's corner.
func (c corner) edge() image.Point {
	p := image.Pt(c.box.X0, c.box.Y0)
	if c.at == 1 || c.at == 2 {
		p.X = c.box.X1
	}
	if c.at >= 2 {
		p.Y = c.box.Y1
	}
	return p
}

// arms returns what the mark covers.
func (c corner) arms() []Component {
	across, down := armsOf(c.box, c.at, c.thick)
	return []Component{{Box: across}, {Box: down}}
}

func nearly(a, b int) bool { return float64(max(a, b)) <= armAlike*float64(min(a, b)) }
