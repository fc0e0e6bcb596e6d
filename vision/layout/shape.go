package layout

import "image"

// What a filled shape with print in it looks like, in shares of its pixels and grey levels.
const (
	leastPrint  = 1    // percent
	mostPrint   = 42   // percent: more is a letter with its counter
	evenGround  = 40   // percent near the ground's tone
	groundReach = 26   // levels around the ground's tone, uneven light included
	leastStep   = 55   // levels between ground and print
	darkGround  = 135  // a ground below it can hold light print
	solidGround = 0.76 // of the part, print left out: less is heavy print run together
)

// evenShape does for a filled part with borders askew, uneven light or round corners what evenBox does for a level one: it
// takes the ground by its own outline, so that nothing of the paper beside it is turned dark. onlyDark leaves grounds alone that
// dark print stands on.
func evenShape(g *image.Gray, b, solid *Bitmap, part Box, level byte, th int, onlyDark bool) (reversed, ok bool) {
	in := outlined(solid, part)
	var hist [256]int
	total := 0
	eachInside(in, part, g, func(i int) { hist[g.Pix[i]]++; total++ })
	if total == 0 || 2*total < part.W()*part.H() {
		return false, false
	}
	ground := modeBelow(hist, fillLevel)
	around, light, dark := tally(hist, ground, leastStep, groundReach)
	if around*100 < evenGround*total {
		return false, false
	}
	whole := Box{2 * part.X0, 2 * part.Y0, 2 * part.X1, 2 * part.Y1}
	if ground < darkGround && light*100 >= leastPrint*total {
		thinLight, thinDark := printOn(g, whole, ground, leastStep, th)
		if light <= 2*dark {
			light, dark = thinLight, thinDark
		}
		if besidePaper(thinLight, light, total) {
			return false, false
		}
	}
	switch {
	case ground < darkGround && barLike(in, solid, part) && light*100 <= mostPrint*total && light > 2*dark:
		top := brightest(hist, min(total, 50*light)) // a few words in a large bar are less than a hundredth of it
		few := light*100 < leastPrint*total
		if top-ground < leastStep || unevenPrint(hist, ground, light, total, whole, th) || few && !lightLetters(g, whole, (top+ground)/2, th) || !few && !printLike(g, in, part, (top+ground)/2, th) {
			return false, false
		}
		top = min(top, max(ground+leastStep, strokesOn(g, whole, ground, 0)))
		from, span := ground+(top-ground)/4, max(20, (top-ground)/2)
		repaintInside(g, b, in, part, level, func(v int) int { return 255 - max(0, v-from)*255/span })
		dropFringes(g, b, whole, th)
		return true, true
	case !onlyDark && ground >= darkGround && 3*light < total:
		return false, true
	}
	return false, false
}

// barLike tells a ground from a heavy letter: it is solid but for its print, up to its borders or, askew, as a long shape.
func barLike(in, solid *Bitmap, part Box) bool {
	long := max(in.W, in.H) >= 3*min(in.W, in.H)
	return share(solid, part) >= solidGround || long && solidIn(in, solid, part) >= solidGround
}

// solidIn returns how much of an outline is solid.
func solidIn(in, solid *Bitmap, part Box) float64 {
	n, all := 0, 0
	for y := range in.H {
		for x, v := range in.Pix[y*in.W : (y+1)*in.W] {
			n += int(v & solid.Pix[(part.Y0+y)*solid.W+part.X0+x])
			all += int(v)
		}
	}
	return float64(n) / float64(max(1, all))
}

func modeBelow(hist [256]int, end int) int {
	mode := 0
	for v := range end {
		if hist[v] > hist[mode] {
			mode = v
		}
	}
	return mode
}

// tally counts what is near the ground's tone, and what is lighter and darker by a step than that, as print must be.
func tally(hist [256]int, ground, step, reach int) (around, light, dark int) {
	for v, n := range hist {
		switch {
		case v > ground+step:
			light += n
		case v < ground-step:
			dark += n
		case near(v, ground, reach):
			around += n
		}
	}
	return around, light, dark
}

// How long a dark stroke in a fill is a rule, in letter heights: along the page, and down it.
const (
	ruleAcross = 3.0
	ruleDown   = 1.8
)

// printOn counts the pixels of a box that are lighter and those that are darker than its ground by a step, and part neither of rules
// nor of a ground of their own: a heading on a coloured ground has cells, and a white cell amid grey ones is no light print.
func printOn(g *image.Gray, box Box, ground, step, th int) (light, dark int) {
	part := g.SubImage(image.Rect(box.X0, box.Y0, box.X1, box.Y1)).(*image.Gray)
	lighter := Threshold(part, byte(min(255, ground+step+1)))
	for i := range lighter.Pix {
		lighter.Pix[i] ^= 1
	}
	return lighter.thinInk(th), Threshold(part, byte(max(0, ground-step))).thinInk(th)
}

// thinInk counts the ink that is no part of rules and areas, in letters of height th.
func (b *Bitmap) thinInk(th int) (n int) {
	b.dropRuns(int(ruleAcross * float64(th)))
	b = b.transposed()
	b.dropRuns(int(ruleDown * float64(th)))
	rs, _ := b.runs(1)
	for _, r := range rs {
		n += r.x1 - r.x0
	}
	return n
}

