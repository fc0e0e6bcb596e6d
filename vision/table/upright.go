package table

import (
	"cmp"
	"math"
	"slices"

	"lensd/vision/layout"
)

// guessUprights looks at the print beside rules down of one extent: tables without rules across.
func (f *finder) guessUprights() {
	var down []layout.Rule
	for _, r := range f.page.Rules {
		if r.Vertical && !r.Edge && r.Length() >= 4*f.th {
			down = append(down, r)
		}
	}
	slices.SortStableFunc(down, func(a, b layout.Rule) int { return cmp.Compare(a.Y0, b.Y0) })
	taken := make([]bool, len(down))
	for i, r := range down {
		if taken[i] {
			continue
		}
		y0, y1 := r.Y0, r.Y1
		for k := i + 1; k < len(down); k++ {
			if math.Abs(down[k].Y0-r.Y0) <= 2.5*f.th && math.Abs(down[k].Y1-r.Y1) <= 2.5*f.th {
				taken[k] = true
				y0, y1 = min(y0, down[k].Y0), max(y1, down[k].Y1)
			}
		}
		ps := f.pick(f.phrasesIn(layout.Box{X0: 0, Y0: int(y0 - 0.3*f.th), X1: f.page.W, Y1: int(y1 + 0.3*f.th)}))
		if len(ps) > 0 {
			f.guessText(ps, rulesIn(f.page.Rules, printIn(ps), f.th), fromRun)
		}
	}
}

// How much of the height of print a rule down runs along where it parts columns, and what share of the lines may cross it: headings over
// several columns do.
const (
	uprightShare   = 0.5
	uprightCrossed = 0.25
)

// uprights returns the x of the printed rules that run down between words over much of the height of lines.
func (f *finder) uprights(lines [][]layout.Phrase) []int {
	b := printOf(lines)
	var down []layout.Rule
	for _, r := range f.page.Rules {
		if r.Vertical && !r.Edge && r.Mid() > float64(b.X0) && r.Mid() < float64(b.X1) && r.Y0 < float64(b.Y1) && r.Y1 > float64(b.Y0) {
			down = append(down, r)
		}
	}
	var out []int
	for _, t := range tracks(down, 0.3*f.th) {
		x := round(t.at)
		if t.cover(float64(b.Y0), float64(b.Y1), 0) >= uprightShare && f.parts(lines, x) {
			out = append(out, x)
		}
	}
	return out
}

// parts reports that lines have words on both sides of x and hardly any across.
func (f *finder) parts(lines [][]layout.Phrase, x int) bool {
	left, right, across := 0, 0, 0
	slack := int(0.15 * f.th)
	for _, l := range lines {
		var sides [3]bool
		for _, p := range l {
			for _, w := range p.Words {
				switch {
				case w.X1 <= x+slack:
					sides[0] = true
				case w.X0 >= x-slack:
					sides[1] = true
				default:
					sides[2] = true
				}
			}
		}
		left, right, across = left+int(indicator(sides[0])), right+int(indicator(sides[1])), across+int(indicator(sides[2]))
	}
	return left >= 2 && right >= 2 && float64(across) <= uprightCrossed*float64(len(lines))
}

// partedAt cuts columns at rules down that run between their print; where there is none on one side, the border beside it moves there.
func partedAt(cols []column, xs []int, lines [][]layout.Phrase) []column {
	for _, x := range xs {
		k := slices.IndexFunc(cols, func(c column) bool { return x > c.x0 && x < c.x1 })
		if k < 0 {
			continue
		}
		c := cols[k]
		switch left, right := printedBetween(lines, c.x0, x), printedBetween(lines, x, c.x1); {
		case left && right:
			cols = slices.Replace(cols, k, k+1, column{c.x0, x}, column{x, c.x1})
		case left && k+1 < len(cols):
			cols[k].x1, cols[k+1].x0 = x, x
		case right && k > 0:
			cols[k-1].x1, cols[k].x0 = x, x
		}
	}
	return cols
}

// printedBetween reports a word whose middle lies between two x.
func printedBetween(lines [][]layout.Phrase, x0, x1 int) bool {
	return slices.ContainsFunc(lines, func(l []layout.Phrase) bool {
		return slices.ContainsFunc(l, func(p layout.Phrase) bool {
			return slices.ContainsFunc(p.Words, func(w layout.Word) bool { return w.X0+w.X1 >= 2*x0 && w.X0+w.X1 < 2*x1 })
		})
	})
}

// cutAtRules parts phrases whose words stand on both sides of a rule down.
func cutAtRules(lines [][]layout.Phrase, xs []int) [][]layout.Phrase {
	if len(xs) == 0 {
		return lines
	}
	borders := make([]column, len(xs)+1)
	for i, x := range xs {
		borders[i].x1 = x
	}
	out := make([][]layout.Phrase, len(lines))
	for i, l := range lines {
		for _, p := range l {
			out[i] = append(out[i], cutAt(p, borders, 0)...)
		}
	}
	return out
}
