package layout

import "slices"

// Marks of print that is larger than the page's: a tone over a vowel, a vowel under a letter are as high as the page's letters, or twice as
// wide as high like a dash, and pass for a word of one letter. In the letter height of the line that they belong to.
const (
	loneHigh  = 0.66 // a vowel and the tone on it that touch
	loneWide  = 1.0
	loneNear  = 0.2 // how far from a letter, or from another mark over or under it
	loneParts = 2   // patches of such a word at most
)

// adoptLone gives words that are no more than a mark to the line over or under whose letters they stand.
func adoptLone(words []Word, th int) []Word {
	g := gridOf(words, th*2)
	gone := make([]bool, len(words))
	for again := true; again; { // a tone may stand on a vowel that is found first
		again = false
		for i, w := range words {
			if gone[i] || len(w.parts)+len(w.hung) > loneParts {
				continue
			}
			var homes []int
			marks := slices.Concat(w.parts, w.hung)
			for _, m := range marks {
				homes = append(homes, lineOf(words, gone, g, i, m))
			}
			if slices.Contains(homes, -1) {
				continue
			}
			for k, to := range homes {
				words[to].Box, words[to].hung = words[to].Union(marks[k]), append(words[to].hung, marks[k])
			}
			gone[i], again = true, true
		}
	}
	return remaining(words, gone)
}

// remaining returns the words that are not gone, in the place of all.
func remaining(words []Word, gone []bool) []Word {
	out := words[:0]
	for i, w := range words {
		if !gone[i] {
			out = append(out, w)
		}
	}
	return out
}

// adoptEnds gives full stops and commas of print that is larger than the page's, which pass for words of one letter, to the words that end
// in them.
func adoptEnds(words []Word, th int) []Word {
	g := gridOf(words, th*2)
	gone := make([]bool, len(words))
	for i, w := range words {
		if to := ended(words, g, w.Box); to >= 0 && len(w.parts)+len(w.hung) == 1 {
			words[to].Box, words[to].hung, gone[i] = words[to].Union(w.Box), append(words[to].hung, w.Box), true
		}
	}
	return remaining(words, gone)
}

// lineOf returns the word that a patch of word i is a mark of, -1 for none.
func lineOf(words []Word, gone []bool, g *grid, i int, m Box) int {
	best, at := 1<<30, -1
	g.near(Box{m.X0, max(0, m.Y0-m.H()), m.X1, m.Y1 + m.H()}, func(j int) {
		v := words[j]
		h := float64(v.Height)
		if j == i || gone[j] || len(v.parts) < 2 || float64(m.H()) > loneHigh*h || float64(m.W()) > loneWide*h {
			return
		}
		under, over := m.Y0 >= v.Base-v.Height/ownEdge, m.Y1 <= v.Base-v.Height+v.Height/ownEdge
		for _, p := range slices.Concat(v.parts, v.hung) {
			gap := p.Y0 - m.Y1
			if under { // one mark stands under a letter, no other below it
				gap = m.Y0 - min(p.Y1, v.Base)
			}
			if !under && !over || gap < -1 || float64(gap) > loneNear*h || ownWidth*p.overlapX(m) < m.W() {
				continue
			}
			if gap < best {
				best, at = gap, j
			}
		}
	})
	if at < 0 {
		at = floatsOver(words, g, m, func(j int) bool { return j != i && !gone[j] && len(words[j].parts) > 1 })
	}
	return at
}
