package layout

import (
	"slices"

	"lensd/vision/disjoint"
	"lensd/vision/geom"
)

// Line is a printed line: phrases that continue each other.
type Line struct {
	Box
	Height int
	Block  int // lines that stand together share a number, from 0 in reading order
	Turn   int // quarter turns clockwise of its direction of reading
	At     int // the caller's: survives ordering
}

// lineGap is the widest white inside a line of text, in letter heights. Wider ones part columns.
const lineGap = 2.2

// tallWord is the height, in the page's letters', from which a word is a headline or a drawing and makes no line with others:
// level with a tall tab stand lines that are not each other's.
const tallWord = 3.5

// Lines returns the page's text lines in reading order, with their blocks. Which words are of one, j tells.
func (p *Page) Lines(j *Joiner) []Line {
	usual, tall := p.bySize()
	joined := append(j.lines(p, usual), FindPhrases(tall, p.Rules, p.TextHeight, lineGap)...)
	ls := make([]Line, 0, len(joined))
	for _, j := range unlapped(joined) {
		if j.H() >= max(3, p.TextHeight/3) {
			ls = append(ls, Line{Box: j.Box, Height: j.Height})
		}
	}
	return Arrange(append(notIn(joinJustified(ls, p.Rules), p.Other), p.Other...))
}

// bySize parts the level words of usual height from tall ones.
func (p *Page) bySize() (usual, tall []Word) {
	for _, w := range p.level {
		if float64(w.Height) > tallWord*float64(p.TextHeight) {
			tall = append(tall, w)
		} else {
			usual = append(usual, w)
		}
	}
	return usual, tall
}

// Arrange gives lines their blocks and sorts them in reading order.
func Arrange(ls []Line) []Line { return inOrder(ls, blocks(ls)) }

// besideReach is how far from a known line, in its letters' height, marks and rests of its print lie.
const besideReach = 0.7

// Without returns the words of print that lie beside the known lines and are no specks.
func (p *Page) Without(known []Line) []Word {
	taken, heights := make([]Component, len(known)), []int{p.TextHeight}
	for i, k := range known {
		heights = append(heights, k.Height)
		r := int(besideReach * float64(k.Height))
		taken[i] = Component{Box: Box{k.X0 - r, k.Y0 - r, k.X1 + r, k.Y1 + r}}
	}
	usual := geom.Median(heights)
	g := newGrid(taken, p.TextHeight*3)
	return slices.DeleteFunc(slices.Clone(p.Words), func(w Word) bool {
		covered := 2*w.Height < usual
		g.near(w.Box, func(i int) { covered = covered || taken[i].Overlaps(w.Box) })
		return covered
	})
}

// LevelIn returns the print in the places of turned lines as level ones: short lines below each other pass for one down the page.
func (p *Page) LevelIn(turned []Line) []Line {
	var words []Word
	for _, w := range p.Words {
		if slices.ContainsFunc(turned, func(t Line) bool { return t.holds(w.cx2()/2, w.cy2()/2) }) {
			words = append(words, w)
		}
	}
	var out []Line
	for _, j := range FindPhrases(words, p.Rules, p.TextHeight, lineGap) {
		out = append(out, Line{Box: j.Box, Height: j.Height})
	}
	return out
}

// WordsIn returns the words whose middle lies within a box and in none of the known parts of it.
func (p *Page) WordsIn(b Box, known []geom.Rect) []Word {
	return slices.DeleteFunc(slices.Clone(p.level), func(w Word) bool {
		x, y := w.cx2()/2, w.cy2()/2
		return !b.holds(x, y) || slices.ContainsFunc(known, func(k geom.Rect) bool { return float64(x) >= k.X0 && float64(x) <= k.X1 })
	})
}

// LinesOf joins words to lines of print that are no specks, in no order.
func (p *Page) LinesOf(words []Word) []Line {
	var out []Line
	for _, j := range FindPhrases(words, p.Rules, p.TextHeight, lineGap) {
		if 2*j.W() >= 3*j.H() {
			out = append(out, Line{Box: j.Box, Height: j.Height})
		}
	}
	return out
}

// blocks joins lines that follow each other closely, overlap in width and have like letters.
func blocks(ls []Line) disjoint.Sets {
	f := disjoint.New(len(ls))
	for i, a := range ls {
		below, dist := -1, 1<<30
		for j, b := range ls {
			if i == j || a.Turn != b.Turn || b.Y0 < a.Y0 || b.cy2() <= a.cy2() || a.overlapX(b.Box)*2 < min(a.W(), b.W()) {
				continue
			}
			if d := b.Y0 - a.Y1; d < dist {
				below, dist = j, d
			}
		}
		if below < 0 {
			continue
		}
		b := ls[below]
		lo, hi := min(a.Height, b.Height), max(a.Height, b.Height)
		if dist <= 3*hi/2 && hi*10 <= lo*16 {
			f.Join(i, below)
		}
	}
	return f
}

// maxOrdered bounds the blocks whose order is worked out; a page with more is noise and is read from top to bottom.
const maxOrdered = 400

// inOrder sorts the blocks by columns: a block comes before another that lies below it and overlaps its width, or to its
// right at the same height.
func inOrder(ls []Line, f disjoint.Sets) []Line {
	type block struct {
		Box
		lines []Line
	}
	var bs []block
	for _, g := range f.Groups() {
		var b block
		for _, i := range g {
			b.Box = b.Union(ls[i].Box)
			b.lines = append(b.lines, ls[i])
		}
		slices.SortFunc(b.lines, func(x, y Line) int { return x.cy2() - y.cy2() })
		bs = append(bs, b)
	}
	slices.SortStableFunc(bs, func(a, b block) int { return a.Y0 - b.Y0 })
	var out []Line
	done := make([]bool, len(bs))
	for n := range bs {
		k := n
		if len(bs) <= maxOrdered {
			k = next(done, func(i, j int) bool { return before(bs[i].Box, bs[j].Box) })
			done[k] = true
		}
		for _, l := range bs[k].lines {
			l.Block = n
			out = append(out, l)
		}
	}
	return out
}

// next returns the first open item that no other open item must precede; where the order has a cycle, the first open one.
func next(done []bool, before func(i, j int) bool) int {
	first := -1
	for i := range done {
		if done[i] {
			continue
		}
		if first < 0 {
			first = i
		}
		free := true
		for j := range done {
			if j != i && !done[j] && before(j, i) {
				free = false
				break
			}
		}
		if free {
			return i
		}
	}
	return first
}

// before reports that a is read before b.
func before(a, b Box) bool {
	if a.overlapX(b) > 0 {
		return a.Y0 < b.Y0
	}
	return a.overlapY(b) > 0 && a.X1 <= b.X0
}
