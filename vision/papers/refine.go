package papers

import (
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"lensd/vision/geom"
	"lensd/vision/picture"
)

// refine moves each side of a rough quad onto the strongest brightness step beside it and intersects the fitted lines.
// A side along the picture's own border stays there: the page is cut off by the frame.
func refine(src gocv.Mat, rough geom.Quad) (geom.Quad, bool) {
	small, scale := shrunk(src, refineSide)
	defer small.Close()
	gray := gocv.NewMat()
	defer gray.Close()
	gocv.CvtColor(small, &gray, gocv.ColorBGRToGray)
	morph(&gray, gocv.MorphClose, 15)
	gocv.GaussianBlur(gray, &gray, image.Pt(5, 5), 0, 0, gocv.BorderReplicate)
	g, err := picture.ToGray(gray)
	if err != nil {
		return geom.Quad{}, false
	}
	q := rough.Scale(scale, scale)
	var sides [4]line
	inner := 0
	for i := range q {
		s := straight(q[i], q[(i+1)%4])
		if !atBorder(q[i], q[(i+1)%4], g) {
			inner++
			s = fitSide(g, q[i], q[(i+1)%4], s)
		}
		sides[i] = s
	}
	if inner == 0 {
		return geom.Quad{}, false
	}
	var out geom.Quad
	for i := range out {
		p, ok := sides[(i+3)%4].meet(sides[i])
		// A corner that flies off means that a side was fitted to something else.
		if !ok || p.Dist(q[i]) > 0.06*float64(refineSide) {
			p = q[i]
		}
		out[i] = p
	}
	if !plausibleShape(out) {
		return geom.Quad{}, false
	}
	return out.Scale(1/scale, 1/scale), true
}

// line is a x + b y = c with a unit normal (a, b).
type line struct{ a, b, c float64 }

func straight(p, q geom.Point) line {
	dx, dy := q.X-p.X, q.Y-p.Y
	l := math.Hypot(dx, dy)
	a, b := -dy/l, dx/l
	return line{a, b, a*p.X + b*p.Y}
}

func (l line) meet(m line) (geom.Point, bool) {
	det := l.a*m.b - l.b*m.a
	if math.Abs(det) < 1e-6 {
		return geom.Point{}, false
	}
	return geom.Point{X: (l.c*m.b - l.b*m.c) / det, Y: (l.a*m.c - l.c*m.a) / det}, true
}

// atBorder reports that the whole side runs along the picture's border.
func atBorder(p, q geom.Point, g *image.Gray) bool {
	w, h := float64(g.Rect.Dx()), float64(g.Rect.Dy())
	tol := 0.012 * math.Max(w, h)
	return p.X < tol && q.X < tol || p.Y < tol && q.Y < tol || p.X > w-1-tol && q.X > w-1-tol || p.Y > h-1-tol && q.Y > h-1-tol
}

// step is a brightness step across a side.
type step struct {
	at     geom.Point
	along  float64 // 0 at the side's start, 1 at its end
	offset float64 // from the rough side, outward negative
	size   float64
}

// fitSide looks at profiles across the side and fits a line through their strongest steps, robustly: print inside the page
// and clutter outside give steps too, but not in one line.
func fitSide(g *image.Gray, p, q geom.Point, rough line) line {
	const probes = 90
	reach := 0.022 * float64(max(g.Rect.Dx(), g.Rect.Dy()))
	var steps []step
	for i := range probes {
		t := 0.03 + 0.94*float64(i)/(probes-1)
		at := geom.Point{X: p.X + (q.X-p.X)*t, Y: p.Y + (q.Y-p.Y)*t}
		if s, ok := strongest(g, at, rough, reach); ok {
			s.along = t
			steps = append(steps, s)
		}
	}
	off0, off1, ok := consensus(steps, max(1.2, reach/16))
	if !ok {
		return rough
	}
	move := func(at geom.Point, off float64) geom.Point {
		return geom.Point{X: at.X + rough.a*off, Y: at.Y + rough.b*off}
	}
	return straight(move(p, off0), move(q, off1))
}

// strongest returns the largest step from dark outside to bright inside, or any large step where there is none such.
// With corners clockwise the normal (a, b) of straight points inwards.
func strongest(g *image.Gray, at geom.Point, l line, reach float64) (step, bool) {
	var best step
	found := false
	for o := -reach; o <= reach; o += 0.5 {
		in := sample(g, at.X+l.a*(o+1.5), at.Y+l.b*(o+1.5))
		out := sample(g, at.X+l.a*(o-1.5), at.Y+l.b*(o-1.5))
		if in < 0 || out < 0 {
			continue
		}
		d := in - out
		if d < 0 {
			d = -d * 0.6 // dark paper on a bright table is rarer
		}
		if d > best.size {
			best = step{at: geom.Point{X: at.X + l.a*o, Y: at.Y + l.b*o}, offset: o, size: d}
			found = d > 4
		}
	}
	return best, found
}

// sample interpolates g, -1 outside.
func sample(g *image.Gray, x, y float64) float64 {
	x0, y0 := int(math.Floor(x)), int(math.Floor(y))
	if x0 < 0 || y0 < 0 || x0+1 >= g.Rect.Dx() || y0+1 >= g.Rect.Dy() {
		return -1
	}
	fx, fy := x-float64(x0), y-float64(y0)
	i := y0*g.Stride + x0
	top := float64(g.Pix[i])*(1-fx) + float64(g.Pix[i+1])*fx
	bottom := float64(g.Pix[i+g.Stride])*(1-fx) + float64(g.Pix[i+g.Stride+1])*fx
	return top*(1-fy) + bottom*fy
}

// consensus finds the line offset(t) = a + b t that most steps lie on, trying every pair of far steps, and refits it to
// its followers by least squares. It returns the offsets at t = 0 and 1.
func consensus(steps []step, tol float64) (at0, at1 float64, ok bool) {
	bestVotes := 0.0
	var a, b float64
	for i := 0; i < len(steps); i += 2 {
		for j := i + 1; j < len(steps); j += 2 {
			dt := steps[j].along - steps[i].along
			if dt < 0.25 {
				continue
			}
			sb := (steps[j].offset - steps[i].offset) / dt
			sa := steps[i].offset - sb*steps[i].along
			votes := 0.0
			for _, s := range steps {
				if math.Abs(s.offset-sa-sb*s.along) <= tol {
					votes += min(s.size, 60)
				}
			}
			if votes > bestVotes {
				bestVotes, a, b = votes, sa, sb
			}
		}
	}
	followers := slices.DeleteFunc(slices.Clone(steps), func(s step) bool { return math.Abs(s.offset-a-b*s.along) > tol })
	if len(followers) < 12 {
		return 0, 0, false
	}
	var n, st, so, stt, sto float64
	for _, s := range followers {
		n++
		st += s.along
		so += s.offset
		stt += s.along * s.along
		sto += s.along * s.offset
	}
	if d := n*stt - st*st; d > 1e-9 {
		b = (n*sto - st*so) / d
		a = (so - b*st) / n
	}
	return a, a + b, true
}
