package layout

import "image"

// fillLevel is the grey level below which an area is printed, not paper.
const fillLevel = 232

// Sizes of a filled area in letter heights: lower than a line it is print run together.
const (
	lowFill    = 1.8
	narrowFill = 1.5 // of a tab
	longFill   = 3.0
)

// Reversed returns the areas of a flattened grey page that are filled with a dark tone and hold light print; g is not changed.
func Reversed(g *image.Gray) []Box {
	clean := &image.Gray{Pix: append([]byte(nil), g.Pix...), Stride: g.Stride, Rect: g.Rect}
	seen := Binarize(g)
	var out []Box
	for _, a := range evenFills(clean, seen.Ink, seen.Bold, max(6, seen.Height)) {
		if a.Dark {
			out = append(out, a.Box)
		}
	}
	return out
}

// evenFills finds areas that are filled with a tone and makes them paper: those with light print are inverted, those with
// dark print lightened, in the grey page and in the bitmap. Bars, tabs of any direction, and the parts of what touches.
func evenFills(g *image.Gray, b *Bitmap, level byte, th int) []Area {
	solid := opened(halved(g), max(3, th/4))
	var out []Area
	for _, bar := range bands(Components(solid), th/2) {
		if !fillSize(Box{2 * bar.X0, 2 * bar.Y0, 2 * bar.X1, 2 * bar.Y1}, th) {
			continue
		}
		whole := trimmed(solid, bar)
		for _, part := range solidParts(solid, whole, max(2, int(narrowFill*float64(th))/2), 0) {
			box := Box{2 * part.X0, 2 * part.Y0, min(2*part.X1, b.W), min(2*part.Y1, b.H)}
			if !fillSize(box, th) {
				continue
			}
			if part == whole {
				out = append(out, evenPart(g, b, solid, part, box, level, th)...)
			} else if dark, ok := evenShape(g, b, solid, part, level, th, true); ok {
				// What was cut out by guess may hold light print; the bars of a chart may not. It parts no cells.
				out = append(out, Area{Box: box, Filled: true, Dark: dark, vague: true})
			}
		}
	}
	return out
}

// evenPart makes one filled part of the page paper: tone by tone where its borders are level, else by its own outline.
func evenPart(g *image.Gray, b, solid *Bitmap, part, box Box, level byte, th int) []Area {
	vague := share(solid, part) <= 0.6
	var out []Area
	for _, tone := range toned(g, box, th*18/10) {
		levelLight(g, tone, th)
		if dark, ok := evenBox(g, b, tone, level, th); ok {
			out = append(out, Area{Box: tone, Filled: true, Dark: dark, vague: vague})
		}
	}
	if len(out) == 0 {
		if dark, ok := evenShape(g, b, solid, part, level, th, false); ok {
			out = append(out, Area{Box: box, Filled: true, Dark: dark, vague: vague || !dark}) // a bar of a chart parts nothing
		}
	}
	return out
}

// fillSize reports room for a line of print along the page, or across it.
func fillSize(b Box, th int) bool {
	w, h := float64(b.W())/float64(th), float64(b.H())/float64(th)
	return w >= longFill && h >= lowFill && w*h >= longFill*longFill || h >= longFill && w >= narrowFill && h > w
}

// solidParts cuts what is not filled from side to side at the borders of its parts: a bar with a tab below it, a frame as
// thick as a line. Cuts are made where a row's or a column's share of solid ground changes.
func solidParts(solid *Bitmap, box Box, least, depth int) []Box {
	full := share(solid, box)
	switch {
	case full >= solidShare:
		if parts := betweenPaper(solid, box, least); depth <= 4 && len(parts) > 1 {
			return solidPartsOf(solid, parts, least, depth+1)
		}
		return []Box{box}
	case depth > 4:
		return nil
	}
	across := joinSolid(cuts(box.Y0, box.Y1, least, func(y int) float64 { return share(solid, Box{box.X0, y, box.X1, y + 1}) }), least,
		func(from, to int) float64 { return share(solid, Box{box.X0, from, box.X1, to}) })
	down := joinSolid(cuts(box.X0, box.X1, least, func(x int) float64 { return share(solid, Box{x, box.Y0, x + 1, box.Y1}) }), least,
		func(from, to int) float64 { return share(solid, Box{from, box.Y0, to, box.Y1}) })
	var parts []Box
	if len(down) > 1 && (len(across) < 2 || len(down) < len(across)) {
		parts = stripsOfX(box, down)
	} else if len(across) > 1 {
		parts = stripsOfY(box, across)
	}
	out := solidPartsOf(solid, parts, least, depth+1)
	if len(out) == 0 && full >= 0.5 {
		return []Box{box}
	}
	return out
}

