package passport

import (
	"math"
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode"

	"lensd/extract/thai/date"
)

// issue sets date_of_issue: after the birth, before the expiry, best at a whole number of years before it. Where no print is
// such a date, or a doubtful one, it is looked for in the columns of values.
func (f *form) issue(found []dated, birth, expiry date.Date) {
	var best *dated
	score := math.Inf(-1)
	for i := range found {
		d := &found[i]
		if expiry.Year == 0 && f.near(labelExpiry, d.piece) < f.near(labelIssue, d.piece) || expiry.Year > 0 && !d.day.Time().Before(expiry.Time()) || birth.Year > 0 && !d.day.Time().After(birth.Time()) || expiry.Year > 0 && term(d.day, expiry) < 0 {
			continue
		}
		s := d.Text.Confidence - 0.02*math.Min(40, f.near(labelIssue, d.piece))
		if expiry.Year > 0 {
			s += term(d.day, expiry)
		}
		if s > score {
			best, score = d, s
		}
	}
	if best == nil {
		f.guessed(expiry)
		f.issueByPlace(expiry)
		return
	}
	best.taken = true
	conf := printOnly * best.Text.Confidence
	switch usual := term(best.day, expiry); {
	case expiry.Year == 0:
	case usual > 0.5:
		conf = math.Min(0.97, agree(conf, 0.6))
	case usual <= 0: // passports are valid for whole years: a figure is likely misread
		conf *= oddTerm
	}
	f.setDay("date_of_issue", best.day, conf, best.piece)
	f.issueByPlace(expiry)
}

// guessed sets the date of issue from print that reads as a date only in part: of the days a usual validity before the
// expiry, the one that the legible figures agree with. Its confidence says that it is a guess.
func (f *form) guessed(expiry date.Date) {
	if expiry.Year == 0 {
		return
	}
	var best *piece
	var pick date.Date
	score, second := 0.0, 0.0
	for _, p := range f.board.free(func(p *piece) bool { return !p.isLabel() && digits(p.Text.Value) >= 4 && p.Box.Y0 >= datesBegin }) {
		for _, years := range []int{5, 10} {
			for _, shift := range []int{-1, 0, 1} {
				t := expiry.Time().AddDate(-years, 0, shift)
				d := date.Date{Year: t.Year(), Month: int(t.Month()), Day: t.Day()}
				s := d.Likeness(p.Text.Value)
				switch {
				case s > score:
					if d != pick {
						second = score
					}
					best, pick, score = p, d, s
				case d != pick:
					second = math.Max(second, s)
				}
			}
		}
	}
	if best == nil || score < 0.75 || score-second < 0.08 {
		return
	}
	best.taken = true
	share := 0.5
	if score == 1 { // day and year both stand there, the month was misread
		share = 0.7
	}
	f.setDay("date_of_issue", pick, share*score, best)
}

// datesBegin is how far down the page dates stand at least, in millimetres.
const datesBegin = 28.0

// mostSlots bounds how many places are read again in search of a date.
const mostSlots = 3

// issueByPlace looks for a date of issue that was not found, or only guessed, in the columns of the other values, where print
// has a figure or a month or stands under its caption, as wide as the other dates are: what stands close above or below may have drawn it into its own box.
func (f *form) issueByPlace(expiry date.Date) {
	if have, ok := f.fields["date_of_issue"]; ok && have.Confidence > 0.6 || expiry.Year == 0 {
		return
	}
	width, columns := 0.0, f.look().columns
	for _, name := range []string{"date_of_birth", "date_of_expiry"} {
		if other := f.find(f.fields[name].Quads); other != nil {
			width = math.Max(width, other.Box.W())
		}
	}
	var slots []*piece
	for _, p := range f.board.free(f.scrapOfDate) {
		at := slices.IndexFunc(columns, func(x float64) bool { return p.Box.X0 > x-1.5 && p.Box.X0 < x+0.6*width })
		if at >= 0 && p.Box.W() <= 1.3*width {
			slot := &piece{Phrase: Phrase{Box: p.Box}}
			slot.Box.X0, slot.Box.X1 = math.Min(p.Box.X0, columns[at])-0.3, math.Max(p.Box.X1, columns[at]+width)+0.3
			slots = append(slots, slot)
		}
	}
	for _, slot := range slots[:min(len(slots), mostSlots)] {
		if f.issueIn(slot, expiry) {
			return
		}
	}
}

// scrapOfDate reports that a piece may be what was read of a date: it has a figure or a month, or stands under the caption of
// the date of issue.
func (f *form) scrapOfDate(p *piece) bool {
	scrap := digits(p.Text.Value) > 0 || namesMonth(p.Text.Value) || f.near(labelIssue, p) < captionAway
	return scrap && !p.isLabel() && p.Box.Y0 >= datesBegin && p.Box.H() <= 4.5
}

