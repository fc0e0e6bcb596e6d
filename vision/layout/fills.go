package layout

import "image"

// fillLevel is the grey level below which an area is printed, not paper.
const fillLevel = 232

// evenFills finds areas that are filled with a tone and makes them paper: those with light print are inverted, those with
// dark print lightened, in the grey page and in the bitmap. It returns the areas' borders as edge rules.
func evenFills(g *image.Gray, b *Bitmap, level byte, th int) []Rule {
	solid := opened(halved(g), max(3, th/4))
	var out []Rule
	for _, c := range Components(solid) {
		box := Box{2 * c.X0, 2 * c.Y0, min(2*c.X1, b.W), min(2*c.Y1, b.H)}
		// Lower than a line with its margins it is print run together.
		if box.H()*10 < th*18 || box.W() < 3*th || box.W()*box.H() < 9*th*th || c.Area*2 < c.W()*c.H() {
			continue
		}
		for _, part := range toned(g, box, th*18/10) {
			if evenBox(g, b, part, level) && c.Area*10 > c.W()*c.H()*6 {
				out = append(out, boxEdges(part)...)
			}
		}
	}
	return out
}

// halved marks the 2 x 2 blocks that are wholly darker than paper, at half resolution: fills have no detail.
func halved(g *image.Gray) *Bitmap {
	w, h := g.Rect.Dx()/2, g.Rect.Dy()/2
	b := NewBitmap(w, h)
	for y := range h {
		r0 := g.Pix[2*y*g.Stride:]
		r1 := g.Pix[(2*y+1)*g.Stride:]
		out := b.Pix[y*w : (y+1)*w]
		for x := range out {
			if max(max(r0[2*x], r0[2*x+1]), max(r1[2*x], r1[2*x+1])) < fillLevel {
				out[x] = 1
			}
		}
	}
	return b
}

// evenBox makes the tone of box paper where what stands out from it can be print; a picture or a plain bar is left alone.
func evenBox(g *image.Gray, b *Bitmap, box Box, level byte) bool {
	var hist [256]int
	total := 0
	for y := box.Y0; y < box.Y1; y++ {
		for _, v := range g.Pix[y*g.Stride+box.X0 : y*g.Stride+box.X1] {
			hist[v]++
			total++
		}
	}
	mode := 0
	for v := range fillLevel {
		if hist[v] > hist[mode] {
			mode = v
		}
	}
	around, light, dark := 0, 0, 0
	for v, n := range hist {
		switch {
		case v > mode+45:
			light += n
		case v < mode-45:
			dark += n
		case v >= mode-16 && v <= mode+16:
			around += n
		}
	}
	if around*100 < total*35 || !borderedBy(g, box, mode) {
		return false // no even tone: a picture, or heavy print
	}
	switch {
	case light*100 >= total && light*10 <= total*6 && light > 2*dark:
		repaint(g, b, box, level, func(v int) int { return 255 - max(0, v-mode)*255/max(40, 255-mode) })
	case dark*100 >= total && mode > 90:
		repaint(g, b, box, level, func(v int) int { return v * 255 / mode })
	default:
		return false
	}
	return true
}

// borderedBy reports that the tone fills most of the box's margin.
func borderedBy(g *image.Gray, box Box, mode int) bool {
	same, n := 0, 0
	look := func(x, y int) {
		v := int(g.Pix[y*g.Stride+x])
		if v >= mode-28 && v <= mode+28 {
			same++
		}
		n++
	}
	dx, dy := min(2, box.W()/3), min(2, box.H()/3)
	for x := box.X0 + dx; x < box.X1-dx; x++ {
		look(x, box.Y0+dy)
		look(x, box.Y1-1-dy)
	}
	for y := box.Y0 + dy; y < box.Y1-dy; y++ {
		look(box.X0+dx, y)
		look(box.X1-1-dx, y)
	}
	return same*10 >= n*6
}

func repaint(g *image.Gray, b *Bitmap, box Box, level byte, tone func(int) int) {
	var lut [256]byte
	for v := range lut {
		lut[v] = byte(max(0, min(255, tone(v))))
	}
	for y := box.Y0; y < box.Y1; y++ {
		row := g.Pix[y*g.Stride : y*g.Stride+g.Rect.Dx()]
		for x := box.X0; x < box.X1; x++ {
			row[x] = lut[row[x]]
			b.Pix[y*b.W+x] = 0
			if row[x] < level {
				b.Pix[y*b.W+x] = 1
			}
		}
	}
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
