// Package geom holds the planar geometry that every reader shares: points, quadrilaterals and homographies.
// It is pure Go, so that the domain can use it without linking OpenCV. The y axis points down, as in pictures.
package geom

import "math"

// Point is a position in pixels; pixel centres lie at integer coordinates.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// Quad is a quadrilateral as top-left, top-right, bottom-right, bottom-left in the reading direction of what it holds,
// so that Quad[0]->Quad[1] follows the text even where the text stands on its head in the picture.
type Quad [4]Point

// Rect is an axis-aligned rectangle; X1 and Y1 are exclusive.
type Rect struct{ X0, Y0, X1, Y1 float64 }

// QuadOf returns the corners of r for text that reads left to right.
func QuadOf(r Rect) Quad {
	return Quad{{r.X0, r.Y0}, {r.X1, r.Y0}, {r.X1, r.Y1}, {r.X0, r.Y1}}
}

// W returns the width of r, H its height; both are negative for an inverted rectangle.
func (r Rect) W() float64 { return r.X1 - r.X0 }

// H returns the height of r.
func (r Rect) H() float64 { return r.Y1 - r.Y0 }

// Empty reports whether r covers no area.
func (r Rect) Empty() bool { return r.X1 <= r.X0 || r.Y1 <= r.Y0 }

// Area returns the covered area, 0 for an empty rectangle.
func (r Rect) Area() float64 {
	if r.Empty() {
		return 0
	}
	return r.W() * r.H()
}

// Intersect returns the common part of r and s, possibly empty.
func (r Rect) Intersect(s Rect) Rect {
	return Rect{math.Max(r.X0, s.X0), math.Max(r.Y0, s.Y0), math.Min(r.X1, s.X1), math.Min(r.Y1, s.Y1)}
}

// Union returns the smallest rectangle around both; an empty operand is ignored.
func (r Rect) Union(s Rect) Rect {
	if r.Empty() {
		return s
	}
	if s.Empty() {
		return r
	}
	return Rect{math.Min(r.X0, s.X0), math.Min(r.Y0, s.Y0), math.Max(r.X1, s.X1), math.Max(r.Y1, s.Y1)}
}

// Contains reports whether p lies in r.
func (r Rect) Contains(p Point) bool { return p.X >= r.X0 && p.X < r.X1 && p.Y >= r.Y0 && p.Y < r.Y1 }

// Center returns the middle of r.
func (r Rect) Center() Point { return Point{(r.X0 + r.X1) / 2, (r.Y0 + r.Y1) / 2} }

// Dist returns the Euclidean distance between p and q.
func (p Point) Dist(q Point) float64 { return math.Hypot(p.X-q.X, p.Y-q.Y) }

// Bounds returns the axis-aligned box around q.
func (q Quad) Bounds() Rect {
	r := Rect{q[0].X, q[0].Y, q[0].X, q[0].Y}
	for _, p := range q[1:] {
		r = Rect{math.Min(r.X0, p.X), math.Min(r.Y0, p.Y), math.Max(r.X1, p.X), math.Max(r.Y1, p.Y)}
	}
	return r
}

// Center returns the mean of the corners.
func (q Quad) Center() Point {
	var c Point
	for _, p := range q {
		c.X += p.X / 4
		c.Y += p.Y / 4
	}
	return c
}

// Area returns the area of q by the shoelace formula; it is positive for either winding.
func (q Quad) Area() float64 {
	s := 0.0
	for i, p := range q {
		n := q[(i+1)%4]
		s += p.X*n.Y - n.X*p.Y
	}
	return math.Abs(s) / 2
}

// Size returns the mean lengths of q's sides along its reading direction and across it.
func (q Quad) Size() (length, height float64) {
	return (q[0].Dist(q[1]) + q[3].Dist(q[2])) / 2, (q[0].Dist(q[3]) + q[1].Dist(q[2])) / 2
}

// Angle returns the direction of the reading line in degrees, in (-180, 180]: 0 runs to the right, 90 downwards.
func (q Quad) Angle() float64 {
	dx := q[1].X - q[0].X + q[2].X - q[3].X
	dy := q[1].Y - q[0].Y + q[2].Y - q[3].Y
	return math.Atan2(dy, dx) * 180 / math.Pi
}

// Scale multiplies every coordinate.
func (q Quad) Scale(sx, sy float64) Quad {
	for i := range q {
		q[i].X *= sx
		q[i].Y *= sy
	}
	return q
}

// At returns the place in q that lies the share u of its width from the left and the share v of its height from the top.
func (q Quad) At(u, v float64) Point {
	mix := func(a, b Point, t float64) Point { return Point{a.X + t*(b.X-a.X), a.Y + t*(b.Y-a.Y)} }
	return mix(mix(q[0], q[1], u), mix(q[3], q[2], u), v)
}

// Map applies f to every corner.
func (q Quad) Map(f func(Point) Point) Quad {
	for i := range q {
		q[i] = f(q[i])
	}
	return q
}
