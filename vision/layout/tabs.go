package layout

import "slices"

// Tabs: filled areas taller than wide, whose caption runs down or up. They are looked at by themselves: beside the page's letters
// theirs may be as small as marks, and lines that stand level with a tab are not in the row of its letters.
const (
	tabTall     = 1.6  // of its width: less is a cell
	tabSeam     = 0.35 // of the page's letter height, between the parts of one tab that something bright cut
	tabRuns     = 1.2  // the longest chain of letters along a tab by the longest across it
	halvesGap   = 0.4  // of a line's letter height, at least, where it is cut in halves
	halvesLeast = 1.5  // of it: the length of a half, which is no single letter
	tabPrint    = 150  // patches: more are a picture
	tabBorder   = 2    // pixels from the border, where rests of it stand
)

// takeTabs takes out of cs what is printed across tabs, and returns it as lines whose direction is not known yet.
func (p *Page) takeTabs(cs []Component) (rest []Component, turned []Line) {
	tabs := p.tabs()
	if len(tabs) == 0 {
		return cs, nil
	}
	taken := map[Box]bool{}
	for _, tab := range tabs {
		print := printIn(cs, tab)
		lines := p.tabLines(print)
		if len(lines) == 0 {
			continue
		}
		for _, l := range lines {
			turned = append(turned, p.cutAtRules(l, tab)...)
		}
		for _, c := range print {
			taken[c.Box] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(cs), func(c Component) bool { return taken[c.Box] }), turned
}

// tabs returns the tabs of the page, the parts of each joined.
func (p *Page) tabs() (out []Box) {
	seam, slack := int(tabSeam*float64(p.TextHeight)), 2+p.TextHeight/6
	dark := map[Box]bool{}
	for _, a := range p.Areas {
		if !a.Filled {
			continue
		}
		box := a.Box
		out = slices.DeleteFunc(out, func(b Box) bool {
			parts := dark[b] == a.Dark && near(b.X0, box.X0, slack) && near(b.X1, box.X1, slack) && max(-b.overlapY(box), 0) <= seam && b.overlapY(box) <= seam
			if parts {
				box = box.Union(b)
			}
			return parts
		})
		dark[box] = a.Dark
		out = append(out, box)
	}
	return slices.DeleteFunc(out, func(b Box) bool { return float64(b.H()) < tabTall*float64(b.W()) })
}

// printIn returns the patches that lie in a box and do not touch its border.
func printIn(cs []Component, b Box) (out []Component) {
	for _, c := range cs {
		if c.X0 >= b.X0+tabBorder && c.X1 <= b.X1-tabBorder && c.Y0 >= b.Y0+tabBorder && c.Y1 <= b.Y1-tabBorder {
			out = append(out, c)
		}
	}
	return out
}

// tabLines returns the lines of a tab's print where this runs along the tab, none where it is level.
func (p *Page) tabLines(print []Component) (out []Line) {
	flipped := flippedAll(print)
	th := TextHeight(flipped)
	if th == 0 || len(print) > tabPrint {
		return nil
	}
	ls := sortPatches(flipped, th).letters
	if tabRuns*float64(longest(flippedAll(ls), th, rowGap)) > float64(longest(ls, th, columnGap)) {
		return nil
	}
	words, _ := FindWords(flipped, th)
	words = slices.DeleteFunc(words, func(w Word) bool { return w.Height == 0 })
	for _, l := range FindPhrases(words, nil, th, lineGap) {
		height := 0 // the median would be that of marks that stand by themselves
		for _, w := range l.Words {
			height = max(height, w.Height)
		}
		if float64(l.W()) >= 1.2*float64(l.H()) && height >= 5 {
			out = append(out, Line{Box: withMarks(l.Box.flipped(), print), Height: height, Turn: 1})
		}
	}
	return out
}

// cutAtRules cuts a line that runs along a tab in the white between its words where a rule ends at the tab: two tabs that touch are parted
// by nothing else.
func (p *Page) cutAtRules(l Line, tab Box) []Line {
	slack := max(tabBorder, p.TextHeight/4)
	for _, r := range p.Rules {
		at := int(r.Y0)
		if r.Vertical || at <= l.Y0 || at >= l.Y1 || !near(int(r.X0), tab.X1, slack) && !near(int(r.X1), tab.X0, slack) {
			continue
		}
		from, to := at, at
		for from > l.Y0 && p.white(l, from-1) {
			from--
		}
		for to < l.Y1 && p.white(l, to) {
			to++
		}
		if upper, lower, ok := l.cut(from, to); ok {
			return append(p.cutAtRules(upper, tab), p.cutAtRules(lower, tab)...)
		}
	}
	return []Line{l}
}

// white reports that a line has no ink in a row of the page.
func (p *Page) white(l Line, y int) bool {
	return !slices.Contains(p.Ink.Pix[y*p.Ink.W+l.X0:y*p.Ink.W+l.X1], 1)
}

// cut parts a line that runs down or up the page at a gap, if that is as wide as a space and no part is a single letter.
func (l Line) cut(from, to int) (upper, lower Line, ok bool) {
	upper, lower = l, l
	upper.Y1, lower.Y0 = from, to
	wide := float64(to-from) >= halvesGap*float64(l.Height)
	return upper, lower, wide && float64(min(upper.H(), lower.H())) >= halvesLeast*float64(l.Height)
}

// Halves cuts a line that runs down or up the page at its widest gap, where that may part two lines: captions of two tabs that touch.
func (p *Page) Halves(l Line) []Line {
	from, wide, start := 0, 0, l.Y0
	for y := l.Y0; y < l.Y1; y++ {
		if !p.white(l, y) {
			start = y + 1
		} else if y+1-start > wide {
			from, wide = start, y+1-start
		}
	}
	upper, lower, ok := l.cut(from, from+wide)
	if !ok {
		return nil
	}
	return []Line{upper, lower}
}

// longest is the greatest length of a chain of letters from left to right.
func longest(ls []Component, th int, most float64) (out int) {
	for _, g := range chainsOf(ls, th, most).Groups() {
		out = max(out, boxAround(ls, g).W())
	}
	return out
}
