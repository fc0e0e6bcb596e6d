package mrz

import (
	"encoding/binary"
	"image"
	"image/color"
	"math"
	"runtime"

	"gocv.io/x/gocv"

	"lensd/vision/geom"
)

// The reader's strip: as in scripts/synth/mrz/strips.py.
const (
	stripPitch  = 16 // pixels a character
	stripHeight = 32
	stripCells  = 60 // characters that fit, 44 and room on both sides
	stripWidth  = stripCells * stripPitch
	stride      = 4 // pixels a column of the answer
	window      = 32
)

var grayColor = color.RGBA{}

// baseline is where a strip lies in the picture: its centre, the step along the line and the step across for one strip
// pixel there, and how the step grows along the line, which perspective makes it do.
type baseline struct {
	centre geom.Point
	along  geom.Point
	across geom.Point
	grow   float64 // strip pixel t from the centre lies t + grow t t steps away
}

// lay returns the baseline of a strip that follows s and centres it.
func lay(s segment) baseline {
	d := s.dir()
	k := s.pitch / stripPitch
	return baseline{
		centre: geom.Point{X: (s.from.X + s.to.X) / 2, Y: (s.from.Y + s.to.Y) / 2},
		along:  geom.Point{X: d.X * k, Y: d.Y * k},
		across: geom.Point{X: -d.Y * k, Y: d.X * k},
	}
}

// at returns the picture position of strip pixel (u, v), v counted from the centre line.
func (b baseline) at(u, v float64) geom.Point {
	t := u - stripWidth/2.0
	s, w := t+b.grow*t*t, v*(1+2*b.grow*t)
	return geom.Point{X: b.centre.X + b.along.X*s + b.across.X*w, Y: b.centre.Y + b.along.Y*s + b.across.Y*w}
}

// pitch returns picture pixels a character.
func (b baseline) pitch() float64 { return math.Hypot(b.along.X, b.along.Y) * stripPitch }

// pyramid holds a grey picture at halved sizes, so that a strip is cut from pixels of about its own size.
type pyramid struct{ levels []gocv.Mat }

// newPyramid copies nothing of level 0: grey must outlive the pyramid.
func newPyramid(grey gocv.Mat) *pyramid { return &pyramid{[]gocv.Mat{grey}} }

// Close frees the halved levels.
func (p *pyramid) Close() {
	for _, m := range p.levels[1:] {
		m.Close()
	}
}

// level returns the picture halved n times.
func (p *pyramid) level(n int) gocv.Mat {
	for len(p.levels) <= n {
		last := p.levels[len(p.levels)-1]
		half := gocv.NewMat()
		gocv.Resize(last, &half, image.Pt(max(1, last.Cols()/2), max(1, last.Rows()/2)), 0, 0, gocv.InterpolationArea)
		p.levels = append(p.levels, half)
	}
	return p.levels[n]
}

// cut returns the strip along b as grey levels, stripHeight rows of stripWidth.
func (p *pyramid) cut(b baseline) []byte {
	n, scale := 0, 1.0
	for b.pitch()*scale > 1.6*stripPitch && n < 6 {
		n++
		scale /= 2
	}
	src := p.level(n)
	// Pixel centres of a level lie at (x + 0.5) * scale - 0.5.
	shift := (scale - 1) / 2
	mapX, mapY := make([]byte, 4*stripWidth*stripHeight), make([]byte, 4*stripWidth*stripHeight)
	for u := range stripWidth {
		top, bottom := b.at(float64(u), -(stripHeight-1)/2.0), b.at(float64(u), (stripHeight-1)/2.0)
		dx, dy := (bottom.X-top.X)/(stripHeight-1), (bottom.Y-top.Y)/(stripHeight-1)
		for v := range stripHeight {
			i := 4 * (v*stripWidth + u)
			binary.NativeEndian.PutUint32(mapX[i:], math.Float32bits(float32((top.X+dx*float64(v))*scale+shift)))
			binary.NativeEndian.PutUint32(mapY[i:], math.Float32bits(float32((top.Y+dy*float64(v))*scale+shift)))
		}
	}
	return remap(src, mapX, mapY)
}

// remap samples src at the given places (float32 maps of the strip's size).
func remap(src gocv.Mat, x, y []byte) []byte {
	mx, err := gocv.NewMatFromBytes(stripHeight, stripWidth, gocv.MatTypeCV32F, x)
	if err != nil {
		return make([]byte, stripWidth*stripHeight)
	}
	defer mx.Close()
	my, err := gocv.NewMatFromBytes(stripHeight, stripWidth, gocv.MatTypeCV32F, y)
	if err != nil {
		return make([]byte, stripWidth*stripHeight)
	}
	defer my.Close()
	out := gocv.NewMat()
	defer out.Close()
	gocv.Remap(src, &out, &mx, &my, gocv.InterpolationLinear, gocv.BorderReplicate, grayColor)
	runtime.KeepAlive(x) // the maps borrow Go memory
	runtime.KeepAlive(y)
	return out.ToBytes()
}

// contrast sets every column of a strip against the mean and deviation of the 65 columns around it.
func contrast(px []byte) []float32 {
	mean, square := make([]float64, stripWidth), make([]float64, stripWidth)
	for x := range stripWidth {
		for y := range stripHeight {
			v := float64(px[y*stripWidth+x])
			mean[x] += v / stripHeight
			square[x] += v * v / stripHeight
		}
	}
	mean, square = smooth(mean), smooth(square)
	out := make([]float32, len(px))
	for y := range stripHeight {
		for x := range stripWidth {
			spread := math.Sqrt(math.Max(0, square[x]-mean[x]*mean[x]))
			out[y*stripWidth+x] = float32((float64(px[y*stripWidth+x]) - mean[x]) / (spread + 6))
		}
	}
	return out
}

// smooth averages over the window on both sides, repeating the ends.
func smooth(v []float64) []float64 {
	n := len(v)
	sum := make([]float64, n+2*window+1)
	for i := range n + 2*window {
		sum[i+1] = sum[i] + v[min(max(i-window, 0), n-1)]
	}
	out := make([]float64, n)
	for i := range out {
		out[i] = (sum[i+2*window+1] - sum[i]) / (2*window + 1)
	}
	return out
}
