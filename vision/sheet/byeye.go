package sheet

import (
	"context"
	"math"
	"slices"
	"unicode"
	"unicode/utf8"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/layout"
	"lensd/vision/recognize"
)

// What is believed to be print: a line along the page of hardly a letter that was not read with certainty is a speck, one across
// it that makes no sense either way is a drawing.
const (
	speckSure     = 0.7 // of so many letters or figures
	speckPrint    = 2
	stainSure     = 0.15 // of so many characters
	speckLetters  = 3
	debrisHeight  = 0.4 // of the page's letters: lower and hardly read are the dashes of a frame
	debrisSure    = 0.3
	noPrintSure   = 0.2  // a few signs read with less are no print: no second recogniser is asked, which takes it longer than print
	usualLine     = 15.0 // letters and figures: the confidence of longer lines is taken for that of one as long
	longDoubt     = 0.7
	edgeSure      = 0.4 // of a few letters at the page's edge: the shadow of its border
	edgeShare     = 0.015
	turnedSure    = 0.45
	turnedClear   = 0.15 // that suffices where the other way is read by far worse
	turnedLead    = 5.0
	turnedLetters = 2
	turnedSense   = 0.2 // more than the other way makes
	turnedFigures = 5   // of so many at least
	doubtUpright  = 0.5 // below it, a line is looked at from the other side too
	doubtScript   = 0.5 // below it, a line of a Latin page is looked at as one of any script
	wordShape     = 0.8 // a short word's width by its height, marks above and below it included: Thai captions are square
	clearlyMore   = 0.2 // sense that the other side must gain
)

// byEye reads the lines that the print shows, level ones, and those that run down or up the page.
func (s *Sheet) byEye(ctx context.Context) ([]extract.Line, error) {
	p := s.analysis()
	joiner, err := s.joiner()
	if err != nil {
		return nil, err
	}
	if s.parts {
		joiner = joiner.Narrow()
	}
	level, err := s.readLevel(ctx, p.Lines(joiner))
	if err != nil {
		return nil, err
	}
	if s.parts {
		if level, err = s.piecewise(ctx, level); err != nil {
			return nil, err
		}
	}
	turned, no, err := s.readTurned(ctx, p.Turned)
	if err != nil {
		return nil, err
	}
	after, err := s.readLevel(ctx, p.LevelIn(no))
	if err != nil {
		return nil, err
	}
	all, err := s.part(ctx, slices.Concat(level, turned, after))
	if err != nil {
		return nil, err
	}
	lines := outdone(all)
	boxes := make([]layout.Line, len(lines))
	for i, l := range lines {
		boxes[i] = layout.Line{Box: boxOf(l.Quad.Bounds()), Height: int(l.Height), Turn: l.Turn, At: i}
	}
	out := make([]extract.Line, len(lines))
	for i, b := range layout.Arrange(boxes) {
		out[i] = s.placed(lines[b.At])
		out[i].Block = b.Block
	}
	return out, nil
}

// placed tells of a line in which area it stands and whether it is light print.
func (s *Sheet) placed(l extract.Line) extract.Line {
	box := boxOf(l.Quad.Bounds())
	l.Area, l.Reversed = s.analysis().AreaAt(box), s.analysis().ReversedAt(box)
	return l
}

// readLevel reads lines along the page; those that make little sense are looked at from the other side, and in storeys.
func (s *Sheet) readLevel(ctx context.Context, boxes []layout.Line) ([]extract.Line, error) {
	read, err := s.readBoxes(ctx, boxes)
	if err != nil {
		return nil, err
	}
	if read, err = s.storeys(ctx, read); err != nil {
		return nil, err
	}
	if err := s.lookTwice(ctx, read); err != nil {
		return nil, err
	}
	var out []extract.Line
	for _, r := range read {
		dashes := float64(r.box.Height) < debrisHeight*float64(s.analysis().TextHeight) && r.text.Confidence < debrisSure
		if r.text.Value == "" || dashes || s.speck(r.quad.Bounds(), r.text) {
			continue
		}
		line := extract.Line{Quad: r.quad, Turn: r.turn, Height: float64(r.box.Height), Area: -1, Text: r.text}
		line.Words = words(r.text, r.quad)
		out = append(out, line)
	}
	return out, nil
}

