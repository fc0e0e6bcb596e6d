package sheet

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/pdf"
	"lensd/vision/recognize"
	"lensd/vision/rectify"
)

// layerWord is a word of a PDF's text layer in sheet pixels.
type layerWord struct {
	box   geom.Rect
	chars []pdf.Char
}

// layerConfidence is what a trusted layer's text is worth: it says what was typeset, and a sample agreed with the print.
const layerConfidence = 0.99

// toSheet takes a plausible layer to sheet pixels, and drops any other.
func toSheet(words []pdf.Word, page rectify.Page) []layerWord {
	to, err := page.ToSource.Inverse()
	if err != nil || !pdf.Plausible(words) {
		return nil
	}
	out := make([]layerWord, 0, len(words))
	for _, w := range words {
		l := layerWord{box: to.Quad(geom.QuadOf(w.Box)).Bounds()}
		y := (w.Box.Y0 + w.Box.Y1) / 2
		for _, c := range w.Chars {
			a, b := to.Apply(geom.Point{X: c.X0, Y: y}), to.Apply(geom.Point{X: c.X1, Y: y})
			l.chars = append(l.chars, pdf.Char{Rune: c.Rune, X0: a.X, X1: b.X})
		}
		out = append(out, l)
	}
	return out
}

// levelWords reports that most words of several letters run across the page.
func levelWords(words []pdf.Word) bool {
	across, down := 0, 0
	for _, w := range words {
		switch {
		case len(w.Chars) < 3:
		case w.Box.W() >= w.Box.H():
			across++
		default:
			down++
		}
	}
	return across >= down
}

// agrees reports that the layer says what a recogniser read at some places of the page, of which at least least can tell.
func (s *Sheet) agrees(read []extract.Text, places []geom.Quad, least int) bool {
	same, all := 0, 0
	for i, t := range read {
		want := squeeze(t.Value)
		if t.Confidence < 0.5 || utf8.RuneCountInString(want) < 3 {
			continue
		}
		all++
		if l, ok := s.layerText(places[i]); ok && 4*levenshtein.ComputeDistance(want, squeeze(l.Value)) <= utf8.RuneCountInString(want) {
			same++
		}
	}
	return len(s.layer) > 0 && all >= least && 3*same >= 2*all
}

// squeeze keeps letters and digits.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// fromLayer answers a region from the layer, if that is trusted, has text there, and keeps to the hint.
func (s *Sheet) fromLayer(q geom.Quad, hint extract.Hint) (extract.Text, bool) {
	if !s.trust {
		return extract.Text{}, false
	}
	t, ok := s.layerText(q)
	if !ok || hint.Charset != "" && strings.ContainsFunc(t.Value, func(r rune) bool { return !strings.ContainsRune(hint.Charset, r) }) {
		return extract.Text{}, false
	}
	return t, true
}

// layerText joins the layer's characters whose middle lies in the region, from left to right.
func (s *Sheet) layerText(q geom.Quad) (extract.Text, bool) {
	region := q.Bounds()
	var words []layerWord
	for _, w := range s.layer {
		y := (w.box.Y0 + w.box.Y1) / 2
		if y < region.Y0 || y > region.Y1 || w.box.X1 < region.X0 || w.box.X0 > region.X1 {
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
	slices.SortStableFunc(words, func(a, b layerWord) int { return int(a.chars[0].X0 - b.chars[0].X0) })
	return joined(words, region), true
}

func joined(words []layerWord, region geom.Rect) extract.Text {
	t := extract.Text{Confidence: layerConfidence}
	var b strings.Builder
	place := func(x float64) float64 { return max(0, min(1, (x-region.X0)/max(1, region.W()))) }
	end := 0.0
	for i, w := range words {
		if first := w.chars[0]; i > 0 && first.X0-end > 0.12*max(4, w.box.H()) {
			t.Chars = append(t.Chars, extract.Char{Rune: ' ', X0: place(end), X1: place(first.X0), Confidence: layerConfidence})
		}
		for _, c := range w.chars {
			t.Chars = append(t.Chars, extract.Char{Rune: c.Rune, X0: place(c.X0), X1: place(c.X1), Confidence: layerConfidence})
		}
		end = w.chars[len(w.chars)-1].X1
	}
	t.Chars = recognize.FoldSaraAm(t.Chars)
	for _, c := range t.Chars {
		b.WriteRune(c.Rune)
	}
	t.Value = b.String()
	return t
}
