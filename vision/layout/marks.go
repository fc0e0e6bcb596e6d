package layout

import (
	"slices"

	"lensd/vision/geom"
)

// Marks over and under Thai letters, in heights of the letters that they belong to. Small print beside a line in large print
// does not come so near to its letters.
const (
	markHeight = 0.62 // at most
	markStack  = 0.95 // of two above each other, at most
	stackWide  = 1.1  // of these: they stand over one letter, a word over a larger one is wider
	markAbove  = 1.3  // their lower edge over the baseline, at most
	toneAbove  = 1.9  // that of a single small one, which may stand on another
	toneSize   = 0.45
	markBelow  = 0.5 // their middle under the baseline, at most
	markWide   = 3.5 // of a row of marks that touch
	mostMarks  = 5   // in a row: more are a word of small print
)

// adoptMarks joins words that are nothing but marks over or under the letters of another: vowels and tones that the page's
// usual height takes for small letters would stand as lines of their own.
func adoptMarks(words []Word, th int) []Word {
	g := gridOf(words, th*2)
	owner := make([]int, len(words))
	for i, m := range words {
		owner[i] = -1
		best := 1 << 30
		g.near(Box{m.X0 - 2, m.Y0 - 2*th, m.X1 + 2, m.Y1 + 2*th}, func(j int) {
			if j == i || !marks(m, words[j]) {
				return
			}
			d, ok := apart(m, words[j])
			if !ok {
				d = max(0, words[j].Base-words[j].Height-m.Y1, m.Y0-words[j].Base)
			}
			if d < best && d <= m.H() { // further away it is small print
				best, owner[i] = d, j
			}
		})
	}
	out := words[:0:0]
	for i, w := range words {
		if owner[i] >= 0 && owner[owner[i]] < 0 {
			o := &words[owner[i]]
			o.Box, o.hung = o.Union(w.Box), slices.Concat(o.hung, w.parts, w.hung)
		}
	}
	for i, w := range words {
		if owner[i] < 0 || owner[owner[i]] >= 0 {
			out = append(out, w)
		}
	}
	return out
}

// marks reports that m is a mark or a few over or under the letters of w.
func marks(m, w Word) bool {
	h, mid := float64(w.usual()), float64(m.cy2())/2
	low := float64(m.H()) < markHeight*h
	above := markAbove
	if len(m.parts) == 1 && float64(max(m.W(), m.H())) < toneSize*h {
		above = toneAbove
	}
	stack := (float64(m.Height) < markHeight*h || len(m.parts) == 1) && float64(m.H()) < markStack*h && float64(m.W()) < stackWide*h
	return (low || stack) && len(m.parts) <= mostMarks && float64(m.W()) < markWide*h && m.X0 > w.X0-w.Height/2 && m.X1 < w.X1+w.Height/2 &&
		m.W() < w.W() && float64(m.Base) > float64(w.Base)-above*h && mid < float64(w.Base)+markBelow*h &&
		(m.Y1 <= w.Base-w.Height/2 || m.Y0 >= w.Base-w.Height/8)
}

// usual is the height of a word's letters but for brackets and patches in which a letter touches a mark of the next line: those make up
// a third of a short word, and Height with them.
func (w Word) usual() int {
	var hs []int
	for _, p := range w.parts {
		if 2*p.H() >= w.Height {
			hs = append(hs, p.H())
		}
	}
	if len(hs) == 0 {
		return w.Height
	}
	return geom.Median(hs)
}
