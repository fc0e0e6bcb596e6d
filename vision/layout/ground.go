package layout

import (
	"image"
	"slices"

	"lensd/vision/geom"
)

// The ground of a dark area where light falls on it or falls off, in grey levels and letter heights.
const (
	groundCell  = 0.8 // side of the squares whose tone is looked at
	groundShare = 0.4 // of a square's pixels that are darker than its tone: light print covers less than the rest
	groundEven  = 0.7 // of the squares that must be near the usual tone: else it is a picture
	leastDrift  = 14  // less is even
	mostDrift   = 60
)

// levelLight makes the ground of a dark area one tone, its usual one, where it drifts: what is taken from the tones of print that
// stands in light is the light. It is a surface through the tones of squares, opened so that print in one is not taken for light; the
// last ones of a row and a column are larger, as a narrow one holds nothing but the area's border.
func levelLight(g *image.Gray, box Box, th int) {
	side := max(8, int(groundCell*float64(th)))
	w, h := max(1, box.W()/side), max(1, box.H()/side)
	if w*h < 3 || tone(g, box) >= darkGround {
		return
	}
	tones := make([]int, w*h)
	for i := range tones {
		square := Box{box.X0 + i%w*side, box.Y0 + i/w*side, box.X0 + (i%w+1)*side, box.Y0 + (i/w+1)*side}
		if i%w == w-1 {
			square.X1 = box.X1
		}
		if i/w == h-1 {
			square.Y1 = box.Y1
		}
		tones[i] = quantile(g, square, groundShare)
	}
	tones = about(about(tones, w, slices.Min[[]int]), w, slices.Max[[]int])
	usual, even := geom.Median(tones), 0
	for i, t := range tones {
		if near(t, usual, mostDrift) {
			even++
		}
		tones[i] = min(t, usual+mostDrift) // of the paper around round corners
	}
	if slices.Max(tones)-slices.Min(tones) < leastDrift || float64(even) < groundEven*float64(len(tones)) {
		return
	}
	for y := box.Y0; y < box.Y1; y++ {
		row := g.Pix[y*g.Stride : y*g.Stride+g.Rect.Dx()]
		for x := box.X0; x < box.X1; x++ {
			if light := between(tones, w, x-box.X0, y-box.Y0, side) - usual; int(row[x]) < fillLevel {
				row[x] = byte(max(0, min(255, int(row[x])-light)))
			}
		}
	}
}

// about gives each cell of a grid, w cells wide, what of says of it and those around it.
func about(cells []int, w int, of func([]int) int) []int {
	out := make([]int, len(cells))
	var near []int
	for i := range cells {
		near = near[:0]
		for y := max(0, i/w-1); y <= min(len(cells)/w-1, i/w+1); y++ {
			near = append(near, cells[y*w+max(0, i%w-1):y*w+min(w, i%w+2)]...)
		}
		out[i] = of(near)
	}
	return out
}

// between is the value at a place of a grid of cells whose values hold in their middles.
func between(cells []int, w, x, y, side int) int {
	h := len(cells) / w
	u, v := max(0, min((w-1)*side, x-side/2)), max(0, min((h-1)*side, y-side/2))
	i, j := u/side, v/side
	u, v = u%side, v%side
	k, l := min(w-1, i+1), min(h-1, j+1)
	top := cells[j*w+i]*(side-u) + cells[j*w+k]*u
	foot := cells[l*w+i]*(side-u) + cells[l*w+k]*u
	return (top*(side-v) + foot*v) / (side * side)
}