// dropRuns takes the ink out that goes on for so long in its row.
func (b *Bitmap) dropRuns(long int) {
	rs, _ := b.runs(long)
	for _, r := range rs {
		clear(b.Pix[r.y*b.W+r.x0 : r.y*b.W+r.x1])
	}
}

// fewestLetters is how many light letters make a word in a large dark area.
const fewestLetters = 3

// lightLetters reports patches above a grey level in a box that have the size of letters of height th.
func lightLetters(g *image.Gray, box Box, level, th int) bool {
	light := NewBitmap(box.W(), box.H())
	for y := range light.H {
		row := g.Pix[(box.Y0+y)*g.Stride+box.X0 : (box.Y0+y)*g.Stride+box.X1]
		for x, v := range row {
			if int(v) > level {
				light.Pix[y*light.W+x] = 1
			}
		}
	}
	n := 0
	for _, c := range Components(light) {
		if LetterLike(c) && 2*c.H() >= th && c.H() <= 4*th {
			n++
		}
	}
	return n >= fewestLetters
}

// brightest is the tone of light print: that of the lightest hundredth.
func brightest(hist [256]int, total int) int {
	for v, n := 255, 0; v > 0; v-- {
		if n += hist[v]; n*100 >= total {
			return v
		}
	}
	return 0
}

// outlined returns which half-resolution pixels of a part lie between its solid pixels, in their row and in their column, but
// for the rim, whose tone is mixed with the paper's.
func outlined(solid *Bitmap, part Box) *Bitmap {
	w, h := part.W(), part.H()
	rows, columns := make([][2]int, h), make([][2]int, w)
	for i := range rows {
		rows[i] = [2]int{w, -1}
	}
	for i := range columns {
		columns[i] = [2]int{h, -1}
	}
	for y := range h {
		for x := range w {
			if solid.Pix[(part.Y0+y)*solid.W+part.X0+x] == 0 {
				continue
			}
			rows[y] = [2]int{min(rows[y][0], x), max(rows[y][1], x)}
			columns[x] = [2]int{min(columns[x][0], y), max(columns[x][1], y)}
		}
	}
	out := NewBitmap(w, h)
	const rim = 1
	for y := range h {
		for x := rows[y][0] + rim; x <= rows[y][1]-rim; x++ {
			if y >= columns[x][0]+rim && y <= columns[x][1]-rim {
				out.Pix[y*w+x] = 1
			}
		}
	}
	return out
}

// eachInside calls f with the index of each pixel of g inside an outline.
func eachInside(in *Bitmap, part Box, g *image.Gray, f func(i int)) {
	for y := range in.H {
		for x := range in.W {
			if in.Pix[y*in.W+x] == 0 {
				continue
			}
			i := 2*(part.Y0+y)*g.Stride + 2*(part.X0+x)
			f(i)
			f(i + 1)
			f(i + g.Stride)
			f(i + g.Stride + 1)
		}
	}
}

// printLike reports more than one piece of light print, or a long one: the counter of a heavy letter is one piece.
func printLike(g *image.Gray, in *Bitmap, part Box, level, th int) bool {
	if max(in.W, in.H) > 5*min(in.W, in.H) {
		return true
	}
	print := NewBitmap(in.W, in.H)
	for y := range in.H {
		for x := range in.W {
			if in.Pix[y*in.W+x] != 0 && int(g.Pix[2*(part.Y0+y)*g.Stride+2*(part.X0+x)]) > level {
				print.Pix[y*in.W+x] = 1
			}
		}
	}
	pieces := 0
	for _, c := range Components(print) {
		if 4*c.H() >= th/2 && 8*c.W() >= th/2 {
			pieces++
		}
	}
	return pieces > 1
}

// repaintInside gives the pixels inside an outline new tones, and paper's to those of its box around it.
func repaintInside(g *image.Gray, b, in *Bitmap, part Box, level byte, tone func(int) int) {
	var lut [256]byte
	for v := range lut {
		lut[v] = byte(max(0, min(255, tone(v))))
	}
	old := make([]byte, 0, 4*len(in.Pix))
	eachInside(in, part, g, func(i int) { old = append(old, g.Pix[i]) })
	whiten(g, b, Box{2 * part.X0, 2 * part.Y0, 2 * part.X1, 2 * part.Y1}, in, part)
	k := 0
	eachInside(in, part, g, func(i int) {
		g.Pix[i] = lut[old[k]]
		k++
		at := i/g.Stride*b.W + i%g.Stride
		b.Pix[at] = 0
		if g.Pix[i] < level {
			b.Pix[at] = 1
		}
	})
}

// whiten makes what is in the box but outside the outline paper: the ground's own rim.
func whiten(g *image.Gray, b *Bitmap, box Box, in *Bitmap, part Box) {
	for y := max(0, box.Y0); y < min(b.H, box.Y1); y++ {
		for x := max(0, box.X0); x < min(b.W, box.X1); x++ {
			if u, v := x/2-part.X0, y/2-part.Y0; !in.At(u, v) {
				g.Pix[y*g.Stride+x], b.Pix[y*b.W+x] = 255, 0
			}
		}
	}
}
