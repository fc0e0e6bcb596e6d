package papers

import (
	"math"
	"slices"

	"gocv.io/x/gocv"

	"lensd/vision/geom"
)

// What two pieces of one paper are like that a printed bar parts from edge to edge: the bar is not broad and their sides lie in one
// line, in shares of what they make together, and the bar looks unlike what lies beside the paper, in grey levels.
const (
	widestBar = 0.16
	sideSlack = 0.03
	barStep   = 12
)

// joined puts pieces of one paper together.
func joined(papers []paper, pale gocv.Mat) []paper {
	for i := 0; i < len(papers); i++ {
		for j := i + 1; j < len(papers); j++ {
			if q, ok := oneOf(papers[i].quad.Ordered(), papers[j].quad.Ordered(), pale); ok {
				papers[i] = paper{q, q.Area(), max(papers[i].score, papers[j].score)}
				papers = append(papers[:j], papers[j+1:]...)
				j = i
			}
		}
	}
	return papers
}

// tiled is the share that the pieces of one paper fill of the outline around them.
const tiled = 0.85

// mosaic puts the pieces of one paper together that rules and bars part both ways: they fill the outline around them all, and what shows
// between them is unlike what lies around it.
func mosaic(papers []paper, pale gocv.Mat) []paper {
	var corners []geom.Point
	area, score := 0.0, 0.0
	for _, p := range papers {
		corners, area, score = append(corners, p.quad[:]...), area+p.area, max(score, p.score)
	}
	q, ok := geom.QuadAround(corners)
	if !ok || len(papers) < 3 || area < tiled*q.Area() {
		return papers
	}
	if unlike(gaps(q, papers, pale)) {
		return []paper{{q, q.Area(), score}}
	}
	return papers
}

// gaps returns the grey levels of what shows between the pieces within a quad, and of what lies around it.
func gaps(q geom.Quad, pieces []paper, pale gocv.Mat) (in, out []float64) {
	eachGap(q, func(p geom.Point, within bool) {
		level, ok := at(pale, p.X, p.Y)
		switch {
		case !ok || slices.ContainsFunc(pieces, func(o paper) bool { return o.quad.Holds(p) }):
		case within:
			in = append(in, level)
		default:
			out = append(out, level)
		}
	})
	return in, out
}

// eachGap visits places within a quad and around it.
func eachGap(q geom.Quad, visit func(p geom.Point, within bool)) {
	const steps, rim = 100, 5
	for y := -rim; y <= steps+rim; y++ {
		for x := -rim; x <= steps+rim; x++ {
			p := q.At(float64(x)/steps, float64(y)/steps)
			visit(p, q.Holds(p))
		}
	}
}

// oneOf returns the outline of two pieces that stand over each other, or side by side, as one paper cut by a bar.
func oneOf(a, b geom.Quad, pale gocv.Mat) (geom.Quad, bool) {
	level := func(x, y float64) (float64, bool) { return at(pale, x, y) }
	if q, ok := stacked(a, b, level); ok {
		return q.Ordered(), true
	}
	q, ok := stacked(mirrored(a), mirrored(b), func(x, y float64) (float64, bool) { return level(y, x) })
	return mirrored(q).Ordered(), ok
}

// mirrored swaps x and y, the corners still in order from the first.
func mirrored(q geom.Quad) geom.Quad {
	return geom.Quad{{X: q[0].Y, Y: q[0].X}, {X: q[3].Y, Y: q[3].X}, {X: q[2].Y, Y: q[2].X}, {X: q[1].Y, Y: q[1].X}}
}

func stacked(a, b geom.Quad, level func(x, y float64) (float64, bool)) (geom.Quad, bool) {
	if a.Center().Y > b.Center().Y {
		a, b = b, a
	}
	q := geom.Quad{a[0], a[1], b[2], b[3]}
	slack := sideSlack * max(q[0].Dist(q[1]), q[3].Dist(q[2]))
	bar := max(a[3].Dist(b[0])/q[0].Dist(q[3]), a[2].Dist(b[1])/q[1].Dist(q[2]))
	aside := max(offLine(a[3], q[0], q[3]), offLine(b[0], q[0], q[3]), offLine(a[2], q[1], q[2]), offLine(b[1], q[1], q[2]))
	if bar >= widestBar || a[3].Y >= b[0].Y+slack || a[2].Y >= b[1].Y+slack || aside >= slack {
		return q, false
	}
	left, right := geom.Point{X: (a[3].X + b[0].X) / 2, Y: (a[3].Y + b[0].Y) / 2}, geom.Point{X: (a[2].X + b[1].X) / 2, Y: (a[2].Y + b[1].Y) / 2}
	return q, unlikeBeside(left, right, level)
}

// unlikeBeside reports that the ground changes where a bar from left to right ends.
func unlikeBeside(left, right geom.Point, level func(x, y float64) (float64, bool)) bool {
	var in, out []float64
	for k := range 9 {
		t := 0.02 + 0.12*float64(k)
		if v, ok := level(left.X+t*(right.X-left.X), left.Y+t*(right.Y-left.Y)); ok {
			in = append(in, v)
		}
		for _, t := range []float64{-0.02 - 0.01*float64(k), 1.02 + 0.01*float64(k)} {
			if v, ok := level(left.X+t*(right.X-left.X), left.Y+t*(right.Y-left.Y)); ok {
				out = append(out, v)
			}
		}
	}
	return unlike(in, out)
}

// unlike reports that what shows between pieces of paper is not what lies around them; a paper that fills the picture has nothing around it.
func unlike(between, around []float64) bool {
	return len(between) == 0 || len(around) == 0 || math.Abs(geom.Median(between)-geom.Median(around)) > barStep
}

// offLine is how far a point lies off the line through two others.
func offLine(p, a, b geom.Point) float64 {
	return math.Abs((b.X-a.X)*(p.Y-a.Y)-(b.Y-a.Y)*(p.X-a.X)) / max(1, a.Dist(b))
}
