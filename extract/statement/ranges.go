package statement

import (
	"strings"
	"time"
	"unicode"

	"lensd/extract/thai/date"
	"lensd/vision/geom"
)

// unglue parts words in which two dates, or a word like "to" and a date, stand without a blank.
func unglue(atoms []atom, opt date.Options) []atom {
	var out []atom
	for _, a := range atoms {
		if parts := unmerge(a, opt); len(parts) > 1 {
			out = append(out, parts...)
			continue
		}
		out = append(out, cutDates(a, opt)...)
	}
	return out
}

func cutDates(a atom, opt date.Options) []atom {
	if !strings.ContainsAny(a.text, "0123456789") {
		return []atom{a}
	}
	for _, w := range []string{"ถึงวันที่", "ถึง"} {
		if rest, ok := strings.CutPrefix(a.text, w); ok && rest != "" && unicode.IsDigit([]rune(rest)[0]) {
			return a.cut(w, rest)
		}
	}
	if len(a.text) < 12 || date.Is(a.text, opt) {
		return []atom{a}
	}
	for i, r := range a.text {
		if !strings.ContainsRune("-–—~", r) || i == 0 {
			continue
		}
		dash := string(r)
		left, right := a.text[:i], a.text[i+len(dash):]
		if len(right) >= 6 && len(left) >= 6 && date.Is(left, opt) && date.Is(right, opt) {
			return a.cut(left, dash, right)
		}
	}
	return []atom{a}
}

// cut makes atoms of the parts of a's text, each as wide as its share of the letters.
func (a atom) cut(parts ...string) []atom {
	all := len([]rune(a.text))
	out := make([]atom, 0, len(parts))
	at := 0
	for _, text := range parts {
		b := a
		b.text, b.other = text, nil
		b.X0 = a.X0 + a.W()*float64(at)/float64(all)
		at += len([]rune(text))
		b.X1 = a.X0 + a.W()*float64(at)/float64(all)
		b.quads = []geom.Quad{geom.QuadOf(b.Rect)}
		out = append(out, b)
	}
	return out
}

// periodText is the text of a period: words that join its dates, whose marks are easily misread, as they are spelt, and a dash
// where what stands between was too thin to be read.
func periodText(atoms []atom) string {
	var parts []string
	for i := range atoms {
		a := &atoms[i]
		if a.sort == sortDate {
			if i > 0 && atoms[i-1].sort == sortDate && strings.TrimLeft(a.text, "-–—~") == a.text && strings.TrimRight(atoms[i-1].text, "-–—~") == atoms[i-1].text {
				parts = append(parts, "-")
			}
			parts = append(parts, a.text)
			continue
		}
		parts = append(parts, joiner(a.text))
	}
	return strings.Trim(strings.Join(parts, " "), " :/|")
}

// joiner spells a word that joins two dates.
func joiner(s string) string {
	for _, w := range []string{"ถึง", "ถึงวันที่"} {
		if unmarked(s) == unmarked(w) {
			return w
		}
	}
	return s
}

// unmarked is s without the marks above and below.
func unmarked(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, s)
}

// inYear gives a date that is printed without its year the one in which it is not much later than the latest date of the
// document that has one; known is false where there is none.
func (d *document) inYear(a *atom) (opt date.Options, known bool) {
	opt = d.opt
	if a.day.Digits > 0 {
		return opt, true
	}
	last, ok := d.latest()
	if !ok {
		return opt, false
	}
	if opt.Year = last.Year(); time.Date(opt.Year, time.Month(a.day.Month), a.day.Day, 0, 0, 0, 0, time.UTC).After(last.AddDate(0, 0, afterStatement)) {
		opt.Year--
	}
	return opt, true
}

// afterStatement is how many days later than the latest full date a row of the statement may be.
const afterStatement = 45

func (d *document) latest() (last time.Time, ok bool) {
	for _, p := range d.pages {
		for i := range p.rows {
			for k := range p.rows[i].atoms {
				a := &p.rows[i].atoms[k]
				if a.sort != sortDate || a.day.Digits == 0 {
					continue
				}
				v, parsed := date.Parse(a.text, d.opt)
				if t := time.Date(v.Year, time.Month(v.Month), v.Day, 0, 0, 0, 0, time.UTC); parsed && t.After(last) {
					last, ok = t, true
				}
			}
		}
	}
	return last, ok
}
