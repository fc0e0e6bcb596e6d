package passport

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"lensd/extract"
	"lensd/extract/thai/name"
)

// Certainties of a signature.
const (
	leastSignature = 0.85 // below it the strip's strokes are no text
	likeName       = 0.55 // likeness to the holder's name that tells a signature under its caption
	plainlyName    = 0.75 // the same without a caption
	clearlyName    = 0.95 // a strip that reads like the name need not be read again
	mostlyOther    = 0.3  // likeness below which it is not worth it
	signatureWidth = 34.0 // millimetres in which a signature of which a part was found is looked for
)

// signature sets holder_signature where the strip reads as text. A signature mostly spells the holder's name in some way;
// where the strokes come close to one, the name is what they say. Strokes fall apart, so the whole strip is read.
func (f *form) signature() {
	c := f.board.caption(labelSignature)
	strips, alone := f.strips(c)
	least := likeName
	if c == nil {
		least = plainlyName
	}
	for _, strip := range strips {
		best, score := f.signed(strip.Text.Value)
		certain := c != nil && alone && strip.Text.Confidence >= leastSignature
		if score >= mostlyOther && (!certain || score < clearlyName) {
			for _, t := range f.again(strip.Box, extract.ScriptLatin) {
				if name, s := f.signed(t.Value); s > score {
					best, score = name, s
				}
			}
		}
		switch {
		case score >= least:
			f.set("holder_signature", best, 0.85*score, f.board.quads(strip)...)
			return
		case certain && wordedText(strip.Text.Value):
			f.set("holder_signature", tidy(strip.Text.Value), 0.6*strip.Text.Confidence, f.board.quads(strip)...)
			return
		}
	}
}

// strips returns where the signature may be, strokes joined, and once more with room for strokes that were lost at its end:
// under its caption, without one where the holder's name stands once more low on the page. alone reports that it was found in
// one piece.
func (f *form) strips(c *piece) (strips []*piece, alone bool) {
	firsts := f.under(labelSignature, 9)
	if c == nil {
		firsts = f.board.free(func(p *piece) bool {
			_, s := f.signed(p.Text.Value)
			return f.mayBeStroke(p) && p.Box.Y0 > 50 && s > 0.5
		})
	}
	if len(firsts) == 0 {
		firsts = f.scraps()
	}
	for _, first := range firsts {
		if c != nil && (first.Box.H() <= 1.2 || digits(first.Text.Value) >= 3) {
			continue
		}
		out := f.strokes(first)
		alone = out.Box == first.Box
		if c != nil && c.Box.X0 < out.Box.X0 && out.Box.X0-c.Box.X0 < lostStroke {
			out.Box.X0 = c.Box.X0
		}
		wide := *out
		wide.Box.X1 = math.Max(out.Box.X1, math.Min(out.Box.X0+signatureWidth, math.Min(PageWidth, f.wall(out))))
		if _, s := f.signed(out.Text.Value); s < clearlyName && wide.Box.X1 > out.Box.X1+1 {
			return []*piece{out, &wide}, alone
		}
		return []*piece{out}, alone
	}
	return nil, false
}

// scraps returns small left-over pieces low on the page, those that are parts of the widest row first: strokes that were not
// read as one.
func (f *form) scraps() []*piece {
	out := f.board.free(func(p *piece) bool {
		return f.mayBeStroke(p) && p.Box.Y0 > 52 && p.Box.H() < 6 && digits(p.Text.Value) < 3 && f.strokes(p).Box.W() > 6
	})
	slices.SortStableFunc(out, func(a, b *piece) int { return cmp.Compare(f.strokes(b).Box.W(), f.strokes(a).Box.W()) })
	return out
}

// lostStroke is how much of a signature, in millimetres, may have been lost at its beginning.
const lostStroke = 8.0

// mayBeStroke reports that nothing else explains a piece.
func (f *form) mayBeStroke(p *piece) bool { return !p.taken && !p.isLabel() && p.Box.X0 > 40 }

// beforeStroke and behindStroke are how far from the piece that was found first the strokes of one signature stand, in
// millimetres.
const (
	beforeStroke = 12.0
	behindStroke = 30.0
)

// strokes joins to a piece what stands on its line.
func (f *form) strokes(first *piece) *piece {
	out := &piece{Phrase: first.Phrase}
	for _, p := range f.board.free(f.mayBeStroke) {
		if p == first || !level(first.Box, p.Box, 0.3) || p.Box.X0 < first.Box.X0-beforeStroke || p.Box.X0 > first.Box.X0+behindStroke {
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
	return out
}

// signed returns the way of writing the holder's name that comes closest to what was read, and how close. Accents, hyphens
// and apostrophes are those of the printed name.
func (f *form) signed(text string) (string, float64) {
	surname, given := f.handwritten("surname_en", f.record.Surname), f.handwritten("title_name_en", f.record.GivenNames)
	ways := []string{surname}
	if given != "" {
		first, _, _ := strings.Cut(given, " ")
		ways = append(ways, given+" "+surname, first+" "+surname, string([]rune(given)[:1])+". "+surname, surname+" "+given)
	}
	best, score := "", 0.0
	parted := initialled(text)
	for _, w := range ways {
		s := alike(text, w)
		if parted && !strings.Contains(w, " ") {
			s -= 0.2 // something stands before the surname
		}
		if s > score || s == score && parted {
			best, score = w, s
		}
	}
	return best, score
}

// handwritten returns a part of the holder's name with capital initials: as printed where the print is the zone's name.
func (f *form) handwritten(member, zone string) string {
	whole := zone
	if _, bare := name.CutTitle(f.fields[member].Value); sameName(bare, zone) {
		whole = bare
	}
	return capitalised(strings.TrimSpace(whole))
}

// initialled reports that a text begins with something short that stands apart from the rest.
func initialled(text string) bool {
	words := strings.Fields(text)
	return len(words) > 1 && len([]rune(words[0])) <= 2 && len([]rune(words[1])) > 2
}
