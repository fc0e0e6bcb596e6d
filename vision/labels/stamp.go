package labels

import (
	"image"

	"gocv.io/x/gocv"
)

// Overprinted words such as SAMPLE are many times as bold and as high as the text that they run across.
const (
	stampStroke = 110 // a stroke of a stamp is thicker than a label's longer side divided by this
	stampHeight = 24  // ... and its letters are higher than the longer side divided by this
)

// takeStamps removes words printed in huge bold letters across the text from the ink and from the picture, so that what
// shows of the lines between their strokes is read. Boxes filled in black were turned white before. Letters that stand
// alone are taken too: nothing in such print is a receiver.
func takeStamps(bin, gray *gocv.Mat) {
	long := max(bin.Cols(), bin.Rows())
	size := max(9, long/stampStroke)
	k := gocv.GetStructuringElement(gocv.MorphEllipse, image.Pt(size, size))
	defer k.Close()
	bold := gocv.NewMat()
	defer bold.Close()
	gocv.MorphologyEx(*bin, &bold, gocv.MorphOpen, k)
	keep := gocv.NewMatWithSize(bin.Rows(), bin.Cols(), gocv.MatTypeCV8U)
	defer keep.Close()
	found := false
	for _, b := range components(bold) {
		r := image.Rect(b.x0, b.y0, b.x1, b.y1)
		if b.h() < long/stampHeight || b.h() > long/4 || b.w() > 2*b.h() || 3*b.w() < b.h() && b.area*5 > b.w()*b.h()*4 {
			continue // the last: a bar of a code or a box
		}
		from, to := bold.Region(r), keep.Region(r)
		gocv.BitwiseOr(from, to, &to)
		from.Close()
		to.Close()
		found = true
	}
	if !found {
		return
	}
	// Opening rounds the corners off: grow by more than a corner holds, within the ink.
	grow := gocv.GetStructuringElement(gocv.MorphRect, image.Pt(7, 7))
	defer grow.Close()
	gocv.Dilate(keep, &keep, grow)
	white := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(255, 0, 0, 0), bin.Rows(), bin.Cols(), gocv.MatTypeCV8U)
	defer white.Close()
	white.CopyToWithMask(gray, keep)
	black := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(0, 0, 0, 0), bin.Rows(), bin.Cols(), gocv.MatTypeCV8U)
	defer black.Close()
	black.CopyToWithMask(bin, keep)
}
