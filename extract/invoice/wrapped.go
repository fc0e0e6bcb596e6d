package invoice

import (
	"math"
	"regexp"
	"strings"
	"unicode/utf8"

	"lensd/extract"
	"lensd/extract/find"
	"lensd/extract/thai/id"
)

var (
	unended  = regexp.MustCompile(`^\s*[-–]\s*$`) // what is left of a line whose number goes on in the next
	restOf   = regexp.MustCompile(`^\s*([0-9A-Z][0-9A-Z/-]{0,11})(?:\s|$)`)
	yearOnly = regexp.MustCompile(`^\s*((?:19|20|25)\d\d)\s*$`)
	dayMonth = regexp.MustCompile(`^\s*\d{1,2}[ .-]*\p{L}[\p{L}\p{M}.]+\s*$`)
)

// unwrap completes the values that go on in the next piece of their row or in the line below, because their print says that they
// do: a number that ends with a dash, a date without its year, an address that ends with a comma.
func unwrap(l *extract.Layout, found []find.Found, kinds map[string]find.Type) {
	taken := map[int]bool{}
	for _, f := range found {
		for _, s := range f.Spans {
			taken[s.Line] = true
		}
	}
	for i := range found {
		f := &found[i]
		last := f.Spans[len(f.Spans)-1]
		runes := []rune(l.Lines[last.Line].Text.Value)
		rest := string(runes[min(last.To, len(runes)):])
		next, ok := onwards(l, last, taken)
		if !ok {
			continue
		}
		text := l.Lines[next].Text.Value
		more, sep := "", " "
		switch kind := kinds[f.Field]; {
		case (kind == find.Code || kind == find.TaxID) && unended.MatchString(rest):
			if m := restOf.FindStringSubmatch(text); m != nil && (kind == find.Code && m[0] == text || id.Valid(id.Digits(f.Value+m[1]))) {
				more, sep = m[1], strings.TrimSpace(rest)+" "
			}
		case kind == find.Date && strings.TrimSpace(rest) == "" && dayMonth.MatchString(f.Value):
			if m := yearOnly.FindStringSubmatch(text); m != nil {
				more = m[1]
			}
		case kind == find.Address && (strings.TrimSpace(rest) == "," || strings.TrimSpace(rest) == "" && strings.HasSuffix(f.Value, ",")):
			more, sep = strings.TrimRight(strings.TrimSpace(text), ","), " "
			if !strings.HasSuffix(f.Value, ",") {
				sep = ", "
			}
		}
		if more == "" {
			continue
		}
		from := utf8.RuneCountInString(text[:strings.Index(text, more)])
		to := from + utf8.RuneCountInString(more)
		f.Value += sep + more
		f.Spans = append(f.Spans, find.Span{Line: next, From: from, To: to, Quad: part(l.Lines[next], from, to)})
		taken[next] = true
	}
}

// onwards returns the line that goes on behind a span: the next piece of its row where that is near, else the nearest line below it.
// Lines of which something else was taken do not.
func onwards(l *extract.Layout, s find.Span, taken map[int]bool) (line int, ok bool) {
	a := l.Lines[s.Line].Quad.Bounds()
	h := max(1, l.Lines[s.Line].Height)
	best := math.Inf(1)
	for _, p := range upright(l) {
		if taken[p.line] || l.Lines[s.Line].Turn != 0 {
			continue
		}
		gap := math.Inf(1)
		beside := p.box.X0 - a.X1
		switch {
		case math.Abs(p.box.Center().Y-a.Center().Y) < 0.5*h:
			if beside > -0.5*h && beside < 2*h {
				gap = 0
			}
		case p.box.Center().Y > a.Center().Y && p.box.Y0-a.Y1 < 1.2*h && p.box.X0 > a.X0-h && p.box.X1 < a.X1+h:
			gap = 1 + p.box.Center().Y - a.Center().Y
		}
		if gap < best {
			best, line, ok = gap, p.line, true
		}
	}
	return line, ok
}
