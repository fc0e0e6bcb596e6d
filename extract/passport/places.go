package passport

import (
	"context"
	"math"
	"strings"

	"lensd/extract"
	"lensd/extract/thai"
	"lensd/vision/geom"
)

// places sets place_of_birth, issuing_authority and holder_signature.
func (f *form) places(ctx context.Context) error {
	f.authority()
	f.place()
	if _, ok := f.prints["issuing_authority"]; !ok {
		if p := f.leftAuthority(); p != nil {
			f.takeAuthority(p, 0.6)
		}
	}
	if err := f.secondLook(ctx); err != nil {
		return err
	}
	return f.signature(ctx)
}

// prose accepts a piece as words: letters enough, read with some certainty.
func prose(p *piece) bool {
	n := letters(p.Text.Value)
	return n >= 3 && n > digits(p.Text.Value) && p.Text.Confidence > 0.2
}

// place sets place_of_birth: under its caption, else beside the sex, else the only words that nothing else explains.
func (f *form) place() {
	if c := f.board.caption(labelPlace); c != nil {
		for _, p := range f.board.below(c, 6) {
			if prose(p) && f.mayBe(p, labelPlace) {
				f.take("place_of_birth", printOnly, f.whole(p))
				return
			}
		}
	}
	sex := f.fields["sex"]
	if p := f.find(sex.Quads); p != nil {
		for _, q := range f.board.row(p.Box) {
			if prose(q) && f.mayBe(q, labelPlace) {
				f.take("place_of_birth", 0.75, f.whole(q))
				return
			}
		}
	}
	f.leftPlace()
}

// mayBe reports that nothing speaks against p as the value of caption l: no other caption stands right above it.
func (f *form) mayBe(p *piece, l label) bool {
	if l != labelAuthority && office(p.Text.Value) {
		return false
	}
	var nearest *piece
	for _, c := range f.board.pieces {
		dy := p.Box.Y0 - c.Box.Y1
		if c == p || !c.announces() || dy < -1 || dy > 2.5 || math.Abs(c.Box.X0-p.Box.X0) > 4 {
			continue
		}
		if nearest == nil || c.Box.Y1 > nearest.Box.Y1 {
			nearest = c
		}
	}
	return nearest == nil || nearest.labels[l] > 0
}

// office reports that a text names an authority by the word for it.
func office(text string) bool {
	t := squeeze(text)
	for _, w := range []string{"MINISTRY", "MINISTERE", "MINISTERIO", "DEPARTMENT", "OFFICE", "PREFECTURE", "EMBASSY", "AMBASSADE", "CONSULATE", "POLICE", "FOREIGNAFFAIRS"} {
		if thai.Similarity(t, w) > 0.8 || strings.Contains(t, w) {
			return true
		}
	}
	return false
}

// authority sets issuing_authority, with a second line where one continues it.
func (f *form) authority() {
	var first *piece
	share := printOnly
	if c := f.board.caption(labelAuthority); c != nil {
		for _, p := range f.board.below(c, 6) {
			if prose(p) && f.mayBe(p, labelAuthority) {
				first = p
				break
			}
		}
	}
	for _, p := range f.board.pieces {
		if first == nil && !p.taken && !p.isLabel() && p.Box.Y0 > 34 && office(p.Text.Value) {
			first, share = p, 0.8
		}
	}
	if first == nil { // the standard puts it beside the dates of issue and expiry
		share = 0.7
		for _, name := range []string{"date_of_issue", "date_of_expiry"} {
			if p := f.find(f.fields[name].Quads); p != nil && first == nil {
				for _, q := range f.board.row(p.Box) {
					if prose(q) && q.Text.Confidence > 0.5 && f.mayBe(q, labelAuthority) {
						first = q
						break
					}
				}
			}
		}
	}
	if first != nil {
		f.takeAuthority(first, share)
	}
}

// takeAuthority sets issuing_authority from its first line and the one that continues it.
func (f *form) takeAuthority(first *piece, share float64) {
	first.taken = true
	if second := f.continues(first); second != nil {
		f.take("issuing_authority", share, first, second)
		return
	}
	f.take("issuing_authority", share, first)
}

// continues returns the line right under p that goes on with it: same left edge, same size, no caption between.
func (f *form) continues(p *piece) *piece {
	for _, q := range f.board.pieces {
		dy := q.Box.Y0 - p.Box.Y1
		if q.taken || q.isLabel() || !prose(q) || q.Text.Confidence < 0.5 || dy < -0.8 || dy > 1.6 {
			continue
		}
		ratio := q.Box.H() / p.Box.H()
		if math.Abs(q.Box.X0-p.Box.X0) < 1.5 && ratio > 0.7 && ratio < 1.4 {
			return q
		}
	}
	return nil
}

// Certainties of a signature.
const (
	leastSignature = 0.85 // below it the strip's strokes are no text
	likeName       = 0.55 // likeness to the holder's name that tells a signature under its caption
	plainlyName    = 0.75 // the same without a caption
)

