package meter

import (
	"math"

	"lensd/extract/meter"
	"lensd/vision/geom"
)

// seenShare of a place must lie in the picture, or what is left of its digit may be another one's half: no person would
// swear to it. The nets' truth is drawn so.
const seenShare = 0.6

// uncut leaves out the places at the row's ends that the picture's edge cuts off. What was seen of the first of them stays known
// as NotDigit beyond the end, and of all how much lies in the picture, and of the row how much of the picture it spans.
func uncut(r meter.Row, w, h float64) meter.Row {
	first, last := r.Cells[0].Quad, r.Cells[len(r.Cells)-1].Quad
	length, _ := geom.Quad{first[0], last[1], last[2], first[3]}.Size()
	r.Share = length / math.Max(w, h)
	for _, cells := range [][]meter.Cell{r.Cells, r.Beyond[:]} {
		for i := range cells {
			cells[i].Inside = inside(cells[i].Quad, w, h)
		}
	}
	off := func(c meter.Cell) bool { return c.Inside < seenShare }
	gone := func(c meter.Cell) meter.Cell {
		return meter.Cell{Quad: c.Quad, Inside: c.Inside, NotDigit: 1 - c.Found}
	}
	for len(r.Cells) > 1 && off(r.Cells[0]) {
		r.Cells, r.Beyond[0] = r.Cells[1:], gone(r.Cells[0])
	}
	for n := len(r.Cells); n > 1 && off(r.Cells[n-1]); n = len(r.Cells) {
		r.Cells, r.Beyond[1] = r.Cells[:n-1], gone(r.Cells[n-1])
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
