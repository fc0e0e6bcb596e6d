package layout

import (
	"slices"

	"lensd/vision/disjoint"
)

// Print that runs down or up the page: its letters follow each other in a column and stand alone in their rows.
const (
	fewestTurned = 3    // letters
	tallerTurned = 2.0  // than wide
	wideTurned   = 3.5  // letter heights, with marks
	rowGap       = 0.95 // between letters of a row and of a column, in their height: the lines of a paragraph are no column
	columnGap    = 0.7
	thinTurned   = 0.45 // of the page's letter height: what is lower is a rest of a rule
	tabShape     = 2.2  // a filled area or a frame that is taller than wide by this holds turned print, if any
	farBeside    = 60   // letter heights: the width of a page of print
)

// flipped mirrors at the diagonal of the page, which makes columns rows.
func (b Box) flipped() Box { return Box{b.Y0, b.X0, b.Y1, b.X1} }

func flippedAll(cs []Component) []Component {
	out := make([]Component, len(cs))
	for i, c := range cs {
		out[i] = Component{Box: c.Box.flipped(), Area: c.Area}
	}
	return out
}

// takeTurned takes the print that runs down or up the page out of cs, and returns it as lines whose direction is not known yet.
func (p *Page) takeTurned(cs []Component) (rest []Component, turned []Line) {
	s := sortPatches(cs, p.TextHeight)
	ls := s.letters
	columns := p.turnedLetters(ls)
	if len(columns) == 0 {
		return cs, nil
	}
	taken := map[Box]bool{}
	var print []Component
	for _, i := range columns {
		taken[ls[i].Box] = true
		print = append(print, Component{Box: ls[i].Box.flipped(), Area: ls[i].Area})
	}
	var rules []Rule
	for _, r := range p.Rules {
		rules = append(rules, r.swapped())
	}
	heights := make([]int, len(print))
	for i, c := range print {
		heights[i] = c.H()
	}
	slices.Sort(heights)
	th := max(6, heights[len(heights)/2])
	words, _ := FindWords(append(print, flippedAll(s.marks)...), th)
	words = slices.DeleteFunc(words, func(w Word) bool { return w.Height == 0 })
	for _, l := range FindPhrases(words, rules, th, lineGap) {
		if float64(l.W()) >= 1.2*float64(l.H()) && float64(l.Height) >= max(5, thinTurned*float64(p.TextHeight)) {
			turned = append(turned, Line{Box: l.Box.flipped(), Height: l.Height, Turn: 1})
		}
	}
	return slices.DeleteFunc(slices.Clone(cs), func(c Component) bool { return taken[c.Box] }), turned
}

// turnedLetters returns the letters of columns: of chains down the page that are longer than the rows of their letters, and
// of tabs.
func (p *Page) turnedLetters(ls []Component) []int {
	rows, columns := chainsOf(ls, p.TextHeight, rowGap), chainsOf(flippedAll(ls), p.TextHeight, columnGap)
	inRow := make([]int, len(ls))
	for _, g := range rows.Groups() {
		for _, i := range g {
			inRow[i] = len(g)
		}
	}
	var out []int
	for _, g := range columns.Groups() {
		var box Box
		beside := 0
		for _, i := range g {
			box = box.Union(ls[i].Box)
			beside += inRow[i]
		}
		column := len(g) >= fewestTurned && float64(box.W()) <= wideTurned*float64(p.TextHeight) && alone(beside, len(g)) && float64(box.H()) >= tallerTurned*float64(box.W())
		if (column || p.inTab(box, g, inRow)) && !levelWith(ls, g, p.TextHeight) {
			out = append(out, g...)
		}
	}
	slices.Sort(out)
	return out
}

// alone reports that the letters of a column of n stand by themselves in their rows, which hold beside letters in all; a long
// column may have others beside it.
func alone(beside, n int) bool { return float64(beside) <= float64(n)*max(1.5, float64(n)/4) }

// levelWith reports that most of a column stands level with other print: the words of a table's column, run together.
func levelWith(ls []Component, column []int, th int) bool {
	own := map[int]bool{}
	for _, i := range column {
		own[i] = true
	}
	level := 0
	for _, i := range column {
		a := ls[i]
		slack := max(2, a.H()/6)
		for j, b := range ls {
			if !own[j] && near(a.Y0, b.Y0, slack) && near(a.Y1, b.Y1, slack) && -a.overlapX(b.Box) < farBeside*th {
				level++
				break
			}
		}
	}
	return 10*level > 7*len(column)
}

func near(a, b, slack int) bool { return a-b <= slack && b-a <= slack }

// inTab reports that a group of letters is all that stands in its height of a tall narrow area: even a word run together is
// turned there.
func (p *Page) inTab(box Box, group []int, inRow []int) bool {
	k := p.AreaAt(box)
	if k < 0 || slices.ContainsFunc(group, func(i int) bool { return inRow[i] > 2 }) {
		return false
	}
	a := p.Areas[k]
	return float64(a.H()) >= tabShape*float64(a.W()) && box.H() > box.W() && 3*box.W() > a.W() && box.H() > 2*p.TextHeight
}

// chainsOf joins letters that follow each other from left to right, words and the spaces between them.
func chainsOf(ls []Component, th int, most float64) disjoint.Sets {
	f := disjoint.New(len(ls))
	g := newGrid(ls, th*2)
	for i, a := range ls {
		reach := int(most*float64(max(a.H(), th*2/3))) + 1
		best, dist := -1, 1<<30
		g.near(Box{a.X0, a.Y0, a.X1 + reach, a.Y1}, func(j int) {
			b := ls[j]
			if j == i || b.cx2() <= a.cx2() || !sameLine(a.Box, b.Box) {
				return
			}
			if gap := b.X0 - a.X1; gap <= reach && gap < dist {
				best, dist = j, gap
			}
		})
		if best >= 0 {
			f.Join(i, best)
		}
	}
	return f
}
