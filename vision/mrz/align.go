package mrz

import (
	"math"

	"lensd/vision/geom"
)

// Lines of a zone begin one under the other. slack is how much worse, per column, a line may read at the place that its
// neighbour gives than where it registered by itself: fillers at the end of a line and marks before its beginning let it
// slip by whole characters at little cost.
const slack = 0.25

// align moves the grids of n characters that contradict the best one of them.
func align(tracks []track, n int) {
	lead := -1
	for i, t := range tracks {
		if g, ok := t.grids[n]; ok && (lead < 0 || g.score > tracks[lead].grids[n].score) {
			lead = i
		}
	}
	if lead < 0 {
		return
	}
	from := tracks[lead].base.at(tracks[lead].grids[n].at(0), 0)
	to := tracks[lead].base.at(tracks[lead].grids[n].at(float64(n-1)), 0)
	for i, t := range tracks {
		own, ok := t.grids[n]
		if i == lead || !ok {
			continue
		}
		u, v := t.base.project(from), t.base.project(to)
		g := grid{n: n, start: u, pitch: (v - u) / float64(n-1), bend: own.bend}
		if math.Abs(g.start-own.start) < 0.5*stripPitch && math.Abs(g.at(float64(n-1))-own.at(float64(n-1))) < 0.5*stripPitch {
			continue
		}
		g = t.answer.refine(g)
		if g.score = t.answer.whole(g); g.score > own.score-slack {
			t.grids[n] = g
		}
	}
}

// project returns the strip position along b that lies nearest to a picture point.
func (b baseline) project(p geom.Point) float64 {
	k := b.along.X*b.along.X + b.along.Y*b.along.Y
	s := ((p.X-b.centre.X)*b.along.X + (p.Y-b.centre.Y)*b.along.Y) / k
	t := s
	for range 4 { // invert s = t + grow t t
		t = s - b.grow*t*t
	}
	return t + stripWidth/2.0
}