// solidPartsOf are the solid parts of boxes.
func solidPartsOf(solid *Bitmap, boxes []Box, least, depth int) (out []Box) {
	for _, b := range boxes {
		out = append(out, solidParts(solid, b, least, depth)...)
	}
	return out
}

// paperBand is the share of ground up to which rows and columns of a box are paper: the words of a bar leave more of it.
const paperBand = 0.1

// betweenPaper parts a box where paper runs through from side to side, at least least wide: two cards with a white tab between them
// are no one bar with print in it.
func betweenPaper(solid *Bitmap, box Box, least int) []Box {
	down := solidRuns(box.X0, box.X1, least, func(x int) float64 { return share(solid, Box{x, box.Y0, x + 1, box.Y1}) })
	if len(down) > 1 {
		return stripsOfX(box, down)
	}
	return stripsOfY(box, solidRuns(box.Y0, box.Y1, least, func(y int) float64 { return share(solid, Box{box.X0, y, box.X1, y + 1}) }))
}

// stripsOfX are the parts of a box in ranges of x.
func stripsOfX(box Box, ranges [][2]int) []Box {
	out := make([]Box, len(ranges))
	for i, r := range ranges {
		out[i] = Box{r[0], box.Y0, r[1], box.Y1}
	}
	return out
}

// stripsOfY are the parts of a box in ranges of y.
func stripsOfY(box Box, ranges [][2]int) []Box {
	out := make([]Box, len(ranges))
	for i, r := range ranges {
		out[i] = Box{box.X0, r[0], box.X1, r[1]}
	}
	return out
}

// solidRuns are the ranges of from..to between those of least places and more that are paper.
func solidRuns(from, to, least int, shareAt func(int) float64) (out [][2]int) {
	start, paper := from, 0
	for i := from; i < to; i++ {
		if shareAt(i) <= paperBand {
			paper++
			continue
		}
		if paper >= least {
			if i-paper > start {
				out = append(out, [2]int{start, i - paper})
			}
			start = i
		}
		paper = 0
	}
	return append(out, [2]int{start, to})
}

// cuts parts from..to where a share jumps, into ranges of at least least places.
func cuts(from, to, least int, shareAt func(int) float64) [][2]int {
	const jump = 0.3
	var out [][2]int
	start, sum, n := from, 0.0, 0.0
	for i := from; i < to; i++ {
		v := shareAt(i)
		if n >= float64(least)/2 && i+least <= to && (v-sum/n > jump || sum/n-v > jump) && steady(i, min(to, i+max(2, least/2)), v, shareAt) {
			out = append(out, [2]int{start, i})
			start, sum, n = i, 0, 0
		}
		sum, n = sum+v, n+1
	}
	return append(out, [2]int{start, to})
}

// Shares of ground in parts of what is filled, and in the rows and columns of a line of print in it.
const (
	solidShare = 0.62
	printShare = 0.3
)

// joinSolid joins solid ranges side by side, and those between which there is a range no longer than least whose share print leaves: the letters
// of a bar make its share jump where they begin and end.
func joinSolid(ranges [][2]int, least int, shareOf func(from, to int) float64) (out [][2]int) {
	last := -1 // of out, the solid range that the next may go on
	for _, r := range ranges {
		share := shareOf(r[0], r[1])
		switch {
		case share >= solidShare && last >= 0:
			out = append(out[:last], [2]int{out[last][0], r[1]})
		case share >= solidShare:
			out = append(out, r)
			last = len(out) - 1
		default:
			out = append(out, r)
			if share < printShare || r[1]-r[0] > least || last != len(out)-2 {
				last = -1
			}
		}
	}
	return out
}

