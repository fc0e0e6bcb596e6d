package layout

import (
	"slices"

	"lensd/vision/disjoint"
	"lensd/vision/geom"
)

// Word is a run of print with no gap as wide as a space in it.
type Word struct {
	Box
	Height int // of its letters: their 80th percentile
	Base   int // y of the baseline: the median lower edge of its letters
	parts  []Box
	hung   []Box // marks that stand near it
}

// wordGap is the widest gap inside a word, in letter heights. Letter gaps are below 0.25, spaces above 0.3; a word cut in
// two is mended when words are joined to phrases, two words in one are not.
const wordGap = 0.42

// FindWords groups patches to words at text height th.
func FindWords(cs []Component, th int) (words []Word, figures []Component) {
	s := sortPatches(cs, th)
	ls := s.letters
	f := disjoint.New(len(ls))
	g := newGrid(ls, th*2)
	next := make([]int, len(ls))
	for i := range ls {
		if next[i] = rightNeighbour(ls, g, i, th); next[i] >= 0 {
			f.Join(i, next[i])
		}
		stack(ls, g, i, th, f)
	}
	joinAmid(ls, s.marks, next, th, f)
	words, owner := collect(ls, f)
	left := hang(words, ls, owner, s.marks, th)
	left = floatOver(words, left, th)
	return adoptEnds(adoptLone(rehome(attachMarks(words, left, th), th), th), th), s.figures
}

// rightNeighbour returns the nearest patch to the right of ls[i] on the same line within a letter gap, or -1.
func rightNeighbour(ls []Component, g *grid, i, th int) int {
	a := ls[i]
	reach := int(wordGap*float64(max(a.H(), th*2/3))) + 1
	best, dist := -1, 1<<30
	g.near(Box{a.X0, a.Y0, a.X1 + reach, a.Y1}, func(j int) {
		b := ls[j]
		if j == i || b.cx2() <= a.cx2() || !sameLine(a.Box, b.Box) || drawn(a.Box, b.Box, th) {
			return
		}
		gap := b.X0 - a.X1
		limit := int(wordGap * float64(max(min(a.H(), b.H())*3/2, th*2/3)))
		if gap <= min(reach, limit)+1 && gap < dist {
			best, dist = j, gap
		}
	})
	return best
}

// sameLine reports that the lower of the two boxes has its middle beside the higher one.
func sameLine(a, b Box) bool {
	if a.H() < b.H() {
		a, b = b, a
	}
	slack := a.H() / 8
	mid := b.cy2() / 2
	return mid >= a.Y0-slack && mid <= a.Y1+slack && a.H() <= 4*max(1, b.H())+8
}

// drawnHigher is how many times as high as its neighbour print is at most that is a headline's.
const drawnHigher = 2.5

// drawn reports that one of two boxes is so much higher than the other and than the page's letters that it is a drawing beside print, or
// a shadow.
func drawn(a, b Box, th int) bool {
	lo, hi := float64(min(a.H(), b.H())), float64(max(a.H(), b.H()))
	return hi > tallWord*float64(th) && hi > drawnHigher*lo
}

// stack joins patches of a word that lie above each other: broken strokes, Thai vowels as tall as letters.
func stack(ls []Component, g *grid, i, th int, f disjoint.Sets) {
	a := ls[i]
	g.near(a.Box, func(j int) {
		b := ls[j]
		if j <= i || a.overlapX(b.Box)*2 < min(a.W(), b.W()) {
			return
		}
		if a.overlapY(b.Box)*3 >= min(a.H(), b.H()) && !drawn(a.Box, b.Box, th) {
			f.Join(i, j)
		}
	})
}

// collect makes a word of each group of letters, and tells of each letter its word.
func collect(ls []Component, f disjoint.Sets) (out []Word, owner []int) {
	owner = make([]int, len(ls))
	for _, group := range f.Groups() {
		var w Word
		var hs []int
		for _, i := range group {
			w.Box = w.Union(ls[i].Box)
			w.parts = append(w.parts, ls[i].Box)
			hs = append(hs, ls[i].H())
			owner[i] = len(out)
		}
		slices.Sort(hs)
		w.Height = hs[len(hs)*4/5]
		w.Base = baseline(w.parts, w.Height)
		out = append(out, w)
	}
	return out, owner
}

// baseline is where most letters stand; marks over them that are as large as small letters do not count.
func baseline(parts []Box, height int) int {
	var bases []int
	for _, p := range parts {
		if 2*p.H() > height {
			bases = append(bases, p.Y1)
		}
	}
	return geom.Median(bases)
}

// attachMarks gives each mark to the nearest word that it touches or nearly touches. Marks of no word are dropped, save
// chains of them, which stand for a dash or dots in a cell of their own.
func attachMarks(words []Word, marks []Component, th int) []Word {
	boxes := make([]Component, len(words))
	for i, w := range words {
		boxes[i] = Component{Box: w.Box}
	}
	g := newGrid(boxes, th*2)
	reach := max(2, th*2/5)
	for _, m := range marks {
		best, dist := -1, 1<<30
		g.near(Box{m.X0 - reach, m.Y0 - reach, m.X1 + reach, m.Y1 + reach}, func(i int) {
			dx, dy := max(0, -m.overlapX(boxes[i].Box)), max(0, -m.overlapY(boxes[i].Box))
			if dx > reach || dy > reach {
				return
			}
			if d := dx + 2*dy; d < dist {
				best, dist = i, d
			}
		})
		if best < 0 {
			best = ended(words, g, m.Box)
		}
		if best >= 0 {
			words[best].Box = words[best].Union(m.Box)
			words[best].hung = append(words[best].hung, m.Box)
		}
	}
	return words
}

// Full stops and commas after a word, in its letters' height: monospaced print gives them as much room as a letter.
const (
	endReach = 0.85 // how far from its last letter
	endHigh  = 0.5  // at most
	endLeast = 0.07 // less is dust
	endBase  = 0.15 // from the base line to a full stop's foot, at most; a comma's reaches three times as far below it
)

// ended returns the word that ends in a full stop or comma, which stands nearer to it than to the next one, -1 where there is none.
func ended(words []Word, g *grid, m Box) int {
	best, dist := -1, 1<<30
	g.near(Box{max(0, m.X0-4*g.cell), m.Y0, m.X0, m.Y1}, func(i int) {
		w := words[i]
		gap, h, foot := m.X0-w.X1, float64(w.Height), float64(m.Y1-w.Base)
		if gap < 0 || gap >= dist || float64(gap) > endReach*h || float64(m.H()) > endHigh*h || float64(m.H()) < endLeast*h || foot < -endBase*h || foot > 3*endBase*h {
			return
		}
		best, dist = i, gap
	})
	if best >= 0 {
		g.near(Box{m.X1, m.Y0, m.X1 + dist + 1, m.Y1}, func(i int) {
			if i != best && words[i].X0 >= m.X1 && words[i].X0-m.X1 <= dist && words[i].overlapY(m) > 0 {
				best = -1
			}
		})
	}
	return best
}
