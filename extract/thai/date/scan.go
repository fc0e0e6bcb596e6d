package date

import (
	"slices"
	"strings"
	"unicode"
)

// run is a run of digits with its rune positions.
type run struct {
	start, end int
	n          int // digits
	value      int
}

// text is a folded text cut at its digits: gaps[i] stands before runs[i], the last gap after all.
type text struct {
	runes []rune
	runs  []run
}

func scan(s string) text {
	t := text{runes: []rune(s)}
	for i := 0; i < len(t.runes); i++ {
		if !isDigit(t.runes[i]) {
			continue
		}
		r := run{start: i}
		for ; i < len(t.runes) && isDigit(t.runes[i]); i++ {
			r.n++
			if r.n < 9 {
				r.value = r.value*10 + int(t.runes[i]-'0')
			}
		}
		r.end = i
		t.runs = append(t.runs, r)
	}
	return t
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// gap is what stands before run i; i may be one past the last.
func (t text) gap(i int) string {
	from, to := 0, len(t.runes)
	if i > 0 {
		from = t.runs[i-1].end
	}
	if i < len(t.runs) {
		to = t.runs[i].start
	}
	return string(t.runes[from:to])
}

func (t text) has(i, n int) bool { return i+n <= len(t.runs) }

// date reads a date that begins with run i and says how many runs it took.
func (t text) date(i int, opt Options) (d Date, used int, ok bool) {
	for _, way := range []func(int, Options) (Date, int, bool){t.numbered, t.named, t.monthFirst, t.dayMonth} {
		if d, used, ok = way(i, opt); ok {
			return d, used, true
		}
	}
	return Date{}, 0, false
}

// numbered reads 31/12/2566, 31-12-66, 2023-12-31.
func (t text) numbered(i int, opt Options) (Date, int, bool) {
	if !t.has(i, 3) || separator(t.gap(i+1)) == 0 || separator(t.gap(i+1)) != separator(t.gap(i+2)) || !t.free(i) {
		return Date{}, 0, false
	}
	a, b, c := t.runs[i], t.runs[i+1], t.runs[i+2]
	switch {
	case a.n == 4 && b.n <= 2 && c.n <= 2:
		a, c = c, a
	case a.n > 2 || b.n > 2 || (c.n != 2 && c.n != 4):
		return Date{}, 0, false
	case opt.MonthFirst || b.value > 12:
		a, b = b, a
	}
	d := Date{Day: a.value, Month: b.value}
	ok := d.setYear(c, EraUnknown, opt) && d.exists()
	return d, 3, ok
}

// free reports that run i is not the tail of something longer, such as a number with points.
func (t text) free(i int) bool {
	g := t.gap(i)
	return i == 0 || separator(g) == 0 || strings.HasPrefix(g, " ") || strings.HasSuffix(g, " ")
}

// named reads 15 มกราคม 2567, 1 ก.พ. 67, 15-Jan-24, and with opt.Year 15 Jan.
func (t text) named(i int, opt Options) (Date, int, bool) {
	if !t.has(i, 1) || t.runs[i].n > 2 {
		return Date{}, 0, false
	}
	words := t.gap(i + 1)
	m, era, rest, ok := monthIn(words)
	if !ok {
		return Date{}, 0, false
	}
	d := Date{Day: t.runs[i].value, Month: m.number}
	if era == EraUnknown {
		era = m.era
	}
	if t.has(i, 2) && !rest && (t.runs[i+1].n == 2 || t.runs[i+1].n == 4) && d.setYear(t.runs[i+1], era, opt) && d.exists() {
		return d, 2, true
	}
	d.Year = opt.Year
	return d, 1, opt.Year != 0 && d.exists()
}

// monthFirst reads January 15, 2024.
func (t text) monthFirst(i int, opt Options) (Date, int, bool) {
	if t.runs[i].n > 2 || i == 0 && t.runs[i].start == 0 {
		return Date{}, 0, false
	}
	m, ok := monthBefore(t.gap(i))
	if !ok {
		return Date{}, 0, false
	}
	d := Date{Day: t.runs[i].value, Month: m.number}
	if t.has(i, 2) && t.runs[i+1].n == 4 && between(t.gap(i+1)) && d.setYear(t.runs[i+1], m.era, opt) && d.exists() {
		return d, 2, true
	}
	d.Year = opt.Year
	return d, 1, opt.Year != 0 && d.exists()
}

func between(s string) bool {
	s = strings.Trim(s, " ,.")
	return s == "" || slices.Contains([]string{"st", "nd", "rd", "th"}, strings.ToLower(s))
}

// dayMonth reads 01/02 and 24.04., which need the year from elsewhere.
func (t text) dayMonth(i int, opt Options) (Date, int, bool) {
	if opt.Year == 0 || !t.has(i, 2) || t.runs[i].n > 2 || t.runs[i+1].n > 2 || !t.free(i) {
		return Date{}, 0, false
	}
	sep, after := separator(t.gap(i+1)), t.gap(i+2)
	closed := strings.HasPrefix(after, ".")
	if sep == 0 || sep == '.' && !closed || len(t.gap(i+1)) > 1 {
		return Date{}, 0, false
	}
	if after != "" && !closed && !unicode.IsSpace([]rune(after)[0]) {
		return Date{}, 0, false
	}
	d := Date{Day: t.runs[i].value, Month: t.runs[i+1].value, Year: opt.Year}
	if opt.MonthFirst || d.Month > 12 {
		d.Day, d.Month = d.Month, d.Day
	}
	return d, 2, d.exists()
}

// from is where the date that begins with run i is printed from: a month may stand before its day.
func (t text) from(i, used int) int {
	if _, _, _, ok := monthIn(t.gap(i + 1)); ok || used == 3 {
		return t.runs[i].start
	}
	g := t.gap(i)
	if _, ok := monthBefore(g); ok {
		trimmed := strings.TrimRight(g, " .")
		k := strings.LastIndexFunc(trimmed, func(r rune) bool { return !unicode.IsLetter(r) && r != '.' })
		return t.runs[i].start - len([]rune(g)) + len([]rune(trimmed[:k+1]))
	}
	return t.runs[i].start
}

// separator returns the sign that parts numbers of one date, with or without blanks around it; 0: none such.
func separator(gap string) rune {
	switch s := strings.TrimSpace(gap); s {
	case "/", "-", ".":
		return rune(s[0])
	case "–", "‐", "‑":
		return '-'
	}
	return 0
}
