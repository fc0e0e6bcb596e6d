package ink

import (
	"image"

	"gocv.io/x/gocv"

	"lensd/vision/levels"
)

// leastContrast in grey levels: below it there is only noise, which scaling would blow up.
const leastContrast = 24

// Strength divides the light out of a grey crop, 8 bit and not empty: 0 paper, 255 the strongest ink, whether the print is
// darker or lighter than its ground. The ground's level is the brightest (or darkest) nearby, averaged over half the crop's
// height. Of the two readings the one with less ink is print: light print on dark paper leaves more below its
// surroundings' brightest than above their darkest, also where the light is uneven. The caller closes the Mat.
func Strength(grey gocv.Mat) gocv.Mat {
	k := max(3, grey.Rows()/2|1)
	kernel := gocv.GetStructuringElement(gocv.MorphRect, image.Pt(k, k))
	defer kernel.Close()
	bright, dark := gocv.NewMat(), gocv.NewMat() // of the surroundings, then the ink against them
	defer bright.Close()
	defer dark.Close()
	gocv.Blur(grey, &bright, image.Pt(3, 3))
	gocv.Erode(bright, &dark, kernel)
	gocv.Dilate(bright, &bright, kernel)
	gocv.Blur(bright, &bright, image.Pt(k, k))
	gocv.Blur(dark, &dark, image.Pt(k, k))
	gocv.Subtract(bright, grey, &bright)
	gocv.Subtract(grey, dark, &dark)
	v := bright
	if bright.Sum().Val1 > dark.Sum().Val1 {
		v = dark
	}
	out := gocv.NewMat()
	seen := levels.Count(v.ToBytes())
	strongest := max(leastContrast, seen.Quantile(0.995))
	gocv.ConvertScaleAbs(v, &out, 255/float64(strongest), 0)
	return out
}