// readBoxes reads what stands along the page in some places.
func (s *Sheet) readBoxes(ctx context.Context, boxes []layout.Line) ([]levelRead, error) {
	quads := make([]geom.Quad, len(boxes))
	for i, l := range boxes {
		quads[i] = quadOf(l.Box, padding(l.Height))
	}
	texts, err := s.readWorth(ctx, quads)
	if err != nil {
		return nil, err
	}
	if err := s.otherScript(ctx, quads, texts); err != nil {
		return nil, err
	}
	turns, err := s.otherSide(ctx, quads, texts)
	if err != nil {
		return nil, err
	}
	out := make([]levelRead, len(boxes))
	for i, l := range boxes {
		out[i] = levelRead{l, quads[i], texts[i], turns[i]}
	}
	return out, nil
}

// readWorth reads lines with second opinions only where they are worth their time.
func (s *Sheet) readWorth(ctx context.Context, quads []geom.Quad) ([]extract.Text, error) {
	hint := extract.Hint{Script: s.Script()}
	if s.trust {
		return s.readBy(ctx, quads, hint, s.glance())
	}
	return s.readInk(ctx, quads, hint, recognize.Effort{Worth: s.worth})
}

// worth reports a doubtful reading that is worth another look.
func (s *Sheet) worth(t extract.Text) bool {
	if s.sparing {
		return frugal(t)
	}
	return worthwhile(t)
}

// worthwhile reports a doubtful reading that is of print.
func worthwhile(t extract.Text) bool {
	return t.Confidence >= noPrintSure || signs(t.Value) > speckLetters
}

// frugal reports one that is bad for its length: of a long line with one doubtful letter, most is read, and it takes the second
// recogniser the longest. One or two signs are specks more often than print.
func frugal(t extract.Text) bool {
	n := signs(t.Value)
	return n > speckPrint && math.Pow(t.Confidence, min(1, usualLine/float64(n))) < longDoubt
}

