package mrz

import (
	"fmt"
	"image"
	"math"

	"gocv.io/x/gocv"

	"lensd/vision/geom"
	"lensd/vision/nets"
)

// Sizes of the finder's input: the longer side of the picture is brought to one of these, in turn until a zone reads.
const (
	firstSide  = 640
	secondSide = 1152
	cell       = 4  // pixels of the input per cell of the map
	sideStep   = 16 // the net halves four times
)

// heat is the finder's map: for every 4 x 4 pixels whether the core of a code line lies there, where it reads to and how
// far apart its characters are.
type heat struct {
	w, h  int
	core  []float32 // probability
	cos   []float32
	sin   []float32
	pitch []float32 // pixels of the input
	scale float64   // input pixels per picture pixel
}

// detect runs the finder on a grey picture brought to the given longer side.
func detect(net *nets.Net, grey gocv.Mat, side int) (*heat, error) {
	scale := float64(side) / float64(max(grey.Cols(), grey.Rows()))
	w, h := fit(float64(grey.Cols())*scale), fit(float64(grey.Rows())*scale)
	small := gocv.NewMat()
	defer small.Close()
	// Area averaging when shrinking, so that thin strokes survive; cubic when a tiny picture has to grow.
	how := gocv.InterpolationArea
	if scale > 1 {
		how = gocv.InterpolationCubic
	}
	size := image.Pt(max(1, int(float64(grey.Cols())*scale)), max(1, int(float64(grey.Rows())*scale)))
	gocv.Resize(grey, &small, size, 0, 0, how)
	framed := gocv.NewMat()
	defer framed.Close()
	gocv.CopyMakeBorder(small, &framed, 0, max(0, h-size.Y), 0, max(0, w-size.X), gocv.BorderReplicate, grayColor)
	data, err := flatten(framed)
	if err != nil {
		return nil, err
	}
	out, err := net.Forward(data, []int{1, 1, framed.Rows(), framed.Cols()})
	if err != nil {
		return nil, err
	}
	if len(out) != 1 || len(out[0].Shape) != 4 || out[0].Shape[1] != 4 {
		return nil, fmt.Errorf("mrz: the finder answered with another shape")
	}
	return unpack(out[0], scale), nil
}

// fit rounds up to the net's step.
func fit(v float64) int { return max(sideStep, int(math.Ceil(v/sideStep))*sideStep) }

// flatten sets every pixel against the mean and deviation of the 33 pixels around it, as in training.
func flatten(grey gocv.Mat) ([]float32, error) {
	x, mean, square := gocv.NewMat(), gocv.NewMat(), gocv.NewMat()
	defer x.Close()
	defer mean.Close()
	defer square.Close()
	grey.ConvertTo(&x, gocv.MatTypeCV32F)
	gocv.Multiply(x, x, &square)
	gocv.BoxFilter(x, &mean, -1, image.Pt(33, 33))
	gocv.BoxFilter(square, &square, -1, image.Pt(33, 33))
	px, err := x.DataPtrFloat32()
	if err != nil {
		return nil, err
	}
	pm, err := mean.DataPtrFloat32()
	if err != nil {
		return nil, err
	}
	ps, err := square.DataPtrFloat32()
	if err != nil {
		return nil, err
	}
	out := make([]float32, len(px))
	for i := range px {
		spread := math.Sqrt(math.Max(0, float64(ps[i]-pm[i]*pm[i])))
		out[i] = (px[i] - pm[i]) / float32(spread+12)
	}
	return out, nil
}

// unpack turns the net's answer into a heat map.
func unpack(t nets.Tensor, scale float64) *heat {
	h, w := t.Shape[2], t.Shape[3]
	n := w * h
	m := &heat{w: w, h: h, core: t.Data[:n], cos: t.Data[n : 2*n], sin: t.Data[2*n : 3*n], pitch: t.Data[3*n : 4*n], scale: scale}
	for i := range n {
		m.core[i] = float32(1 / (1 + math.Exp(-float64(m.core[i]))))
		m.pitch[i] = float32(8 * math.Exp2(math.Max(-2, math.Min(2, float64(m.pitch[i])))))
	}
	return m
}

// point returns the picture position of a map cell's centre.
func (m *heat) point(x, y float64) geom.Point {
	return geom.Point{X: ((x+0.5)*cell - 0.5) / m.scale, Y: ((y+0.5)*cell - 0.5) / m.scale}
}
