package table

import (
	"cmp"
	"math"
	"slices"

	"lensd/vision/disjoint"
	"lensd/vision/layout"
)

// net is a set of rules that touch each other.
type net struct{ across, down []layout.Rule }

// nets joins horizontal and vertical rules that meet or nearly meet.
func (f *finder) nets(rules []layout.Rule) []net {
	sets := disjoint.New(len(rules))
	tol := max(6, 0.7*f.th)
	for i, h := range rules {
		if h.Vertical {
			continue
		}
		for j, v := range rules {
			if v.Vertical && meets(h, v, tol) {
				sets.Join(i, j)
			}
		}
	}
	var out []net
	for _, members := range sets.Groups() {
		var n net
		for _, i := range members {
			if r := rules[i]; r.Vertical {
				n.down = append(n.down, r)
			} else {
				n.across = append(n.across, r)
			}
		}
		out = append(out, n)
	}
	return slices.DeleteFunc(out, func(n net) bool { return len(n.across) < 2 || len(n.down) < 1 })
}

func meets(h, v layout.Rule, tol float64) bool {
	x, y := v.At(h.Mid()), h.At(v.Mid())
	return x > h.X0-tol && x < h.X1+tol && y > v.Y0-tol && y < v.Y1+tol
}

// track is one line of a grid, gathered from collinear rules.
type track struct {
	at      float64
	covered [][2]float64 // stretches along the line that are printed
	outer   bool         // supplied at the border, not printed
}

// cover returns the share of [lo, hi] that is printed.
func (t track) cover(lo, hi, tol float64) float64 {
	if hi <= lo {
		return 0
	}
	sum := 0.0
	for _, c := range t.covered {
		sum += max(0, min(hi, c[1]+tol)-max(lo, c[0]-tol))
	}
	return min(1, sum/(hi-lo))
}

// tracks gathers rules at nearly the same place; rules nearer than tol are one line (double rules, fill borders).
func tracks(rules []layout.Rule, tol float64) []track {
	rs := slices.Clone(rules)
	slices.SortFunc(rs, func(a, b layout.Rule) int {
		switch d := a.Mid() - b.Mid(); {
		case d < 0:
			return -1
		case d > 0:
			return 1
		}
		return 0
	})
	var out []track
	var weight float64
	for _, r := range rs {
		lo, hi := r.X0, r.X1
		if r.Vertical {
			lo, hi = r.Y0, r.Y1
		}
		if n := len(out); n > 0 && r.Mid()-out[n-1].at <= tol {
			t := &out[n-1]
			t.at = (t.at*weight + r.Mid()*r.Length()) / (weight + r.Length())
			weight += r.Length()
			t.covered = append(t.covered, [2]float64{lo, hi})
			continue
		}
		out = append(out, track{at: r.Mid(), covered: [][2]float64{{lo, hi}}})
		weight = r.Length()
	}
	return out
}

// grid is a lattice of tracks with the walls between its places.
type grid struct {
	xs, ys []track
	th     float64
}

// gridOf builds the lattice of a net, nil where it holds no table.
func (f *finder) gridOf(n net) *grid {
	tol := max(5, 0.65*f.th)
	n = n.withoutShades().withoutPadding(1.3 * f.th)
	g := &grid{xs: tracks(n.down, tol), ys: tracks(n.across, tol), th: f.th}
	x0, x1 := math.Inf(1), math.Inf(-1)
	y0, y1 := math.Inf(1), math.Inf(-1)
	for _, r := range n.across {
		x0, x1 = min(x0, r.X0), max(x1, r.X1)
		y0, y1 = min(y0, r.Mid()), max(y1, r.Mid())
	}
	for _, r := range n.down {
		x0, x1 = min(x0, r.Mid()), max(x1, r.Mid())
		y0, y1 = min(y0, r.Y0), max(y1, r.Y1)
	}
	g.ys = roomy(g.ys, 1.25*f.th)
	g.xs = bounded(g.xs, x0, x1, 1.6*f.th)
	g.ys = bounded(g.ys, y0, y1, 1.2*f.th)
	if len(g.xs) < 2 || len(g.ys) < 2 || x1-x0 < 4*f.th || y1-y0 < 2*f.th {
		return nil
	}
	return g
}

// withoutShades drops the borders of fills that cover a part of the net's width or height only: shaded stripes and columns
// divide nothing by themselves.
func (n net) withoutShades() net {
	keep := func(rules []layout.Rule) []layout.Rule {
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, r := range rules {
			a, b := r.X0, r.X1
			if r.Vertical {
				a, b = r.Y0, r.Y1
			}
			lo, hi = min(lo, a), max(hi, b)
		}
		return slices.DeleteFunc(slices.Clone(rules), func(r layout.Rule) bool {
			if !r.Edge || r.Length() >= 0.6*(hi-lo) {
				return false
			}
			// Neighbouring fills in a row make up a whole stripe.
			sum := 0.0
			for _, o := range rules {
				if math.Abs(o.Mid()-r.Mid()) < 4 {
					sum += o.Length()
				}
			}
			return sum < 0.6*(hi-lo)
		})
	}
	return net{across: keep(n.across), down: n.down}
}

