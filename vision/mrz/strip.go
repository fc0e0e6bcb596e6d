package mrz

import (
	"image"
	"image/color"
	"math"

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

// baseline is where a strip lies in the picture: the centre of its left edge, the step along the line for one strip
// pixel, and the step across.
type baseline struct {
	origin geom.Point
	along  geom.Point
	across geom.Point
}

// lay returns the baseline of a strip that follows s and centres it.
func lay(s segment) baseline {
	d := s.dir()
	k := s.pitch / stripPitch
	mid := geom.Point{X: (s.from.X + s.to.X) / 2, Y: (s.from.Y + s.to.Y) / 2}
	half := float64(stripWidth) / 2 * k
	return baseline{
		origin: geom.Point{X: mid.X - d.X*half, Y: mid.Y - d.Y*half},
		along:  geom.Point{X: d.X * k, Y: d.Y * k},
		across: geom.Point{X: -d.Y * k, Y: d.X * k},
	}
}

// at returns the picture position of strip pixel (u, v), v counted from the centre line.
func (b baseline) at(u, v float64) geom.Point {
	return geom.Point{X: b.origin.X + b.along.X*u + b.across.X*v, Y: b.origin.Y + b.along.Y*u + b.across.Y*v}
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
	// Affine map from the strip into the level; pixel centres of a level lie at (x + 0.5) * scale - 0.5.
	shift := (scale - 1) / 2
	o := b.at(0, -(stripHeight-1)/2.0)
	rows := [][]float64{
		{b.along.X * scale, b.across.X * scale, o.X*scale + shift},
		{b.along.Y * scale, b.across.Y * scale, o.Y*scale + shift},
	}
	m := gocv.NewMatWithSize(2, 3, gocv.MatTypeCV64F)
	defer m.Close()
	for r := range rows {
		for c := range rows[r] {
			m.SetDoubleAt(r, c, rows[r][c])
		}
	}
	out := gocv.NewMat()
	defer out.Close()
	const inverse = gocv.InterpolationFlags(16) // cv::WARP_INVERSE_MAP: the map leads from the strip to the picture
	gocv.WarpAffineWithParams(src, &out, m, image.Pt(stripWidth, stripHeight), gocv.InterpolationLinear|inverse, gocv.BorderReplicate, grayColor)
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
