package linenet

import (
	"image"
	"math"

	"gocv.io/x/gocv"

	"lensd/vision/ink"
	"lensd/vision/picture"
)

// The framing that the net was trained with: scripts/synth/lines/normalise.py is the same steps, keep the two alike.
const (
	netHeight   = 40
	frameMargin = 0.09 // of the ink's height, above and below
	sideMargin  = 0.25 // of the ink's height, left and right
	mostRows    = 96   // higher crops are reduced first
	leastRows   = 48   // lower crops are enlarged: the marks of small print are single pixels, noise to the flattening
	maxEnlarge  = 4.0  // times
	maxColumns  = 4096 // of a framed line: more is no line of print, and reads as nothing
)

// framed is a line as the net wants it, and the way back to the crop.
type framed struct {
	pixels []byte // netHeight rows of width columns, 255 = ink
	width  int
	origin float64 // the crop's share at column 0
	step   float64 // shares of the crop's width that one column covers
	detail float64 // pixels of the crop for each column: below one the print was enlarged
}

// normalise frames the ink of a crop. It returns nil for a crop without room for print.
func normalise(crop *image.Gray) (*framed, error) {
	if crop.Rect.Dx() < 2 || crop.Rect.Dy() < 4 {
		return nil, nil
	}
	grey, err := picture.GrayMat(crop)
	if err != nil {
		return nil, err
	}
	defer grey.Close()
	v := flatten(grey)
	defer v.Close()
	pixels := v.ToBytes()
	b := findBand(pixels, v.Cols(), v.Rows())
	if b.y1 <= b.y0 || b.x1 <= b.x0 {
		return nil, nil
	}
	f, err := frame(v, b)
	if f != nil {
		f.detail = f.step * float64(crop.Rect.Dx())
	}
	return f, err
}

// flatten returns the crop's ink, 0 paper to 255 ink, high crops reduced and low ones enlarged. The caller closes the Mat.
func flatten(grey gocv.Mat) gocv.Mat {
	g := grey.Clone()
	defer g.Close()
	switch rows := float64(g.Rows()); {
	case g.Rows() > mostRows:
		w := max(1, int(math.RoundToEven(float64(g.Cols())*mostRows/rows)))
		gocv.Resize(grey, &g, image.Pt(w, mostRows), 0, 0, gocv.InterpolationArea)
	case g.Rows() < leastRows:
		k := min(maxEnlarge, leastRows/rows)
		gocv.Resize(grey, &g, image.Pt(int(float64(g.Cols())*k+0.5), int(rows*k+0.5)), 0, 0, gocv.InterpolationCubic)
	}
	v := ink.Strength(g)
	even(&v)
	return v
}

// frame cuts the band with its margins and scales it to the net's height.
func frame(v gocv.Mat, b band) (*framed, error) {
	height := float64(b.y1 - b.y0)
	top, side := frameMargin*height, sideMargin*height
	scale := netHeight / (height + 2*top)
	width := max(8, int(math.RoundToEven((float64(b.x1-b.x0)+2*side)*scale)))
	if width > maxColumns {
		return nil, nil
	}
	left, upper := float64(b.x0)-side, float64(b.y0)-top
	out := framed{width: width, origin: left / float64(v.Cols()), step: 1 / (scale * float64(v.Cols()))}
	dst := gocv.NewMat()
	defer dst.Close()
	src, fx, fy := v, scale, scale
	if scale < 0.75 { // a warp only samples: average the areas first when the line shrinks
		small := gocv.NewMat()
		defer small.Close()
		w, h := max(1, int(math.RoundToEven(float64(v.Cols())*scale))), max(1, int(math.RoundToEven(float64(v.Rows())*scale)))
		gocv.Resize(v, &small, image.Pt(w, h), 0, 0, gocv.InterpolationArea)
		src, fx, fy = small, float64(w)/float64(v.Cols()), float64(h)/float64(v.Rows())
	}
	sx, sy := fx, fy
	if scale < 0.75 {
		sx, sy = 1, 1
	}
	m := gocv.NewMatWithSize(2, 3, gocv.MatTypeCV64F)
	defer m.Close()
	for i, value := range []float64{sx, 0, -left * fx, 0, sy, -upper * fy} {
		m.SetDoubleAt(i/3, i%3, value)
	}
	gocv.WarpAffine(src, &dst, m, image.Pt(width, netHeight))
	out.pixels = dst.ToBytes()
	return &out, nil
}