// withoutPadding drops the sides of fills that stand within reach of a longer printed line beside them: a filled cell that
// does not reach its borders. Between the two there is no room for a column.
func (n net) withoutPadding(reach float64) net {
	side := func(r layout.Rule) bool {
		return r.Edge || slices.ContainsFunc(n.down, func(e layout.Rule) bool { // what is left of a fill when it is made paper
			return e.Edge && math.Abs(e.Mid()-r.Mid()) <= 3 && r.Length() <= e.Length()+6
		})
	}
	n.down = slices.DeleteFunc(slices.Clone(n.down), func(e layout.Rule) bool {
		return side(e) && slices.ContainsFunc(n.down, func(r layout.Rule) bool {
			common := min(r.Y1, e.Y1) - max(r.Y0, e.Y0)
			near := math.Abs(r.At((e.Y0+e.Y1)/2) - e.Mid())
			return !side(r) && near <= reach && 2*common >= e.Length() && 2*r.Length() >= 3*e.Length()
		})
	})
	return n
}

// roomy joins lines of the grid that are too near to each other for print between them; the longer one stays.
func roomy(ts []track, least float64) []track {
	length := func(t track) float64 {
		sum := 0.0
		for _, c := range t.covered {
			sum += c[1] - c[0]
		}
		return sum
	}
	out := ts[:0:0]
	for _, t := range ts {
		n := len(out)
		if n == 0 || t.at-out[n-1].at >= least {
			out = append(out, t)
			continue
		}
		joined := append(slices.Clone(out[n-1].covered), t.covered...)
		if length(t) > length(out[n-1]) {
			out[n-1] = t
		}
		out[n-1].covered = joined
	}
	return out
}

// bounded adds the outer lines where the grid is open at its border.
func bounded(ts []track, lo, hi, tol float64) []track {
	if len(ts) == 0 || ts[0].at > lo+tol {
		ts = append([]track{{at: lo, outer: true}}, ts...)
	}
	if ts[len(ts)-1].at < hi-tol {
		ts = append(ts, track{at: hi, outer: true})
	}
	return ts
}

func (g *grid) rows() int { return len(g.ys) - 1 }
func (g *grid) cols() int { return len(g.xs) - 1 }

// wallRight reports a printed line between place (r, c) and the one to its right.
func (g *grid) wallRight(r, c int) bool {
	return g.xs[c+1].cover(g.ys[r].at, g.ys[r+1].at, 0.4*g.th) >= 0.5
}

// wallBelow reports a printed line between place (r, c) and the one below.
func (g *grid) wallBelow(r, c int) bool {
	return g.ys[r+1].cover(g.xs[c].at, g.xs[c+1].at, 0.4*g.th) >= 0.5
}

// span is a rectangle of places, r1 and c1 exclusive.
type span struct{ r0, c0, r1, c1 int }

// spans merges places without a wall between them. Merged places that do not form a rectangle are parted again: then the
// missing walls were lost, not left out.
func (g *grid) spans() []span {
	cols := g.cols()
	var out []span
	for _, open := range g.openCells().Groups() {
		s := span{open[0] / cols, open[0] % cols, 0, 0}
		for _, i := range open {
			r, c := i/cols, i%cols
			s.r0, s.c0, s.r1, s.c1 = min(s.r0, r), min(s.c0, c), max(s.r1, r+1), max(s.c1, c+1)
		}
		if (s.r1-s.r0)*(s.c1-s.c0) == len(open) {
			out = append(out, s)
			continue
		}
		for _, i := range open {
			out = append(out, span{i / cols, i % cols, i/cols + 1, i%cols + 1})
		}
	}
	slices.SortFunc(out, func(a, b span) int { return cmp.Or(cmp.Compare(a.r0, b.r0), cmp.Compare(a.c0, b.c0)) })
	return out
}

// openCells joins the fields of the grid between which no wall stands, row by row.
func (g *grid) openCells() disjoint.Sets {
	rows, cols := g.rows(), g.cols()
	sets := disjoint.New(rows * cols)
	for r := range rows {
		for c := range cols {
			if c+1 < cols && !g.wallRight(r, c) {
				sets.Join(r*cols+c, r*cols+c+1)
			}
			if r+1 < rows && !g.wallBelow(r, c) {
				sets.Join(r*cols+c, (r+1)*cols+c)
			}
		}
	}
	return sets
}

// box returns the pixels of a span.
func (g *grid) box(s span) layout.Box {
	return layout.Box{X0: round(g.xs[s.c0].at), Y0: round(g.ys[s.r0].at), X1: round(g.xs[s.c1].at), Y1: round(g.ys[s.r1].at)}
}

func round(v float64) int { return int(math.Round(v)) }
