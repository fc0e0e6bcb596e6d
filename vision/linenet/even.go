package linenet

import (
	"image"

	"gocv.io/x/gocv"
)

// Ink fails here and there: a ribbon that runs dry, a worn print head, thermal paper that lay in the sun. Beside the strongest ink of a
// line its faint letters were no ink to the framing, which cut them off, and lines read surely without their ends. Print that is not
// fainter stays as it is. Chosen on crops of labels in held-out faces.
const (
	evenReach = 0.35 // how far letters stand by each other, in the crop's height
	evenFaint = 0.7  // of the strongest ink's strength: fainter ink is brought up to it,
	evenPale  = 0.15 // as if it had this strength at least: noise is fainter
)

// even makes ink that failed here and there nearly as strong as the rest: each column by what is strongest near it. It changes v.
func even(v *gocv.Mat) {
	reach := 2*int(float64(v.Rows())*evenReach) + 1
	row := gocv.GetStructuringElement(gocv.MorphRect, image.Pt(reach, 1))
	defer row.Close()
	strongest := gocv.NewMat()
	defer strongest.Close()
	gocv.Blur(*v, &strongest, image.Pt(3, 3))
	gocv.Reduce(strongest, &strongest, 0, gocv.ReduceMax, gocv.MatTypeCV8U)
	gocv.Dilate(strongest, &strongest, row)
	gocv.Blur(strongest, &strongest, image.Pt(reach, 1))
	pixels, err := v.DataPtrUint8()
	if err != nil { // never: v is 8 bit and continuous
		return
	}
	width := v.Cols()
	for x, s := range strongest.ToBytes() {
		if float64(s) >= 255*evenFaint {
			continue
		}
		gain := 255 * evenFaint / max(float32(s), 255*evenPale)
		for i := x; i < len(pixels); i += width {
			pixels[i] = uint8(min(float32(pixels[i])*gain, 255))
		}
	}
}
