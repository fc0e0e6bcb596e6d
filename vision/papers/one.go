package papers

import (
	"image"
	"math"

	"gocv.io/x/gocv"

	"lensd/vision/geom"
)

// paperSide is the longer side of the picture in which the paper is looked for; its edges are refined at refineSide.
const (
	paperSide  = 480
	refineSide = 1600
)

// FindOne looks for one sheet of paper that lies in the picture with something else around it. The quad is in pixels of
// src, its corners in the picture's order (first corner nearest the top left). ok is false for a scan or a close-up, where
// the picture's own border is the page's. src is 8-bit BGR.
func FindOne(src gocv.Mat) (q geom.Quad, ok bool) {
	if src.Empty() || src.Channels() != 3 {
		return q, false
	}
	j, err := judgeOf(src)
	if err != nil {
		return q, false
	}
	defer j.Close()
	pale, sx, sy := searched(src)
	defer pale.Close()
	return j.findOne(src, outlines(brightParts(pale), sx, sy))
}

// findOne is FindOne; further are outlines that may be a sheet's, found otherwise.
func (j *judge) findOne(src gocv.Mat, further []geom.Quad) (q geom.Quad, ok bool) {
	if min(src.Cols(), src.Rows()) < 64 {
		return q, false
	}
	cands := quadsOfLines(j.edges)
	for _, q := range further {
		cands = append(cands, q.Scale(j.scale, j.scale))
	}
	for _, mask := range append(paperMasks(j.bare), enclosed(j.edges)) {
		cands = append(cands, quadsIn(mask)...)
		mask.Close()
	}
	best, ok := j.best(cands)
	if !ok {
		return q, false
	}
	return refine(src, best.Scale(1/j.scale, 1/j.scale))
}

// shrunk returns src with its longer side at most side, and the factor.
func shrunk(src gocv.Mat, side int) (gocv.Mat, float64) {
	scale := min(1, float64(side)/float64(max(src.Cols(), src.Rows())))
	dst := gocv.NewMat()
	size := image.Pt(max(4, int(float64(src.Cols())*scale+0.5)), max(4, int(float64(src.Rows())*scale+0.5)))
	gocv.Resize(src, &dst, size, 0, 0, gocv.InterpolationArea)
	return dst, scale
}

// paperMasks returns binary pictures in which paper may be white: bright, colourless, and unlike the picture's border.
// bare is closed over print; each is opened over clutter. The caller closes them.
func paperMasks(bare gocv.Mat) []gocv.Mat {
	hsv := gocv.NewMat()
	defer hsv.Close()
	gocv.CvtColor(bare, &hsv, gocv.ColorBGRToHSV)
	planes := gocv.Split(hsv)
	defer func() {
		for _, p := range planes {
			p.Close()
		}
	}()
	border := borderDistance(bare)
	defer border.Close()
	var out []gocv.Mat
	for i, src := range []gocv.Mat{planes[2], planes[1], border} {
		kind := gocv.ThresholdBinary | gocv.ThresholdOtsu
		if i == 1 {
			kind = gocv.ThresholdBinaryInv | gocv.ThresholdOtsu
		}
		m := gocv.NewMat()
		gocv.Threshold(src, &m, 0, 255, kind)
		morph(&m, gocv.MorphOpen, 7) // specks
		morph(&m, gocv.MorphClose, 7)
		out = append(out, m)
	}
	return out
}

// borderDistance gives each pixel's colour distance from the mean colour along the picture's border.
func borderDistance(bgr gocv.Mat) gocv.Mat {
	w, h := bgr.Cols(), bgr.Rows()
	px := bgr.ToBytes()
	var sum [3]float64
	n := 0.0
	at := func(x, y int) []byte { return px[3*(y*w+x) : 3*(y*w+x)+3] }
	add := func(p []byte) {
		for c := range 3 {
			sum[c] += float64(p[c])
		}
		n++
	}
	for x := range w {
		add(at(x, 0))
		add(at(x, h-1))
	}
	for y := range h {
		add(at(0, y))
		add(at(w-1, y))
	}
	out := make([]byte, w*h)
	for i := range out {
		d := 0.0
		for c := range 3 {
			v := float64(px[3*i+c]) - sum[c]/n
			d += v * v
		}
		out[i] = byte(min(255, math.Sqrt(d)))
	}
	view, err := gocv.NewMatFromBytes(h, w, gocv.MatTypeCV8UC1, out)
	if err != nil {
		return gocv.NewMatWithSize(h, w, gocv.MatTypeCV8UC1)
	}
	defer view.Close()
	return view.Clone()
}

// minSheet is the share of the picture that the paper must cover; maxSheet the share from which it is the picture itself.
const (
	minSheet = 0.12
	maxSheet = 0.97
)

// quadsIn returns the quadrilaterals around the large patches of a mask.
func quadsIn(mask gocv.Mat) []geom.Quad {
	contours := gocv.FindContours(mask, gocv.RetrievalExternal, gocv.ChainApproxSimple)
	defer contours.Close()
	area := float64(mask.Cols() * mask.Rows())
	var out []geom.Quad
	for i := range contours.Size() {
		c := contours.At(i)
		if c.Size() < 4 || gocv.ContourArea(c) < minSheet*area {
			continue
		}
		if q, ok := geom.QuadAround(geom.Points(c.ToPoints())); ok {
			out = append(out, q)
		}
	}
	return out
}
