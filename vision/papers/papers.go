// Package papers finds the sheets of paper in a scene: parcel labels on boxes, several receipts on a desk.
package papers

import (
	"cmp"
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"lensd/vision/geom"
)

// Paper search: sizes are in pixels of a picture reduced to searchLong, shares are of its area.
const (
	searchLong  = 800.0
	minPaper    = 0.03 // a smaller quad is not a label that somebody holds under the camera
	maxPapers   = 6
	borderWhite = 0.6  // share of bright border pixels that makes a picture a page of its own
	partPage    = 0.6  // share of a page that its print may fill and still be a label on a sheet
	speck       = 12   // pixels; less is dust
	leastDetail = 0.08 // share of the picture's detail that papers hold together: what holds less is a box on a larger one
)

// Find returns the quads of bright papers in an 8-bit BGR picture, the largest first, corners from the top left. framed says
// that none stands out and the one quad returned is the whole frame, or the part of it that holds print.
func Find(bgr gocv.Mat) (quads []geom.Quad, framed bool) {
	w, h := float64(bgr.Cols()), float64(bgr.Rows())
	frame := geom.QuadOf(geom.Rect{X1: w, Y1: h})
	pale, sx, sy := searched(bgr)
	defer pale.Close()
	if min(pale.Cols(), pale.Rows()) < 32 {
		return []geom.Quad{frame}, true
	}
	j, err := judgeOf(bgr)
	if err != nil {
		return []geom.Quad{frame}, true
	}
	defer j.Close()
	parts := brightParts(pale)
	one, found := j.findOne(bgr, outlines(parts, sx, sy))
	if !found && brightBorder(pale) >= borderWhite {
		if r := printArea(pale); r.Area() < partPage*float64(pale.Cols()*pale.Rows()) && r.Area() > 0 {
			frame = geom.QuadOf(r).Scale(sx, sy)
		}
		return []geom.Quad{frame}, true
	}
	quads = outlines(apart(parts, pale), sx, sy)
	if found {
		quads = settled(one, quads, j)
	}
	if len(quads) == 0 || j.share(quads) < leastDetail || !found && j.print().goesOn(quads...) {
		return []geom.Quad{frame}, true
	}
	return quads, false
}

func outlines(of []paper, sx, sy float64) []geom.Quad {
	var out []geom.Quad
	for _, p := range of {
		out = append(out, p.quad.Ordered().Scale(sx, sy))
	}
	return out
}

// What two finds have in common: besides is the share of the smaller of two papers that may lie within the other, for the outlines of neither
// are exact. Papers that lie close together have more than half of themselves in the outline around them all, and cover as much as filled of it.
const (
	besides = 0.1
	half    = 0.5
	filled  = 0.65
)

// settled returns the one paper and those that lie beside it: what laps over it is a part of it, or what it lies on. Several that fill it
// are papers that lie close together, if what shows between them lies around them too.
func settled(one geom.Quad, others []geom.Quad, j *judge) []geom.Quad {
	out := []geom.Quad{one}
	covered := 0.0
	var parts []geom.Quad
	for _, q := range others {
		both := one.Common(q)
		switch {
		case both < besides*min(one.Area(), q.Area()):
			out = append(out, q)
		case both > half*q.Area():
			covered += both
			parts = append(parts, q)
		}
	}
	if len(parts) > 1 && covered > filled*one.Area() && !j.parted(one, parts) {
		return others
	}
	slices.SortStableFunc(out, func(a, b geom.Quad) int { return cmp.Compare(b.Area(), a.Area()) })
	return out
}

// searched returns the picture in which papers are looked for, each pixel as pale as its darkest channel, and the factors that lead from it
// back to bgr. The caller closes it.
func searched(bgr gocv.Mat) (pale gocv.Mat, sx, sy float64) {
	w, h := float64(bgr.Cols()), float64(bgr.Rows())
	scale := min(1, searchLong/max(w, h))
	small := gocv.NewMat()
	defer small.Close()
	gocv.Resize(bgr, &small, image.Pt(max(1, int(w*scale)), max(1, int(h*scale))), 0, 0, gocv.InterpolationArea)
	return palest(small), w / float64(small.Cols()), h / float64(small.Rows())
}

