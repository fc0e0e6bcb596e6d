package layout

import (
	"slices"

	"lensd/vision/disjoint"
	"lensd/vision/geom"
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
	markBeside   = 0.5  // of turned print's width, between it and its marks
	goesOnGap    = 1.4  // of the narrower of two pieces, between them
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
	cs, turned = p.takeTabs(cs)
	s := sortPatches(cs, p.TextHeight)
	ls := s.letters
	columns, marks := p.turnedLetters(ls)
	if len(columns) == 0 {
		return cs, turned
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
	th := max(6, geom.Median(heights))
	words, _ := FindWords(append(print, flippedAll(s.marks)...), th)
	words = slices.DeleteFunc(words, func(w Word) bool { return w.Height == 0 })
	for _, l := range FindPhrases(words, rules, th, lineGap) {
		if float64(l.W()) >= 1.2*float64(l.H()) && float64(l.Height) >= max(5, thinTurned*float64(p.TextHeight)) {
			turned = append(turned, Line{Box: withMarks(l.Box.flipped(), marks), Height: l.Height, Turn: 1})
		}
	}
	for _, m := range marks {
		taken[m.Box] = true
	}
	return slices.DeleteFunc(slices.Clone(cs), func(c Component) bool { return taken[c.Box] }), turned
}

// turnedLetters returns the letters of columns: of chains down the page that are longer than the rows of their letters, and
// of tabs, and of what goes on in the line of one of these after a word's gap or a point.
func (p *Page) turnedLetters(ls []Component) (out []int, marks []Component) {
	rows, columns := chainsOf(ls, p.TextHeight, rowGap), chainsOf(flippedAll(ls), p.TextHeight, columnGap)
	inRow := lettersBeside(ls, rows)
	var found []Box
	var others [][]int
	for _, g := range goneOn(ls, columns.Groups(), inRow) {
		box := boxAround(ls, g)
		free := standsAlone(g, inRow) || len(g) >= fewestTurned && alone(besideColumn(ls, rows, inRow, g, box), len(g))
		column := len(g) >= fewestTurned && float64(box.W()) <= wideTurned*float64(p.TextHeight) && free && float64(box.H()) >= tallerTurned*float64(box.W())
		column = column || free && p.runTogether(ls, g, box)
		switch {
		case (column || p.inTab(box, g, inRow)) && !levelWith(ls, g, inRow, p.TextHeight, lying(ls, g)):
			out, found = append(out, g...), append(found, box)
		case free:
			others = append(others, g)
		}
	}
	for i := 0; i < len(found); i++ { // each may be gone on with in its turn
		others = slices.DeleteFunc(others, func(g []int) bool {
			box := boxAround(ls, g)
			if !goesOn(found[i], box) || levelWith(ls, g, inRow, p.TextHeight, true) {
				return false
			}
			out, found = append(out, g...), append(found, box)
			return true
		})
	}
	slices.Sort(out)
	return out, p.marksBeside(ls, out, found, inRow)
}

// lettersBeside counts for each letter those in its row; marks over and under letters that are turned stand beside them and do not count.
func lettersBeside(ls []Component, rows disjoint.Sets) []int {
	out := make([]int, len(ls))
	for _, g := range rows.Groups() {
		largest, n := 0, 0
		for _, i := range g {
			largest = max(largest, sizeOf(ls[i]))
		}
		for _, i := range g {
			if float64(sizeOf(ls[i])) >= markHeight*float64(largest) {
				n++
			}
		}
		for _, i := range g {
			out[i] = n
		}
	}
	return out
}

// sizeOf is the longer side of a letter, the height of letters that run together.
func sizeOf(c Component) int {
	if 2*c.W() > 3*c.H() {
		return c.H()
	}
	return max(c.W(), c.H())
}

// marksBeside returns what stands close beside turned print in the same area and is as small as its marks: vowels and tones of print
// that is larger than the page's are as large as letters.
func (p *Page) marksBeside(ls []Component, taken []int, found []Box, inRow []int) (out []Component) {
	for i, c := range ls {
		if _, known := slices.BinarySearch(taken, i); known || inRow[i] > fewestTurned {
			continue
		}
		if at := p.AreaAt(c.Box); at >= 0 && slices.ContainsFunc(found, func(b Box) bool { return markOf(c, b) && p.AreaAt(b) == at }) {
			out = append(out, c)
		}
	}
	return out
}

// markOf reports that c may be a mark of a line of turned print.
func markOf(c Component, line Box) bool {
	wide := float64(line.W())
	return float64(max(c.W(), c.H())) < markStack*wide && float64(-c.overlapX(line)) < markBeside*wide && 2*c.overlapY(line) > c.H()
}

func withMarks(line Box, marks []Component) Box {
	out := line
	for _, m := range marks {
		if markOf(m, line) {
			out = out.Union(m.Box)
		}
	}
	return out
}

func boxAround(ls []Component, group []int) (out Box) {
	for _, i := range group {
		out = out.Union(ls[i].Box)
	}
	return out
}

// goesOn reports that two pieces of turned print stand in one line, one below the other.
func goesOn(a, b Box) bool {
	small, large := min(a.W(), b.W()), max(a.W(), b.W())
	gap := -a.overlapY(b)
	return gap >= 0 && float64(gap) <= goesOnGap*float64(small) && 2*small > large && 3*a.overlapX(b) > 2*small
}

// besideColumn counts the letters in the rows of a column's, itself included. Marks close beside the column are none of a row: vowels and
// tones over and under turned letters.
func besideColumn(ls []Component, rows disjoint.Sets, inRow, column []int, box Box) int {
	beside, mates := 0, map[int]int{} // marks in each row
	for i, c := range ls {
		if inRow[i] > 1 && float64(c.W()) <= narrowMark*float64(box.W()) && box.overlapX(c.Box) <= 0 && markOf(c, box) {
			mates[rows.Root(i)]++
		}
	}
	for _, i := range column {
		beside += max(1, inRow[i]-mates[rows.Root(i)])
	}
	return beside
}

// narrowMark is how wide a mark beside turned letters is, of theirs, at most.
const narrowMark = 0.55

// standsAlone reports that the letters of a column stand by themselves in their rows, whose letters inRow counts.
func standsAlone(column, inRow []int) bool {
	beside := 0
	for _, i := range column {
		beside += inRow[i]
	}
	return alone(beside, len(column))
}

// What turned words are whose letters blur into one or two pieces: so much longer than wide, of the page's size, with white within.
const (
	longTogether  = 2.8
	leastTogether = 0.7 // of the page's letter height
	mostTogether  = 2.5
	whiteTogether = 0.78 // share of ink at most
	inkTogether   = 0.25 // and at least
)

// runTogether reports that one or two pieces are letters of a turned word that touch.
func (p *Page) runTogether(ls []Component, group []int, box Box) bool {
	th, w := float64(p.TextHeight), float64(box.W())
	if len(group) > 2 || float64(box.H()) < longTogether*w || w < leastTogether*th || w > mostTogether*th {
		return false
	}
	area := 0
	for _, i := range group {
		area += ls[i].Area
	}
	ink := float64(area) / (w * float64(box.H()))
	return ink >= inkTogether && ink <= whiteTogether
}

// goneOn joins groups of turned letters that are too short to be a column where one goes on in the line of the other: the figures before
// and behind a point.
func goneOn(ls []Component, groups [][]int, inRow []int) [][]int {
	var short, out [][]int
	for _, g := range groups {
		if len(g) == fewestTurned-1 && standsAlone(g, inRow) {
			short = append(short, g)
		} else {
			out = append(out, g)
		}
	}
	for i := 0; i < len(short); i++ {
		box := boxAround(ls, short[i])
		at := slices.IndexFunc(short[i+1:], func(g []int) bool {
			next := boxAround(ls, g)
			return goesOn(box, next) || goesOn(next, box)
		})
		if at >= 0 {
			short[i+1+at] = append(slices.Clone(short[i]), short[i+1+at]...)
		} else {
			out = append(out, short[i])
		}
	}
	return out
}

// alone reports that the letters of a column of n stand by themselves in their rows, which hold beside letters in all; a long
// column may have others beside it.
func alone(beside, n int) bool { return float64(beside) <= float64(n)*max(1.5, float64(n)/2) }

// levelWith reports that most of a column stands level with other print: the words of a table's column, run together. Columns of a
// typewriter's turned print have their letters level with each other, too: where its letters lie, only what stands in a row of its own
// counts.
func levelWith(ls []Component, column, inRow []int, th int, lie bool) bool {
	own := map[int]bool{}
	for _, i := range column {
		own[i] = true
	}
	level := 0
	for _, i := range column {
		a := ls[i]
		slack := max(2, a.H()/6)
		for j, b := range ls {
			if !own[j] && (!lie || inRow[j] > 1) && near(a.Y0, b.Y0, slack) && near(a.Y1, b.Y1, slack) && -a.overlapX(b.Box) < farBeside*th {
				level++
				break
			}
		}
	}
	return 10*level > 7*len(column)
}

// mostLying is how wide letters that lie are at most, in their height: more are words that run together.
const mostLying = 2.0

// lying reports that the letters of a column are turned by a quarter: together wider than high, as upright ones are higher than wide.
func lying(ls []Component, column []int) bool {
	w, h := 0, 0
	for _, i := range column {
		w, h = w+ls[i].W(), h+ls[i].H()
	}
	return w > h && float64(w) <= mostLying*float64(h)
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
