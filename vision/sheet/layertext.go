package sheet

import (
	"cmp"
	"image"
	"slices"
	"strings"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/pdf"
	"lensd/vision/recognize"
)

// spaced reports a space between two words of a line. Letters are up to 0.13 of their face's size apart, words from 0.2 on;
// where something is printed that the layer does not have, as the second sign of a ำ, its guess of a space means nothing.
func (s *Sheet) spaced(a, b layerWord) bool {
	least := 0.22
	switch b.before {
	case pdf.PrintedGap:
		least = 0.08
	case pdf.GuessedGap:
		least = 0.16
	}
	white, inked := s.white(a, b)
	if dateBefore(a, b) {
		return white > 0.08*max(4, b.em)
	}
	if inked && b.before != pdf.PrintedGap {
		least = 0.3
	}
	if last, first := a.chars[len(a.chars)-1].Rune, b.chars[0].Rune; b.before != pdf.PrintedGap && figure(last) && figure(first) && (last == '1' || first == '1') {
		least = max(least, 0.42) // every figure is as wide as a 0, and a 1 has most of that for white
	}
	return white > least*max(4, b.em)
}

// dateBefore reports that a word is a date and the next a clock or an amount: whatever the white between them, they are two.
func dateBefore(a, b layerWord) bool {
	has := func(cs []pdf.Char, signs string) bool {
		return slices.ContainsFunc(cs, func(c pdf.Char) bool { return strings.ContainsRune(signs, c.Rune) })
	}
	if len(a.chars) < 3 || len(b.chars) < 4 || has(a.chars, ":") {
		return false
	}
	return has(b.chars, ":") || has(a.chars[1:], "/-") && has(b.chars, ".")
}

// figure reports a digit or a sign within a number.
func figure(r rune) bool { return r >= '0' && r <= '9' || r == '.' || r == ',' }

// layerText joins the layer's characters whose middle lies in the region and that read in its direction.
func (s *Sheet) layerText(q geom.Quad) (extract.Text, bool) {
	turn := geom.TurnOf(geom.Point{X: q[1].X - q[0].X, Y: q[1].Y - q[0].Y})
	region := turn.Rect(q.Bounds())
	var words []layerWord
	for _, w := range s.layer {
		y := (w.box.Y0 + w.box.Y1) / 2
		if w.turn != turn || y < region.Y0 || y > region.Y1 || w.box.X1 < region.X0 || w.box.X0 > region.X1 {
			continue
		}
		w.chars = slices.DeleteFunc(slices.Clone(w.chars), func(c pdf.Char) bool {
			x := (c.X0 + c.X1) / 2
			return x < region.X0 || x > region.X1
		})
		if len(w.chars) > 0 {
			words = append(words, w)
		}
	}
	if len(words) == 0 {
		return extract.Text{}, false
	}
	slices.SortStableFunc(words, func(a, b layerWord) int { return cmp.Compare(a.chars[0].X0, b.chars[0].X0) })
	return s.joined(words, region), true
}

// joined writes words of one line, in order, as a text whose places are those in region, a rectangle of their turn's frame.
func (s *Sheet) joined(words []layerWord, region geom.Rect) extract.Text {
	t := extract.Text{Confidence: layerConfidence}
	var b strings.Builder
	place := func(x float64) float64 { return max(0, min(1, (x-region.X0)/max(1, region.W()))) }
	for i, w := range words {
		if i > 0 {
			end := words[i-1].chars[len(words[i-1].chars)-1].X1
			if s.spaced(words[i-1], w) {
				t.Chars = append(t.Chars, extract.Char{Rune: ' ', X0: place(end), X1: place(w.chars[0].X0), Confidence: layerConfidence})
			}
		}
		for _, c := range w.chars {
			t.Chars = append(t.Chars, extract.Char{Rune: c.Rune, X0: place(c.X0), X1: place(c.X1), Confidence: layerConfidence})
		}
	}
	t.Chars = recognize.FoldSaraAm(t.Chars)
	for _, c := range t.Chars {
		b.WriteRune(c.Rune)
	}
	t.Value = b.String()
	return t
}

// paleInk is the grey below which a pixel of a typeset page is printed, be it the edge of a hair stroke.
const paleInk = 215

// white is the widest stretch without ink between two words of a line, and whether there is any ink between them.
func (s *Sheet) white(a, b layerWord) (widest float64, inked bool) {
	from, to := a.chars[len(a.chars)-1].X1, b.chars[0].X0
	if to-from < 2 || s.page.Gray == nil {
		return to - from, false
	}
	clean := s.analysis().Clean
	printed := func(p geom.Point) bool {
		x, y := int(p.X), int(p.Y)
		return image.Pt(x, y).In(clean.Rect) && clean.Pix[y*clean.Stride+x] < paleInk
	}
	start := from
	for x := from + 1; x < to-1; x++ {
		for y := b.base - 0.5*b.em; y <= b.base; y++ {
			if printed(b.turn.Back(geom.Point{X: x, Y: y})) {
				start, inked = x+1, true
				break
			}
		}
		widest = max(widest, x+1-start)
	}
	return widest, inked
}
