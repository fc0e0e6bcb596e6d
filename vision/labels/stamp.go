package labels

import (
	"image"

	"lensd/vision/levels"

	"gocv.io/x/gocv"
)

// Overprinted words such as SAMPLE are many times as bold and as high as the text that they run across.
const (
	stampStroke = 110 // a stroke of a stamp is thicker than a label's longer side divided by this
	stampHeight = 18  // ... and its letters are higher than the longer side divided by this
	stampWord   = 4   // letters of about one height, at least: a single one may be a sorting code
)

// takeStamps removes words printed in huge bold letters across the text from the ink and from the picture, so that what
// shows of the lines between their strokes is read. Boxes filled in black were turned white before.
func takeStamps(bin, gray *gocv.Mat) {
	long := max(bin.Cols(), bin.Rows())
	size := max(9, long/stampStroke)
	k := gocv.GetStructuringElement(gocv.MorphEllipse, image.Pt(size, size))
	defer k.Close()
	bold := against(*gray, long/6|1)
	defer bold.Close()
	gocv.BitwiseOr(bold, *bin, &bold)
	gocv.MorphologyEx(bold, &bold, gocv.MorphOpen, k)
	var letters []blob
	for _, b := range components(bold) {
		if b.h() < long/stampHeight || b.h() > long/4 || b.w() > 2*b.h() || 3*b.w() < b.h() && b.area*5 > b.w()*b.h()*4 {
			continue // the last: a bar of a code or a box
		}
		letters = append(letters, b)
	}
	if len(letters) < stampWord {
		return
	}
	keep := gocv.NewMatWithSize(bin.Rows(), bin.Cols(), gocv.MatTypeCV8U)
	defer keep.Close()
	keep.SetTo(gocv.NewScalar(0, 0, 0, 0))
	for _, b := range letters {
		r := image.Rect(b.x0, b.y0, b.x1, b.y1)
		from, to := bold.Region(r), keep.Region(r)
		gocv.BitwiseOr(from, to, &to)
		from.Close()
		to.Close()
	}
	wipe(bin, gray, &keep)
}

// greyStamp is the level above which a stamp's print is grey: text in black then shows on it.
const greyStamp = 48

// wipe takes what a mask covers out of the ink and the picture. Where the stamp is grey the text on it stays.
func wipe(bin, gray, stamp *gocv.Mat) {
	level := medianWithin(*gray, *stamp)
	grow := 7 // opening rounds the corners off: more than a corner holds
	if level > greyStamp {
		grow = max(9, max(bin.Cols(), bin.Rows())/90)
	}
	k := gocv.GetStructuringElement(gocv.MorphRect, image.Pt(grow, grow))
	defer k.Close()
	gocv.Dilate(*stamp, stamp, k)
	white := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(255, 0, 0, 0), bin.Rows(), bin.Cols(), gocv.MatTypeCV8U)
	defer white.Close()
	if level <= greyStamp {
		white.CopyToWithMask(gray, *stamp)
	} else {
		// Levels from the stamp's upwards become paper; text keeps its share of darkness.
		lifted := gocv.NewMat()
		defer lifted.Close()
		gray.ConvertToWithParams(&lifted, gocv.MatTypeCV8U, float32(255/(0.86*level)), 0)
		lifted.CopyToWithMask(gray, *stamp)
		text := gocv.NewMat()
		defer text.Close()
		gocv.Threshold(*gray, &text, 128, 255, gocv.ThresholdBinary)
		gocv.BitwiseAnd(*stamp, text, stamp)
	}
	black := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(0, 0, 0, 0), bin.Rows(), bin.Cols(), gocv.MatTypeCV8U)
	defer black.Close()
	black.CopyToWithMask(bin, *stamp)
}

// medianWithin returns the median grey level under a mask, 0 without any.
func medianWithin(gray, mask gocv.Mat) float64 {
	tones, err1 := gray.DataPtrUint8()
	covers, err2 := mask.DataPtrUint8()
	if err1 != nil || err2 != nil || len(tones) != len(covers) {
		return 0
	}
	var under levels.Histogram
	for i, m := range covers {
		if m > 0 {
			under[tones[i]]++
		}
	}
	return float64(under.Quantile(0.5))
}