// printArea returns the part of a white page that holds print, with a margin: a label may stand in the corner of a sheet.
func printArea(pale gocv.Mat) geom.Rect {
	mask := gocv.NewMat()
	defer mask.Close()
	gocv.Threshold(pale, &mask, 170, 255, gocv.ThresholdBinaryInv)
	all := geom.Rect{}
	contours := gocv.FindContours(mask, gocv.RetrievalExternal, gocv.ChainApproxSimple)
	defer contours.Close()
	for i := range contours.Size() {
		b := gocv.BoundingRect(contours.At(i))
		if b.Dx()*b.Dy() >= 2*speck && (b.Dy() < mask.Rows()-4 || b.Dx() > 2) {
			all = all.Union(geom.Rect{X0: float64(b.Min.X), Y0: float64(b.Min.Y), X1: float64(b.Max.X), Y1: float64(b.Max.Y)})
		}
	}
	if all.Empty() {
		return all
	}
	margin := 0.02 * searchLong
	all = geom.Rect{X0: all.X0 - margin, Y0: all.Y0 - margin, X1: all.X1 + margin, Y1: all.Y1 + margin}
	return all.Intersect(geom.Rect{X1: float64(mask.Cols()), Y1: float64(mask.Rows())})
}

// palest returns the smallest of the three channels: white paper keeps a high one where cardboard and skin do not.
func palest(bgr gocv.Mat) gocv.Mat {
	ch := gocv.Split(bgr)
	out := gocv.NewMat()
	gocv.Min(ch[0], ch[1], &out)
	gocv.Min(out, ch[2], &out)
	for i := range ch {
		ch[i].Close()
	}
	gocv.GaussianBlur(out, &out, image.Pt(5, 5), 0, 0, gocv.BorderDefault)
	return out
}

// brightBorder returns the share of pixels as bright as paper along the border, at the brightest of several insets: a
// label that fills the picture may be framed in black.
func brightBorder(m gocv.Mat) float64 {
	best := 0.0
	for _, inset := range []int{2, max(3, m.Cols()/60), max(5, m.Cols()/30)} {
		bright, n := 0, 0
		count := func(y, x int) {
			n++
			if m.GetUCharAt(y, x) >= 200 {
				bright++
			}
		}
		for x := inset; x < m.Cols()-inset; x++ {
			count(inset, x)
			count(m.Rows()-1-inset, x)
		}
		for y := inset; y < m.Rows()-inset; y++ {
			count(y, inset)
			count(y, m.Cols()-1-inset)
		}
		best = max(best, float64(bright)/float64(max(1, n)))
	}
	return best
}

type paper struct {
	quad  geom.Quad
	area  float64
	score float64
}

// brightParts collects quads at several thresholds, because paper in the shade is darker than cardboard in the sun; those whose outlines are
// the most rectangular and the crispest come first.
func brightParts(pale gocv.Mat) []paper {
	mask := gocv.NewMat()
	defer mask.Close()
	otsu := gocv.Threshold(pale, &mask, 0, 255, gocv.ThresholdBinary|gocv.ThresholdOtsu)
	outlines := gocv.NewMat()
	defer outlines.Close()
	bare := pale.Clone()
	defer bare.Close()
	morph(&bare, gocv.MorphClose, 17) // the print is gone, the edges of paper are not
	gocv.Canny(bare, &outlines, 8, 24)
	thicken(&outlines)
	var all []paper
	for _, t := range []float32{otsu - 15, otsu, otsu + 15, otsu + 30, otsu + 50, otsu + 70} {
		if t > 20 && t < 245 {
			all = append(all, quadsAt(pale, t, nil)...)
			all = append(all, quadsAt(pale, t, &outlines)...)
			all = append(all, quadsAt(bare, t, &outlines)...)
		}
	}
	slices.SortStableFunc(all, func(a, b paper) int { return cmp.Compare(b.score, a.score) })
	return all
}

// apart keeps of the bright parts that overlap the one that is best. all are sorted by score.
func apart(all []paper, pale gocv.Mat) []paper {
	var kept []paper
	for _, p := range all {
		p = whole(p, all)
		laps := slices.ContainsFunc(kept, func(k paper) bool {
			both := p.quad.Bounds().Intersect(k.quad.Bounds()).Area()
			return both >= 0.3*min(p.quad.Bounds().Area(), k.quad.Bounds().Area())
		})
		if !laps && len(kept) < maxPapers {
			kept = append(kept, p)
		}
	}
	kept = mosaic(joined(kept, pale), pale)
	slices.SortStableFunc(kept, func(a, b paper) int { return cmp.Compare(b.area, a.area) })
	return kept
}

