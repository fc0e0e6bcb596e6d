package invoice

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"lensd/extract"
	"lensd/extract/find"
	"lensd/extract/thai"
	"lensd/extract/thai/id"
)

// nearReading is how alike another reading of a line must be to the first to stand for it.
const nearReading = 0.85

// soundest returns the page with those of the readings that its recognisers gave of a line which hold what such pages print: a
// date where the first is none, a number with a right check digit, a sum with its signs in order, words of addresses as they are
// spelt. Only what was read is chosen from; l itself stays as it is.
func (r *Reader) soundest(l *extract.Layout) *extract.Layout {
	out := *l
	for i, line := range l.Lines {
		best, most := -1, r.soundness(line.Text.Value)
		for k, a := range line.Text.Alternatives {
			if thai.Alike([]rune(thai.Skeleton(line.Text.Value)), []rune(thai.Skeleton(a.Value))) < nearReading {
				continue
			}
			if s := r.soundness(a.Value); s > most {
				best, most = k, s
			}
		}
		if best < 0 {
			continue
		}
		if &out.Lines[0] == &l.Lines[0] {
			out.Lines = slices.Clone(l.Lines)
		}
		out.Lines[i].Text = instead(line.Text, best)
	}
	return &out
}

// instead makes an alternative the reading of a line and the reading an alternative.
func instead(t extract.Text, k int) extract.Text {
	a := t.Alternatives[k]
	out := extract.Text{Value: a.Value, Confidence: min(a.Confidence, t.Confidence)}
	if len([]rune(strings.ReplaceAll(a.Value, " ", ""))) == len([]rune(strings.ReplaceAll(t.Value, " ", ""))) {
		out.Chars = t.Chars // they are counted without blanks
	}
	out.Alternatives = append([]extract.Alternative{{Value: t.Value, Confidence: t.Confidence}}, t.Alternatives...)
	return out
}

var (
	// addressWords are those that stand before the parts of Thai addresses and numbers; their marks are easily lost.
	addressWords = []string{"เลขที่", "หมู่ที่", "หมู่บ้าน", "ชั้น", "ห้อง", "อาคาร", "ซอย", "ถนน", "ตำบล", "อำเภอ", "แขวง", "จังหวัด", "วันที่", "ผู้เสียภาษี"}
	// wrongSigns are sums with a sign of another kind among theirs.
	wrongSigns = regexp.MustCompile(`\d[.]\d{3}[.]\d{2}\b|\d,\d{3},\d{2}\b|\d[,.]{2,}\d|\d[,.][/|]|[/|]{2}\d`)
	// noughts are figures that were read for an O within a word, letters an O for a figure.
	noughts = regexp.MustCompile(`[A-Z]0[A-Z]{2}|\b0[A-Z]{3}|[a-z]0[a-z]`)
	letterO = regexp.MustCompile(`\d{2}[Oo](?:\d|\b)`)
)

// soundness counts what of a text is as papers print it, less what none prints.
func (r *Reader) soundness(text string) float64 {
	s := 0.0
	if strings.ContainsFunc(text, unicode.IsDigit) {
		for _, m := range find.Typed(text) {
			if m.Type == find.Date {
				s += 2
			}
		}
		for _, n := range id.Find(text) {
			if n.Valid {
				s += 2
			}
		}
		s -= float64(len(wrongSigns.FindAllString(text, -1)) + len(noughts.FindAllString(text, -1)) + 3*len(letterO.FindAllString(text, -1)))
	} else if t := r.titled(text); t > 0.5 {
		s += t
	}
	for _, w := range addressWords {
		s += float64(strings.Count(text, w))
	}
	return s
}
