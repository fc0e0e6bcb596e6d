package sheet

import (
	"context"
	"image"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/internal/printed"
	"lensd/vision/layout"
)

func TestADoubtfulLineAsHighAsTwoIsReadAsTwo(t *testing.T) {
	p := letter()
	p.Text(90, 600, 26, "blurred print")
	p.Text(90, 628, 26, "immunologists")
	both := layout.Line{Box: layout.Box{X0: 88, Y0: 578, X1: 260, Y1: 636}, Height: 58}
	for name, c := range map[string]struct {
		whole, part extract.Text
		want        []string
	}{
		"storeys that are read":           {textOf("Th7", 0.04), textOf("a line", 0.9), []string{"a line", "a line"}},
		"storeys that are no surer":       {textOf("whole line", 0.45), textOf("a line", 0.5), []string{"whole line"}},
		"a line that is read":             {textOf("HEADLINE", 0.8), textOf("a line", 0.99), []string{"HEADLINE"}},
		"storeys that say nothing":        {textOf("whole line", 0.4), textOf("...", 0.99), []string{"whole line"}},
		"specks of storeys are no lines":  {textOf("Th7", 0.04), textOf("i", 0.3), nil},
		"what was a speck becomes a line": {textOf("i", 0.1), textOf("a line", 0.9), []string{"a line", "a line"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := sheetOf(t, &reader{answer: func(g *image.Gray, _ extract.Hint) extract.Text {
				if g.Rect.Dy() > 50 {
					return c.whole
				}
				return c.part
			}}, p)
			lines, err := s.readLevel(context.Background(), []layout.Line{both})
			require.NoError(t, err)
			var got []string
			for _, l := range lines {
				got = append(got, l.Text.Value)
			}
			assert.Equal(t, c.want, got)
		})
	}
}

// What is cut off over the letters of a large line are its vowels and tones, however surely the rest is read.
func TestALineWithoutItsMarksIsNoStorey(t *testing.T) {
	p := letter()
	p.Text(90, 600, 26, "blurred print")
	p.Text(90, 628, 26, "immunologists")
	parts := 0
	s := sheetOf(t, &reader{answer: func(g *image.Gray, _ extract.Hint) extract.Text {
		switch {
		case g.Rect.Dy() > 50:
			return textOf("เมืองสุข", 0.45)
		case parts == 0:
			parts++
			return textOf("9", 0.9)
		}
		parts++
		return textOf("เมองสข", 0.98)
	}}, p)
	parts = 0
	lines, err := s.storeys(context.Background(), []levelRead{{box: layout.Line{Box: layout.Box{X0: 88, Y0: 578, X1: 260, Y1: 636}, Height: 58}, text: textOf("เมืองสุข", 0.45)}})
	require.NoError(t, err)
	assert.Equal(t, 2, parts, "both storeys are read")
	require.Len(t, lines, 1)
	assert.Equal(t, "เมืองสุข", lines[0].text.Value)

	s.sparing, parts = true, 0
	_, err = s.storeys(context.Background(), []levelRead{{box: lines[0].box, text: textOf(strings.Repeat("เมืองสุข", 8), 0.45)}})
	require.NoError(t, err)
	assert.Zero(t, parts, "a kind that spares looks takes no line apart that is good for its length")
}

// Storeys stand where the line stood among the others.
func TestStoreysKeepTheOrderOfLines(t *testing.T) {
	p := printed.NewPage(900, 700)
	for y := 80; y < 640; y += 56 {
		p.Text(90, y, 26, "blurred print")
		p.Text(90, y+28, 26, "immunologists")
	}
	s := sheetOf(t, &reader{answer: func(g *image.Gray, _ extract.Hint) extract.Text {
		if g.Rect.Dy() > 50 {
			return textOf("Th7", 0.04)
		}
		return textOf("a line", 0.9)
	}}, p)
	var boxes []layout.Line
	for y := 80; y < 400; y += 56 {
		boxes = append(boxes, layout.Line{Box: layout.Box{X0: 88, Y0: y - 22, X1: 260, Y1: y + 36}, Height: 58})
	}
	lines, err := s.readLevel(context.Background(), boxes)
	require.NoError(t, err)
	require.Len(t, lines, 2*len(boxes))
	for i := 1; i < len(lines); i++ {
		assert.Greater(t, lines[i].Quad[0].Y, lines[i-1].Quad[0].Y)
	}
}

// A storey that passed for marks is small print where it is read, and else the marks that the other storey lacks.
func TestLettersAreNotParted(t *testing.T) {
	said := func(values string, confidences ...float64) (out []levelRead) {
		for i, c := range confidences {
			out = append(out, levelRead{text: textOf(strings.Split(values, "|")[i], c)})
		}
		return out
	}
	for name, c := range map[string]struct {
		parts []levelRead
		marks []bool
		whole string
		want  bool
	}{
		"marks":                             {said("1 2 3|ร้าน", 0.02, 0.9), []bool{true, false}, "", true},
		"small print":                       {said("a line|a line", 0.6, 0.7), []bool{true, false}, "", false},
		"what is no mark":                   {said("1 2 3|ร้าน", 0.02, 0.9), []bool{false, false}, "", false},
		"marks that are read as something":  {said("๕ ๐ ๙|วสดภณท", 0.15, 0.9), []bool{true, false}, "วัสดภัณฑ์", true},
		"small print over other letters":    {said("๕ ๐ ๙|ธนาคาร", 0.15, 0.9), []bool{true, false}, "วัสดภัณฑ์", false},
		"small print over the same letters": {said("a line|วสดภณท", 0.6, 0.9), []bool{true, false}, "วัสดภัณฑ์", false},
		"letters that have no marks":        {said("1 2 3|street", 0.15, 0.9), []bool{true, false}, "street", false},
		"no storeys":                        {nil, nil, "", false},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, without(c.parts, c.marks, textOf(c.whole, 0.3))) })
	}
}

// Over large letters marks are as high as the page's letters, and what is read without them may be surer than the line.
func TestALargeLineKeepsItsMarks(t *testing.T) {
	p := letter()
	p.Text(90, 690, 80, "nnnnnnnn")
	for x := 95; x < 420; x += 44 {
		p.Fill(image.Rect(x, 628, x+22, 641), 0)
	}
	line := layout.Line{Box: layout.Box{X0: 88, Y0: 626, X1: 450, Y1: 692}, Height: 44}
	for name, c := range map[string]struct {
		marks extract.Text
		want  []string
	}{
		"marks":       {textOf("1 2 3", 0.02), []string{"เพชรมณี"}},
		"small print": {textOf("a line", 0.6), []string{"a line", "เพชรมณ"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := sheetOf(t, &reader{answer: func(g *image.Gray, _ extract.Hint) extract.Text {
				switch h := g.Rect.Dy(); {
				case h > 60:
					return textOf("เพชรมณี", 0.3)
				case h > 35:
					return textOf("เพชรมณ", 0.95)
				}
				return c.marks
			}}, p)
			lines, err := s.readLevel(context.Background(), []layout.Line{line})
			require.NoError(t, err)
			var got []string
			for _, l := range lines {
				got = append(got, l.Text.Value)
			}
			assert.Equal(t, c.want, got)
		})
	}
}
