package layout

import "lensd/vision/disjoint"

// Box is a rectangle of whole pixels, X1 and Y1 exclusive.
type Box struct{ X0, Y0, X1, Y1 int }

// W returns the width, H the height.
func (b Box) W() int { return b.X1 - b.X0 }

// H returns the height.
func (b Box) H() int { return b.Y1 - b.Y0 }

// CX and CY return twice the middle, so that it stays whole.
func (b Box) cx2() int { return b.X0 + b.X1 }
func (b Box) cy2() int { return b.Y0 + b.Y1 }

// Union returns the box around both; the zero Box is ignored.
func (b Box) Union(o Box) Box {
	if b == (Box{}) {
		return o
	}
	if o == (Box{}) {
		return b
	}
	return Box{min(b.X0, o.X0), min(b.Y0, o.Y0), max(b.X1, o.X1), max(b.Y1, o.Y1)}
}

// Overlaps reports a common pixel.
func (b Box) Overlaps(o Box) bool { return b.X0 < o.X1 && o.X0 < b.X1 && b.Y0 < o.Y1 && o.Y0 < b.Y1 }

// overlapX returns the common width, negative for a gap; overlapY likewise.
func (b Box) overlapX(o Box) int { return min(b.X1, o.X1) - max(b.X0, o.X0) }
func (b Box) overlapY(o Box) int { return min(b.Y1, o.Y1) - max(b.Y0, o.Y0) }

// Component is a connected patch of ink.
type Component struct {
	Box
	Area int // ink pixels
}

// Components returns the 8-connected patches of b in the order of their first pixels, found by joining the stretches of neighbouring
// rows: print fills a tenth of a page, and OpenCV's way, which writes a label for every pixel and sums up the paper too, takes twice
// as long.
func Components(b *Bitmap) []Component {
	rs, first := b.runs(1)
	f := joinRuns(rs, first, b.H)
	index := make([]int, len(rs))
	var out []Component
	for i, r := range rs {
		root := f.Root(i)
		if root == i {
			index[i] = len(out)
			out = append(out, Component{Box: Box{r.x0, r.y, r.x1, r.y + 1}, Area: r.x1 - r.x0})
			continue
		}
		c := &out[index[root]]
		c.Box = c.Box.Union(Box{r.x0, r.y, r.x1, r.y + 1})
		c.Area += r.x1 - r.x0
	}
	return out
}

// joinRuns unites stretches that touch, diagonals included. Roots are always the earliest stretch of a patch.
func joinRuns(rs []run, first []int, height int) disjoint.Sets {
	f := disjoint.New(len(rs))
	for y := 1; y < height; y++ {
		i, j := first[y-1], first[y]
		for i < first[y] && j < first[y+1] {
			a, b := rs[i], rs[j]
			if a.x0 <= b.x1 && b.x0 <= a.x1 {
				f.Join(i, j)
			}
			if a.x1 < b.x1 {
				i++
			} else {
				j++
			}
		}
	}
	return f
}
