package ocr

import (
	"cmp"
	"slices"
	"strings"

	"lensd/extract"
	"lensd/vision/recognize"
)

// spaceInThai is the white, in line heights, from which two Thai glyphs are taken to stand in different words: the mixed
// model starts a "word" at nearly every Thai glyph. Any other word break is a space unless the glyphs touch.
const (
	spaceInThai = 0.28
	spaceElse   = 0.06
)

// assemble joins the glyphs into a Text.
func assemble(glyphs []glyph, _ extract.Hint) extract.Text {
	var t extract.Text
	var b strings.Builder
	for i, g := range glyphs {
		if g.newWord && isSpace(glyphs[i-1].text, g) {
			t.Chars = append(t.Chars, extract.Char{Rune: ' ', X0: glyphs[i-1].x1, X1: max(g.x0, glyphs[i-1].x1), Confidence: g.confidence})
		}
		for _, r := range g.text {
			t.Chars = append(t.Chars, extract.Char{Rune: r, X0: clamp(g.x0), X1: clamp(g.x1), Confidence: certainty(g)})
		}
	}
	t.Chars = recognize.FoldSaraAm(t.Chars)
	for _, c := range t.Chars {
		b.WriteRune(c.Rune)
	}
	t.Value = b.String()
	t.Confidence = recognize.Confidence(t.Chars)
	t.Alternatives = alternatives(glyphs, t)
	return t
}

func isSpace(before string, g glyph) bool {
	last := []rune(before)
	a, b := last[len(last)-1], []rune(g.text)[0]
	if isThai(a) && isThai(b) || isThai(a) && b == '.' || a == '.' && isThai(b) { // the stops of พ.ย. and ต. are no words
		return g.gap >= spaceInThai
	}
	return g.gap >= spaceElse
}

func isThai(r rune) bool { return r >= 0x0E00 && r <= 0x0E7F }

// certainty is the net's score for a glyph, lowered by its best rival: Tesseract's own figure is nearly always above 0.95.
func certainty(g glyph) float64 {
	c := clamp(g.confidence)
	for _, o := range g.choices {
		if o.text != g.text {
			return clamp(min(c, 1-o.confidence))
		}
	}
	return c
}

func clamp(v float64) float64 { return max(0, min(1, v)) }

// maxAlternatives bounds how many other readings a line carries.
const maxAlternatives = 4

// alternatives offers the readings that differ from t in the single glyph where the net was least sure.
func alternatives(glyphs []glyph, t extract.Text) []extract.Alternative {
	var out []extract.Alternative
	for i, g := range glyphs {
		for _, c := range g.choices {
			if c.text == g.text || c.confidence < 0.05 || isBlank(c.text) {
				continue
			}
			changed := slices.Clone(glyphs)
			changed[i].text, changed[i].choices = c.text, nil
			other := t.Confidence * c.confidence / max(0.05, certainty(g))
			out = append(out, extract.Alternative{Value: plain(changed), Confidence: min(other, t.Confidence)})
		}
	}
	slices.SortStableFunc(out, func(a, b extract.Alternative) int { return cmp.Compare(b.Confidence, a.Confidence) })
	return out[:min(len(out), maxAlternatives)]
}

// plain joins glyphs to a string with the same spacing rules as assemble.
func plain(glyphs []glyph) string {
	var chars []extract.Char
	for i, g := range glyphs {
		if g.newWord && isSpace(glyphs[i-1].text, g) {
			chars = append(chars, extract.Char{Rune: ' '})
		}
		for _, r := range g.text {
			chars = append(chars, extract.Char{Rune: r})
		}
	}
	var b strings.Builder
	for _, c := range recognize.FoldSaraAm(chars) {
		b.WriteRune(c.Rune)
	}
	return b.String()
}
