package labels

import (
	"image"
	"math"
	"sort"

	"lensd/vision/geom"
)

// fourCorners fits a quadrilateral to an outline. It takes the convex hull and drops, again and again, the hull edge
// whose removal (by extending its two neighbours until they meet) adds the least area, until four edges are left: unlike
// picking four outline points, this restores a corner that is curled, torn or covered.
func fourCorners(outline []image.Point) (geom.Quad, bool) {
	hull := convexHull(outline)
	for len(hull) > 4 {
		best, at, meet := math.Inf(1), -1, geom.Point{}
		n := len(hull)
		for i := range n {
			a, b, c, d := hull[(i+n-1)%n], hull[i], hull[(i+1)%n], hull[(i+2)%n]
			p, ok := crossing(a, b, d, c)
			if !ok {
				continue
			}
			if added := triangle(b, p, c); added < best {
				best, at, meet = added, i, p
			}
		}
		if at < 0 {
			return geom.Quad{}, false
		}
		hull[at] = meet
		hull = append(hull[:(at+1)%n], hull[(at+1)%n+1:]...)
	}
	if len(hull) != 4 {
		return geom.Quad{}, false
	}
	return geom.Quad{hull[0], hull[1], hull[2], hull[3]}, true
}

// crossing returns where the ray a->b beyond b meets the ray d->c beyond c.
func crossing(a, b, d, c geom.Point) (geom.Point, bool) {
	ux, uy, vx, vy := b.X-a.X, b.Y-a.Y, c.X-d.X, c.Y-d.Y
	det := ux*vy - uy*vx
	if math.Abs(det) < 1e-9 {
		return geom.Point{}, false
	}
	t := ((d.X-a.X)*vy - (d.Y-a.Y)*vx) / det
	s := ((d.X-a.X)*uy - (d.Y-a.Y)*ux) / det
	if t < 1 || s < 1 {
		return geom.Point{}, false
	}
	return geom.Point{X: a.X + t*ux, Y: a.Y + t*uy}, true
}

func triangle(a, b, c geom.Point) float64 {
	return math.Abs((b.X-a.X)*(c.Y-a.Y)-(c.X-a.X)*(b.Y-a.Y)) / 2
}

// convexHull is Andrew's monotone chain (A. M. Andrew, Inf. Proc. Letters 9, 1979).
func convexHull(in []image.Point) []geom.Point {
	pts := make([]geom.Point, len(in))
	for i, p := range in {
		pts[i] = geom.Point{X: float64(p.X), Y: float64(p.Y)}
	}
	sort.Slice(pts, func(i, j int) bool {
		return pts[i].X < pts[j].X || pts[i].X == pts[j].X && pts[i].Y < pts[j].Y
	})
	if len(pts) < 3 {
		return pts
	}
	half := func(seq func(i int) geom.Point) []geom.Point {
		var h []geom.Point
		for i := range pts {
			p := seq(i)
			for len(h) >= 2 && turn(h[len(h)-2], h[len(h)-1], p) <= 0 {
				h = h[:len(h)-1]
			}
			h = append(h, p)
		}
		return h[:len(h)-1]
	}
	lower := half(func(i int) geom.Point { return pts[i] })
	return append(lower, half(func(i int) geom.Point { return pts[len(pts)-1-i] })...)
}

func turn(a, b, c geom.Point) float64 { return (b.X-a.X)*(c.Y-a.Y) - (b.Y-a.Y)*(c.X-a.X) }

// clockwise orders corners as top-left, top-right, bottom-right, bottom-left as they lie in the picture.
func clockwise(q geom.Quad) geom.Quad {
	c := q.Center()
	p := q[:]
	sort.Slice(p, func(i, j int) bool {
		return math.Atan2(p[i].Y-c.Y, p[i].X-c.X) < math.Atan2(p[j].Y-c.Y, p[j].X-c.X)
	})
	first := 0
	for i := range p {
		if p[i].X+p[i].Y < p[first].X+p[first].Y {
			first = i
		}
	}
	return geom.Quad{p[first], p[(first+1)%4], p[(first+2)%4], p[(first+3)%4]}
}
