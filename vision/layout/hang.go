package layout

import "slices"

// Marks over and under letters, in the height of their word's letters.
const (
	hangNear   = 0.2  // how far one stands from its letter at most
	hangTall   = 0.55 // how tall it is at most
	hangBeside = 0.25 // by which it may stand beside its letter
	hangPasses = 3    // the nearest first: a tone mark stands on a vowel's, which has to be taken before it
)

// hang gives marks to the words whose letters they nearly touch from above or below, and returns what is left: between lines that stand
// close a vowel under the one lies within the box of the other, so that the nearest box is not its own. ls are the letters, owner the
// word of each.
func hang(words []Word, ls []Component, owner []int, marks []Component, th int) []Component {
	ls, owner = slices.Clone(ls), slices.Clone(owner)
	for pass := range hangPasses {
		g := newGrid(ls, th*2)
		var left []Component
		for _, m := range marks {
			w := hangsOn(words, ls, owner, g, m, hangNear*float64(pass+1)/hangPasses)
			if w < 0 {
				left = append(left, m)
				continue
			}
			words[w].Box = words[w].Union(m.Box)
			words[w].parts = append(words[w].parts, m.Box)
			ls, owner = append(ls, m), append(owner, w)
		}
		marks = left
	}
	return marks
}

// hangsOn returns the word of the letter that a mark stands within a distance of, -1 where there is none or letters of two words are
// about as near.
func hangsOn(words []Word, ls []Component, owner []int, g *grid, m Component, within float64) int {
	best, second, at := within, 2*hangNear, -1
	reach := m.H() + 2
	g.near(Box{m.X0 - reach, m.Y0 - reach, m.X1 + reach, m.Y1 + reach}, func(i int) {
		w := owner[i]
		gap, ok := overOrUnder(m.Box, ls[i].Box, float64(words[w].Height))
		switch {
		case !ok || gap >= second && gap >= best:
		case w == at:
			best = min(best, gap)
		case gap < best:
			if at >= 0 {
				second = min(second, best)
			}
			best, at = gap, w
		default:
			second = min(second, gap)
		}
	})
	if at >= 0 && second < 2*best+0.02 {
		return -1
	}
	return at
}

// overOrUnder returns how far a mark stands over or under a letter, in letter heights h. A letter beside the mark, such as a tall one of
// the next line that reaches up to it, is none that it belongs to.
func overOrUnder(m, letter Box, h float64) (gap float64, ok bool) {
	beside := int(hangBeside * h)
	switch {
	case float64(m.H()) > hangTall*h || float64(m.W()) > 1.2*h,
		m.X1 < letter.X0-beside || m.X0 > letter.X1+beside,
		(m.X1 <= letter.X0 || m.X0 >= letter.X1) && min(m.Y1, letter.Y1) > max(m.Y0, letter.Y0):
		return 0, false
	}
	return float64(max(0, letter.Y0-m.Y1, m.Y0-letter.Y1)) / h, true
}

// apart returns how far the parts of a word that may be marks stand over or under letters of another at most, in pixels; where one stands
// over and under none of them ok is false.
func apart(m, w Word) (gap int, ok bool) {
	for _, b := range m.parts {
		near, found := 0, false
		for _, l := range slices.Concat(w.parts, w.hung) {
			if b.X1 <= l.X0 || b.X0 >= l.X1 {
				continue
			}
			if d := max(0, l.Y0-b.Y1, b.Y0-l.Y1); !found || d < near {
				near, found = d, true
			}
		}
		if !found {
			return 0, false
		}
		gap = max(gap, near)
	}
	return gap, len(m.parts) > 0
}
