package labels

import (
	"image"
	"image/color"

	"gocv.io/x/gocv"

	"lensd/vision/geom"
)

var white = color.RGBA{R: 255, G: 255, B: 255, A: 255}

// searchLong is the longer side of the picture in which the printed part is looked for; a patch smaller than speck is dust.
const (
	searchLong = 800.0
	speck      = 12
)

// printed returns the part of a white page that holds print, with a margin.
func printed(pale gocv.Mat) geom.Rect {
	mask := gocv.NewMat()
	defer mask.Close()
	gocv.Threshold(pale, &mask, 170, 255, gocv.ThresholdBinaryInv)
	all := geom.Rect{}
	for _, b := range components(mask) {
		if b.area >= speck && (b.h() < mask.Rows()-4 || b.w() > 2) {
			all = all.Union(geom.Rect{X0: float64(b.x0), Y0: float64(b.y0), X1: float64(b.x1), Y1: float64(b.y1)})
		}
	}
	margin := 0.02 * searchLong
	all = geom.Rect{X0: all.X0 - margin, Y0: all.Y0 - margin, X1: all.X1 + margin, Y1: all.Y1 + margin}
	return all.Intersect(geom.Rect{X1: float64(mask.Cols()), Y1: float64(mask.Rows())})
}

func morph(m *gocv.Mat, op gocv.MorphType, size int) {
	k := gocv.GetStructuringElement(gocv.MorphRect, image.Pt(size, size))
	defer k.Close()
	gocv.MorphologyEx(*m, m, op, k)
}
