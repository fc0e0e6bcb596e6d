package layout

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

// forest is a union-find over indices.
type forest []int

func newForest(n int) forest {
	f := make(forest, n)
	for i := range f {
		f[i] = i
	}
	return f
}

func (f forest) root(i int) int {
	for f[i] != i {
		f[i] = f[f[i]]
		i = f[i]
	}
	return i
}

func (f forest) join(i, j int) {
	a, b := f.root(i), f.root(j)
	if a < b {
		f[b] = a
	} else {
		f[a] = b
	}
}

// groups returns the members of each set, in order of the first member.
func (f forest) groups() [][]int {
	index := make(map[int]int)
	var out [][]int
	for i := range f {
		r := f.root(i)
		k, ok := index[r]
		if !ok {
			k = len(out)
			index[r] = k
			out = append(out, nil)
		}
		out[k] = append(out[k], i)
	}
	return out
}

// Components returns the 8-connected patches of b, found by joining the stretches of neighbouring rows.
func Components(b *Bitmap) []Component {
	rs, first := b.runs(1)
	f := joinRuns(rs, first, b.H)
	index := make([]int, len(rs))
	var out []Component
	for i, r := range rs {
		root := f.root(i)
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
func joinRuns(rs []run, first []int, height int) forest {
	f := newForest(len(rs))
	for y := 1; y < height; y++ {
		i, j := first[y-1], first[y]
		for i < first[y] && j < first[y+1] {
			a, b := rs[i], rs[j]
			if a.x0 <= b.x1 && b.x0 <= a.x1 {
				f.join(i, j)
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
