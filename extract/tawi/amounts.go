package tawi

import (
	"regexp"
	"strings"
	"unicode"

	"lensd/extract/form"
	"lensd/extract/money"
	"lensd/extract/thai"
	"lensd/vision/geom"
)

// sum is an amount in a row. Where the satang stand in a column of their own, value joins both parts with a dot.
type sum struct {
	value  string
	satang int64
	row    int
	boxes  []geom.Rect // one, or baht and satang
	conf   float64
	unsure bool // another reading of it is nearly as likely
}

func (s sum) box() geom.Rect {
	var out geom.Rect
	for _, b := range s.boxes {
		out = out.Union(b)
	}
	return out
}

var (
	whole     = regexp.MustCompile(`^\d{1,3}([,.]\d{3})*$|^\d+$`)
	exact     = regexp.MustCompile(`^\d{1,3}([,.]?\d{3})*[.,]\d{2}$|^\d+[.]\d{2}$`)
	hundredth = regexp.MustCompile(`^\d{2}$`)
)

// brackets are what box rules and brackets around figures are read as.
const brackets = "|[](){}!¦"

// token is a run of print without a blank.
type token struct {
	span form.Span
	text string
	box  geom.Rect
}

// tokens cuts a row at blanks and at rules read as bars.
func tokens(p *form.Page, row int) []token {
	var out []token
	text := p.Rows[row].Text
	for k := 0; k < len(text); {
		if text[k] == ' ' || strings.ContainsRune(brackets, text[k]) {
			k++
			continue
		}
		end := k
		for end < len(text) && (text[end] != ' ' || spaced(text, end)) && !strings.ContainsRune(brackets, text[end]) {
			end++
		}
		s := form.Span{Row: row, From: k, To: end}
		out = append(out, token{s, strings.ReplaceAll(thai.Digits(p.Text(s)), " ", ""), p.Box(s)})
		k = end
	}
	return out
}

// spaced reports whether a blank is but the white behind the comma of a sum: 5, 943.70.
func spaced(text []rune, k int) bool {
	if k < 2 || k+3 >= len(text) || text[k-1] != ',' || !unicode.IsDigit(text[k-2]) {
		return false
	}
	for _, r := range text[k+1 : k+4] {
		if !unicode.IsDigit(r) {
			return false
		}
	}
	return true
}

// sums returns the amounts of a row from left to right.
func sums(p *form.Page, row int) []sum {
	ts := tokens(p, row)
	var out []sum
	for i := 0; i < len(ts); i++ {
		t := ts[i]
		text := strings.TrimRight(t.text, ".,-฿")
		switch {
		case exact.MatchString(text):
			if a, ok := amount(text); ok {
				out = append(out, sum{value: text, satang: a, row: row, boxes: []geom.Rect{t.box}, conf: p.Confidence(t.span)})
			}
		case whole.MatchString(text) && i+1 < len(ts) && besides(p, t, ts[i+1]):
			next := ts[i+1]
			if a, ok := amount(text + "." + next.text); ok {
				out = append(out, sum{value: text + "." + next.text, satang: a, row: row, boxes: []geom.Rect{t.box, next.box}, conf: min(p.Confidence(t.span), p.Confidence(next.span))})
				i++
			}
		case whole.MatchString(text) && strings.ContainsAny(text, ",."):
			if a, ok := amount(text); ok {
				out = append(out, sum{value: text, satang: a, row: row, boxes: []geom.Rect{t.box}, conf: p.Confidence(t.span)})
			}
		}
	}
	return out
}

// besides reports whether b are the satang of a: two figures in the next column, behind a rule or some white.
func besides(p *form.Page, a, b token) bool {
	gap := b.box.X0 - a.box.X1
	return hundredth.MatchString(b.text) && gap < 6*p.Unit && (gap > 0.2*p.Unit || p.Wall(a.span.Row, a.box.X1, b.box.X0))
}

// amount reads figures with a point before the last two.
func amount(s string) (int64, bool) {
	if len(s) > 3 && s[len(s)-3] == ',' {
		s = s[:len(s)-3] + "." + s[len(s)-2:]
	}
	if i := strings.LastIndexByte(s, '.'); i >= 0 && len(s)-i == 3 {
		s = strings.ReplaceAll(s[:i], ".", ",") + s[i:]
	}
	a, ok := money.Parse(s, money.Point)
	if !ok {
		return 0, false
	}
	return a.Satang(), true
}
