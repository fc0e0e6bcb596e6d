package meter

import (
	"errors"
	"image"
	"image/color"
	"math"

	"gocv.io/x/gocv"

	"lensd/vision/geom"
)

// pyramid is a picture at halved sizes, so that a cut far smaller than the picture does not alias. Level 0 is borrowed
// from the caller; the others are owned.
type pyramid struct {
	levels []gocv.Mat
}

var errEmpty = errors.New("meter: the picture is empty")

// newPyramid halves until the longer side is at most about one detector input.
func newPyramid(m gocv.Mat) (*pyramid, error) {
	if m.Empty() || m.Type() != gocv.MatTypeCV8UC3 {
		return nil, errEmpty
	}
	p := &pyramid{levels: []gocv.Mat{m}}
	for w, h := m.Cols()/2, m.Rows()/2; max(w, h) >= detectorSide && min(w, h) >= 2; w, h = w/2, h/2 {
		next := gocv.NewMat()
		gocv.Resize(p.levels[len(p.levels)-1], &next, image.Pt(w, h), 0, 0, gocv.InterpolationArea)
		p.levels = append(p.levels, next)
	}
	return p, nil
}

// size is the picture's width and height.
func (p *pyramid) size() (w, h float64) {
	return float64(p.levels[0].Cols()), float64(p.levels[0].Rows())
}

// Close frees the owned levels.
func (p *pyramid) Close() {
	for _, m := range p.levels[1:] {
		m.Close()
	}
}

// cut maps the picture by h (picture pixels to target pixels) to a BGR target of w x h pixels, as bytes row by row.
func (p *pyramid) cut(h geom.Homography, width, height int, border gocv.BorderType) ([]byte, error) {
	level, k, scale := p.pick(h, width, height)
	how := gocv.InterpolationLinear
	if scale < finest {
		how = gocv.InterpolationCubic
	}
	// Level pixels -> picture pixels -> target.
	h = geom.Affine(k.X, 0, 0, 0, k.Y, 0).Then(h)
	t := gocv.NewMatWithSize(3, 3, gocv.MatTypeCV64F)
	defer t.Close()
	for i, v := range h {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, geom.ErrDegenerate
		}
		t.SetDoubleAt(i/3, i%3, v)
	}
	dst := gocv.NewMat()
	defer dst.Close()
	gocv.WarpPerspectiveWithParams(level, &dst, t, image.Pt(width, height), how, border, color.RGBA{})
	if dst.Empty() || dst.Type() != gocv.MatTypeCV8UC3 {
		return nil, errEmpty
	}
	return dst.ToBytes(), nil
}

// finest is the scale below which a cut is interpolated by cubics: of wheels a few pixels wide, straight lines between pixels blur
// what little there is.
const finest = 0.4

// pick chooses the smallest level that is still at least as fine as the target, and how many picture pixels one of its
// pixels spans. scale is how many picture pixels a target pixel spans.
func (p *pyramid) pick(h geom.Homography, width, height int) (level gocv.Mat, k geom.Point, scale float64) {
	scale = 1
	if back, err := h.Inverse(); err == nil {
		c := geom.Point{X: float64(width) / 2, Y: float64(height) / 2}
		a, b := back.Apply(c), back.Apply(geom.Point{X: c.X + 1, Y: c.Y})
		d := back.Apply(geom.Point{X: c.X, Y: c.Y + 1})
		// Picture pixels a target pixel, by area.
		scale = math.Sqrt(math.Abs((b.X-a.X)*(d.Y-a.Y) - (b.Y-a.Y)*(d.X-a.X)))
	}
	i := 0
	for i+1 < len(p.levels) && math.Exp2(float64(i+1)) <= scale*0.85 {
		i++
	}
	level = p.levels[i]
	return level, geom.Point{X: float64(p.levels[0].Cols()) / float64(level.Cols()), Y: float64(p.levels[0].Rows()) / float64(level.Rows())}, scale
}

// planes turns interleaved BGR bytes into the nets' layout, (v - mean) * gain.
func planes(dst []float32, bgr []byte, mean, gain float32) {
	n := len(bgr) / 3
	for i := range n {
		for c := range 3 {
			dst[c*n+i] = (float32(bgr[3*i+c]) - mean) * gain
		}
	}
}

// standardised gives mean and gain that bring the pixels to zero mean and about unit spread.
func standardised(bgr []byte) (mean, gain float32) {
	var sum, square float64
	for _, v := range bgr {
		sum += float64(v)
		square += float64(v) * float64(v)
	}
	n := float64(len(bgr))
	m := sum / n
	return float32(m), float32(1 / (math.Sqrt(math.Max(square/n-m*m, 0)) + 4))
}