// What a paper is like of which rules from edge to edge, or a shadow, set a part apart: it holds nearly all of the part, is larger by so
// much, and its outline is not much worse than the part's, which printed rules make crisper.
const (
	holds     = 0.95
	larger    = 1.25
	nearlyFit = 0.5
)

// whole returns the best paper that a candidate is a part of, the candidate itself where it is of none. all are sorted by score.
func whole(part paper, all []paper) paper {
	b := part.quad.Bounds()
	for _, p := range all {
		if p.score >= nearlyFit*part.score && p.area >= larger*part.area && p.quad.Bounds().Intersect(b).Area() >= holds*b.Area() {
			return p
		}
	}
	return part
}

// quadsAt returns the four-cornered bright regions at one threshold. Without outlines, closing fills the print and opening
// cuts the bridges to other bright things. With outlines the paper is cut along every visible edge instead: that parts a
// label from the older one under it or from a white shelf, and its own print only makes holes, which no outer contour sees.
func quadsAt(pale gocv.Mat, threshold float32, outlines *gocv.Mat) []paper {
	mask := gocv.NewMat()
	defer mask.Close()
	gocv.Threshold(pale, &mask, threshold, 255, gocv.ThresholdBinary)
	if outlines != nil {
		gocv.BitwiseNot(*outlines, &mask)
		bright := gocv.NewMat()
		defer bright.Close()
		gocv.Threshold(pale, &bright, threshold, 255, gocv.ThresholdBinary)
		gocv.BitwiseAnd(mask, bright, &mask)
		morph(&mask, gocv.MorphOpen, 3)
	} else {
		morph(&mask, gocv.MorphClose, 21)
		morph(&mask, gocv.MorphOpen, 15)
	}
	contours := gocv.FindContours(mask, gocv.RetrievalExternal, gocv.ChainApproxSimple)
	defer contours.Close()
	whole := float64(mask.Cols() * mask.Rows())
	var out []paper
	for i := range contours.Size() {
		area := gocv.ContourArea(contours.At(i))
		if area < minPaper*whole {
			continue
		}
		q, ok := geom.QuadAround(geom.Points(contours.At(i).ToPoints()))
		if !ok || q.Area() < minPaper*whole {
			continue
		}
		fill := area / q.Area()
		if fill < 0.8 || fill > 1.15 {
			continue
		}
		edge := contrast(pale, q)
		if edge < 12 {
			continue
		}
		fit := 1 - math.Abs(1-fill)
		out = append(out, paper{q, q.Area(), math.Pow(fit, 6) * math.Sqrt(area/whole) * min(edge, 60)})
	}
	return out
}

func thicken(m *gocv.Mat) { morph(m, gocv.MorphDilate, 3) }

func morph(m *gocv.Mat, op gocv.MorphType, size int) {
	k := gocv.GetStructuringElement(gocv.MorphRect, image.Pt(size, size))
	defer k.Close()
	gocv.MorphologyEx(*m, m, op, k)
}

// contrast returns the median difference between just inside and just outside of the outline, in grey levels.
func contrast(pale gocv.Mat, q geom.Quad) float64 {
	c := q.Center()
	var d []float64
	for side := range 4 {
		a, b := q[side], q[(side+1)%4]
		n := geom.Point{X: b.Y - a.Y, Y: a.X - b.X}
		length := math.Hypot(n.X, n.Y)
		if length < 1 {
			continue
		}
		n.X, n.Y = n.X/length, n.Y/length
		if n.X*(c.X-a.X)+n.Y*(c.Y-a.Y) < 0 {
			n.X, n.Y = -n.X, -n.Y
		}
		for t := 0.05; t < 1; t += 0.05 {
			p := geom.Point{X: a.X + t*(b.X-a.X), Y: a.Y + t*(b.Y-a.Y)}
			in, ok1 := at(pale, p.X+5*n.X, p.Y+5*n.Y)
			out, ok2 := at(pale, p.X-5*n.X, p.Y-5*n.Y)
			if ok1 && ok2 {
				d = append(d, in-out)
			}
		}
	}
	return geom.Median(d)
}

func at(m gocv.Mat, x, y float64) (float64, bool) {
	if x < 0 || y < 0 || int(x) >= m.Cols() || int(y) >= m.Rows() {
		return 0, false
	}
	return float64(m.GetUCharAt(int(y), int(x))), true
}
