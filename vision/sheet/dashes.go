package sheet

import (
	"slices"
	"strings"

	"lensd/extract"
	"lensd/vision/layout"
	"lensd/vision/table"
)

// Dashes by their width in heights of figures and capitals, which are 0.7 of their face's size in most faces: hyphens are
// 0.25 to 0.35 of it wide, en dashes about a half, em dashes about one.
const (
	enDash, emDash = 0.5, 1.0
	anyDash        = "-–—"
)

// printHeight is the height of a table's print on a page of letters that high: that of its lower words, as some have marks over
// and under them.
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
	slices.Sort(hs)
	return hs[len(hs)/4]
}

// dashOf tells which dash a flat stroke is, 0 for other print. A recogniser that sees one stroke without neighbours cannot know
// its size; the height of the print around it tells it.
func dashOf(b layout.Box, height int) rune {
	if b.H()*100 > height*34 || b.W() < b.H()*3/2 || b.W()*10 > height*26 {
		return 0
	}
	switch w := float64(b.W()) / float64(height); {
	case w < enDash:
		return '-'
	case w < emDash:
		return '–'
	}
	return '—'
}

func dashText(d rune) extract.Text {
	return extract.Text{Value: string(d), Confidence: 0.9, Chars: []extract.Char{{Rune: d, X1: 1, Confidence: 0.9}}}
}

// measured tells the dashes in what was read of a line by their width: recognisers take most of them for hyphens. Where the
// print has another number of strokes amid the line than the reading has dashes, that stays as it is, and so does what a
// text layer says.
func (s *Sheet) measured(t extract.Text, b layout.Box, height int) extract.Text {
	if s.trust || !strings.ContainsAny(t.Value, anyDash) {
		return t
	}
	strokes := s.strokesAmid(b, height)
	var at []int
	for i, c := range t.Chars {
		if strings.ContainsRune(anyDash, c.Rune) {
			at = append(at, i)
		}
	}
	if len(strokes) != len(at) {
		return t
	}
	t.Chars = slices.Clone(t.Chars)
	value := []rune(t.Value)
	for i, k := range at {
		t.Chars[k].Rune = strokes[i]
	}
	n := 0
	for i, r := range value {
		if strings.ContainsRune(anyDash, r) && n < len(strokes) {
			value[i] = strokes[n]
			n++
		}
	}
	t.Value = string(value)
	return t
}

// strokesAmid returns the dashes that are printed at half the height of a line, from left to right.
func (s *Sheet) strokesAmid(b layout.Box, height int) []rune {
	ink := s.analysis().Ink
	line := layout.NewBitmap(b.W(), b.H())
	for y := range b.H() {
		for x := range b.W() {
			if ink.At(b.X0+x, b.Y0+y) {
				line.Pix[y*line.W+x] = 1
			}
		}
	}
	parts := slices.DeleteFunc(layout.Components(line), func(c layout.Component) bool {
		mid := 2 * (c.Y0 + c.Y1)
		return mid < b.H() || mid > 3*b.H() || dashOf(c.Box, height) == 0
	})
	slices.SortFunc(parts, func(a, b layout.Component) int { return a.X0 - b.X0 })
	out := make([]rune, len(parts))
	for i, c := range parts {
		out[i] = dashOf(c.Box, height)
	}
	return out
}