// signature sets holder_signature where the strip reads as text. A signature mostly spells the holder's name in some way;
// where the strokes come close to one, the name is what they say. Strokes fall apart, so the whole strip is read.
func (f *form) signature(ctx context.Context) error {
	if f.board.print == nil {
		return nil
	}
	c := f.board.caption(labelSignature)
	strip, sure := f.strip(c)
	if strip == nil {
		return nil
	}
	texts, err := f.board.print.Versions(ctx, strip.Box, extract.Hint{Script: extract.ScriptLatin})
	if err != nil {
		return err
	}
	least := likeName
	if c == nil {
		least = plainlyName
	}
	best, score := "", 0.0
	for _, t := range append(texts, strip.Text) {
		if name, s := f.signed(t.Value); s > score {
			best, score = name, s
		}
	}
	switch {
	case score >= least:
		f.set("holder_signature", best, 0.85*score, f.board.quads(strip)...)
	case c != nil && sure && strip.Text.Confidence >= leastSignature && wordedText(strip.Text.Value):
		f.set("holder_signature", tidy(strip.Text.Value), 0.6*strip.Text.Confidence, f.board.quads(strip)...)
	}
	return nil
}

// strip joins the strokes of the signature: what stands under or over its caption, else the holder's name once more, low
// on the page. alone reports that they were found in one piece.
func (f *form) strip(c *piece) (strip *piece, alone bool) {
	var parts []*piece
	if c != nil {
		for _, p := range append(f.board.below(c, 9), f.above(c)...) {
			if p.Box.H() > 1.2 && digits(p.Text.Value) < 3 {
				parts = append(parts, p)
			}
		}
	} else {
		for _, p := range f.board.pieces {
			if _, s := f.signed(p.Text.Value); !p.taken && !p.isLabel() && p.Box.Y0 > 50 && p.Box.X0 > 40 && s > 0.5 {
				parts = append(parts, p)
			}
		}
	}
	if len(parts) == 0 {
		return nil, false
	}
	first := parts[0]
	out := &piece{Phrase: first.Phrase}
	for _, p := range f.board.pieces {
		dy := math.Min(first.Box.Y1, p.Box.Y1) - math.Max(first.Box.Y0, p.Box.Y0)
		if p == first || p.taken || p.isLabel() || dy < 0.3*math.Min(first.Box.H(), p.Box.H()) || p.Box.X0 < first.Box.X0-12 || p.Box.X0 > first.Box.X0+30 || p.Box.X0 < 40 {
			continue
		}
		if p.Box.X0 < out.Box.X0 {
			out.Text.Value = p.Text.Value + " " + out.Text.Value
		} else {
			out.Text.Value += " " + p.Text.Value
		}
		out.Text.Confidence = math.Min(out.Text.Confidence, p.Text.Confidence)
		out.Box = out.Box.Union(p.Box)
	}
	return out, out.Box == first.Box
}

// signed returns the way of writing the holder's name that comes closest to what was read, and how close.
func (f *form) signed(text string) (string, float64) {
	title := func(s string) string {
		words := strings.Fields(strings.ToLower(s))
		for i, w := range words {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
		return strings.Join(words, " ")
	}
	surname, given := title(f.record.Surname), title(f.record.GivenNames)
	ways := []string{surname}
	if given != "" {
		first := strings.Fields(given)[0]
		ways = append(ways, given+" "+surname, first+" "+surname, given[:1]+". "+surname, surname+" "+given)
	}
	best, score := "", 0.0
	for _, w := range ways {
		if s := alike(text, w); s > score {
			best, score = w, s
		}
	}
	return best, score
}

// above returns the free pieces right over a caption: some pages sign above the line.
func (f *form) above(c *piece) []*piece {
	var out []*piece
	for _, p := range f.board.pieces {
		dy := c.Box.Y0 - p.Box.Y1
		if !p.taken && !p.isLabel() && dy > -1 && dy < 5 && p.Box.X0 > c.Box.X0-4 && p.Box.X0 < c.Box.X1 {
			out = append(out, p)
		}
	}
	return out
}

// find returns the piece that a member was read from.
func (f *form) find(quads []geom.Quad) *piece {
	if len(quads) == 0 || f.board.print == nil {
		return nil
	}
	for _, p := range f.board.pieces {
		if f.board.print.ToSource(p.Box).Center().Dist(quads[0].Center()) < 1 {
			return p
		}
	}
	return nil
}

// take sets a member from one or two lines of print.
func (f *form) take(name string, share float64, ps ...*piece) {
	value, conf := "", 1.0
	for _, p := range ps {
		p.taken = true
		if value != "" {
			value += " "
		}
		value += tidy(p.Text.Value)
		conf = math.Min(conf, p.Text.Confidence)
	}
	f.prints[name] = chosen{share, ps}
	f.set(name, value, share*conf, f.board.quads(ps...)...)
}
