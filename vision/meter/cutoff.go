package meter

import (
	"lensd/extract/meter"
	"lensd/vision/geom"
)

// seenShare of a place must lie in the picture, or what is left of its digit may be another one's half: no person would
// swear to it. The nets' truth is drawn so.
const seenShare = 0.6

// uncut leaves out the places at the row's ends that the picture's edge cuts off.
func uncut(r meter.Row, w, h float64) meter.Row {
	off := func(c meter.Cell) bool { return inside(c.Quad, w, h) < seenShare }
	gone := meter.Cell{NotDigit: 1}
	for len(r.Cells) > 1 && off(r.Cells[0]) {
		gone.Quad = r.Cells[0].Quad
		r.Cells, r.Beyond[0] = r.Cells[1:], gone
	}
	for n := len(r.Cells); n > 1 && off(r.Cells[n-1]); n = len(r.Cells) {
		gone.Quad = r.Cells[n-1].Quad
		r.Cells, r.Beyond[1] = r.Cells[:n-1], gone
	}
	for i := range r.Beyond {
		if off(r.Beyond[i]) {
			r.Beyond[i].Found = 0
		}
	}
	return r
}

// inside is the share of a quad that lies within 0..w, 0..h, by sampling.
func inside(q geom.Quad, w, h float64) float64 {
	const n = 8
	in := 0
	for i := range n {
		u := (float64(i) + .5) / n
		for j := range n {
			v := (float64(j) + .5) / n
			x := (1-v)*((1-u)*q[0].X+u*q[1].X) + v*((1-u)*q[3].X+u*q[2].X)
			y := (1-v)*((1-u)*q[0].Y+u*q[1].Y) + v*((1-u)*q[3].Y+u*q[2].Y)
			if x >= 0 && y >= 0 && x <= w && y <= h {
				in++
			}
		}
	}
	return float64(in) / (n * n)
}
