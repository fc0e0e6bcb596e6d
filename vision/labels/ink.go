package labels

import (
	"image"
	"image/color"

	"gocv.io/x/gocv"

	"lensd/vision/geom"
	"lensd/vision/layout"
	"lensd/vision/levels"
	"lensd/vision/picture"
	"lensd/vision/rectify"
)

// blob is a connected piece of ink: a glyph, a mark, a dot, the bar of a barcode.
type blob struct {
	x0, y0, x1, y1 int // exclusive at the far side
	area           int // inked pixels
}

func (b blob) w() int { return b.x1 - b.x0 }
func (b blob) h() int { return b.y1 - b.y0 }

// inked is what is printed on a label, separated into glyph-sized blobs and straight rules.
type inked struct {
	blobs []blob
	rows  []geom.Rect // horizontal rules
	cols  []geom.Rect // vertical rules
	marks []blob      // arms of corner marks, which are no print
	gray  *image.Gray // the label with white-on-black print turned to black-on-white
}

// findInk separates the print from the paper. Blobs within masks (decoded barcodes) are left out.
func findInk(img *image.Gray, masks []geom.Rect) (inked, error) {
	gray, err := picture.GrayMat(img)
	if err != nil {
		return inked{}, err
	}
	defer gray.Close()
	bin := binarize(gray)
	defer bin.Close()
	out := inked{}
	if err := turnLight(&bin, &gray); err != nil {
		return inked{}, err
	}
	for _, m := range masks {
		r := image.Rect(int(m.X0), int(m.Y0), int(m.X1)+1, int(m.Y1)+1).Intersect(image.Rect(0, 0, bin.Cols(), bin.Rows()))
		if !r.Empty() {
			gocv.Rectangle(&bin, r, color.RGBA{}, -1)
		}
	}
	takeStamps(&bin, &gray)
	if out.gray, err = picture.ToGray(gray); err != nil {
		return inked{}, err
	}
	out.rows = takeRules(&bin, image.Pt(max(70, bin.Cols()/9), 1))
	out.cols = takeRules(&bin, image.Pt(1, max(70, bin.Rows()/14)))
	var across []geom.Rect
	thick := max(leastDash, max(bin.Cols(), bin.Rows())/160)
	blobs, marks := takeCorners(&bin)
	out.marks = marks
	out.blobs, across = takeDashes(blobs, thick)
	upright, along := takeDashes(transposeBlobs(out.blobs), thick)
	out.blobs = transposeBlobs(upright)
	out.rows, out.cols = append(out.rows, across...), append(out.cols, transposeRects(along)...)
	return out, nil
}

// turnLight turns light print dark, which is read like any other then: in areas that the page engine finds, too, as bars that touch each
// other or a frame are no boxes, and then in the boxes that are left.
func turnLight(bin, gray *gocv.Mat) error {
	flat, err := rectify.Flatten(*gray)
	if err != nil {
		return err
	}
	for _, a := range layout.Reversed(flat) {
		invert(bin, gray, image.Rect(a.X0, a.Y0, a.X1, a.Y1))
	}
	for _, b := range findBoxes(*bin) {
		invert(bin, gray, image.Rect(b.x0, b.y0, b.x1, b.y1))
	}
	return nil
}

// invert turns white print on a black box into black on white. The box's ragged edge, which would stay as a thin frame
// and be read as strokes beside the letters, is wiped.
func invert(bin, gray *gocv.Mat, box image.Rectangle) {
	for _, m := range []*gocv.Mat{bin, gray} {
		r := m.Region(box)
		gocv.BitwiseNot(r, &r)
		r.Close()
	}
	whole := image.Rect(0, 0, bin.Cols(), bin.Rows())
	edge := max(2, min(box.Dx(), box.Dy())/24)
	for _, side := range []image.Rectangle{
		image.Rect(box.Min.X, box.Min.Y, box.Max.X, box.Min.Y), image.Rect(box.Min.X, box.Max.Y, box.Max.X, box.Max.Y),
		image.Rect(box.Min.X, box.Min.Y, box.Min.X, box.Max.Y), image.Rect(box.Max.X, box.Min.Y, box.Max.X, box.Max.Y),
	} {
		r := image.Rect(side.Min.X-edge, side.Min.Y-edge, side.Max.X+edge, side.Max.Y+edge).Intersect(whole)
		if !r.Empty() {
			gocv.Rectangle(bin, r, color.RGBA{}, -1)
			gocv.Rectangle(gray, r, white, -1)
		}
	}
}

