package pdf

import (
	"math"
	"strings"
	"unicode"

	"lensd/vision/geom"
)

// Word is a run of characters of the text layer without white between them.
type Word struct {
	Text   string
	Box    geom.Rect // pixels of the rendered page
	Turn   geom.Turn // direction of reading on the rendered page
	Em     float64   // size of its face, pixels
	Base   float64   // its baseline: y in the turn's frame
	Before Gap       // what the layer has between it and the word before
	Chars  []Char
}

// Char is one character of a Word.
type Char struct {
	Rune   rune
	X0, X1 float64 // x in the turn's frame: on a page that reads from left to right, pixels of the rendered page
}

// Gap is what a text layer has between two words.
type Gap int

// What stands between two words.
const (
	Apart      Gap = iota // nothing: they are only set apart, or on different lines
	GuessedGap            // a space that PDFium put in
	PrintedGap            // a space of the layer itself
)

// blank reports white space and what is left of signs without a meaning.
func blank(r rune) bool { return unicode.IsSpace(r) || r == 0 }

// brokenHyphen is what PDFium says for the hyphen at which a word goes on in the next line.
const brokenHyphen = '\x02'

// wordsOf groups glyphs to words. The layer's own order is kept; its spaces part words for now, though they are not to be
// trusted: some writers leave them out, others put one behind every letter, and PDFium puts them in where a sign has no text.
func wordsOf(glyphs []glyph) []Word {
	var out []Word
	var b strings.Builder
	var cur Word
	gap := Apart
	flush := func() {
		if b.Len() > 0 {
			cur.Text = b.String()
			out = append(out, cur)
		}
		b.Reset()
		cur = Word{}
	}
	for _, g := range withoutEchoes(glyphs) {
		if blank(g.r) {
			flush()
			if gap != PrintedGap && g.r != '\r' && g.r != '\n' {
				gap = GuessedGap
				if !g.made {
					gap = PrintedGap
				}
			}
			continue
		}
		seen := g.turn.Rect(g.box)
		if b.Len() > 0 && apart(cur, g, seen) {
			flush()
		}
		if b.Len() == 0 {
			cur.Before, cur.Turn, cur.Em, cur.Base = gap, g.turn, g.em, g.turn.Point(g.origin).Y
			gap = Apart
		}
		if g.r == brokenHyphen && b.Len() > 0 {
			g.r = '-'
		}
		b.WriteRune(g.r)
		cur.Chars = append(cur.Chars, Char{Rune: g.r, X0: seen.X0, X1: seen.X1})
		cur.Box = around(cur.Box, g.box)
	}
	flush()
	return out
}

// apart reports that g cannot belong to the word: it is on another line, before the word, or too far behind it. Between the 1
// and the comma of Helvetica's "1,5" are 0.26 em of white.
func apart(w Word, g glyph, seen geom.Rect) bool {
	box := w.Turn.Rect(w.Box)
	em := max(w.Em, g.em, 4)
	return g.turn != w.Turn || math.Abs(g.turn.Point(g.origin).Y-w.Base) > 0.6*em && (seen.Y0 > box.Y1+0.15*em || seen.Y1 < box.Y0-0.15*em) ||
		seen.X0 > box.X1+0.36*em || seen.X1 < box.X0-0.15*em
}

// around is the union that also keeps boxes without area: marks of some fonts have none.
func around(a, b geom.Rect) geom.Rect {
	if a == (geom.Rect{}) {
		return b
	}
	return geom.Rect{X0: min(a.X0, b.X0), Y0: min(a.Y0, b.Y0), X1: max(a.X1, b.X1), Y1: max(a.Y1, b.Y1)}
}
