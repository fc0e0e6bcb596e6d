package sheet

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract"
	"lensd/vision/layout"
	"lensd/vision/table"
)

// setFigures draws print of 30 pixels height from x 100 on: # is a figure of 20 pixels and 4 of room, a number a dash of so many that
// touches what stands beside it, a blank 4 pixels. It returns where the print stands.
func setFigures(s func(image.Rectangle), y int, print ...any) layout.Box {
	x := 100
	for _, p := range print {
		switch p := p.(type) {
		case int:
			s(image.Rect(x, y+13, x+p, y+17))
			x += p
		case string:
			for _, r := range p {
				if r == '#' {
					s(image.Rect(x, y, x+20, y+30))
					x += 20
				}
				if r == ' ' {
					x += 4
				}
			}
		}
	}
	return layout.Box{X0: 100, Y0: y, X1: x, Y1: y + 30}
}

// A dash that touches its figures is no patch of its own: what is read is an en dash where it is as wide as a figure.
func TestADashThatTouchesItsFiguresIsMeasured(t *testing.T) {
	for name, c := range map[string]struct {
		print      []any
		read, want string
	}{
		"an en dash":                     {[]any{"# #", 20, "# #"}, "12-34", "12–34"},
		"a hyphen":                       {[]any{"# #", 14, "# #"}, "12–34", "12-34"},
		"a hyphen with room":             {[]any{"# # ", 10, "  # #"}, "12–34", "12-34"},
		"the dash of a date":             {[]any{"# #", 20, "# #", 20, "# #"}, "12-34-56", "12-34-56"},
		"no dash is seen":                {[]any{"# # # #"}, "12-34", "12-34"},
		"words":                          {[]any{"# #", 20, "# #"}, "AB-CD", "AB-CD"},
		"a minus sign":                   {[]any{18, " # #"}, "-12", "–12"},
		"a minus sign that touches":      {[]any{20, "# #"}, "-12", "–12"},
		"a hyphen before a number":       {[]any{10, " # #"}, "–12", "-12"},
		"a minus sign behind a currency": {[]any{"# ", 18, " # #"}, "$-12", "$–12"},
	} {
		p := letter()
		p.Fill(p.Rect, 255)
		box := setFigures(func(r image.Rectangle) { p.Fill(r, 0) }, 70, c.print...)
		s := sheetOf(t, says("a line", 0.9), p)
		texts := []extract.Text{textOf(c.read, 0.9)}
		s.tellDashes([]table.Table{{Cells: make([]table.Cell, 1)}}, []cellLine{{box: box, height: 30}}, texts)
		assert.Equal(t, c.want, texts[0].Value, name)
	}
}

// What most ranges of a column are printed with, all are: the one whose dash is not seen too.
func TestTheMedianTellsTheRangesOfAColumn(t *testing.T) {
	p := letter()
	p.Fill(p.Rect, 255)
	draw := func(r image.Rectangle) { p.Fill(r, 0) }
	boxes := []layout.Box{setFigures(draw, 70, "# #", 20, "# #"), setFigures(draw, 120, "# #", 14, "# #"), setFigures(draw, 170, "# #", 21, "# #"), setFigures(draw, 220, "# # # #")}
	s := sheetOf(t, says("a line", 0.9), p)
	var lines []cellLine
	var texts []extract.Text
	for i, b := range boxes {
		lines, texts = append(lines, cellLine{place: place{0, i}, box: b, height: 30}), append(texts, textOf("12-34", 0.9))
	}
	s.tellDashes([]table.Table{{Cells: make([]table.Cell, 4)}}, lines, texts)
	for _, got := range texts {
		assert.Equal(t, "12–34", got.Value)
	}
}
