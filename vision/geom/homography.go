package geom

import (
	"errors"
	"math"
)

// ErrDegenerate says that the given points do not define a plane-to-plane map: three of them lie on a line.
var ErrDegenerate = errors.New("geom: degenerate quadrilateral")

// Homography is a projective map of the plane, row by row. The zero value is not a map; see Identity.
type Homography [9]float64

// Identity returns the map that leaves every point where it is.
func Identity() Homography { return Homography{1, 0, 0, 0, 1, 0, 0, 0, 1} }

// Affine returns the map x' = a x + b y + c, y' = d x + e y + f.
func Affine(a, b, c, d, e, f float64) Homography { return Homography{a, b, c, d, e, f, 0, 0, 1} }

// Apply maps p. A point on the map's horizon gives infinities.
func (h Homography) Apply(p Point) Point {
	w := h[6]*p.X + h[7]*p.Y + h[8]
	return Point{(h[0]*p.X + h[1]*p.Y + h[2]) / w, (h[3]*p.X + h[4]*p.Y + h[5]) / w}
}

// Quad maps the corners of q.
func (h Homography) Quad(q Quad) Quad { return q.Map(h.Apply) }

// Then returns the map that applies h first and next after it.
func (h Homography) Then(next Homography) Homography {
	var m Homography
	for r := range 3 {
		for c := range 3 {
			for k := range 3 {
				m[3*r+c] += next[3*r+k] * h[3*k+c]
			}
		}
	}
	return m
}

// Inverse returns the map back, or ErrDegenerate.
func (h Homography) Inverse() (Homography, error) {
	a, b, c, d, e, f, g, i, j := h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], h[8]
	det := a*(e*j-f*i) - b*(d*j-f*g) + c*(d*i-e*g)
	if math.Abs(det) < 1e-12 || math.IsNaN(det) {
		return Homography{}, ErrDegenerate
	}
	m := Homography{e*j - f*i, c*i - b*j, b*f - c*e, f*g - d*j, a*j - c*g, c*d - a*f, d*i - e*g, b*g - a*i, a*e - b*d}
	for k := range m {
		m[k] /= det
	}
	return m, nil
}

// FromQuads returns the map that takes src to dst corner by corner (direct linear transform), or ErrDegenerate.
func FromQuads(src, dst Quad) (Homography, error) {
	s, err := fromUnit(src)
	if err != nil {
		return Homography{}, err
	}
	d, err := fromUnit(dst)
	if err != nil {
		return Homography{}, err
	}
	back, err := s.Inverse()
	if err != nil {
		return Homography{}, err
	}
	return back.Then(d), nil
}

// fromUnit maps the unit square to q (Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989, section 2.2.3).
func fromUnit(q Quad) (Homography, error) {
	dx1, dx2, sx := q[1].X-q[2].X, q[3].X-q[2].X, q[0].X-q[1].X+q[2].X-q[3].X
	dy1, dy2, sy := q[1].Y-q[2].Y, q[3].Y-q[2].Y, q[0].Y-q[1].Y+q[2].Y-q[3].Y
	det := dx1*dy2 - dx2*dy1
	if math.Abs(det) < 1e-9 || math.IsNaN(det) {
		return Homography{}, ErrDegenerate
	}
	g, h := (sx*dy2-dx2*sy)/det, (dx1*sy-sx*dy1)/det
	return Homography{
		q[1].X - q[0].X + g*q[1].X, q[3].X - q[0].X + h*q[3].X, q[0].X,
		q[1].Y - q[0].Y + g*q[1].Y, q[3].Y - q[0].Y + h*q[3].Y, q[0].Y,
		g, h, 1,
	}, nil
}
