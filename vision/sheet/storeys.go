package sheet

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/layout"
)

// When a line is rather the storeys that it can be cut into, by the confidence of what is read.
const (
	storeyDoubt = 0.5  // below which a line that is as high as two is read as two
	storeyLead  = 0.15 // that they are surer
	storeySense = 0.1  // of what may be marks of other storeys' letters: small print is read with more
)

// levelRead is print along the page as it was read.
type levelRead struct {
	box  layout.Line
	quad geom.Quad
	text extract.Text
	turn int
}

// storeys takes doubtful lines that are as high as two apart where the storeys are read more surely than the whole.
func (s *Sheet) storeys(ctx context.Context, read []levelRead) ([]levelRead, error) {
	var boxes []layout.Line
	var marks []bool
	from := make([]int, len(read)) // of each line, its first storey
	for i, r := range read {
		if from[i] = len(boxes); r.text.Confidence >= storeyDoubt || s.sparing && !frugal(r.text) {
			continue
		}
		for _, o := range s.analysis().Storeys(r.box) {
			boxes, marks = append(boxes, o.Line), append(marks, o.Marks)
		}
	}
	if len(boxes) == 0 {
		return read, nil
	}
	parts, err := s.readBoxes(ctx, boxes)
	if err != nil {
		return nil, err
	}
	var out []levelRead
	for i, r := range read {
		to := len(parts)
		if i+1 < len(read) {
			to = from[i+1]
		}
		if own := parts[from[i]:to]; !without(own, marks[from[i]:to], r.text) && surerApart(own, r.text) {
			out = append(out, own...)
		} else {
			out = append(out, r)
		}
	}
	return out, nil
}

// without reports that one of some storeys is the marks of letters in the one under it: over large letters they are as high as the page's
// letters, and letters alone are read more surely than with their marks. It makes no sense, or little where another storey says what the
// whole line does but for marks.
func without(parts []levelRead, marks []bool, whole extract.Text) bool {
	least := storeySense
	if slices.ContainsFunc(parts, func(p levelRead) bool { return bared(p.text.Value, whole.Value) }) {
		least = storeyDoubt
	}
	for i, p := range parts {
		if marks[i] && p.text.Confidence < least {
			return true
		}
	}
	return false
}

// bared reports that a text is nearly another one without its marks.
func bared(part, whole string) bool {
	a, b := squeeze(part), squeeze(whole) // neither keeps marks
	return strings.ContainsFunc(whole, unicode.IsMark) && 4*levenshtein.ComputeDistance(a, b) <= utf8.RuneCountInString(b)
}

// surerApart reports that what was read in storeys makes more sense than all in one line. Storeys of marks alone, which say no more than
// a sign or two, do not count: one storey that says something between them is a line without its vowels and tones.
func surerApart(parts []levelRead, whole extract.Text) bool {
	var said []extract.Text
	for _, p := range parts {
		if signs(p.text.Value) > speckPrint {
			said = append(said, p.text)
		}
	}
	return len(said) > 1 && together(said) > whole.Confidence+storeyLead
}
