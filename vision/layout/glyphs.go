package layout

import "slices"

// TextHeight estimates the usual glyph height in pixels (between x-height and capital height): the median over patches
// that could be letters, 0 where there are none.
func TextHeight(cs []Component) int {
	var hs []int
	for _, c := range cs {
		switch {
		case LetterLike(c):
			hs = append(hs, c.H())
		case runTogether(c):
			for range c.W() / c.H() {
				hs = append(hs, c.H())
			}
		}
	}
	if len(hs) == 0 {
		return 0
	}
	slices.Sort(hs)
	// Specks of noise are small and many, so the median is taken over ink-heavy heights: drop what is far below the tall ones.
	tall := hs[len(hs)*4/5]
	low := 0
	for low < len(hs) && hs[low]*3 < tall {
		low++
	}
	hs = hs[low:]
	return hs[len(hs)/2]
}

// LetterLike reports a patch that has the size and the shape of a letter: 5 to 160 pixels high, and no stroke of a rule.
func LetterLike(c Component) bool {
	w, h := c.W(), c.H()
	return h >= 5 && h <= 160 && w >= 2 && w <= 4*h && h <= 8*w && 10*c.Area >= w*h
}

// runTogether reports a patch that may be a word or a line whose letters touch: it counts as many letters, or the vowels over such Thai
// words would be all that tells the height.
func runTogether(c Component) bool {
	w, h := c.W(), c.H()
	return h >= 8 && h <= 160 && w > 4*h && w <= 30*h && 10*c.Area >= w*h && 10*c.Area <= 6*w*h
}

// lineTogether reports a patch that is most likely a whole line whose letters touch, as Thai print's do: as high as letters, with as much
// ink in its box as they have. What is left of a rule is lower, or has less.
func lineTogether(c Component, th int) bool {
	w, h := c.W(), c.H()
	return runTogether(c) && 5*h >= 4*th && 4*c.Area >= w*h
}

// sorted parts the patches by what they can be at text height th.
type sorted struct {
	letters []Component // strokes of a size of their own
	marks   []Component // dots, accents, tone marks, points and commas
	figures []Component // pictures, logos, thick frames
}

func sortPatches(cs []Component, th int) sorted {
	var s sorted
	for _, c := range cs {
		w, h := c.W(), c.H()
		switch {
		case h > 5*th && w > 5*th, h > 12*th, w > 40*th, w > 12*th && h > 2*th:
			s.figures = append(s.figures, c)
		case w*6 < h && h > 4*th, h*12 < w && w > 4*th && !lineTogether(c, th): // left-overs of rules
			continue
		case c.Area < 3 || (w < 2 && h < 2):
			continue
		case 2*h < th && 2*w < th*2 && !(w >= 2*h && 3*w >= th): // a dash is a letter
			s.marks = append(s.marks, c)
		default:
			s.letters = append(s.letters, c)
		}
	}
	return s
}

// grid finds patches near a place without looking at all of them.
type grid struct {
	cell    int
	buckets map[[2]int][]int
}

func newGrid(cs []Component, cell int) *grid {
	g := &grid{max(8, cell), map[[2]int][]int{}}
	for i, c := range cs {
		for x := c.X0 / g.cell; x <= (c.X1-1)/g.cell; x++ {
			for y := c.Y0 / g.cell; y <= (c.Y1-1)/g.cell; y++ {
				k := [2]int{x, y}
				g.buckets[k] = append(g.buckets[k], i)
			}
		}
	}
	return g
}

// gridOf finds words near a place.
func gridOf(words []Word, cell int) *grid {
	boxes := make([]Component, len(words))
	for i, w := range words {
		boxes[i] = Component{Box: w.Box}
	}
	return newGrid(boxes, cell)
}

// near calls f for every patch whose bucket touches b; a patch may come more than once.
func (g *grid) near(b Box, f func(int)) {
	for x := b.X0 / g.cell; x <= (b.X1-1)/g.cell; x++ {
		for y := b.Y0 / g.cell; y <= (b.Y1-1)/g.cell; y++ {
			for _, i := range g.buckets[[2]int{x, y}] {
				f(i)
			}
		}
	}
}

// holds reports that a patch whose bucket touches b is one that is looked for.
func (g *grid) holds(b Box, is func(int) bool) (yes bool) {
	g.near(b, func(i int) { yes = yes || is(i) })
	return yes
}