// steady reports that the share stays near v: print in a fill makes it jump for a stroke only.
func steady(from, to int, v float64, shareAt func(int) float64) bool {
	for i := from; i < to; i++ {
		if d := shareAt(i) - v; d > 0.2 || d < -0.2 {
			return false
		}
	}
	return true
}

// share returns how much of a box is ink.
func share(b *Bitmap, box Box) float64 {
	n := 0
	for y := box.Y0; y < box.Y1; y++ {
		for _, v := range b.Pix[y*b.W+box.X0 : y*b.W+box.X1] {
			n += int(v)
		}
	}
	return float64(n) / float64(max(1, box.W()*box.H()))
}

// edgesOf returns the borders of fills as rules that are not printed.
func edgesOf(fills []Area) []Rule {
	var out []Rule
	for _, f := range fills {
		if f.vague {
			continue
		}
		out = append(out, boxEdges(f.Box)...)
	}
	return out
}

// halved marks the 2 x 2 blocks that are wholly darker than paper, at half resolution: fills have no detail.
func halved(g *image.Gray) *Bitmap { return halvedBelow(g, fillLevel) }

// halvedBelow marks those that are wholly darker than a level.
func halvedBelow(g *image.Gray, level byte) *Bitmap {
	w, h := g.Rect.Dx()/2, g.Rect.Dy()/2
	b := NewBitmap(w, h)
	for y := range h {
		r0 := g.Pix[2*y*g.Stride:]
		r1 := g.Pix[(2*y+1)*g.Stride:]
		out := b.Pix[y*w : (y+1)*w]
		for x := range out {
			if max(max(r0[2*x], r0[2*x+1]), max(r1[2*x], r1[2*x+1])) < level {
				out[x] = 1
			}
		}
	}
	return b
}

// What is near the tone of a fill with level borders, and how far print is from it at least, in grey levels.
const (
	levelReach = 16
	levelStep  = 45
)

// evenBox makes the tone of box paper where what stands out from it can be print, and tells whether that is lighter than the
// ground; a picture or a plain bar is left alone.
func evenBox(g *image.Gray, b *Bitmap, box Box, level byte, th int) (reversed, ok bool) {
	hist, total := levelsIn(g, box), box.W()*box.H()
	mode := modeBelow(hist, fillLevel)
	around, light, dark := tally(hist, mode, levelStep, levelReach)
	if around*100 < total*35 || !borderedBy(g, box, mode) {
		return false, false // no even tone: a picture, or heavy print
	}
	if light*100 >= total {
		thinLight, thinDark := printOn(g, box, mode, levelStep, th)
		if light <= 2*dark {
			light, dark = thinLight, thinDark
		}
		if besidePaper(thinLight, light, total) {
			return false, false
		}
	}
	switch {
	case unevenPrint(hist, mode, light, total, box, th):
		return false, false
	case light*10 <= total*6 && light > 2*dark && (light*100 >= total || mode < darkGround && lightLetters(g, box, mode+leastStep, th)):
		span := max(leastContrast, strokesOn(g, box, mode, 0)-mode)
		repaint(g, b, box, level, func(v int) int { return 255 - max(0, v-mode)*255/span })
		dropFringes(g, b, box, th)
		return true, true
	case dark*100 >= total && mode > 90:
		span := mode
		if core := 255 - strokesOn(g, box, 255-mode, 255); core*255 > paleCore*mode {
			span = max(leastContrast, (mode-core)*255/(255-paleCore))
		}
		repaint(g, b, box, level, func(v int) int { return 255 - (mode-v)*255/span })
		return false, true
	}
	return false, false
}

// mostPaper is the share of a dark box that may be light without being print.
const mostPaper = 0.12

// besidePaper reports that a dark box has paper in it, beside a slanting edge, say, or between a bar and its frame, which would be
// turned dark with its print: more of what is light goes on for long than is thin as print.
func besidePaper(thin, light, total int) bool {
	return 2*thin < light && float64(light-thin) > mostPaper*float64(total)
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
