package passport

import (
	"context"
	"math"
	"sort"
	"strings"
	"unicode"

	"lensd/extract"
	"lensd/extract/thai/name"
)

// Certainties of a signature.
const (
	leastSignature = 0.85 // below it the strip's strokes are no text
	likeName       = 0.55 // likeness to the holder's name that tells a signature under its caption
	plainlyName    = 0.75 // the same without a caption
	clearlyName    = 0.95 // a strip that reads like the name need not be read again
	signatureWidth = 34.0 // millimetres in which a signature of which a part was found is looked for
)

// signature sets holder_signature where the strip reads as text. A signature mostly spells the holder's name in some way;
// where the strokes come close to one, the name is what they say. Strokes fall apart, so the whole strip is read.
func (f *form) signature(ctx context.Context) error {
	if f.board.print == nil {
		return nil
	}
	c := f.board.caption(labelSignature)
	strips, sure := f.strips(c)
	least := likeName
	if c == nil {
		least = plainlyName
	}
	for _, strip := range strips {
		if best, s := f.signed(strip.Text.Value); c != nil && sure && s >= clearlyName && strip.Text.Confidence >= leastSignature {
			f.set("holder_signature", best, 0.85*s, f.board.quads(strip)...)
			return nil
		}
		texts, err := f.board.print.Versions(ctx, strip.Box, extract.Hint{Script: extract.ScriptLatin})
		if err != nil {
			return err
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
			return nil
		case c != nil && sure && strip.Text.Confidence >= leastSignature && wordedText(strip.Text.Value):
			f.set("holder_signature", tidy(strip.Text.Value), 0.6*strip.Text.Confidence, f.board.quads(strip)...)
			return nil
		}
	}
	return nil
}

// strips returns where the signature may be, likeliest first, strokes joined: under or over its caption; without one the
// holder's name once more low on the page, else what is left there. alone reports that it was found in one piece.
func (f *form) strips(c *piece) (strips []*piece, alone bool) {
	var firsts []*piece
	for _, p := range f.board.pieces {
		if _, s := f.signed(p.Text.Value); c == nil && f.mayBeStroke(p) && p.Box.Y0 > 50 && s > 0.5 {
			firsts = append(firsts, p)
		}
	}
	if c != nil {
		for _, p := range append(f.board.below(c, 9), f.above(c)...) {
			if p.Box.H() > 1.2 && digits(p.Text.Value) < 3 {
				firsts = append(firsts, p)
			}
		}
	}
	if len(firsts) > 0 {
		first := firsts[0]
		out := f.strokes(first, 12)
		alone = out.Box == first.Box
		if c != nil && c.Box.X0 < out.Box.X0 && out.Box.X0-c.Box.X0 < f.lostBefore(out) {
			out.Box.X0, alone = c.Box.X0, alone && out.Box.X0-c.Box.X0 < lostStroke
		}
		strips = []*piece{out}
		if _, s := f.signed(out.Text.Value); s < clearlyName { // and at its end
			wide := *out
			wide.Box.X1 = math.Max(out.Box.X1, math.Min(out.Box.X0+signatureWidth, math.Min(PageWidth, f.wall(out))))
			if wide.Box.X1 > out.Box.X1+1 {
				strips = append(strips, &wide)
			}
		}
		return strips, alone
	}
	return f.scraps(), false
}

// How much of a signature, in millimetres, may have been lost at its beginning: a stroke, and the given name before a surname.
const (
	lostStroke = 8.0
	lostName   = 20.0
)

// lostBefore is how far before strokes their signature may begin.
func (f *form) lostBefore(p *piece) float64 {
	if name, _ := f.signed(p.Text.Value); name != "" && !strings.Contains(name, " ") {
		return lostName
	}
	return lostStroke
}

// mostScraps bounds how many heaps of scraps are read in search of a signature.
const mostScraps = 2

// scraps returns the widest rows of small left-over pieces low on the page: strokes that were not read as one.
func (f *form) scraps() []*piece {
	var out []*piece
	for _, p := range f.board.pieces {
		if f.mayBeStroke(p) && p.Box.Y0 > 52 && p.Box.X0 > 40 && p.Box.H() < 6 && digits(p.Text.Value) < 3 {
			if s := f.strokes(p, 6); s.Box.W() > 6 && s.Box.W() < 50 {
				out = append(out, s)
			}
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Box.W() > out[j].Box.W() })
	for i := 1; i < len(out); i++ {
		if out[i].Box.Intersect(out[0].Box).Area() > 0.5*out[i].Box.Area() {
			out = append(out[:i], out[i+1:]...)
			i--
		}
	}
	return out[:min(len(out), mostScraps)]
}

// mayBeStroke reports that nothing else explains a piece.
func (f *form) mayBeStroke(p *piece) bool { return !p.taken && !p.isLabel() && p.Box.X0 > 40 }

// strokes joins to a piece what stands on its line, at most reach millimetres before it.
func (f *form) strokes(first *piece, reach float64) *piece {
	out := &piece{Phrase: first.Phrase}
	for _, p := range f.board.pieces {
		dy := math.Min(first.Box.Y1, p.Box.Y1) - math.Max(first.Box.Y0, p.Box.Y0)
		if p == first || !f.mayBeStroke(p) || dy < 0.3*math.Min(first.Box.H(), p.Box.H()) || p.Box.X0 < first.Box.X0-reach || p.Box.X0 > first.Box.X0+30 {
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
	out, start := []rune(strings.ToLower(strings.TrimSpace(whole))), true
	for i, r := range out {
		if start {
			out[i] = unicode.ToUpper(r)
		}
		start = !unicode.IsLetter(r)
	}
	return string(out)
}

// initialled reports that a text begins with something short that stands apart from the rest.
func initialled(text string) bool {
	words := strings.Fields(text)
	return len(words) > 1 && len([]rune(words[0])) <= 2 && len([]rune(words[1])) > 2
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
