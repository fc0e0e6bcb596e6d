package rectify

import (
	"image"
	"image/color"
	"math"

	"gocv.io/x/gocv"

	"lensd/extract"
	"lensd/vision/geom"
)

// maxSheetSide bounds a warp's target, far above any page that we make.
const maxSheetSide = 12000

// Warp maps src by m to a picture of w x h, white where src has nothing. The caller closes the result.
func Warp(src gocv.Mat, m geom.Homography, w, h int) (gocv.Mat, error) {
	if src.Empty() || w < 1 || h < 1 || w > maxSheetSide || h > maxSheetSide {
		return gocv.Mat{}, extract.Errorf(extract.KindInternal, "a warp to %d x %d pixels is not possible", w, h)
	}
	straight := m[6] == 0 && m[7] == 0 && m[8] == 1 // no perspective in it: half the work
	rows := 3
	if straight {
		rows = 2
	}
	t := gocv.NewMatWithSize(rows, 3, gocv.MatTypeCV64F)
	defer t.Close()
	for i, v := range m[:3*rows] {
		t.SetDoubleAt(i/3, i%3, v)
	}
	how := gocv.InterpolationLinear
	if enlarges(m) {
		how = gocv.InterpolationCubic // keeps the edges of small print, which linear interpolation rounds off
	}
	dst := gocv.NewMat()
	if straight {
		gocv.WarpAffineWithParams(src, &dst, t, image.Pt(w, h), how, gocv.BorderConstant, color.RGBA{255, 255, 255, 0})
		return dst, nil
	}
	gocv.WarpPerspectiveWithParams(src, &dst, t, image.Pt(w, h), how, gocv.BorderConstant, color.RGBA{255, 255, 255, 0})
	return dst, nil
}

// enlarges reports that m makes pictures clearly larger, judged at the origin.
func enlarges(m geom.Homography) bool {
	return math.Abs(m[0]*m[4]-m[1]*m[3]) > 1.5*m[8]*m[8]
}