// issueIn reads a date of issue in one place; done reports that it makes a usual validity and is surer than what was there.
func (f *form) issueIn(p *piece, expiry date.Date) (done bool) {
	have := f.fields["date_of_issue"].Confidence
	for _, t := range f.again(p.Box, scriptOf(f.record)) {
		if d, ok := date.ParseSpoilt(stroked(t.Value), f.century); ok && d.Time().Before(expiry.Time()) && term(d, expiry) > 0.5 && t.Confidence > have/printOnly {
			have, done = math.Min(0.9, printOnly*math.Max(t.Confidence, 0.6)), true
			f.setDay("date_of_issue", d, have, p)
		}
	}
	return done
}

// namesMonth reports that a word of a text is the name of a month.
func namesMonth(s string) bool {
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if len([]rune(w)) >= 3 && len([]rune(w)) <= 9 && date.MonthOf(w) > 0 {
			return true
		}
	}
	return false
}

// partGap is the widest white inside a date, in millimetres: some states print day, month and year in columns.
const partGap = 7.0

// mostParts is how many pieces a date falls into at most: day, month, stroke, month, year.
const mostParts = 5

// joinDates makes one piece of the parts of a date.
func (f *form) joinDates() {
	for _, p := range f.board.pieces {
		if p.taken || !beginsDate(p.Text.Value) {
			continue
		}
		parts := []*piece{p}
		for _, q := range f.line(p) {
			last := parts[len(parts)-1]
			if q.Box.X0-last.Box.X1 > partGap || len(parts) == mostParts {
				break
			}
			parts = append(parts, q)
			if endsDate(q.Text.Value) && f.dateOf(parts) {
				for _, r := range parts[1:] {
					p.absorb(r)
				}
				break
			}
		}
	}
}

// beginsDate reports that a text is a day, with or without the month's name: 08, 08 JAN.
func beginsDate(s string) bool {
	first, rest, _ := strings.Cut(s, " ")
	n := len(squeeze(first))
	return n > 0 && n <= 2 && digits(first) == n && monthOrNone(rest)
}

// endsDate reports that a text is a year, with or without the month's name before it: 23, /FEB 23.
func endsDate(s string) bool {
	at := strings.LastIndex(s, " ") + 1
	n := digits(s[at:])
	return n >= 2 && n == len(squeeze(s[at:])) && monthOrNone(s[:at])
}

// monthOrNone reports that a text is a month's name or nothing but signs.
func monthOrNone(s string) bool {
	return squeeze(s) == "" || monthOf(s) > 0
}

// monthOf returns the month of which a text is the name, in one language or two. The stroke before it is easily read as a figure.
func monthOf(s string) int {
	s = strings.TrimLeft(stroked(s), "/ 17|lI`'’")
	if digits(s) > 0 {
		return 0
	}
	return date.MonthOf(s)
}

// monthTwice matches a month in two languages, the stroke between them read as whatever.
func monthTwice() *regexp.Regexp {
	return regexp.MustCompile(`(\pL{3,9}?)[^\pL\d]{0,3}[17|lI]?(\pL{3,9})`)
}

// stroked writes the stroke between a month's names in two languages.
func stroked(s string) string {
	return monthTwice().ReplaceAllStringFunc(s, func(both string) string {
		m := monthTwice().FindStringSubmatch(both)
		if a := date.MonthOf(m[1]); a == 0 || a != date.MonthOf(m[2]) {
			return both
		}
		return m[1] + "/" + m[2]
	})
}

// line returns the pieces right of p on its line that have letters or figures, from left to right.
func (f *form) line(p *piece) []*piece {
	out := f.board.free(func(q *piece) bool {
		ratio := q.Box.H() / p.Box.H()
		onLine := math.Abs(q.Box.Center().Y-p.Box.Center().Y) < 0.5*p.Box.H() && ratio > 0.6 && ratio < 1.6
		return q != p && onLine && q.Box.X0 > p.Box.X0 && squeeze(q.Text.Value) != ""
	})
	sort.SliceStable(out, func(i, j int) bool { return out[i].Box.X0 < out[j].Box.X0 })
	return out
}

// dateOf reports that the parts are a date, or would be one but for a misread figure: they hold a month's name.
func (f *form) dateOf(parts []*piece) bool {
	var words []string
	for _, p := range parts {
		words = append(words, p.Text.Value)
		if monthOf(p.Text.Value) > 0 {
			return true
		}
	}
	_, ok := date.ParseSpoilt(stroked(strings.Join(words, " ")), f.century)
	return ok
}
