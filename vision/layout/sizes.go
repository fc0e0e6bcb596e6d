package layout

import "slices"

// Print in quite another size than most of the page's: notes whose letters pass for dots beside it, headlines whose letters pass
// for drawings.
const (
	fewestSmall  = 6    // letters that make a size of their own
	smallest     = 5    // pixels
	fewestLarge  = 2    // letters of a headline
	largeShape   = 3.0  // of a letter, longer by shorter side
	largeFill    = 0.12 // of a letter's box is ink
	likeHeadline = 2.2  // largest letter by smallest
	smallWord    = 2    // letters
	shortWord    = 0.7  // of the usual height: a word of small print
	withinSize   = 1.8  // highest letter by the usual one of small print, which may be a low letter
	belowUsual   = 0.9  // and by the page's: in letters as high as usual print begins what stands beside it
	knownShare   = 0.8  // of a line's letters
	knownHigher  = 0.8  // of their height, that words may reach beyond the line
	headlineFrom = 3    // times the usual height
	mostHeld     = 1    // words that stand within a headline's letter, an O say: what holds more is a frame around print
)

// otherSizes finds lines of print that is too small or too large for the page's usual letter height th, in cs; words are those of
// the usual size.
func otherSizes(cs []Component, words []Word, rules []Rule, th int) []Line {
	s := sortPatches(cs, th)
	out := smallPrint(append(slices.Clone(s.letters), s.marks...), words, rules, th)
	said := wordParts(words, tallWord*float64(th))
	for _, c := range s.letters {
		if c.H() > headlineFrom*th && !said[c.Box] {
			s.figures = append(s.figures, c)
		}
	}
	return append(out, headlines(notAround(s.figures, words), rules)...)
}

// wordParts returns what words up to a height are made of: the capitals of large print that still makes usual lines are no headline, which
// would take the place of the line and lacks its low letters.
func wordParts(words []Word, highest float64) map[Box]bool {
	parts := map[Box]bool{}
	for _, w := range words {
		if float64(w.Height) > highest {
			continue
		}
		for _, b := range w.parts {
			parts[b] = true
		}
	}
	return parts
}

// notAround returns the drawings that do not hold words.
func notAround(figures []Component, words []Word) []Component {
	return slices.DeleteFunc(slices.Clone(figures), func(f Component) bool {
		held := 0
		for _, w := range words {
			if w.X0 > f.X0 && w.Y0 > f.Y0 && w.X1 < f.X1 && w.Y1 < f.Y1 {
				held++
			}
		}
		return held > mostHeld
	})
}

// smallPrint finds lines whose letters pass for marks. What is low and in no word tells their size; their capitals and what hangs below the
// line may be as high as the page's low letters, and then pass for words.
func smallPrint(cs []Component, words []Word, rules []Rule, th int) []Line {
	usual := float64(th) * shortWord
	seeds := apartFrom(lower(cs, usual), higher(words, usual), th)
	size := usualHeight(seeds, smallWord)
	if len(seeds) < fewestSmall || size == 0 {
		return nil
	}
	highest := min(withinSize*float64(size), belowUsual*float64(th))
	cs = apartFrom(lower(cs, highest), higher(words, highest), th)
	own := map[Box]Box{}
	for _, w := range words {
		for _, b := range w.parts {
			own[b] = w.Box
		}
	}
	return slices.DeleteFunc(linesOfSize(cs, size, rules, smallWord), func(l Line) bool { return inWords(l, cs, own) })
}

// inWords reports that the letters of a line of small print are letters of words of the usual size too, which own tells of each. Words that
// have taken the low letters of the next line of small print for their marks are higher than the line.
func inWords(l Line, cs []Component, own map[Box]Box) bool {
	letters, taken := 0, 0
	all := l.Box
	for _, c := range cs {
		if 2*c.H() < l.Height || !l.holds(c.cx2()/2, c.cy2()/2) {
			continue
		}
		letters++
		if word, ok := own[c.Box]; ok {
			taken++
			all = all.Union(word)
		}
	}
	return float64(taken) >= knownShare*float64(letters) && float64(all.H()-l.H()) <= knownHigher*float64(l.Height)
}

// lower returns the patches that are no higher than this.
func lower(cs []Component, height float64) []Component {
	return slices.DeleteFunc(slices.Clone(cs), func(c Component) bool { return float64(c.H()) > height })
}

// higher returns the words whose letters are so high at least.
func higher(words []Word, height float64) []Word {
	return slices.DeleteFunc(slices.Clone(words), func(w Word) bool { return float64(w.Height) < height })
}

// notIn drops lines that others, made of the same print in its own size, cover.
func notIn(ls, others []Line) []Line {
	return slices.DeleteFunc(ls, func(l Line) bool {
		return slices.ContainsFunc(others, func(o Line) bool { return common(l.Box, o.Box)*10 > 6*l.W()*l.H() })
	})
}

// apartFrom returns the patches that none of the words has taken.
func apartFrom(cs []Component, words []Word, th int) []Component {
	boxes := make([]Component, len(words))
	for i, w := range words {
		boxes[i] = Component{Box: w.Box}
	}
	g := newGrid(boxes, th*2)
	return slices.DeleteFunc(cs, func(m Component) bool {
		taken := false
		g.near(m.Box, func(i int) { taken = taken || boxes[i].Overlaps(m.Box) })
		return taken
	})
}

// linesIn makes lines of patches by their own usual height, words of fewer than least letters left out.
func linesIn(cs []Component, rules []Rule, least int) []Line {
	th := usualHeight(cs, least)
	if th == 0 {
		return nil
	}
	return linesOfSize(cs, th, rules, least)
}

// usualHeight is the usual height of so many patches at least, 0 where there are fewer.
func usualHeight(cs []Component, least int) int {
	var hs []int
	for _, c := range cs {
		if c.H() >= smallest {
			hs = append(hs, c.H())
		}
	}
	if len(hs) < least {
		return 0
	}
	slices.Sort(hs)
	return max(smallest, hs[len(hs)*2/3])
}

// linesOfSize makes lines of patches at a text height, words of fewer than least letters left out.
func linesOfSize(cs []Component, th int, rules []Rule, least int) []Line {
	words, _ := FindWords(cs, th)
	var out []Line
	for _, l := range FindPhrases(adoptMarks(words, th), rules, th, lineGap) {
		n := 0
		for _, c := range cs {
			if l.holds(c.cx2()/2, c.cy2()/2) {
				n++
			}
		}
		if n > least && l.W() > 2*l.H() && l.Height >= smallest {
			out = append(out, Line{Box: l.Box, Height: l.Height})
		}
	}
	return out
}

// headlines makes lines of drawings that stand in a row like letters.
func headlines(figures []Component, rules []Rule) []Line {
	var letters []Component
	for _, f := range figures {
		long, short := float64(max(f.W(), f.H())), float64(min(f.W(), f.H()))
		if long <= largeShape*short && float64(f.Area) >= largeFill*float64(f.W()*f.H()) {
			letters = append(letters, f)
		}
	}
	var out []Line
	for len(letters) >= fewestLarge {
		tallest := slices.MaxFunc(letters, func(a, b Component) int { return a.H() - b.H() }).H()
		size := slices.DeleteFunc(slices.Clone(letters), func(c Component) bool { return float64(c.H())*likeHeadline < float64(tallest) })
		letters = slices.DeleteFunc(letters, func(c Component) bool { return float64(c.H())*likeHeadline >= float64(tallest) })
		if len(size) >= fewestLarge {
			out = append(out, linesIn(size, rules, fewestLarge-1)...)
		}
	}
	return out
}
