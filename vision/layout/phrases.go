package layout

import (
	"slices"

	"lensd/vision/disjoint"
	"lensd/vision/geom"
)

// Phrase is a run of words on one line without a gap as wide as those between columns.
type Phrase struct {
	Box
	Height int // of its letters
	Base   int // y of the baseline
	Words  []Word
}

// SpaceWidth estimates the usual white between words of one phrase: the median of the gaps that can be spaces, or a third
// of th where the page has too few.
func SpaceWidth(words []Word, th int) float64 {
	var gaps []int
	eachNeighbour(words, th, 2*th, func(i, j, gap int) {
		if gap*10 >= th*3 && gap*10 <= th*14 {
			gaps = append(gaps, gap)
		}
	})
	if len(gaps) < 8 {
		return float64(th) * 0.45
	}
	slices.Sort(gaps)
	return float64(gaps[len(gaps)*2/5])
}

// FindPhrases joins words with gaps of at most maxGap (in letter heights) unless a vertical rule stands between them.
func FindPhrases(words []Word, rules []Rule, th int, maxGap float64) []Phrase {
	f := disjoint.New(len(words))
	eachNeighbour(words, th, int(maxGap*float64(th)*2.5), func(i, j, gap int) {
		h := float64(min(max(words[i].Height, words[j].Height), 3*min(words[i].Height, words[j].Height)))
		if float64(gap) <= maxGap*max(h, 0.7*float64(th)) && !ruleBetween(rules, words[i].Box, words[j].Box) {
			f.Join(i, j)
		}
	})
	return phrasesOf(words, f)
}

// phrasesOf makes a phrase of each group of words, from top to bottom.
func phrasesOf(words []Word, f disjoint.Sets) []Phrase {
	var out []Phrase
	for _, group := range f.Groups() {
		var p Phrase
		var hs []int
		for _, i := range group {
			p.Box = p.Union(words[i].Box)
			p.Words = append(p.Words, words[i])
			hs = append(hs, words[i].Height)
		}
		slices.SortFunc(p.Words, func(a, b Word) int { return a.X0 - b.X0 })
		p.Height = geom.Median(hs)
		p.Base = baseOf(p.Words)
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b Phrase) int {
		if a.Y0 != b.Y0 {
			return a.Y0 - b.Y0
		}
		return a.X0 - b.X0
	})
	return out
}

func baseOf(ws []Word) int {
	bs := make([]int, len(ws))
	for i, w := range ws {
		bs[i] = w.Base
	}
	return geom.Median(bs)
}

// eachNeighbour calls f for every word and the nearest word to its right on the same line, up to reach away, and for those on that line
// that it reaches beyond: marks over its end are not what follows it.
func eachNeighbour(words []Word, th, reach int, f func(i, j, gap int)) {
	g := gridOf(words, th*3)
	for i, a := range words {
		best, dist := -1, 1<<30
		g.near(Box{a.X0, a.Y0, a.X1 + reach, a.Y1}, func(j int) {
			b := words[j]
			if j == i || b.cx2() <= a.cx2() || !sameRow(a, b) {
				return
			}
			gap := b.X0 - a.X1
			if b.X1 <= a.X1 {
				f(i, j, gap)
			} else if gap <= reach && gap < dist {
				best, dist = j, gap
			}
		})
		if best >= 0 {
			f(i, best, dist)
		}
	}
}

// sameRow reports that two words stand on one line: their letters share half the lower ones' height. Marks do not count, as those of two
// lines that stand close reach into each other, but where they are words of their own.
func sameRow(a, b Word) bool {
	p, q := a.letters(), b.letters()
	return p.overlapY(q)*2 > min(p.H(), q.H()) || within(a.Box, b.Box) || within(b.Box, a.Box)
}

// letters is the part of a word's box that its letters take, more or less, without marks over and under them.
func (w Word) letters() Box {
	b, slack := w.Box, w.Height/8
	if top, foot := max(w.Base-w.Height-slack, b.Y0), min(w.Base+slack, b.Y1); foot > top {
		b.Y0, b.Y1 = top, foot
	}
	return b
}

// Parted reports a vertical rule between a and b, which lies to its right.
func (p *Page) Parted(a, b Box) bool { return ruleBetween(p.Rules, a, b) }

// ruleBetween reports a vertical rule that parts a from b, which lies to its right.
func ruleBetween(rules []Rule, a, b Box) bool {
	y := float64(max(a.Y0, b.Y0)+min(a.Y1, b.Y1)) / 2
	for _, r := range rules {
		if !r.Vertical || y < r.Y0 || y > r.Y1 {
			continue
		}
		if x := r.At(y); x >= float64(a.X1)-3 && x <= float64(b.X0)+3 {
			return true
		}
	}
	return false
}
