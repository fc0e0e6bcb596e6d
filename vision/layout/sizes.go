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
	headlineFrom = 3    // times the usual height
)

// otherSizes finds lines of print that is too small or too large for the page's usual letter height th, in cs; words are those of
// the usual size.
func otherSizes(cs []Component, words []Word, rules []Rule, th int) []Line {
	s := sortPatches(cs, th)
	tall := slices.DeleteFunc(slices.Clone(words), func(w Word) bool { return float64(w.Height) < shortWord*float64(th) })
	small := slices.DeleteFunc(append(slices.Clone(s.letters), s.marks...), func(c Component) bool { return float64(c.H()) > shortWord*float64(th) })
	var out []Line
	if small = apartFrom(small, tall, th); len(small) >= fewestSmall {
		out = append(out, linesIn(small, rules, smallWord)...)
	}
	for _, c := range s.letters {
		if c.H() > headlineFrom*th {
			s.figures = append(s.figures, c)
		}
	}
	return append(out, headlines(s.figures, rules)...)
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
	var hs []int
	for _, c := range cs {
		if c.H() >= smallest {
			hs = append(hs, c.H())
		}
	}
	if len(hs) < least {
		return nil
	}
	slices.Sort(hs)
	th := max(smallest, hs[len(hs)*2/3])
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
