package layout

import "image"

// Faint print: thin faces, worn toner, light print in glare. It is looked for above the page's ink level, as far below the paper
// as its noise allows.
const (
	leastBelowPaper = 26   // grey levels
	noiseBelow      = 5.0  // times the spread of the paper's tone
	highestLevel    = 226  // whatever the paper
	mostlyFaint     = 0.4  // of a patch may be below the ink level; more is ordinary print with a soft edge
	paperFrom       = 225  // tones from here on are paper
	leastBeside     = 18   // grey levels darker than what is around it: bits of a pale ground are not
	longestFaint    = 40   // heights of a patch of letters that run together
	lowFaint        = 16   // pixels of its height, where the letters of the page are taken for lower: grounds of table rows are higher
	longestRun      = 4    // heights of what is dark in such a patch, on average
	quarterOfNoise  = 0.16 // of the paper's pixels lie more than a spread below its tone
)

// inkFaint adds to b the patches of g that only show at a higher level than b was made with. Rules are painted over by then.
func inkFaint(g *image.Gray, b *Bitmap, level byte, th int) {
	high := faintLevel(g)
	if int(high) < int(level)+12 {
		return
	}
	wide := Threshold(g, high)
	rs, first := wide.runs(1)
	f := joinRuns(rs, first, wide.H)
	patches := make(map[int]*faintPatch)
	for i, r := range rs {
		root := f.Root(i)
		p := patches[root]
		if p == nil {
			p = &faintPatch{}
			patches[root] = p
		}
		p.Box = p.Box.Union(Box{r.x0, r.y, r.x1, r.y + 1})
		p.Area += r.x1 - r.x0
		for _, v := range b.Pix[r.y*b.W+r.x0 : r.y*b.W+r.x1] {
			p.dark += int(v)
		}
		for _, v := range g.Pix[r.y*g.Stride+r.x0 : r.y*g.Stride+r.x1] {
			p.sum += int(v)
		}
	}
	for _, p := range patches {
		p.judge(g, high, th)
	}
	for i, r := range rs {
		level := patches[f.Root(i)].level
		for x := r.x0; x < r.x1; x++ {
			if g.Pix[r.y*g.Stride+x] < level {
				b.Pix[r.y*b.W+x] = 1
			}
		}
	}
}

// faintPatch is what hangs together at the higher level.
type faintPatch struct {
	Component
	dark, sum int  // its pixels below the ink level; the tones of all
	level     byte // below which its pixels are print, 0: it is none
}

// judge finds the level of a patch of faint print: what is a letter is print as it is; letters that run together at the higher level,
// and lines of small ones, are parted half-way between their strokes' tone and the paper's.
func (p *faintPatch) judge(g *image.Gray, high byte, th int) {
	if float64(p.dark) >= mostlyFaint*float64(p.Area) || p.H() > 3*th || p.H() < max(5, th/3) {
		return
	}
	around, mean := meanAround(g, p.Box, max(2, th/4)), p.sum/max(1, p.Area)
	if around-mean < leastBeside {
		return
	}
	switch {
	case LetterLike(p.Component) && p.W() <= 6*th:
		p.level = high
	case p.W() > p.H() && p.W() <= longestFaint*p.H() && p.H() <= max(lowFaint, th*13/10) && 3*p.Area >= p.W()*p.H():
		if level := byte(min(int(high), (around+tone(g, p.Box))/2)); usualRun(g, p.Box, level) <= longestRun*p.H() { // a tinted stripe has no gaps
			p.level = level
		}
	}
}

// usualRun is the mean length of the stretches of a box that are darker than a level.
func usualRun(g *image.Gray, box Box, level byte) int {
	rs, _ := Threshold(g.SubImage(image.Rect(box.X0, box.Y0, box.X1, box.Y1)).(*image.Gray), level).runs(1)
	sum := 0
	for _, r := range rs {
		sum += r.x1 - r.x0
	}
	return sum / max(1, len(rs))
}

// meanAround is the mean tone along a box's border, so far outside it.
func meanAround(g *image.Gray, b Box, off int) int {
	x0, y0, x1, y1 := max(0, b.X0-off), max(0, b.Y0-off), min(g.Rect.Dx()-1, b.X1+off), min(g.Rect.Dy()-1, b.Y1+off)
	sum, n := 0, 0
	for x := x0; x <= x1; x++ {
		sum, n = sum+int(g.Pix[y0*g.Stride+x])+int(g.Pix[y1*g.Stride+x]), n+2
	}
	for y := y0; y <= y1; y++ {
		sum, n = sum+int(g.Pix[y*g.Stride+x0])+int(g.Pix[y*g.Stride+x1]), n+2
	}
	return sum / n
}

// faintLevel is the highest grey that stands out from the noise of the paper.
func faintLevel(g *image.Gray) byte {
	hist := everySecondRow(g)
	mode, total := 255, 0
	for v := 255; v >= paperFrom; v-- {
		total += hist[v]
		if hist[v] > hist[mode] {
			mode = v
		}
	}
	spread, n := 1, 0
	for v := paperFrom; v < mode; v++ {
		if n += hist[v]; float64(n) > quarterOfNoise*float64(total) {
			spread = mode - v
			break
		}
	}
	return byte(max(0, min(highestLevel, mode-max(leastBelowPaper, int(noiseBelow*float64(spread))))))
}
