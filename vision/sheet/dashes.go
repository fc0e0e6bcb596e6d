package sheet

import (
	"regexp"
	"slices"
	"strings"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/layout"
	"lensd/vision/table"
)

// Dashes by their width in heights of figures and capitals, which are 0.7 of their face's size in most faces: hyphens are
// 0.25 to 0.35 of it wide, en dashes about a half, em dashes about one.
const (
	enDash, emDash = 0.46, 1.0
	anyDash        = "-–—"
)

// printHeight is the height of a table's print on a page of letters that high: the median of its words.
func printHeight(t table.Table, th int) int {
	var hs []int
	for _, c := range t.Cells {
		for _, p := range c.Phrases {
			for _, w := range p.Words {
				if 3*w.H() > th { // no dash
					hs = append(hs, w.H())
				}
			}
		}
	}
	if len(hs) == 0 {
		return th
	}
	return geom.Median(hs)
}

// fewFigures is how many lines of figures tell a table's height of figures.
const fewFigures = 3

// plainFigures are figures of one height: commas hang, signs stand higher.
var plainFigures = regexp.MustCompile(`^\d[\d. ]*$`)

// figureHeights gives the lines of each table the height of its figures, where it has some: words are as high as their letters with
// tails, against which an em dash of a narrow face is as wide as an en dash.
func figureHeights(lines, marks []cellLine, texts []extract.Text) {
	of := map[int][]int{}
	for i, l := range lines {
		if plainFigures.MatchString(texts[i].Value) {
			of[l.table] = append(of[l.table], l.box.H())
		}
	}
	for _, some := range [][]cellLine{lines, marks} {
		for i, l := range some {
			if hs := of[l.table]; len(hs) >= fewFigures {
				some[i].height = geom.Median(hs)
			}
		}
	}
}

// dashOf tells which dash a flat stroke is, 0 for other print. A recogniser that sees one stroke without neighbours cannot know
// its size; the height of the print around it tells it.
func dashOf(b layout.Box, height int) rune {
	if b.H()*100 > height*34 || b.W() < b.H()*3/2 || b.W()*10 > height*26 {
		return 0
	}
	return dashBy(b.W(), height)
}

// dashBy tells a dash by its width.
func dashBy(width, height int) rune {
	switch w := float64(width) / float64(height); {
	case w < enDash:
		return '-'
	case w < emDash:
		return '–'
	}
	return '—'
}

// said is what a mark that stands for no value is: dots, or the dash that a stroke is beside the table's print.
func (l cellLine) said() string {
	if l.mark != "" || l.box.W() <= 0 {
		return l.mark
	}
	return string(dashBy(l.box.W(), l.height))
}

// markText is what is said of a mark that stands for no value.
func markText(mark string) extract.Text {
	t := extract.Text{Value: mark, Confidence: 0.9}
	runes := []rune(mark)
	n := float64(len(runes))
	for i, r := range runes {
		t.Chars = append(t.Chars, extract.Char{Rune: r, X0: float64(i) / n, X1: float64(i+1) / n, Confidence: 0.9})
	}
	return t
}

// tellDashes tells the dashes in what was read of cells by their width: recognisers take most of them for hyphens. What a text layer says
// stays.
func (s *Sheet) tellDashes(found []table.Table, lines []cellLine, texts []extract.Text) {
	if s.trust {
		return
	}
	columns := map[place]*ranges{}
	at := func(i int) *ranges {
		if !rangeOf.MatchString(texts[i].Value) {
			return nil
		}
		return entry(columns, place{lines[i].table, found[lines[i].table].Cells[lines[i].cell].Col})
	}
	for i, l := range lines {
		told, ok := withDashes(texts[i], s.strokesAmid(texts[i], l))
		texts[i] = told
		if sign, seen := s.signOf(told, l); seen {
			texts[i], _ = withDashes(told, []rune{sign})
		}
		if c := at(i); c != nil {
			c.add(told.Value, ok)
			c.measure(s.rangeStroke(told, l))
		}
	}
	for i := range lines {
		if c := at(i); c != nil {
			if dash, ok := c.dash(); ok {
				texts[i], _ = withDashes(texts[i], []rune{dash})
			}
		}
	}
}

// withDashes puts dashes in the place of those of a text. It stays as it is, and ok is false, where they are not as many.
func withDashes(t extract.Text, dashes []rune) (out extract.Text, ok bool) {
	isDash := func(r rune) bool { return strings.ContainsRune(anyDash, r) }
	value := []rune(t.Value)
	var at []int
	for i, r := range value {
		if isDash(r) {
			at = append(at, i)
		}
	}
	if len(at) == 0 || len(at) != len(dashes) {
		return t, false
	}
	for k, i := range at {
		value[i] = dashes[k]
	}
	k := 0
	t.Value, t.Chars = string(value), slices.Clone(t.Chars)
	for i, c := range t.Chars {
		if isDash(c.Rune) && k < len(dashes) {
			t.Chars[i].Rune = dashes[k]
			k++
		}
	}
	return t, true
}

// strokesAmid returns the dashes that are printed at half the height of a line, from left to right, where any were read.
func (s *Sheet) strokesAmid(read extract.Text, l cellLine) []rune {
	if !strings.ContainsAny(read.Value, anyDash) {
		return nil
	}
	b := l.box
	parts := slices.DeleteFunc(layout.Components(s.inkIn(b)), func(c layout.Component) bool {
		mid := 2 * (c.Y0 + c.Y1)
		return mid < b.H() || mid > 3*b.H() || dashOf(c.Box, l.height) == 0
	})
	slices.SortFunc(parts, func(a, b layout.Component) int { return a.X0 - b.X0 })
	out := make([]rune, len(parts))
	for i, c := range parts {
		out[i] = dashOf(c.Box, l.height)
	}
	return out
}
