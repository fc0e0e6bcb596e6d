package linenet

import (
	"image"

	"gocv.io/x/gocv"
)

// Ink fails here and there: a ribbon that runs dry, a worn print head, thermal paper that lay in the sun. Beside the strongest ink of a
// line its faint letters were no ink to the framing, which cut them off, and lines read surely without their ends. Both numbers were
// chosen on 500 crops of labels in held-out faces.
const (
	evenReach = 0.35 // how far letters stand by each other, in the crop's height
	evenLeast = 0.25 // the least of the strongest ink's strength that is brought up to it
)

// even makes ink that failed here and there as strong as the strongest: each column by what is strongest near it. It changes v.
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
		if s == 255 {
			continue
		}
		gain := 255 / max(float32(s), 255*evenLeast)
		for i := x; i < len(pixels); i += width {
			pixels[i] = uint8(min(float32(pixels[i])*gain, 255))
		}
	}
}
