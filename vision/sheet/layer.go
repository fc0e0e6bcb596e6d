package sheet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/pdf"
	"lensd/vision/rectify"
)

// layerWord is a word of a PDF's text layer on the sheet. Box, baseline and characters are in its turn's frame.
type layerWord struct {
	box    geom.Rect
	chars  []pdf.Char
	turn   geom.Turn
	em     float64 // size of its face
	base   float64
	before pdf.Gap
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
		start, end := to.Apply(w.Turn.Back(geom.Point{Y: w.Base})), to.Apply(w.Turn.Back(geom.Point{X: 1, Y: w.Base}))
		l := layerWord{turn: geom.TurnOf(geom.Point{X: end.X - start.X, Y: end.Y - start.Y}), em: w.Em * start.Dist(end), before: w.Before}
		l.box = l.turn.Rect(to.Quad(geom.QuadOf(w.Box)).Bounds())
		place := func(x float64) geom.Point { return l.turn.Point(to.Apply(w.Turn.Back(geom.Point{X: x, Y: w.Base}))) }
		for _, c := range w.Chars {
			a := place(c.X0)
			l.chars = append(l.chars, pdf.Char{Rune: c.Rune, X0: a.X, X1: place(c.X1).X})
			l.base = a.Y
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
		case w.Turn%2 == 0:
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
