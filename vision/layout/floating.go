package layout

// Tones that stand as high over bare letters as over vowels: programs that know no Thai set each sign where its face has it. In the height
// of their word's letters.
const (
	floatFar   = 0.85 // over their letter at most
	floatLeast = 0.2  // of a mark: less is dust, or a dot of a leader
	floatHigh  = 0.66
	floatWide  = 0.8
	floatFlat  = 1.5 // of its own height: the tick of a chart's axis is flatter
	floatClear = 0.4 // under what stands over them, at least
	floatRow   = 0.3 // under a base line: full stops and commas are no higher
)

// floatOver gives marks to the words over whose letters they float, and returns what is left.
func floatOver(words []Word, marks []Component, th int) (left []Component) {
	g := gridOf(words, th*2)
	for _, m := range marks {
		w := floatsOver(words, g, m.Box, func(int) bool { return true })
		if w < 0 {
			left = append(left, m)
			continue
		}
		words[w].Box, words[w].hung = words[w].Union(m.Box), append(words[w].hung, m.Box)
	}
	return left
}

// floatsOver returns the word of those that count that a mark floats over, -1 for none: it stands in no word's row, and nothing is so near
// over it that it may be a vowel under that.
func floatsOver(words []Word, g *grid, m Box, counts func(int) bool) int {
	const none = 1 << 30
	under, at, free := none, -1, true
	far := 3 * g.cell / 2
	g.near(Box{max(0, m.X0-g.cell), max(0, m.Y0-far), m.X1 + g.cell, m.Y1 + far}, func(i int) {
		w := words[i]
		if !counts(i) || w.Box == m {
			return
		}
		h, mid := float64(w.Height), float64(m.cy2())/2
		free = free && (mid < float64(w.Base)-h || mid > float64(w.Base)+floatRow*h)
		for _, p := range w.parts {
			if p.X1 < m.X0 || p.X0 > m.X1 {
				continue
			}
			switch gap := p.Y0 - m.Y1; {
			case p.Y1 <= m.Y0:
				free = free && float64(m.Y0-p.Y1) >= floatClear*h
			case gap >= 0 && gap < under:
				under, at = gap, i
			}
		}
	})
	if at < 0 || !free {
		return -1
	}
	h := float64(words[at].Height)
	sized := float64(m.H()) >= floatLeast*h && float64(m.H()) <= floatHigh*h && float64(m.W()) <= min(floatWide*h, floatFlat*float64(m.H()))
	if !sized || float64(under) > floatFar*h {
		return -1
	}
	return at
}
