package sheet

import (
	"cmp"
	"context"
	"math"
	"slices"
	"unicode"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/layout"
	"lensd/vision/pdf"
)

// What keeps the words of one typeset line together, in the size of their face: the widest white with a space of the layer in
// it, without one on a page whose layer has spaces, and on a page whose layer has none; how far the baselines of raised or
// lowered words are off, and how much larger one may be.
const (
	spaceGap  = 1.25
	cellGap   = 0.6
	columnGap = 1.0
	sameBase  = 0.35
	likeSize  = 2.5
)

// widestGap is the white before w that does not part columns yet; spaces says that the layer has them.
func widestGap(w layerWord, spaces bool) float64 {
	switch {
	case w.before == pdf.PrintedGap:
		return spaceGap
	case spaces:
		return cellGap
	}
	return columnGap
}

// hasSpaces reports a layer with spaces of its own between words.
func hasSpaces(words []layerWord) bool {
	own, guessed := 0, 0
	for _, w := range words {
		switch w.before {
		case pdf.PrintedGap:
			own++
		case pdf.GuessedGap:
			guessed++
		}
	}
	return 3*own > guessed
}

// typedLine is one line of a PDF's own text.
type typedLine struct {
	words []layerWord
	box   geom.Rect // in the turn's frame
	em    float64
}

// typesetLines joins the words of a trusted layer to lines: by baseline and gap, not by what the ink looks like.
func (s *Sheet) typesetLines() []typedLine {
	byTurn := map[geom.Turn][]layerWord{}
	for _, w := range s.layer {
		if len(w.chars) > 0 && s.shows(w) {
			byTurn[w.turn] = append(byTurn[w.turn], w)
		}
	}
	var out []typedLine
	for turn := range geom.Turn(4) {
		words := byTurn[turn]
		slices.SortStableFunc(words, func(a, b layerWord) int { return cmp.Compare(a.box.X0, b.box.X0) })
		out = append(out, s.joinWords(words)...)
	}
	return out
}

// joinWords makes lines of words of one turn that are sorted by where they begin: each continues the line whose end is
// nearest before it.
func (s *Sheet) joinWords(words []layerWord) []typedLine {
	var lines []typedLine
	spaces := hasSpaces(words)
	for _, w := range words {
		best, dist := -1, math.Inf(1)
		for i, l := range lines {
			last := l.words[len(l.words)-1]
			gap := w.box.X0 - last.box.X1 - unplaced(last)
			size := min(max(w.em, last.em), 2*min(w.em, last.em))
			if gap < dist && gap > -0.5*size && gap < widestGap(w, spaces)*size && continues(last, w) && !s.parted(last, w) {
				best, dist = i, gap
			}
		}
		if best < 0 {
			lines = append(lines, typedLine{words: []layerWord{w}, box: reach(w), em: w.em})
			continue
		}
		l := &lines[best]
		l.words, l.box, l.em = append(l.words, w), l.box.Union(reach(w)), max(l.em, w.em)
	}
	return lines
}

// unplaced is the width of print at a word's end that the layer has no place for: the second sign of a ำ.
func unplaced(w layerWord) float64 {
	if r := w.chars[len(w.chars)-1].Rune; r == 'ำ' || r == 'ํ' {
		return 0.5 * w.em
	}
	return 0
}

// continues reports that two words stand on one line: on one baseline, or one of them raised or lowered beside the other.
func continues(a, b layerWord) bool {
	lo, hi := min(a.em, b.em), max(a.em, b.em)
	return math.Abs(a.base-b.base) < sameBase*hi && hi < likeSize*max(lo, 1)
}

// parted reports a vertical rule between two words of level print.
func (s *Sheet) parted(a, b layerWord) bool {
	return a.turn == 0 && s.page.Gray != nil && s.analysis().Parted(boxOf(a.box), boxOf(b.box))
}

func boxOf(r geom.Rect) layout.Box {
	return layout.Box{X0: int(r.X0), Y0: int(r.Y0), X1: int(math.Ceil(r.X1)), Y1: int(math.Ceil(r.Y1))}
}

// reach is the box of a word with the marks over and under its letters, which a layer often has no place for.
func reach(w layerWord) geom.Rect {
	box := w.box
	for i, c := range w.chars {
		switch {
		case c.Rune == 'ุ' || c.Rune == 'ู' || c.Rune == 'ฺ':
			box.Y1 = max(box.Y1, w.base+0.25*w.em)
		case c.Rune >= '็' && c.Rune <= '๎' && i > 0 && unicode.Is(unicode.Mn, w.chars[i-1].Rune):
			box.Y0 = min(box.Y0, w.base-1.0*w.em)
		case c.Rune == 'ำ' || unicode.Is(unicode.Mn, c.Rune):
			box.Y0 = min(box.Y0, w.base-0.85*w.em)
		}
	}
	return box
}

