package papers

import (
	"cmp"
	"image"
	"math"
	"slices"
	"sync"

	"gocv.io/x/gocv"

	"lensd/vision/geom"
	"lensd/vision/picture"
)

// judge rates quadrilaterals as outlines of a sheet of paper.
type judge struct {
	edges gocv.Mat    // strong detail: print has much of it, a table top little
	near  []byte      // edges, two pixels wider
	gray  *image.Gray // closed over print, so that it shows paper and surroundings only
	bare  gocv.Mat    // the colours, closed over print
	tints []tint      // of bare
	seen  []tint      // of the picture as it is
	w, h  int
	scale float64      // of its picture, of the one that it was made of
	print func() print // in the pixels of the one that it was made of
}

// judgeOf makes a judge of a picture reduced to paperSide.
func judgeOf(bgr gocv.Mat) (*judge, error) {
	small, scale := shrunk(bgr, paperSide)
	defer small.Close()
	j, err := newJudge(small)
	if err != nil {
		return nil, err
	}
	j.scale = scale
	j.print = sync.OnceValue(func() print { return printOf(bgr) })
	return j, nil
}

// newJudge makes a judge of a picture as it is.
func newJudge(bgr gocv.Mat) (*judge, error) {
	gray := gocv.NewMat()
	defer gray.Close()
	gocv.CvtColor(bgr, &gray, gocv.ColorBGRToGray)
	gocv.GaussianBlur(gray, &gray, image.Pt(3, 3), 0, 0, gocv.BorderReplicate)
	closed := gray.Clone()
	defer closed.Close()
	morph(&closed, gocv.MorphClose, 13)
	g, err := picture.ToGray(closed)
	if err != nil {
		return nil, err
	}
	j := &judge{edges: gocv.NewMat(), gray: g, bare: withoutPrint(bgr), w: bgr.Cols(), h: bgr.Rows(), scale: 1, print: func() print { return print{} }}
	j.tints, j.seen = tintsOf(j.bare), tintsOf(bgr)
	gocv.Canny(gray, &j.edges, 30, 80)
	wide := j.edges.Clone()
	defer wide.Close()
	morph(&wide, gocv.MorphDilate, 5)
	j.near = wide.ToBytes()
	return j, nil
}

// Close frees its pictures.
func (j *judge) Close() {
	j.edges.Close()
	j.bare.Close()
}

// withoutPrint returns a BGR picture closed over print. The caller closes it.
func withoutPrint(bgr gocv.Mat) gocv.Mat {
	bare := gocv.NewMat()
	gocv.MedianBlur(bgr, &bare, 5)
	morph(&bare, gocv.MorphClose, 13)
	return bare
}

// best returns the candidate with the highest score. Detail is counted only for those that pass the cheap tests.
func (j *judge) best(cands []geom.Quad) (geom.Quad, bool) {
	type rated struct {
		q       geom.Quad
		s, edge float64
	}
	var rs []rated
	for _, q := range cands {
		share := q.Area() / float64(j.w*j.h)
		if share < minSheet || share > maxSheet || !plausibleShape(q) {
			continue
		}
		if s := j.outline(q); s > 0.55 {
			rs = append(rs, rated{q, s * s * s * s * share, s})
		}
	}
	slices.SortStableFunc(rs, func(a, b rated) int { return cmp.Compare(b.s, a.s) })
	for _, r := range rs[:min(len(rs), 48)] {
		standsOut := j.detailInside(r.q) || r.edge >= plainEdge && j.onOtherGround(r.q)
		if standsOut && j.oneColour(r.q) && !j.onPaper(r.q) && !j.print().goesOn(r.q.Scale(1/j.scale, 1/j.scale)) {
			return r.q, true
		}
	}
	return geom.Quad{}, false
}

// outline returns the share of the quad's sides along which there is an edge with paper on one side and something else on
// the other; 0 where a side lacks both. A side along the picture's border cannot show either and counts in part.
func (j *judge) outline(q geom.Quad) float64 {
	total, weight, inner := 0.0, 0.0, 0
	for i := range q {
		a, b := q[i], q[(i+1)%4]
		length := a.Dist(b)
		weight += length
		if atBorder(a, b, j.gray) {
			total += 0.7 * length
			continue
		}
		inner++
		hit, contrast := j.side(a, b)
		if hit < 0.45 || contrast < 7 {
			return 0
		}
		total += hit * length
	}
	if inner < 2 {
		return 0
	}
	return total / weight
}

// side returns the share of a side that lies on an edge, and the median step of brightness across it.
func (j *judge) side(a, b geom.Point) (hit, contrast float64) {
	n := max(12, int(a.Dist(b)/3))
	l := straight(a, b)
	var steps []float64
	for k := range n {
		t := 0.04 + 0.92*float64(k)/float64(n-1)
		x, y := a.X+(b.X-a.X)*t, a.Y+(b.Y-a.Y)*t
		xi, yi := int(math.Round(x)), int(math.Round(y))
		if xi >= 0 && yi >= 0 && xi < j.w && yi < j.h && j.near[yi*j.w+xi] != 0 {
			hit++
		}
		in, out := sample(j.gray, x+5*l.a, y+5*l.b), sample(j.gray, x-5*l.a, y-5*l.b)
		if in >= 0 && out >= 0 {
			steps = append(steps, in-out)
		}
	}
	if len(steps) < n/2 {
		return hit / float64(n), 0
	}
	slices.Sort(steps)
	return hit / float64(n), math.Abs(steps[len(steps)/2])
}

