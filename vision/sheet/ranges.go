package sheet

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"lensd/extract"
)

// spanned are two words with figures and a dash between them, as the dates of a period.
var spanned = regexp.MustCompile(`\d\S* ?[-–—] ?\S*\d`)

const (
	strokeFree = 0.2 // how much white a dash has on either side, in the height of its line's figures, where it stands free
	strokeSure = 0.9 // how sure a measured dash is: one that was read without knowing its size is doubted, and finders drop it as dirt
)

// stroke is a dash as it is printed or read.
type stroke struct {
	dash rune
	free bool // it has white on either side
}

// tellRanges tells the free dashes of level lines by their width, where ranges are read: recognisers take most for hyphens.
func (s *Sheet) tellRanges(lines []extract.Line) {
	for i := range lines {
		l := &lines[i]
		if l.Turn != 0 || !level(l.Quad) || !spanned.MatchString(l.Text.Value) {
			continue
		}
		if told, ok := measured(l.Text, s.strokesOn(*l)); ok {
			l.Text, l.Words = told, words(told, l.Quad)
		}
	}
}

// measured is a text with its free dashes as they are printed. It stays as it is, and ok is false, where no dash is free, bound ones are
// wider than hyphens as those of typewriters are, or neither all dashes nor the free ones are as many in print and text.
func measured(t extract.Text, printed []stroke) (out extract.Text, ok bool) {
	read := strokesIn(t.Value)
	if len(printed) == len(read) { // what stands apart in a wide face may be bound
		for i := range read {
			printed[i].free = printed[i].free && read[i].free
			read[i].free = printed[i].free
		}
	}
	free := freeOf(printed)
	wide := func(k stroke) bool { return !k.free && k.dash != '-' }
	if len(free) == 0 || len(free) != len(freeOf(read)) || slices.ContainsFunc(printed, wide) {
		return t, false
	}
	var dashes []rune
	for i := range read {
		if read[i].free {
			read[i], free = free[0], free[1:]
		}
		dashes = append(dashes, read[i].dash)
	}
	if out, ok = withDashes(t, dashes); !ok {
		return t, false
	}
	for i, c := range out.Chars {
		if !strings.ContainsRune(anyDash, c.Rune) {
			continue
		}
		if read[0].free {
			out.Chars[i].Confidence = max(c.Confidence, strokeSure)
		}
		read = read[1:]
	}
	return out, true
}

// freeOf are those dashes that stand free.
func freeOf(all []stroke) []stroke {
	return slices.DeleteFunc(slices.Clone(all), func(k stroke) bool { return !k.free })
}

// strokesIn are the dashes of a text; those beside a blank are free, as one blank may not have been read.
func strokesIn(text string) (out []stroke) {
	signs := []rune(text)
	for i, r := range signs {
		if strings.ContainsRune(anyDash, r) {
			out = append(out, stroke{r, i > 0 && i < len(signs)-1 && (unicode.IsSpace(signs[i-1]) || unicode.IsSpace(signs[i+1]))})
		}
	}
	return out
}

// strokesOn are the dashes at half the height of a line.
func (s *Sheet) strokesOn(l extract.Line) (out []stroke) {
	height, box := s.reaching(l), boxOf(l.Quad.Bounds())
	parts, room := s.partsIn(box, 0), int(strokeFree*height)
	for i, p := range parts {
		d := dashOf(p.Box, int(height))
		if mid := p.Y0 + p.Y1 - 2*box.Y0; d == 0 || 2*mid < box.H() || 2*mid > 3*box.H() {
			continue
		}
		out = append(out, stroke{d, i > 0 && i < len(parts)-1 && p.X0-parts[i-1].X1 >= room && parts[i+1].X0-p.X1 >= room})
	}
	return out
}
