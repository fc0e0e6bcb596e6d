package geom

import (
	"cmp"
	"image"
	"math"
	"slices"
)

// Points converts pixels to points, each at its pixel's top-left corner as OpenCV's outlines have them.
func Points(pixels []image.Point) []Point {
	out := make([]Point, len(pixels))
	for i, p := range pixels {
		out[i] = Point{X: float64(p.X), Y: float64(p.Y)}
	}
	return out
}

// ConvexHull returns the corners of the points' convex hull, clockwise as seen in the picture: A. M. Andrew's monotone
// chain (Information Processing Letters 9, 1979). Fewer than three points are returned as they are.
func ConvexHull(points []Point) []Point {
	ps := slices.Clone(points)
	if len(ps) < 3 {
		return ps
	}
	slices.SortFunc(ps, func(a, b Point) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
	half := func() []Point {
		var h []Point
		for _, p := range ps {
			for len(h) >= 2 && twiceArea(h[len(h)-2], h[len(h)-1], p) <= 0 {
				h = h[:len(h)-1]
			}
			h = append(h, p)
		}
		return h[:len(h)-1]
	}
	out := half()
	slices.Reverse(ps)
	return append(out, half()...)
}

// QuadAround fits a quadrilateral to an outline: of its convex hull the side whose neighbours, prolonged until they meet,
// add the least area is dropped, again and again, until four are left. Unlike four picked points of the outline, this
// restores a corner that is folded, curled, torn or covered. ok is false where no four sides are to be had; the corners
// are ordered as Quad.Ordered does.
func QuadAround(outline []Point) (q Quad, ok bool) {
	ps := ConvexHull(outline)
	for len(ps) > 4 {
		at, corner, least := -1, Point{}, math.Inf(1)
		for i := range ps {
			a, b, c, d := ps[(i+len(ps)-1)%len(ps)], ps[i], ps[(i+1)%len(ps)], ps[(i+2)%len(ps)]
			p, ok := raysMeet(a, b, d, c)
			if !ok {
				continue
			}
			if grown := math.Abs(twiceArea(b, p, c)); grown < least {
				at, corner, least = i, p, grown
			}
		}
		if at < 0 {
			return Quad{}, false
		}
		ps[at] = corner
		ps = slices.Delete(ps, (at+1)%len(ps), (at+1)%len(ps)+1)
	}
	if len(ps) != 4 {
		return Quad{}, false
	}
	return Quad(ps).Ordered(), true
}

// Common returns the area that the convex quads q and r both cover: q is cut along each side of r (I. E. Sutherland and G. W. Hodgman,
// Reentrant Polygon Clipping, Communications of the ACM 17, 1974).
func (q Quad) Common(r Quad) float64 {
	r = r.Ordered()
	left := q[:]
	for i, a := range r {
		b := r[(i+1)%4]
		var cut []Point
		for k, p := range left {
			n := left[(k+1)%len(left)]
			side, next := twiceArea(a, b, p), twiceArea(a, b, n)
			if side >= 0 {
				cut = append(cut, p)
			}
			if side*next < 0 {
				t := side / (side - next)
				cut = append(cut, Point{X: p.X + t*(n.X-p.X), Y: p.Y + t*(n.Y-p.Y)})
			}
		}
		left = cut
	}
	sum := 0.0
	for i, p := range left {
		n := left[(i+1)%len(left)]
		sum += p.X*n.Y - n.X*p.Y
	}
	return math.Abs(sum) / 2
}

// Ordered turns the corners so that they run clockwise and the first is the one nearest the picture's top left.
func (q Quad) Ordered() Quad {
	area := 0.0
	for i, p := range q {
		n := q[(i+1)%4]
		area += p.X*n.Y - n.X*p.Y
	}
	if area < 0 {
		q[1], q[3] = q[3], q[1]
	}
	first := 0
	for i, p := range q {
		if p.X+p.Y < q[first].X+q[first].Y {
			first = i
		}
	}
	return Quad{q[first], q[(first+1)%4], q[(first+2)%4], q[(first+3)%4]}
}

// raysMeet returns where the ray from a through b meets the ray from d through c, beyond b and c.
func raysMeet(a, b, d, c Point) (Point, bool) {
	ux, uy, vx, vy := b.X-a.X, b.Y-a.Y, c.X-d.X, c.Y-d.Y
	det := ux*vy - uy*vx
	if math.Abs(det) < 1e-9 {
		return Point{}, false
	}
	t := ((d.X-a.X)*vy - (d.Y-a.Y)*vx) / det
	s := ((d.X-a.X)*uy - (d.Y-a.Y)*ux) / det
	if t < 1 || s < 1 {
		return Point{}, false
	}
	return Point{X: a.X + t*ux, Y: a.Y + t*uy}, true
}

// twiceArea of a triangle, positive where a, b, c run clockwise in the picture.
func twiceArea(a, b, c Point) float64 { return (b.X-a.X)*(c.Y-a.Y) - (b.Y-a.Y)*(c.X-a.X) }

// Holds reports that a point lies in a convex quad or on its border.
func (q Quad) Holds(p Point) bool {
	left, right := false, false
	for i, a := range q {
		b := q[(i+1)%len(q)]
		side := (b.X-a.X)*(p.Y-a.Y) - (b.Y-a.Y)*(p.X-a.X)
		left, right = left || side < 0, right || side > 0
	}
	return !(left && right)
}