// binarize marks ink with 255: what is clearly darker than the mean of its surroundings, or dark beyond doubt. The bound
// is a share of the mean, not a difference: between the letters of blurred print the paper turns grey, and in the shade
// all differences shrink.
func binarize(gray gocv.Mat) gocv.Mat {
	bin, dark := against(gray, max(15, max(gray.Cols(), gray.Rows())/28)|1), gocv.NewMat()
	defer dark.Close()
	gocv.Threshold(gray, &dark, float32(paperLevel(gray)*0.42), 255, gocv.ThresholdBinaryInv)
	gocv.BitwiseOr(bin, dark, &bin)
	return bin
}

// against marks what is clearly darker than the mean of the square of the given side around it.
func against(gray gocv.Mat, side int) gocv.Mat {
	bin, mean := gocv.NewMat(), gocv.NewMat()
	defer mean.Close()
	gocv.Blur(gray, &mean, image.Pt(side, side))
	mean.ConvertToWithParams(&mean, gocv.MatTypeCV8U, 0.83, -3)
	gocv.Compare(gray, mean, &bin, gocv.CompareLT)
	return bin
}

// paperLevel returns the grey level that 80 % of the pixels do not exceed: on a label that is paper.
func paperLevel(gray gocv.Mat) float64 {
	data, err := gray.DataPtrUint8()
	if err != nil || len(data) == 0 {
		return 255
	}
	var some levels.Histogram
	for i := 0; i < len(data); i += 7 {
		some[data[i]]++
	}
	return float64(some.Quantile(0.8))
}

// leastArea is what a piece has, in pixels; less is dust.
const leastArea = 4

// components lists the connected pieces, the background left out.
func components(bin gocv.Mat) []blob {
	pixels, err := bin.DataPtrUint8()
	if err != nil {
		return nil
	}
	return blobsOf(layout.Components(layout.Above(pixels, bin.Cols(), 0)))
}

// takeCorners takes the corner marks of windows out of the ink, and returns the pieces that are left and the marks' arms.
func takeCorners(bin *gocv.Mat) (blobs, arms []blob) {
	pixels, err := bin.DataPtrUint8()
	if err != nil {
		return nil, nil
	}
	ink := layout.Above(pixels, bin.Cols(), 0)
	cs := layout.Components(ink)
	marks := layout.CornerMarks(ink, cs)
	if len(marks) == 0 {
		return blobsOf(cs), nil
	}
	for _, a := range marks {
		gocv.Rectangle(bin, image.Rect(a.X0-1, a.Y0-1, a.X1+1, a.Y1+1), color.RGBA{}, -1)
		arms = append(arms, blobOf(a))
	}
	return components(*bin), arms
}

// blobsOf leaves dust out.
func blobsOf(cs []layout.Component) (out []blob) {
	for _, p := range cs {
		if p.Area >= leastArea {
			out = append(out, blobOf(p))
		}
	}
	return out
}

func blobOf(p layout.Component) blob { return blob{p.X0, p.Y0, p.X1, p.Y1, p.Area} }

// hairline is the thickness in pixels up to which a straight stroke is a rule and no side of a black box.
const hairline = 10

