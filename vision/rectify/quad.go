package rectify

import (
	"image"
	"image/color"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"lensd/vision/geom"
)

// convexHull returns the hull of pts, clockwise as seen in the picture (Andrew's monotone chain).
func convexHull(pts []image.Point) []geom.Point {
	ps := slices.Clone(pts)
	slices.SortFunc(ps, func(a, b image.Point) int {
		if a.X != b.X {
			return a.X - b.X
		}
		return a.Y - b.Y
	})
	half := func(order []image.Point) []image.Point {
		var h []image.Point
		for _, p := range order {
			for len(h) >= 2 && cross(h[len(h)-2], h[len(h)-1], p) <= 0 {
				h = h[:len(h)-1]
			}
			h = append(h, p)
		}
		return h[:len(h)-1]
	}
	if len(ps) < 3 {
		return nil
	}
	lower := half(ps)
	slices.Reverse(ps)
	all := append(lower, half(ps)...)
	out := make([]geom.Point, len(all))
	for i, p := range all {
		out[i] = geom.Point{X: float64(p.X), Y: float64(p.Y)}
	}
	return out
}

func cross(o, a, b image.Point) int { return (a.X-o.X)*(b.Y-o.Y) - (a.Y-o.Y)*(b.X-o.X) }

// fourSides reduces a hull to four sides by dropping, again and again, the side whose neighbours can be prolonged to meet
// at the least growth of area. This keeps the true corner where a sheet's corner is folded or round.
func fourSides(hull []geom.Point) (geom.Quad, bool) {
	ps := slices.Clone(hull)
	for len(ps) > 4 {
		best, bestAt, grow := -1, geom.Point{}, math.Inf(1)
		for i := range ps {
			a, b, c, d := ps[(i+len(ps)-1)%len(ps)], ps[i], ps[(i+1)%len(ps)], ps[(i+2)%len(ps)]
			p, ok := meet(a, b, d, c)
			if !ok {
				continue
			}
			if g := triangle(b, p, c); g < grow {
				best, bestAt, grow = i, p, g
			}
		}
		if best < 0 {
			return geom.Quad{}, false
		}
		ps[best] = bestAt
		ps = slices.Delete(ps, (best+1)%len(ps), (best+1)%len(ps)+1)
	}
	if len(ps) != 4 {
		return geom.Quad{}, false
	}
	return ordered(geom.Quad(ps)), true
}

// meet returns where the ray from a through b meets the ray from d through c, beyond b and c.
func meet(a, b, d, c geom.Point) (geom.Point, bool) {
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
	return math.Abs((b.X-a.X)*(c.Y-a.Y)-(b.Y-a.Y)*(c.X-a.X)) / 2
}

// ordered turns the corners so that they run clockwise and the first is the one nearest the picture's top left.
func ordered(q geom.Quad) geom.Quad {
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
	return geom.Quad{q[first], q[(first+1)%4], q[(first+2)%4], q[(first+3)%4]}
}

// plausibleShape reports corner angles between 45 and 135 degrees and sides that are not slivers.
func plausibleShape(q geom.Quad) bool {
	for i, p := range q {
		a, b := q[(i+3)%4], q[(i+1)%4]
		la, lb := p.Dist(a), p.Dist(b)
		if la < 20 || lb < 20 || la > 8*lb || lb > 8*la {
			return false
		}
		cos := ((a.X-p.X)*(b.X-p.X) + (a.Y-p.Y)*(b.Y-p.Y)) / (la * lb)
		if math.Abs(cos) > math.Sqrt2/2 {
			return false
		}
	}
	return true
}

// grown scales q about its middle.
func grown(q geom.Quad, f float64) geom.Quad {
	c := q.Center()
	return q.Map(func(p geom.Point) geom.Point { return geom.Point{X: c.X + (p.X-c.X)*f, Y: c.Y + (p.Y-c.Y)*f} })
}

// fill paints q into mask.
func fill(mask *gocv.Mat, q geom.Quad, v uint8) {
	pts := make([]image.Point, 4)
	for i, p := range q {
		pts[i] = image.Pt(int(math.Round(p.X)), int(math.Round(p.Y)))
	}
	pv := gocv.NewPointsVectorFromPoints([][]image.Point{pts})
	defer pv.Close()
	gocv.FillPoly(mask, pv, color.RGBA{v, v, v, 0})
}

func maskedCount(m, mask gocv.Mat) int {
	both := gocv.NewMat()
	defer both.Close()
	gocv.BitwiseAnd(m, mask, &both)
	return gocv.CountNonZero(both)
}
