package invoice

import (
	"regexp"
	"slices"
	"strings"

	"lensd/extract"
	"lensd/extract/find"
	"lensd/extract/thai/id"
)

// apartMost is how far the pieces of one number stand apart, in heights of its line.
const apartMost = 3.0

// separators are what stands between two groups of a number's figures where it is more than one sign.
var separators = regexp.MustCompile(`[\s|¦–-]{2,}`)

// wholeNumber gives a Thai tax number the figures that were parted from it: groups stand apart like columns or go on in the next line, the
// check digit stands in a box of its own. That digit tells where a number begins and ends.
func wholeNumber(l *extract.Layout, f *find.Found) {
	if len(f.Spans) != 1 || id.Valid(id.Digits(f.Value)) {
		return
	}
	for _, pieces := range aboutNumber(l, f.Spans[0].Line) {
		if value, spans := numberIn(l, pieces, f.Spans[0]); spans != nil {
			f.Value, f.Spans = value, spans
			return
		}
	}
}

// aboutNumber returns in which pieces a number of a line may stand: in its row, and in it and the line before or behind.
func aboutNumber(l *extract.Layout, line int) (out [][]piece) {
	out = append(out, besides(l, line))
	lines := upright(l)
	for i, p := range lines {
		if next := under(lines, i); next >= 0 && (p.line == line || lines[next].line == line) {
			out = append(out, []piece{p, lines[next]})
		}
	}
	return out
}

// numberIn returns the valid number in the pieces' text that takes in some of a span, and where it stands; no spans: there is none.
func numberIn(l *extract.Layout, pieces []piece, s find.Span) (string, []find.Span) {
	var text []rune
	starts := make([]int, len(pieces))
	from, to := 0, 0
	for i, p := range pieces {
		starts[i] = len(text)
		if p.line == s.Line {
			from, to = len(text)+s.From, len(text)+s.To
		}
		text = append(append(text, []rune(p.text)...), ' ')
	}
	for _, n := range id.Find(string(text)) {
		spans := spansIn(l, pieces, starts, n.Start, n.End)
		if n.Valid && n.Start < to && n.End > from && grouped(l, spans) {
			return groups(n.Printed), spans
		}
	}
	return "", nil
}

// grouped says that a number is parted where its groups of 1, 4, 5, 2 and 1 figures end, and nowhere else.
func grouped(l *extract.Layout, spans []find.Span) bool {
	n := 0
	for _, s := range spans[:len(spans)-1] {
		n += len(id.Digits(textOf(l, s)))
		if !slices.Contains([]int{1, 5, 10, 12}, n) {
			return false
		}
	}
	return true
}

// besides returns a line and the pieces of its row about it that stand no further apart than a number's, from left to right.
func besides(l *extract.Layout, line int) []piece {
	for _, r := range rowsOf(upright(l)) {
		for at, p := range r.pieces {
			if p.line != line {
				continue
			}
			near := func(i int) bool { return r.pieces[i+1].box.X0-r.pieces[i].box.X1 <= apartMost*r.height }
			from, to := at, at+1
			for from > 0 && near(from-1) {
				from--
			}
			for to < len(r.pieces) && near(to-1) {
				to++
			}
			return r.pieces[from:to]
		}
	}
	return nil
}

// spansIn are the parts of pieces, whose texts begin at starts, that lie from one rune to another.
func spansIn(l *extract.Layout, pieces []piece, starts []int, from, to int) (out []find.Span) {
	for i, p := range pieces {
		a, b := max(0, from-starts[i]), min(len([]rune(p.text)), to-starts[i])
		if a < b {
			out = append(out, find.Span{Line: p.line, From: a, To: b, Quad: part(l.Lines[p.line], a, b)})
		}
	}
	return out
}

// groups writes a number's figures with one sign between its groups.
func groups(printed string) string {
	return separators.ReplaceAllStringFunc(strings.TrimSpace(printed), func(s string) string {
		if strings.ContainsAny(s, "-–") {
			return "-"
		}
		return " "
	})
}
