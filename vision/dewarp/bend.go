package dewarp

import (
	"sort"

	"lensd/vision/geom"
)

// step is the distance of the streamlines, and of their places, in pixels.
const step = 8

// Bend leads from a straight page to the bent one that it was made of. Both have the same columns of pixels; the straight page may be higher.
type Bend struct {
	W, H       int       // of the straight page
	cols, rows int       // of its grid
	y          []float64 // the bent page's y at each place of the grid, row by row
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
	b := &Bend{W: w, H: h + int(top) + int(bottom), cols: cols}
	b.rows = b.H/step + 2
	b.y = make([]float64, b.cols*b.rows)
	for r := range b.rows {
		follow(float64(r*step)-float64(int(top)), func(c int, y float64) { b.y[r*b.cols+c] = y })
	}
	return b
}

// Back returns the place on the bent page of a place on the straight one.
func (b *Bend) Back(p geom.Point) geom.Point {
	gx, gy := min(float64(b.cols-1), max(0, p.X/step)), min(float64(b.rows-1), max(0, p.Y/step))
	c, r := min(int(gx), b.cols-2), min(int(gy), b.rows-2)
	dx, dy := gx-float64(c), gy-float64(r)
	i := r*b.cols + c
	y := (1-dy)*((1-dx)*b.y[i]+dx*b.y[i+1]) + dy*((1-dx)*b.y[i+b.cols]+dx*b.y[i+b.cols+1])
	return geom.Point{X: p.X, Y: y + p.Y - gy*step}
}

// forth returns the y on the straight page of a place on the bent one.
func (b *Bend) forth(x, y float64) float64 {
	at := sort.Search(b.H, func(k int) bool { return b.Back(geom.Point{X: x, Y: float64(k)}).Y >= y })
	lo, hi := b.Back(geom.Point{X: x, Y: float64(at - 1)}).Y, b.Back(geom.Point{X: x, Y: float64(at)}).Y
	if hi <= lo {
		return float64(at)
	}
	return float64(at) - min(1, max(0, (hi-y)/(hi-lo)))
}
