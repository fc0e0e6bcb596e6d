package layout

import "slices"

// Marks that went with the wrong line, in the letter height of the line that they belong to.
const (
	ownNear  = 0.2 // how far from its letter one stands at most
	ownTwice = 2   // times as far from the letters that it went with, at least
	ownWidth = 3   // a mark's width divided by this: what a letter has at least of it that it stands over or under, not beside
	ownEdge  = 8   // a letter's height divided by this: how far from its line's letters a letter may begin or end
)

// rehome gives patches that went with a line's letters and stand between two lines to the other one where they nearly touch a letter of
// that: in print that is larger than most of the page's, vowels under letters are as high as usual letters.
func rehome(words []Word, th int) []Word {
	g := gridOf(words, th*2)
	for i := range words {
		if w := &words[i]; len(w.parts) > 1 {
			before := len(w.parts) + len(w.hung)
			move := func(p Box) bool {
				to := homeOf(words, g, i, p)
				if to >= 0 {
					words[to].Box, words[to].hung = words[to].Union(p), append(words[to].hung, p)
				}
				return to >= 0
			}
			w.parts, w.hung = slices.DeleteFunc(w.parts, move), slices.DeleteFunc(w.hung, move)
			if len(w.parts)+len(w.hung) < before {
				w.rebox()
			}
		}
	}
	return words
}

// homeOf returns the word that part p of word i belongs to, -1 for its own.
func homeOf(words []Word, g *grid, i int, p Box) int {
	w := words[i]
	over, under := p.Y1 <= w.Base-w.Height+w.Height/ownEdge, p.Y0 >= w.Base-w.Height/ownEdge
	if !over && !under {
		return -1
	}
	own := 1 << 30
	for _, o := range w.parts {
		if o != p && ownWidth*o.overlapX(p) >= p.W() {
			own = min(own, max(0, o.Y0-p.Y1, p.Y0-o.Y1))
		}
	}
	best, at := own, -1
	reach := p.H() + 2
	g.near(Box{p.X0, max(0, p.Y0-reach), p.X1, p.Y1 + reach}, func(j int) {
		if v := words[j]; j != i && float64(p.H()) <= markHeight*float64(v.Height) {
			if gap, ok := v.near(p, over); ok && float64(gap) <= ownNear*float64(v.Height) && ownTwice*gap < own && gap < best {
				best, at = gap, j
			}
		}
	})
	return at
}

// near returns how far a patch stands under the nearest letter of a word, or over it, and whether there is such a letter.
func (w Word) near(p Box, under bool) (gap int, ok bool) {
	for _, o := range w.parts {
		if o.overlapX(p) <= 0 || 2*o.H() < w.Height || o == p {
			continue
		}
		d := o.Y0 - p.Y1
		if under {
			d = p.Y0 - o.Y1
		}
		if d >= -1 && (!ok || d < gap) {
			gap, ok = max(0, d), true
		}
	}
	return gap, ok
}
