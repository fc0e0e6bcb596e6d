package meter

import (
	"image"
	"math"

	"gocv.io/x/gocv"

	"lensd/extract/meter"
	"lensd/vision/picture"
)

// Of a picture brought to a longer side of lookSide pixels, in levels of 0..255. They tell a crew why, after the nets have
// found nothing: no reading hangs on them.
const (
	lookSide    = 512
	leastSide   = 120   // of the picture as sent
	leastDigit  = 9.0   // pixels of a digit's height
	darkLevel   = 48    // nineteen of twenty pixels are darker
	brightLevel = 250   // and
	brightShare = 0.4   // so many pixels reach it
	glareShare  = 0.15  // of the counter's own pixels
	softRatio   = 0.285 // edges at full size over those at a quarter of it
)

// Trouble says what most likely kept the counter of p from being found or read; best is the refused candidate, if any.
func (f *Finder) Trouble(p *picture.Picture, best meter.Candidate) meter.Trouble {
	if min(p.Width(), p.Height()) < leastSide {
		return meter.TooSmall
	}
	g, err := grayAt(p.Mat(), lookSide)
	if err != nil {
		return meter.Unseen
	}
	defer g.Close()
	hist := [256]int{}
	for _, v := range g.ToBytes() {
		hist[v]++
	}
	switch bright := share(&hist, brightLevel); {
	case level(&hist, .95) < darkLevel:
		return meter.TooDark
	case bright > brightShare:
		return meter.TooBright
	case len(best.Meter.Digits) > 0 && digitHeight(best) < leastDigit:
		return meter.TooSmall
	case len(best.Meter.Digits) > 0 && rowGlare(p.Mat(), best) > glareShare:
		return meter.Glare
	case sharpness(g) < softRatio:
		return meter.Blurred
	}
	return meter.Unseen
}

// share is how many of the pixels reach the level.
func share(hist *[256]int, from int) float64 {
	all, over := 0, 0
	for v, n := range hist {
		all += n
		if v >= from {
			over += n
		}
	}
	return float64(over) / float64(max(1, all))
}

func digitHeight(c meter.Candidate) float64 {
	var sum float64
	for _, q := range c.Meter.Digits {
		_, h := q.Size()
		sum += h
	}
	return sum / float64(len(c.Meter.Digits))
}

// rowGlare is the share of the row's bounding box that light has wiped out.
func rowGlare(m gocv.Mat, c meter.Candidate) float64 {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, q := range c.Meter.Digits {
		for _, p := range q {
			x0, y0, x1, y1 = math.Min(x0, p.X), math.Min(y0, p.Y), math.Max(x1, p.X), math.Max(y1, p.Y)
		}
	}
	box := image.Rect(int(x0), int(y0), int(x1)+1, int(y1)+1).Intersect(image.Rect(0, 0, m.Cols(), m.Rows()))
	if box.Empty() {
		return 0
	}
	part := m.Region(box)
	defer part.Close()
	g, err := grayAt(part, lookSide)
	if err != nil {
		return 0
	}
	defer g.Close()
	hist := [256]int{}
	for _, v := range g.ToBytes() {
		hist[v]++
	}
	return share(&hist, brightLevel)
}

// grayAt is the picture in gray with its longer side at most side.
func grayAt(m gocv.Mat, side int) (gocv.Mat, error) {
	g := gocv.NewMat()
	gocv.CvtColor(m, &g, gocv.ColorBGRToGray)
	if longer := max(m.Cols(), m.Rows()); longer > side {
		k := float64(side) / float64(longer)
		gocv.Resize(g, &g, image.Pt(max(1, int(float64(m.Cols())*k)), max(1, int(float64(m.Rows())*k))), 0, 0, gocv.InterpolationArea)
	}
	if g.Empty() {
		g.Close()
		return gocv.Mat{}, errEmpty
	}
	return g, nil
}

// sharpness compares the steps between neighbours with those at a quarter of the size: where the picture is soft the fine
// ones are much the smaller, whatever its contrast.
func sharpness(g gocv.Mat) float64 {
	small := gocv.NewMat()
	defer small.Close()
	gocv.Resize(g, &small, image.Pt(max(1, g.Cols()/4), max(1, g.Rows()/4)), 0, 0, gocv.InterpolationArea)
	return steepest(g) / math.Max(steepest(small), 1)
}

// steepest is the level's step that one pixel in a hundred exceeds, between neighbours in a line.
func steepest(g gocv.Mat) float64 {
	hist, b, w := [256]int{}, g.ToBytes(), g.Cols()
	for i := range b {
		if (i+1)%w != 0 && i+1 < len(b) {
			d := int(b[i]) - int(b[i+1])
			hist[max(d, -d)]++
		}
	}
	sum, want := 0, len(b)/100
	for v := 255; v > 0; v-- {
		if sum += hist[v]; sum >= want {
			return float64(v)
		}
	}
	return 0
}