// signs counts letters and figures.
func signs(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// otherScript reads doubtful lines of a page of Latin print again as lines that may hold Thai: a sample of a few lines
// told the page's script, and a label's address may be in another one than all around it. The surer reading stays.
func (s *Sheet) otherScript(ctx context.Context, quads []geom.Quad, texts []extract.Text) error {
	if s.Script() != extract.ScriptLatin {
		return nil
	}
	var at []int
	var again []geom.Quad
	for i, t := range texts {
		if t.Confidence < doubtScript && (utf8.RuneCountInString(t.Value) > speckLetters || s.wordWide(quads[i].Bounds())) {
			at, again = append(at, i), append(again, quads[i])
		}
	}
	if len(at) == 0 {
		return nil
	}
	other, err := s.readInk(ctx, again, extract.Hint{}, recognize.Effort{})
	if err != nil {
		return err
	}
	for k, i := range at {
		if other[k].Confidence > texts[i].Confidence {
			texts[i] = other[k]
		}
	}
	return nil
}

// wordWide reports that a line has the place of a word: Thai that is read as Latin print often comes out as a letter or nothing.
func (s *Sheet) wordWide(b geom.Rect) bool {
	return b.W() > wordShape*b.H() && 2*b.H() > float64(s.analysis().TextHeight)
}

// otherSide reads doubtful lines upside down and puts what is read better in the place of texts and quads.
func (s *Sheet) otherSide(ctx context.Context, quads []geom.Quad, texts []extract.Text) ([]int, error) {
	turns := make([]int, len(quads))
	if s.upright {
		return turns, nil
	}
	var at []int
	var again []geom.Quad
	for i, t := range texts {
		if utf8.RuneCountInString(t.Value) > speckLetters && (t.Confidence < doubtUpright || oddities(t.Value) > 0 || reversible(t.Value)) {
			at, again = append(at, i), append(again, turnedQuad(quads[i], 2))
		}
	}
	if len(at) == 0 {
		return turns, nil
	}
	other, err := s.readInk(ctx, again, extract.Hint{}, recognize.Once()) // on a page of Latin print, too, it may be Thai
	if err != nil {
		return nil, err
	}
	for k, i := range at {
		few := utf8.RuneCountInString(other[k].Value) <= speckLetters // a caption in Thai may pass for two or three letters on their head
		if !few && other[k].Confidence > doubtUpright && (sense(other[k]) > sense(texts[i])+clearlyMore || plainer(other[k], texts[i])) {
			texts[i], quads[i], turns[i] = other[k], again[k], 2
		}
	}
	return turns, nil
}

// readTurned reads lines across the page downwards and upwards and keeps the way that makes sense; no are those that make none.
func (s *Sheet) readTurned(ctx context.Context, boxes []layout.Line) (out []extract.Line, no []layout.Line, err error) {
	read, err := s.downOrUp(ctx, boxes, extract.Hint{Script: s.Script()})
	if err != nil {
		return nil, nil, err
	}
	for i, l := range boxes {
		again := []*extract.Line{read[i]}
		if read[i] == nil {
			if again, err = s.againTurned(ctx, l); err != nil {
				return nil, nil, err
			}
		}
		before := len(out)
		for _, r := range again {
			if r != nil {
				out = append(out, *r)
			}
		}
		if len(out) == before {
			no = append(no, l)
		}
	}
	return out, no, nil
}

// againTurned reads a line that made no sense as one of any script, as a caption may be in another than the lines that told the page's,
// or else both its halves: captions of two tabs that touch may even be turned opposite ways.
func (s *Sheet) againTurned(ctx context.Context, l layout.Line) ([]*extract.Line, error) {
	read, err := s.downOrUp(ctx, append([]layout.Line{l}, s.analysis().Halves(l)...), extract.Hint{})
	if err != nil || read[0] != nil || slices.Contains(read[1:], nil) {
		return read[:min(1, len(read))], err
	}
	return read, nil
}

// downOrUp reads lines across the page downwards and upwards, nil for what makes no sense either way.
func (s *Sheet) downOrUp(ctx context.Context, boxes []layout.Line, hint extract.Hint) ([]*extract.Line, error) {
	var quads []geom.Quad
	for _, l := range boxes {
		level := quadOf(l.Box, padding(l.Height))
		quads = append(quads, turnedQuad(level, 1), turnedQuad(level, 3))
	}
	// A second opinion of what is read the wrong way round is sure of nonsense.
	texts, err := s.readInk(ctx, quads, hint, recognize.Once())
	if err != nil {
		return nil, err
	}
	out := make([]*extract.Line, len(boxes))
	for i, l := range boxes {
		k := 2 * i
		if (sense(texts[k+1]) > sense(texts[k]) || plainer(texts[k+1], texts[k])) && !plainer(texts[k], texts[k+1]) {
			k++
		}
		t, other := texts[k], texts[k^1]
		leads := t.Confidence >= turnedClear && t.Confidence >= turnedLead*other.Confidence && signs(t.Value) > speckLetters
		// Figures on their head are figures again, for the most part, and small ones are read with doubt either way: which makes more sense stands.
		leads = leads || t.Confidence >= turnedClear && sense(t) > 0 && sense(t) >= sense(other)+turnedSense && figures(t.Value) >= turnedFigures
		if (leads || t.Confidence >= turnedSure) && utf8.RuneCountInString(squeeze(t.Value)) >= turnedLetters {
			out[i] = &extract.Line{Quad: quads[k], Turn: 1 + 2*(k%2), Height: float64(l.Height), Area: -1, Text: t, Words: words(t, quads[k])}
		}
	}
	return out, nil
}

// turnedQuad is a level quad as one reads it that turns by quarters clockwise.
func turnedQuad(q geom.Quad, turn geom.Turn) geom.Quad { return turn.Quad(turn.Rect(q.Bounds())) }

// speck reports a reading that is no print: a stain, or the shadow of the page's edge.
func (s *Sheet) speck(b geom.Rect, t extract.Text) bool {
	if utf8.RuneCountInString(squeeze(t.Value)) <= speckPrint && (t.Confidence < speckSure || s.atRim(b)) {
		return true
	}
	if utf8.RuneCountInString(t.Value) > speckLetters {
		return false
	}
	w, h := s.Size()
	x, y := edgeShare*float64(w), edgeShare*float64(h)
	edge := b.X0 < x || b.Y0 < y || b.X1 > float64(w)-x || b.Y1 > float64(h)-y
	return t.Confidence < stainSure || edge && t.Confidence < edgeSure
}

// rim is how far from the border of a dark area, in the page's letter heights, rests of that border lie: the holes of a
// perforation, corners that are round.
const rim = 0.33

// atRim reports a box at the border of a dark area.
func (s *Sheet) atRim(b geom.Rect) bool {
	p := s.analysis()
	r := max(3, rim*float64(p.TextHeight))
	return slices.ContainsFunc(p.Areas, func(a layout.Area) bool {
		if !a.Dark {
			return false
		}
		x0, y0, x1, y1 := float64(a.X0), float64(a.Y0), float64(a.X1), float64(a.Y1)
		outside := b.X1 < x0-r || b.X0 > x1+r || b.Y1 < y0-r || b.Y0 > y1+r
		inside := b.X0 > x0+r && b.X1 < x1-r && b.Y0 > y0+r && b.Y1 < y1-r
		return !outside && !inside
	})
}
