package layout

import "image"

// The fringes of a dark area that was made paper, and what passes for one.
const (
	fringeMost = 0.3  // letter heights
	evenReach  = 12   // levels about a ground's tone
	evenMost   = 0.45 // of what is not print has that tone at least
	touchShare = 0.25 // of a row is filled at most where print touches an area
	touchSolid = 0.75 // of what is left is filled
	touchLeast = 2    // such rows, of two pixels: fewer are the slant of its border
	lowDark    = 2.6  // letter heights: what is higher is no print that has run together
)

// dropFringes makes what is left of a dark area around its box paper: its soft edge, corners that are no corners, and what it slants
// by. What goes on for longer is print that touches it.
func dropFringes(g *image.Gray, b *Bitmap, box Box, th int) {
	most := max(4, int(fringeMost*float64(th)))
	clean := func(x, y, dx, dy int) {
		n := 0
		for n <= most && b.inside(x+n*dx, y+n*dy) && g.Pix[(y+n*dy)*g.Stride+x+n*dx] < fillLevel {
			n++
		}
		if n > most {
			return
		}
		for ; n > 0; n-- {
			u, v := x+(n-1)*dx, y+(n-1)*dy
			g.Pix[v*g.Stride+u], b.Pix[v*b.W+u] = 255, 0
		}
	}
	for x := box.X0 - most; x < box.X1+most; x++ {
		clean(x, box.Y0-1, 0, -1)
		clean(x, box.Y1, 0, 1)
	}
	for y := box.Y0 - most; y < box.Y1+most; y++ {
		clean(box.X0-1, y, -1, 0)
		clean(box.X1, y, 1, 0)
	}
}

// trimmed is the box of a filled area without the rows at its head and foot that hold nothing but print which touches it.
func trimmed(solid *Bitmap, box Box) Box {
	thin := func(y int) bool { return share(solid, Box{box.X0, y, box.X1, y + 1}) < touchShare }
	out := box
	for out.Y0 < out.Y1 && thin(out.Y0) {
		out.Y0++
	}
	for out.Y1 > out.Y0 && thin(out.Y1-1) {
		out.Y1--
	}
	if out.Y0-box.Y0 < touchLeast {
		out.Y0 = box.Y0
	}
	if box.Y1-out.Y1 < touchLeast {
		out.Y1 = box.Y1
	}
	if 2*out.H() < box.H() || share(solid, out) < touchSolid {
		return box
	}
	return out
}

// inside reports a place on the page.
func (b *Bitmap) inside(x, y int) bool { return x >= 0 && y >= 0 && x < b.W && y < b.H }

// unevenPrint reports that a low dark area is no ground but heavy print that has run together: its tones spread from ink to paper.
func unevenPrint(hist [256]int, ground, light, total int, box Box, th int) bool {
	if float64(min(box.W(), box.H())) > lowDark*float64(th) {
		return false
	}
	even, _, _ := tally(hist, ground, leastStep, evenReach)
	return float64(even) < evenMost*float64(total-light)
}
