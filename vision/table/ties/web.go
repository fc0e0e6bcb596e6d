// Package ties says of neighbouring words of a page how they belong together: one cell of a table, cells beside each other, one row,
// one under the other, or nothing of the kind. A small net that passes messages between neighbours learned it (Gilmer et al., Neural
// Message Passing, 2017; for tables: Qasim et al., Rethinking Table Recognition using Graph Neural Networks, 2019). Pure Go; it reads no
// text.
package ties

import (
	"math"
	"slices"

	"lensd/vision/layout"
)

// Tie is a pair of neighbouring words, by their places among the web's: From left of To, or above it.
type Tie struct {
	From, To int
	Traits   []float32
}

// Web is the words of a page with their neighbours.
type Web struct {
	Words  []layout.Word
	Traits [][]float32 // of each word
	Beside []Tie       // a word and the next one to its right
	Under  []Tie       // a word and those that follow below

	page   *layout.Page
	th     float64
	phrase []int // that each word is of
	at     []int // its place there
	line   []int // sorted from top to bottom: words by the middle of their height
	gaps   gaps
}

// Of returns the web of a page's words; those on more than most words have none.
func Of(p *layout.Page) *Web {
	w := &Web{page: p, th: float64(max(1, p.TextHeight))}
	for k, ph := range p.Phrases {
		for i, word := range ph.Words {
			w.Words, w.phrase, w.at = append(w.Words, word), append(w.phrase, k), append(w.at, i)
		}
	}
	if len(w.Words) > mostWords {
		return &Web{}
	}
	w.line = make([]int, len(w.Words))
	for i := range w.line {
		w.line[i] = i
	}
	slices.SortStableFunc(w.line, func(a, b int) int { return middle2(w.Words[a]) - middle2(w.Words[b]) })
	w.linkBeside()
	w.linkUnder()
	w.describe()
	return w
}

// How many traits words and ties have.
const wordTraits, besideTraits, underTraits = 46, 15, 18

// mostWords bounds what is looked at.
const mostWords = 3000

func middle2(w layout.Word) int { return w.Y0 + w.Y1 }

// band is the height that a word takes in its line: a dash takes as much as a letter.
func (w *Web) band(i int) (y0, y1 float64) {
	b := w.Words[i]
	mid, half := float64(b.Y0+b.Y1)/2, max(float64(b.H()), 0.8*w.th)/2
	return mid - half, mid + half
}

// linkBeside ties each word to the next one to its right in its line.
func (w *Web) linkBeside() {
	for i := range w.Words {
		y0, y1 := w.band(i)
		best, least := -1, math.Inf(1)
		for k := range w.Words {
			gap := float64(w.Words[k].X0 - w.Words[i].X1)
			if k == i || gap >= least || w.Words[k].X0+w.Words[k].X1 <= w.Words[i].X0+w.Words[i].X1 || gap < -0.5*w.th {
				continue
			}
			a0, a1 := w.band(k)
			if min(a1, y1)-max(a0, y0) > 0.5*min(a1-a0, y1-y0) {
				best, least = k, gap
			}
		}
		if best >= 0 {
			w.Beside = append(w.Beside, Tie{From: i, To: best})
		}
	}
}

// Reach of the ties to words below, in letter heights.
const (
	reachDown   = 8.0 // to words that stand under one another
	reachAside  = 3.5 // down to words that stand aside
	widestAside = 25.0
)

// linkUnder ties words to those below: each to the nearest that it stands over, each to the nearest that it stands under, and each to the
// nearest of the next line that stands aside, to the left and to the right.
func (w *Web) linkUnder() {
	seen := map[[2]int]bool{}
	link := func(from, to int) {
		if from >= 0 && to >= 0 && !seen[[2]int{from, to}] {
			seen[[2]int{from, to}] = true
			w.Under = append(w.Under, Tie{From: from, To: to})
		}
	}
	rank := make([]int, len(w.line))
	for k, i := range w.line {
		rank[i] = k
	}
	for i := range w.Words {
		below := w.nearest(i, rank[i], 1)
		link(i, below[0])
		link(i, below[1])
		link(i, below[2])
		link(w.nearest(i, rank[i], -1)[0], i)
	}
}

// nearest returns the nearest word below (step 1) or above (-1) that shares a stretch of i's width, and the nearest ones wholly to its
// left and to its right in the next lines; -1 where there is none.
func (w *Web) nearest(i, rank, step int) [3]int {
	best, least := [3]int{-1, -1, -1}, [3]float64{math.Inf(1), math.Inf(1), math.Inf(1)}
	a := w.Words[i]
	for k := rank + step; k >= 0 && k < len(w.line); k += step {
		j := w.line[k]
		b := w.Words[j]
		dy := math.Abs(float64(middle2(b)-middle2(a))) / 2
		if dy > (reachDown+2)*w.th {
			break
		}
		left, right := float64(a.X0-b.X1), float64(b.X0-a.X1)
		side, score := 0, dy
		switch {
		case dy < 0.5*w.th:
			continue
		case left >= 0:
			side, score = 1, left+2*dy
		case right >= 0:
			side, score = 2, right+2*dy
		}
		if side > 0 && (dy > reachAside*w.th || max(left, right) > widestAside*w.th) || score >= least[side] {
			continue
		}
		best[side], least[side] = j, score
	}
	return best
}
