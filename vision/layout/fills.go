package layout

import "image"

// invertFills turns solid dark areas that carry light print into light areas with dark print, in the grey page and in the
// bitmap, and returns the areas' borders as edge rules.
func invertFills(g *image.Gray, b *Bitmap, level byte, th int) []Rule {
	solid := opened(b, max(5, th/2))
	var out []Rule
	for _, c := range Components(solid) {
		if c.H() < th || c.W() < 2*th || c.Area*2 < c.W()*c.H() {
			continue
		}
		if !invertBox(g, b, c.Box, level) {
			continue
		}
		out = append(out, boxEdges(c.Box)...)
	}
	return out
}

// opened keeps the ink that a k x k square fits into, at half resolution.
func opened(b *Bitmap, k int) *Bitmap {
	eroded := slide(slide(b, k, true).transposed(), k, true).transposed()
	return slide(slide(eroded, k, false).transposed(), k, false).transposed()
}

// slide erodes (or dilates) along rows with a window of k pixels around each.
func slide(b *Bitmap, k int, erode bool) *Bitmap {
	out := NewBitmap(b.W, b.H)
	half := k / 2
	for y := range b.H {
		row, dst := b.Pix[y*b.W:(y+1)*b.W], out.Pix[y*b.W:(y+1)*b.W]
		n := 0
		for x := -half; x < b.W; x++ {
			if in := x + half; in < b.W {
				n += int(row[in])
			}
			if gone := x - half - 1; gone >= 0 {
				n -= int(row[gone])
			}
			if x < 0 {
				continue
			}
			if erode && n == 2*half+1 || !erode && n > 0 {
				dst[x] = 1
			}
		}
	}
	return out
}

// invertBox inverts box where the light in it can be print: a picture or a plain bar is left alone.
func invertBox(g *image.Gray, b *Bitmap, box Box, level byte) bool {
	var hist [256]int
	total := 0
	for y := box.Y0; y < box.Y1; y++ {
		for _, v := range g.Pix[y*g.Stride+box.X0 : y*g.Stride+box.X1] {
			hist[v]++
			total++
		}
	}
	mode, light := 0, 0
	for v := range int(level) {
		if hist[v] > hist[mode] {
			mode = v
		}
	}
	for v := min(255, mode+60); v < 256; v++ {
		light += hist[v]
	}
	if light*100 < total || light*10 > total*6 {
		return false
	}
	span := max(40, 255-mode)
	for y := box.Y0; y < box.Y1; y++ {
		row := g.Pix[y*g.Stride : y*g.Stride+g.Rect.Dx()]
		for x := box.X0; x < box.X1; x++ {
			v := 255 - max(0, int(row[x])-mode)*255/span
			row[x] = byte(max(0, v))
			b.Pix[y*b.W+x] = 0
			if row[x] < level {
				b.Pix[y*b.W+x] = 1
			}
		}
	}
	return true
}

// boxEdges returns the four borders of an area.
func boxEdges(b Box) []Rule {
	x0, y0, x1, y1 := float64(b.X0), float64(b.Y0), float64(b.X1), float64(b.Y1)
	return []Rule{
		{X0: x0, Y0: y0, X1: x1, Y1: y0, Thick: 1, Edge: true},
		{X0: x0, Y0: y1, X1: x1, Y1: y1, Thick: 1, Edge: true},
		{X0: x0, Y0: y0, X1: x0, Y1: y1, Thick: 1, Edge: true, Vertical: true},
		{X0: x1, Y0: y0, X1: x1, Y1: y1, Thick: 1, Edge: true, Vertical: true},
	}
}
