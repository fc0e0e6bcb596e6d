package sheet

import (
	"context"
	"image"
	"strings"
	"unicode"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/recognize"
)

// Other looks at a doubtful line, in its letters' height, and what is left of the confidence of readings that they do not all share.
const (
	lookDoubt  = 0.8  // below which a line is looked at in other crops
	lookTight  = -0.1 // of the first crop, whose room for marks may hold those of other lines
	lookRoom   = 0.2  // of the second, on all sides: what was thought to be no part of the line
	sharedLook = 0.8  // by one other look of two
	aloneLook  = 0.65 // by none
)

// lookTwice reads doubtful lines in other crops, and what that made doubtful from the other side: print on its head is often sure of
// nonsense, but seldom of the same in each crop.
func (s *Sheet) lookTwice(ctx context.Context, read []levelRead) error {
	before := make([]float64, len(read))
	for i, r := range read {
		before[i] = r.text.Confidence
	}
	if err := s.looks(ctx, read); err != nil {
		return err
	}
	var at []int
	var quads []geom.Quad
	var texts []extract.Text
	for i, r := range read {
		if r.turn == 0 && before[i] >= doubtUpright && r.text.Confidence < doubtUpright {
			at, quads, texts = append(at, i), append(quads, r.quad), append(texts, r.text)
		}
	}
	turns, err := s.otherSide(ctx, quads, texts)
	if err != nil {
		return err
	}
	for k, i := range at {
		if turns[k] != 0 && texts[k].Confidence > before[i] { // that was one look, too
			read[i].quad, read[i].text, read[i].turn = quads[k], texts[k], turns[k]
		}
	}
	return nil
}

// looks reads doubtful lines along the page again, in a tighter crop and in one with more room, out of which the print of the lines over and
// under them is taken. The surest reading stays; that it is shared tells how sure it is.
func (s *Sheet) looks(ctx context.Context, read []levelRead) error {
	var at []int
	var places []geom.Rect
	var crops []*image.Gray
	for i, r := range read {
		if r.turn != 0 || r.text.Confidence >= lookDoubt || signs(r.text.Value) <= speckPrint || !s.worth(r.text) {
			continue
		}
		tight, roomy := s.around(r.quad, lookTight, 0, r.box.Height), s.around(r.quad, lookRoom, lookRoom, r.box.Height)
		c, err := s.crop(geom.QuadOf(tight))
		if err != nil {
			return err
		}
		at, places = append(at, i), append(places, tight, roomy)
		crops = append(crops, c, s.analysis().Alone(boxOf(roomy)))
	}
	if len(at) == 0 {
		return nil
	}
	texts, err := s.ask(ctx, recognize.Request{Crops: crops, Hint: extract.Hint{Script: s.Script()}, Effort: recognize.Once()})
	if err != nil {
		return err
	}
	for k, i := range at {
		r := &read[i]
		r.text = surest(r.text, along(texts[2*k], places[2*k], r.quad), along(texts[2*k+1], places[2*k+1], r.quad))
	}
	return nil
}

// Alone cuts a line that runs along the page out of it, in grey, with room on all sides in its letters' height and without the print of the
// lines over and under it.
func (s *Sheet) Alone(l extract.Line, room float64) *image.Gray {
	return s.analysis().Alone(boxOf(s.around(l.Quad, room, room, int(l.Height))))
}

// around is the place of a line with some letter heights of room more, on the page.
func (s *Sheet) around(q geom.Quad, over, beside float64, height int) geom.Rect {
	w, h := s.Size()
	b := q.Bounds()
	over, beside = over*float64(height), beside*float64(height)
	return geom.Rect{X0: max(0, b.X0-beside), Y0: max(0, b.Y0-over), X1: min(float64(w), b.X1+beside), Y1: min(float64(h), b.Y1+over)}
}

// along tells where the characters of a text that was read in one place stand along a line in another.
func along(t extract.Text, from geom.Rect, to geom.Quad) extract.Text {
	b := to.Bounds()
	place := func(x float64) float64 { return max(0, min(1, (from.X0+x*from.W()-b.X0)/max(1, b.W()))) }
	out := t
	out.Chars = make([]extract.Char, len(t.Chars))
	for i, c := range t.Chars {
		c.X0, c.X1 = place(c.X0), place(c.X1)
		out.Chars[i] = c
	}
	return out
}

// surest returns the reading with the highest confidence, and lowers that where other readings of the line differ.
func surest(texts ...extract.Text) extract.Text {
	best := texts[0]
	for _, t := range texts {
		if t.Confidence > best.Confidence {
			best = t
		}
	}
	alike := 0
	for _, t := range texts {
		if sameSigns(t.Value, best.Value) {
			alike++
		}
	}
	switch {
	case alike == 1:
		return doubted(best, aloneLook)
	case alike < len(texts):
		return doubted(best, sharedLook)
	}
	return best
}

// sameSigns reports that two readings differ in blanks and stops at most. Vowels and tones over and under Thai letters count.
func sameSigns(a, b string) bool {
	signs := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
				return r
			}
			return -1
		}, s)
	}
	return signs(a) == signs(b)
}

// doubted leaves a share of a reading's confidence.
func doubted(t extract.Text, share float64) extract.Text {
	t.Confidence *= share
	chars := make([]extract.Char, len(t.Chars))
	for i, c := range t.Chars {
		c.Confidence *= share
		chars[i] = c
	}
	t.Chars = chars
	return t
}
