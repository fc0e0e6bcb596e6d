package rectify

import (
	"image"
	"slices"

	"gocv.io/x/gocv"

	"lensd/vision/disjoint"
	"lensd/vision/layout"
	"lensd/vision/levels"
	"lensd/vision/picture"
)

// Overprinted words such as SAMPLE are many times as bold and as high as the text that they run across.
const (
	stampStroke = 110 // a stroke of a stamp is thicker than the longer side of what is printed divided by this
	stampHeight = 18  // ... and its letters are higher than that side divided by this
	stampMost   = 4   // ... and lower than that side divided by this
	stampWord   = 4   // letters at least: a single one may be a sorting code
	inkShare    = 0.83
	inkLess     = 3 // grey levels
)

// TakeStamps makes paper of words that are printed in huge bold letters across the text, so that what shows of the lines between their
// strokes is read.
func (p *Page) TakeStamps() error {
	gray, err := picture.GrayMat(p.Gray)
	if err != nil {
		return err
	}
	defer gray.Close()
	stamp, ok, err := stampIn(gray, p.Gray)
	if err != nil || !ok {
		return err
	}
	defer stamp.Close()
	wipeStamp(&gray, &stamp)
	g, err := picture.ToGray(gray)
	if err != nil {
		return err
	}
	p.Gray, p.seen = g, nil
	return nil
}

// stampIn marks the strokes of a stamp's letters.
func stampIn(gray gocv.Mat, g *image.Gray) (mask gocv.Mat, ok bool, err error) {
	long := printedLong(g)
	size := max(9, long/stampStroke)
	pen := gocv.GetStructuringElement(gocv.MorphEllipse, image.Pt(size, size))
	defer pen.Close()
	bold := darkerThanAround(gray, long/6|1)
	defer bold.Close()
	gocv.MorphologyEx(bold, &bold, gocv.MorphOpen, pen)
	pixels, err := bold.DataPtrUint8()
	if err != nil {
		return mask, false, err
	}
	letters := wordsOf(stampLetters(layout.Components(layout.Above(pixels, bold.Cols(), 0)), long, g.Rect.Size()))
	if len(letters) == 0 {
		return mask, false, nil
	}
	light := layout.Reversed(g)
	letters = wordsOf(slices.DeleteFunc(letters, func(b layout.Component) bool {
		return slices.ContainsFunc(light, func(a layout.Box) bool { return a.Overlaps(b.Box) })
	}))
	if len(letters) == 0 {
		return mask, false, nil
	}
	mask = gocv.NewMatWithSizeFromScalar(gocv.NewScalar(0, 0, 0, 0), gray.Rows(), gray.Cols(), gocv.MatTypeCV8U)
	for _, b := range letters {
		r := image.Rect(b.X0, b.Y0, b.X1, b.Y1)
		from, to := bold.Region(r), mask.Region(r)
		gocv.BitwiseOr(from, to, &to)
		from.Close()
		to.Close()
	}
	return mask, true, nil
}

// A row or a column of a page is printed that has so many pixels darker than a tone: fewer are dust.
const (
	printTone = 128
	printLine = 4
)

// printedLong is the longer side of what is printed on a page: a label may take up a part of a sheet.
func printedLong(g *image.Gray) int {
	rows, cols := make([]int, g.Rect.Dy()), make([]int, g.Rect.Dx())
	for y := range rows {
		for x, v := range g.Pix[y*g.Stride : y*g.Stride+len(cols)] {
			if v < printTone {
				rows[y]++
				cols[x]++
			}
		}
	}
	return max(1, spanOf(rows), spanOf(cols))
}

// spanOf is how far it is from the first to the last that is printed.
func spanOf(counts []int) int {
	from, to := 0, len(counts)
	for from < to && counts[from] < printLine {
		from++
	}
	for to > from && counts[to-1] < printLine {
		to--
	}
	return to - from
}

// stampLetters leaves bars of codes, boxes, drawings and what lies at the page's edge out.
func stampLetters(cs []layout.Component, long int, page image.Point) []layout.Component {
	return slices.DeleteFunc(cs, func(b layout.Component) bool {
		bar := 3*b.W() < b.H() && b.Area*5 > b.W()*b.H()*4
		edge := b.X0 == 0 || b.Y0 == 0 || b.X1 == page.X || b.Y1 == page.Y
		return edge || bar || b.H() < long/stampHeight || b.H() > long/stampMost || b.W() > 2*b.H()
	})
}

// Letters of a stamp, in the higher one's height: how near they stand to each other, in any direction, and how much alike they are.
const (
	stampGap   = 0.6
	stampAlike = 0.75
)

// wordsOf returns the letters that make words.
func wordsOf(letters []layout.Component) (out []layout.Component) {
	f := disjoint.New(len(letters))
	for i, a := range letters {
		for j, b := range letters[:i] {
			lo, hi := float64(min(a.H(), b.H())), float64(max(a.H(), b.H()))
			dx, dy := max(a.X0-b.X1, b.X0-a.X1), max(a.Y0-b.Y1, b.Y0-a.Y1)
			if lo >= stampAlike*hi && float64(max(dx, dy)) <= stampGap*hi {
				f.Join(i, j)
			}
		}
	}
	for _, group := range f.Groups() {
		if len(group) >= stampWord {
			for _, i := range group {
				out = append(out, letters[i])
			}
		}
	}
	return out
}

// darkerThanAround marks what is clearly darker than the mean of the square of the given side around it.
func darkerThanAround(gray gocv.Mat, side int) gocv.Mat {
	dark, mean := gocv.NewMat(), gocv.NewMat()
	defer mean.Close()
	gocv.Blur(gray, &mean, image.Pt(side, side))
	mean.ConvertToWithParams(&mean, gocv.MatTypeCV8U, inkShare, -inkLess)
	gocv.Compare(gray, mean, &dark, gocv.CompareLT)
	return dark
}

// What of a stamp's ink lets text in black show, and how much of its tone is paper then.
const (
	greyStamp = 48   // levels
	stampTone = 0.86 // of its usual level
)

// wipeStamp makes paper of what a mask covers. Where the stamp is grey the text on it stays.
func wipeStamp(gray, stamp *gocv.Mat) {
	level := medianWithin(*gray, *stamp)
	grow := 7 // opening rounds the corners off: more than a corner holds
	if level > greyStamp {
		grow = max(9, max(gray.Cols(), gray.Rows())/90)
	}
	pen := gocv.GetStructuringElement(gocv.MorphRect, image.Pt(grow, grow))
	defer pen.Close()
	gocv.Dilate(*stamp, stamp, pen)
	if level <= greyStamp {
		paper := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(255, 0, 0, 0), gray.Rows(), gray.Cols(), gocv.MatTypeCV8U)
		defer paper.Close()
		paper.CopyToWithMask(gray, *stamp)
		return
	}
	// Levels from the stamp's upwards become paper; text keeps its share of darkness.
	lifted := gocv.NewMat()
	defer lifted.Close()
	gray.ConvertToWithParams(&lifted, gocv.MatTypeCV8U, float32(255/(stampTone*level)), 0)
	lifted.CopyToWithMask(gray, *stamp)
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
