package dewarp

import (
	"sort"

	"lensd/vision/geom"
)

// step is the distance of the streamlines, and of their places, in pixels.
const step = 8

// Bend leads from a straight page to the bent one that it was made of. Both have the same columns of pixels; the straight page may be higher.
type Bend struct {
	W, H int       // of the straight page
	back geom.Mesh // to the bent page
}

// bendOf follows the field from the middle column to both sides.
func bendOf(f *field, w, h int) *Bend {
	cols := w/step + 2
	middle := cols / 2
	follow := func(y float64, put func(col int, y float64)) {
		put(middle, y)
		at := y
		for c := middle; c+1 < cols; c++ {
			at += step * f.slope((float64(c)+0.5)*step, at+step/2*f.slope(float64(c)*step, at))
			put(c+1, at)
		}
		at = y
		for c := middle; c > 0; c-- {
			at -= step * f.slope((float64(c)-0.5)*step, at-step/2*f.slope(float64(c)*step, at))
			put(c-1, at)
		}
	}
	top, bottom := 0.0, 0.0 // what runs out of the page above and below, seen from its middle
	follow(0, func(_ int, y float64) { top = max(top, y) })
	follow(float64(h), func(_ int, y float64) { bottom = max(bottom, float64(h)-y) })
	height := h + int(top) + int(bottom)
	rows := height/step + 2
	knots := make([]geom.Point, cols*rows)
	for r := range rows {
		follow(float64(r*step)-float64(int(top)), func(c int, y float64) { knots[r*cols+c] = geom.Point{X: float64(c * step), Y: y} })
	}
	return &Bend{W: w, H: height, back: geom.Mesh{Step: step, Cols: cols, Rows: rows, Knots: knots}}
}

// Back returns the place on the bent page of a place on the straight one.
func (b *Bend) Back(p geom.Point) geom.Point { return b.back.Apply(p) }

// forth returns the y on the straight page of a place on the bent one.
func (b *Bend) forth(x, y float64) float64 {
	at := sort.Search(b.H, func(k int) bool { return b.Back(geom.Point{X: x, Y: float64(k)}).Y >= y })
	lo, hi := b.Back(geom.Point{X: x, Y: float64(at - 1)}).Y, b.Back(geom.Point{X: x, Y: float64(at)}).Y
	if hi <= lo {
		return float64(at)
	}
	return float64(at) - min(1, max(0, (hi-y)/(hi-lo)))
}