// findBoxes returns the black boxes with white print. A caption's box often hangs on a rule, and is a part of it by its
// ink: so boxes are also looked for in the ink with its small gaps filled and its rules taken away.
func findBoxes(bin gocv.Mat) []blob {
	found := blackBoxes(components(bin), bin)
	filled := bin.Clone()
	defer filled.Close()
	morph(&filled, gocv.MorphClose, hairline+1) // odd: even ones shift
	morph(&filled, gocv.MorphOpen, hairline+5)
	var bare []blob
	for _, b := range components(filled) {
		r := image.Rect(b.x0, b.y0, b.x1, b.y1)
		if r.Dx() < 2*hairline || r.Dy() < hairline || overlapsAny(b, found) {
			continue
		}
		part := bin.Region(r)
		b.area = gocv.CountNonZero(part)
		part.Close()
		bare = append(bare, b)
	}
	return append(found, blackBoxes(bare, bin)...)
}

// overlapsAny says that a blob shares some of its box with another.
func overlapsAny(b blob, others []blob) bool {
	for _, o := range others {
		if b.x0 < o.x1 && o.x0 < b.x1 && b.y0 < o.y1 && o.y0 < b.y1 {
			return true
		}
	}
	return false
}

// blackBoxes picks the solid dark pieces that are too large to be a glyph and hold light shapes: print in white on black.
func blackBoxes(blobs []blob, bin gocv.Mat) []blob {
	var out []blob
	for _, b := range blobs {
		full := float64(b.area) / float64(b.w()*b.h())
		// Bold capitals such as N are as dark as a small box; a box is longer than a letter, or larger.
		wide := b.w() >= 36 && b.h() >= 16 && 2*b.w() > 3*b.h()
		tall := b.h() >= 36 && b.w() >= 16 && b.h() > 3*b.w()
		large := min(b.w(), b.h()) >= 80
		wide, tall = wide || large, tall || large
		if (wide || tall) && full > 0.5 && full < 0.985 && solidEdge(b, bin) {
			out = append(out, b)
		}
	}
	return out
}

// solidEdge tells a box from a picture or a two-dimensional code: its border is dark nearly all around.
func solidEdge(b blob, bin gocv.Mat) bool {
	dark, n := 0, 0
	see := func(x, y int) {
		n++
		if bin.GetUCharAt(y, x) > 0 {
			dark++
		}
	}
	for x := b.x0; x < b.x1; x++ {
		see(x, b.y0+1)
		see(x, b.y1-2)
	}
	for y := b.y0; y < b.y1; y++ {
		see(b.x0+1, y)
		see(b.x1-2, y)
	}
	return float64(dark) > 0.86*float64(n)
}

// takeRules removes straight strokes at least as long as the kernel from the ink and returns them.
func takeRules(bin *gocv.Mat, kernel image.Point) []geom.Rect {
	k := gocv.GetStructuringElement(gocv.MorphRect, kernel)
	defer k.Close()
	rules := gocv.NewMat()
	defer rules.Close()
	gocv.MorphologyEx(*bin, &rules, gocv.MorphOpen, k)
	found := components(rules)
	var out []geom.Rect
	for _, b := range found {
		thick := min(b.w(), b.h())
		if thick > 14 || crowded(b, found, kernel.X == 1) {
			continue
		}
		out = append(out, geom.Rect{X0: float64(b.x0), Y0: float64(b.y0), X1: float64(b.x1), Y1: float64(b.y1)})
		// One pixel more at each side takes the rule's ragged edge along.
		r := image.Rect(b.x0-1, b.y0-1, b.x1+1, b.y1+1).Intersect(image.Rect(0, 0, bin.Cols(), bin.Rows()))
		gocv.Rectangle(bin, r, color.RGBA{}, -1)
	}
	return out
}

// crowded says that a stroke stands among many parallel ones: the bars of a barcode are no rules.
func crowded(b blob, all []blob, vertical bool) bool {
	near := 0
	for _, o := range all {
		gap, overlap := o.y0-b.y0, min(o.x1, b.x1)-max(o.x0, b.x0)
		length := b.w()
		if vertical {
			gap, overlap, length = o.x0-b.x0, min(o.y1, b.y1)-max(o.y0, b.y0), b.h()
		}
		if gap > -60 && gap < 60 && overlap*2 > length {
			near++
		}
	}
	return near > 6
}
