package pdf

import (
	"strings"
	"unicode"

	"lensd/vision/geom"
)

// Word is a run of characters of the text layer without white between them.
type Word struct {
	Text  string
	Box   geom.Rect // pixels of the rendered page
	Chars []Char
}

// Char is one character of a Word.
type Char struct {
	Rune   rune
	X0, X1 float64
}

// wordsOf groups characters to words. The layer's own order is kept; its spaces are not trusted alone, because some
// writers leave them out and others put one behind every letter.
func wordsOf(chars []placed) []Word {
	var out []Word
	var b strings.Builder
	var cur Word
	flush := func() {
		if b.Len() > 0 {
			cur.Text = b.String()
			out = append(out, cur)
		}
		b.Reset()
		cur = Word{}
	}
	for _, c := range chars {
		r := []rune(c.text)[0]
		if unicode.IsSpace(r) || r == 0 {
			flush()
			continue
		}
		if b.Len() > 0 && apart(cur.Box, c.box) {
			flush()
		}
		b.WriteString(c.text)
		for _, r := range c.text {
			cur.Chars = append(cur.Chars, Char{Rune: r, X0: c.box.X0, X1: c.box.X1})
		}
		cur.Box = around(cur.Box, c.box)
	}
	flush()
	return out
}

// apart reports that next cannot belong to the word in box: it is on another line, before the word, or too far behind it.
// Boxes are those of the ink: between the 1 and the comma of Helvetica's "1,5" are 0.36 heights of white.
func apart(box, next geom.Rect) bool {
	h := max(box.H(), next.H(), 4)
	if next.Y0 > box.Y1+0.2*h || next.Y1 < box.Y0-0.2*h {
		return true
	}
	return next.X0 > box.X1+0.5*h || next.X1 < box.X0-0.2*h
}

// around is the union that also keeps boxes without area: marks of some fonts have none.
func around(a, b geom.Rect) geom.Rect {
	if a == (geom.Rect{}) {
		return b
	}
	return geom.Rect{X0: min(a.X0, b.X0), Y0: min(a.Y0, b.Y0), X1: max(a.X1, b.X1), Y1: max(a.Y1, b.Y1)}
}