// capitals is the height of a word's capital letters, figures or consonants.
func (w layerWord) capitals() float64 {
	if h := w.base - w.box.Y0; h > 0.35*w.em && h < 0.8*w.em {
		return h
	}
	return 0.7 * w.em
}

// shows reports that there is print where the layer has a word: text that nobody can see is not on the page.
func (s *Sheet) shows(w layerWord) bool {
	g := s.page.Gray
	if g == nil {
		return true
	}
	b := w.turn.Quad(w.box).Bounds()
	lo, hi := byte(255), byte(0)
	for y := max(0, int(b.Y0)-1); y <= min(g.Rect.Dy()-1, int(b.Y1)); y++ {
		for x := max(0, int(b.X0)-1); x <= min(g.Rect.Dx()-1, int(b.X1)); x++ {
			v := g.Pix[y*g.Stride+x]
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	return hi >= lo && hi-lo >= 12
}

// fromTypeset makes the layout's lines of a trusted page: those of the layer, and what is printed beside them read by eye.
func (s *Sheet) fromTypeset(ctx context.Context) ([]extract.Line, error) {
	var lines []extract.Line
	var boxes []layout.Line
	for _, l := range s.typesetLines() {
		turn := l.words[0].turn
		region := l.box
		pad := max(1, 0.08*l.em)
		region.X0, region.Y0, region.X1, region.Y1 = region.X0-pad, region.Y0-pad, region.X1+pad, region.Y1+pad
		line := extract.Line{Quad: turn.Quad(region), Turn: int(turn), Area: -1, Text: s.joined(l.words, region)}
		for _, w := range l.words {
			line.Height = max(line.Height, w.capitals())
		}
		line.Words = words(line.Text, line.Quad)
		boxes = append(boxes, layout.Line{Box: boxOf(line.Quad.Bounds()), Height: int(line.Height + 0.5), Turn: line.Turn, At: len(lines)})
		lines = append(lines, line)
	}
	rest, err := s.besideLayer(ctx, boxes)
	if err != nil {
		return nil, err
	}
	for _, l := range rest {
		boxes = append(boxes, layout.Line{Box: boxOf(l.Quad.Bounds()), Height: int(l.Height), At: len(lines)})
		lines = append(lines, l)
	}
	out := make([]extract.Line, len(lines))
	for i, b := range layout.Arrange(boxes) {
		out[i] = s.placed(lines[b.At])
		out[i].Block = b.Block
	}
	return out, nil
}

// What is printed on a trusted page without being in its layer is read by eye: pictures with print in them, stamps, print
// drawn as shapes. The rest is drawing.
const (
	mostBeside = 40
	besideSure = 0.6
)

// besideLayer reads lines of print that the layer does not have.
func (s *Sheet) besideLayer(ctx context.Context, known []layout.Line) ([]extract.Line, error) {
	p := s.analysis()
	free := p.LinesOf(p.Without(known))
	if len(free) == 0 || len(free) > mostBeside {
		return nil, nil
	}
	var quads []geom.Quad
	for _, l := range free {
		quads = append(quads, quadOf(l.Box, padding(l.Height)))
	}
	texts, err := s.readInk(ctx, quads, extract.Hint{Script: s.Script()}, s.glance())
	if err != nil {
		return nil, err
	}
	var out []extract.Line
	for i, t := range texts {
		if t.Value == "" || t.Confidence < besideSure {
			continue
		}
		line := extract.Line{Quad: quads[i], Height: float64(free[i].Height), Area: -1, Text: t}
		line.Words = words(t, quads[i])
		out = append(out, line)
	}
	return out, nil
}

// setWords gives the page's analysis the words of a trusted layer, so that tables are found on what is typeset. Words that
// only the ink has stay.
func (s *Sheet) setWords() {
	var known []layout.Line
	var words []layout.Word
	for _, l := range s.typesetLines() {
		turn := l.words[0].turn
		line := layout.Line{Box: boxOf(turn.Quad(l.box).Bounds()), Turn: int(turn)}
		for i, w := range l.words {
			line.Height = max(line.Height, int(w.capitals()+0.5))
			if turn != 0 {
				continue
			}
			if i > 0 && !s.spaced(l.words[i-1], w) {
				words[len(words)-1].Box = words[len(words)-1].Union(boxOf(reach(w)))
				continue
			}
			words = append(words, layout.Word{Box: boxOf(reach(w)), Height: int(w.capitals() + 0.5), Base: int(w.base + 0.5)})
		}
		known = append(known, line)
	}
	s.analysis().SetWords(append(words, s.analysis().Without(known)...))
}
