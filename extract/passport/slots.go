package passport

import (
	"math"

	"lensd/extract"
	"lensd/vision/geom"
)

// Print that was drawn into one box with its caption or with a pattern.
const (
	tallest  = 1.55 // heights of a confirmed value; above it a box holds more than one
	mostTall = 2.8  // beyond it it is a figure
	mostCuts = 6    // boxes that are cut and read again
)

// cutTall cuts boxes that are higher than the values of the page down to a value's height at their foot, where values stand under
// their captions, and reads them again.
func (f *form) cutTall() {
	h, n := f.look().height, 0
	if h == 0 {
		return
	}
	for _, p := range f.board.pieces {
		ratio := p.Box.H() / h
		if p.taken || ratio < tallest || ratio > mostTall || p.Box.X0 < 38 || p.Box.Y0 < 20 || letters(p.Text.Value) < 3 {
			continue
		}
		if n++; n > mostCuts {
			return
		}
		low := p.Box
		low.Y0 = low.Y1 - 1.15*h
		if t, ok := consensus(f.again(low, scriptOf(f.record))); ok && t.Confidence > p.Text.Confidence {
			p.Box, p.Text = low, t
			c := captionOf(t.Value)
			p.labels, p.cover = c.score, c.cover
		}
	}
}

// clearValue is the certainty of print that is set like a value and no caption, although it resembles a caption's word.
const clearValue = 0.6

// plainCaption is the quality from which a caption was read to the letter.
const plainCaption = 0.95

// freeValues takes for values what resembles a caption's word and is set as the confirmed values are, not as captions: in their size
// and case.
func (f *form) freeValues() {
	l := f.look()
	for _, p := range f.board.pieces {
		if p.taken || !p.isLabel() || len(p.labels) != 1 || p.labels[labelOther] > 0 || !l.fits(p) || p.Text.Confidence < clearValue || mostlyLower(p.Text.Value) != mostlyLower(f.fields["surname_en"].Value) {
			continue
		}
		if h := book().Find(p.Text.Value); len(h) != 1 || h[0].Quality >= plainCaption {
			continue
		}
		p.labels, p.cover = nil, 0
	}
}

// sureSlot is the certainty of what is read in a place where no print was found.
const sureSlot = 0.6

// inSlot reads where a value must stand although no box of print was found there, or only scraps: nil unless what
// stands there is words, read with certainty.
func (f *form) inSlot(area geom.Rect, l label) *piece {
	slot := &piece{Phrase: Phrase{Box: area}}
	for _, q := range f.board.pieces {
		if q.taken && q.Box.X0 > area.X0 && level(area, q.Box, 0.4) {
			slot.Box.X1 = math.Min(slot.Box.X1, q.Box.X0-0.8)
		}
	}
	if slot.Box.W() < 6 {
		return nil
	}
	t, ok := consensus(f.again(slot.Box, scriptOf(f.record)))
	slot.Text = extract.Text{Value: clearWords(captionless(t.Value)), Confidence: t.Confidence}
	if !ok || t.Confidence < sureSlot || !wordedText(slot.Text.Value) || f.scrap(slot) || !f.mayBe(slot, l) {
		return nil
	}
	for _, q := range f.board.pieces { // the scraps of it serve nothing else
		q.taken = q.taken || q.Box.Intersect(slot.Box).Area() > 0.7*q.Box.Area()
	}
	f.board.pieces = append(f.board.pieces, slot)
	return slot
}

// slotWidth is how far a value reaches, in millimetres.
const slotWidth = 44.0

// underSlot is where the value under a caption stands that was read, an empty area where it was not.
func (f *form) underSlot(l label) geom.Rect {
	c, h := f.board.caption(l), f.look().height
	if c == nil || h == 0 || !c.isLabel() {
		return geom.Rect{}
	}
	return geom.Rect{X0: c.Box.X0 - 0.3, Y0: c.Box.Y1 - 0.1, X1: c.Box.X0 + slotWidth, Y1: c.Box.Y1 + 1.35*h}
}

// nationSlot is where the nationality stands: in the line after the given names, halfway to the date of birth.
func (f *form) nationSlot() geom.Rect {
	name, birth := f.find(f.fields["title_name_en"].Quads), f.find(f.fields["date_of_birth"].Quads)
	if name == nil || birth == nil || math.Abs(name.Box.X0-birth.Box.X0) > 4 {
		return geom.Rect{}
	}
	pitch := (birth.Box.Y1 - name.Box.Y1) / 2
	if pitch < 4.5 || pitch > 8 {
		return geom.Rect{}
	}
	h := math.Max(f.look().height, 1.6)
	return geom.Rect{X0: math.Min(name.Box.X0, birth.Box.X0) - 0.3, Y0: name.Box.Y1 + pitch - 1.1*h, X1: name.Box.X0 + slotWidth, Y1: name.Box.Y1 + pitch + 0.1*h}
}
