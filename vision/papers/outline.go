package papers

import (
	"math"
	"slices"

	"gocv.io/x/gocv"

	"lensd/vision/geom"
)

// enclosed marks what cannot be reached from the picture's border without crossing an edge: paper whose brightness
// changes too much for a threshold still has a closed outline. The caller closes the mask.
func enclosed(edges gocv.Mat) gocv.Mat {
	w, h := edges.Cols(), edges.Rows()
	thick := edges.Clone()
	defer thick.Close()
	thicken(&thick)
	wall := thick.ToBytes()
	view, err := gocv.NewMatFromBytes(h, w, gocv.MatTypeCV8UC1, unreached(wall, w, h))
	if err != nil {
		return gocv.NewMatWithSize(h, w, gocv.MatTypeCV8UC1)
	}
	defer view.Close()
	return view.Clone()
}

// unreached is 255 for the pixels to which no way leads from the border of a w by h picture but through wall or diagonally, else 0.
func unreached(wall []byte, w, h int) []byte {
	out := make([]byte, w*h)
	for i := range out {
		out[i] = 255
	}
	queue := make([]int, 0, w*h)
	visit := func(i int) {
		if wall[i] == 0 && out[i] != 0 {
			out[i] = 0
			queue = append(queue, i)
		}
	}
	for x := range w {
		visit(x)
		visit((h-1)*w + x)
	}
	for y := range h {
		visit(y * w)
		visit(y*w + w - 1)
	}
	for len(queue) > 0 {
		i := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		x, y := i%w, i/w
		if x > 0 {
			visit(i - 1)
		}
		if x+1 < w {
			visit(i + 1)
		}
		if y > 0 {
			visit(i - w)
		}
		if y+1 < h {
			visit(i + w)
		}
	}
	return out
}

// maxSides bounds how many long lines of each direction are tried as sides of the paper.
const maxSides = 9

// quadsOfLines builds quadrilaterals from the longest straight edges: two that run across and two that run down. It finds
// paper whose outline has gaps, under a hand or in glare.
func quadsOfLines(edges gocv.Mat) []geom.Quad {
	w, h := float64(edges.Cols()), float64(edges.Rows())
	found := gocv.NewMat()
	defer found.Close()
	gocv.HoughLinesPWithParams(edges, &found, 1, math.Pi/360, 40, float32(0.2*min(w, h)), float32(0.03*max(w, h)))
	var across, down []segment
	for i := range min(found.Rows(), 400) {
		v := found.GetVeciAt(i, 0)
		s := segment{geom.Point{X: float64(v[0]), Y: float64(v[1])}, geom.Point{X: float64(v[2]), Y: float64(v[3])}}
		if math.Abs(s.b.X-s.a.X) > math.Abs(s.b.Y-s.a.Y) {
			across = append(across, s)
		} else {
			down = append(down, s)
		}
	}
	across, down = longest(across), longest(down)
	var out []geom.Quad
	for i, top := range across {
		for _, bottom := range across[i+1:] {
			for k, left := range down {
				for _, right := range down[k+1:] {
					if q, ok := quadOf(top, bottom, left, right, w, h); ok {
						out = append(out, q)
					}
				}
			}
		}
	}
	return out
}

type segment struct{ a, b geom.Point }

// longest keeps the longest segments, one for each place and direction.
func longest(in []segment) []segment {
	slices.SortStableFunc(in, func(s, t segment) int { return int(t.a.Dist(t.b) - s.a.Dist(s.b)) })
	var out []segment
	for _, s := range in {
		l := straight(s.a, s.b)
		twin := slices.ContainsFunc(out, func(o segment) bool {
			return math.Abs(l.a*o.a.X+l.b*o.a.Y-l.c) < 5 && math.Abs(l.a*o.b.X+l.b*o.b.Y-l.c) < 5
		})
		if !twin {
			out = append(out, s)
		}
		if len(out) == maxSides {
			break
		}
	}
	return out
}

// quadOf intersects four sides; a corner far outside the picture is refused.
func quadOf(top, bottom, left, right segment, w, h float64) (geom.Quad, bool) {
	t, b, l, r := straight(top.a, top.b), straight(bottom.a, bottom.b), straight(left.a, left.b), straight(right.a, right.b)
	var q geom.Quad
	for i, pair := range [4][2]line{{t, l}, {t, r}, {b, r}, {b, l}} {
		p, ok := pair[0].meet(pair[1])
		if !ok || p.X < -0.05*w || p.Y < -0.05*h || p.X > 1.05*w || p.Y > 1.05*h {
			return q, false
		}
		q[i] = p
	}
	// The four may be named the wrong way round: opposite sides must not cross.
	if (q[0].X-q[1].X)*(q[3].X-q[2].X) < 0 || (q[0].Y-q[3].Y)*(q[1].Y-q[2].Y) < 0 {
		return q, false
	}
	return q.Ordered(), true
}