// detailInside reports that the quad holds nearly all of the picture's detail for its area: the surroundings of a page are
// calmer than the page. The outline itself is left out of the count.
func (j *judge) detailInside(q geom.Quad) bool {
	mask := gocv.NewMatWithSize(j.h, j.w, gocv.MatTypeCV8UC1)
	defer mask.Close()
	fill(&mask, grown(q, 0.94), 255)
	inside := maskedCount(j.edges, mask)
	fill(&mask, grown(q, 1.06), 255)
	around := maskedCount(j.edges, mask)
	share := q.Area() / float64(j.w*j.h)
	in := (float64(inside) + 1) / (share * 0.94 * 0.94)
	out := float64(gocv.CountNonZero(j.edges)-around) / max(0.02, 1-share*1.06*1.06)
	return out < 0.35*in
}

// scannerWhite is a brightness that the ground around a page never has in a photo, and always has around a filled or framed
// table in a scan. What is darker than its surroundings is no sheet on something from paperWhite on: it is a box on a sheet.
const (
	scannerWhite = 250
	paperWhite   = 215
)

// onPaper reports that what lies around q is paper, too.
func (j *judge) onPaper(q geom.Quad) bool {
	around := j.tone(grown(q, 1.05), false)
	return around >= scannerWhite || around >= paperWhite && j.tone(grown(q, 0.95), true) <= around || j.amidPaper(q)
}

// What lies beyond two opposite sides of a printed box on paper, in shares of the box: a band of the paper's own colour, no darker than the
// palest in the box.
const (
	bandFrom, bandTo = 0.03, 0.1
	bandBright       = 0.97
	darkBox          = 0.8 // of the brightness of what is palest in it, at most: a label on a parcel of its own colour is paler
)

// amidPaper reports that what lies beyond two opposite sides of q is what is palest in it: a bar code or a filled box amid a sheet.
func (j *judge) amidPaper(q geom.Quad) bool {
	all, _ := j.tintsIn(q, 0.02, 0.98, 0.02, 0.98)
	dark := bright(all)
	pale := palest40(all)
	if len(pale) == 0 || dark > darkBox*bright(pale) {
		return false
	}
	ground := middle(pale)
	like := func(u0, u1, v0, v1 float64) bool {
		band, _ := j.tintsIn(q, u0, u1, v0, v1)
		return len(band) > 0 && middle(band).apart(ground) <= otherColour && bright(band) >= bandBright*bright(pale)
	}
	return like(0, 1, -bandTo, -bandFrom) && like(0, 1, 1+bandFrom, 1+bandTo) || like(-bandTo, -bandFrom, 0, 1) && like(1+bandFrom, 1+bandTo, 0, 1)
}

// tone returns the median brightness inside or outside q.
func (j *judge) tone(q geom.Quad, inside bool) int {
	mask := gocv.NewMatWithSize(j.h, j.w, gocv.MatTypeCV8UC1)
	defer mask.Close()
	fill(&mask, q, 255)
	var hist [256]int
	n := 0
	for i, v := range mask.ToBytes() {
		if v != 0 == inside {
			hist[j.gray.Pix[i]]++
			n++
		}
	}
	level, sum := 0, 0
	for ; level < 255 && 2*(sum+hist[level]) <= n; level++ {
		sum += hist[level]
	}
	return level
}

// mostGround is the share of what lies between the parts of a paper that may look like what lies around it.
const mostGround = 0.2

// parted reports that parts of a paper, which fill it, are no papers of their own: coloured bars or rules lie between them, and not what lies
// around it. The quads are in the pixels of the picture that the judge was made of.
func (j *judge) parted(one geom.Quad, parts []geom.Quad) bool {
	var in, out []tint
	all := 0
	eachGap(one, func(p geom.Point, within bool) {
		if within {
			all++
		}
		t, ok := j.tintAt(j.seen, geom.Point{X: p.X * j.scale, Y: p.Y * j.scale})
		switch {
		case !ok || slices.ContainsFunc(parts, func(q geom.Quad) bool { return q.Holds(p) }):
		case within:
			in = append(in, t)
		default:
			out = append(out, t)
		}
	})
	if len(out) == 0 || float64(len(in)) > (1-tiled)*float64(all) {
		return false
	}
	ground, level, like := middle(out), bright(out), 0
	for _, t := range in {
		if t.apart(ground) <= otherColour && math.Abs(t.sum-level) <= 3*barStep {
			like++
		}
	}
	return float64(like) < mostGround*float64(len(in))
}

// share returns how much of the picture's detail lies in some quads, which are in the pixels of the picture that the judge was made of.
func (j *judge) share(quads []geom.Quad) float64 {
	mask := gocv.NewMatWithSize(j.h, j.w, gocv.MatTypeCV8UC1)
	defer mask.Close()
	for _, q := range quads {
		fill(&mask, q.Scale(j.scale, j.scale), 255)
	}
	return float64(maskedCount(j.edges, mask)) / max(1, float64(gocv.CountNonZero(j.edges)))
}
