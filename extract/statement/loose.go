package statement

import (
	"regexp"
	"strings"

	"lensd/extract/thai"
)

// looseShape is an amount whose separators were misread: figures in runs, the last of two, or of five where a point went lost.
var looseShape = regexp.MustCompile(`^([+\-−–]? ?)(\d{1,6}(?:[.,; ']+\d{1,6})*[.,; ']+(?:\d{2}|\d{5}))( ?[+\-−–])?$`)

// looseConfidence is what such a reading is worth at most until balances bear it out.
const looseConfidence = 0.6

// looseAmount reads the figures of s as an amount whatever parts them, for places where an amount is due. Letters that figures
// are taken for count as those.
func looseAmount(s string) (Amount, bool) {
	s = lookalikes.Replace(thai.Digits(strings.TrimSpace(s)))
	inner := strings.Trim(s, "()")
	m := looseShape.FindStringSubmatch(inner)
	if m == nil || len(figures(m[2])) < 3 {
		return Amount{}, false
	}
	d := figures(m[2])
	a, ok := parseAmount(strings.TrimSpace(m[1]) + d[:len(d)-2] + "." + d[len(d)-2:] + strings.TrimSpace(m[3]))
	if inner != s {
		a.Mark = MarkMinus // a bracket that was read twice, or not at all, is one
	}
	return a, ok
}

// pointless reports that s is figures alone, enough of them for an amount whose point went lost.
func pointless(s string) bool {
	return len(s) >= 3 && len(s) <= 8 && strings.Trim(s, "0123456789") == ""
}

func figures(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}

// style is how a statement parts its amounts.
type style struct{ group, point string }

// styleOf learns the style of a document's amounts; ok is false where fewer than three of four share one.
func styleOf(texts []string) (s style, ok bool) {
	points, groups := map[string]int{}, map[string]int{}
	for _, t := range texts {
		t = strings.TrimFunc(thai.Digits(t), notFigure)
		if len(t) < 4 {
			continue
		}
		points[t[len(t)-3:len(t)-2]]++
		if whole := t[:len(t)-3]; len(figures(whole)) > 3 {
			groups[strings.Trim(whole[max(0, len(whole)-4):][:1], "0123456789")]++
		}
	}
	point, most, all := leading(points)
	s.point = point
	group, often, large := leading(groups)
	s.group = group
	return s, all >= 5 && 4*most >= 3*all && (large == 0 || 4*often >= 3*large) && (s.point == "." || s.point == ",") && s.group != s.point
}

func notFigure(r rune) bool { return r < '0' || r > '9' }

func leading(counts map[string]int) (best string, most, all int) {
	for k, n := range counts {
		all += n
		if n > most || n == most && k < best {
			best, most = k, n
		}
	}
	return best, most, all
}

// write prints the figures of s in the style; signs and marks around them stay.
func (st style) write(s string) string {
	s = thai.Digits(s)
	first, last := strings.IndexFunc(s, isFigure), strings.LastIndexFunc(s, isFigure)
	if first < 0 {
		return s
	}
	d := figures(s[first : last+1])
	if len(d) < 3 {
		return s
	}
	whole := d[:len(d)-2]
	if st.group != "" {
		for i := len(whole) - 3; i > 0; i -= 3 {
			whole = whole[:i] + st.group + whole[i:]
		}
	}
	return s[:first] + whole + st.point + d[len(d)-2:] + s[last+1:]
}

func isFigure(r rune) bool { return r >= '0' && r <= '9' }

// tidy writes amounts whose separators differ from those of all others as those: what was read of a picture, figures aside, is
// the likelier the more it looks like its neighbours.
func (d *document) tidy() {
	var texts []string
	for _, a := range d.amounts() {
		texts = append(texts, a.text)
	}
	st, ok := styleOf(texts)
	if !ok {
		return
	}
	for _, a := range d.amounts() {
		if to := st.write(a.text); to != a.text && !a.page.typeset && thai.Digits(a.text) == a.text {
			if m, ok := parseAmount(to); ok && m.Satang == a.amount.Satang {
				a.text = to
			}
		}
	}
}

// placed is an amount with the page that it stands on.
type placed struct {
	*atom
	page *Page
}

// amounts are those in the columns of money.
func (d *document) amounts() []placed {
	var out []placed
	for i := range d.entries {
		e := &d.entries[i]
		for c := range e.record.cells {
			if a := e.record.cells[c].amount(); a != nil && d.money(c) {
				out = append(out, placed{a, e.page})
			}
		}
	}
	return out
}

// merge makes one atom of a cell's words that are together an amount with its separators misread.
func (cl *cell) merge() {
	if len(cl.atoms) < 2 || cl.lines[0] != cl.lines[len(cl.lines)-1] || cl.amounts() > 1 {
		return
	}
	a, ok := joined(cl.atoms, 1.2*cl.atoms[0].H())
	if !ok || strings.Trim(a.text, "0123456789.,; +-") != "" && cl.amount() != nil {
		return
	}
	if _, ok := looseAmount(a.text); ok {
		a.sort, a.amount = sortText, Amount{}
		cl.atoms, cl.lines = []atom{a}, cl.lines[:1]
	}
}
