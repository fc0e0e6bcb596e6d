package passport

import (
	"math"
	"sort"
	"strings"

	"lensd/extract/thai"
	"lensd/extract/thai/date"
)

// redate readies the print for the search of dates: parts of one date that stand far apart become one piece, and what
// has figures enough but does not parse is read again with the room that the other dates take.
func (f *form) redate() {
	f.joinDates()
	width, columns := 0.0, []float64(nil)
	for _, d := range f.allDates() {
		width, columns = math.Max(width, math.Min(35, d.Box.W())), append(columns, d.Box.X0)
	}
	for _, p := range f.board.pieces {
		if !f.broken(p, columns) {
			continue
		}
		if p.Box.W() < 0.8*width {
			p.Box.X1 = math.Max(p.Box.X1, math.Min(p.Box.X0+width+0.5, f.wall(p)))
		}
		f.revote(p, p.Box)
	}
}

// broken reports that p seems to be a date that was misread: figures, no date, at a place where dates stand.
func (f *form) broken(p *piece, columns []float64) bool {
	n := digits(thai.Digits(p.Text.Value))
	if p.taken || p.isLabel() || n < 3 || n > 10 || p.Box.Y0 < 28 || p.Box.H() > 4 {
		return false
	}
	if _, ok := date.ParseSpoilt(p.Text.Value, f.century); ok {
		return false
	}
	for _, l := range []label{labelIssue, labelBirth, labelExpiry} {
		if f.near(l, p) < 6 {
			return true
		}
	}
	for _, x := range columns {
		if math.Abs(x-p.Box.X0) < 2 {
			return true
		}
	}
	return len(columns) == 0
}

// wall is how far right a piece may be widened: to the next piece on its line.
func (f *form) wall(p *piece) float64 {
	x := PageWidth
	for _, q := range f.board.pieces {
		if q != p && q.Box.X0 > p.Box.X0 && math.Min(p.Box.Y1, q.Box.Y1)-math.Max(p.Box.Y0, q.Box.Y0) > 0.3*p.Box.H() && letters(q.Text.Value)+digits(q.Text.Value) > 2 {
			x = math.Min(x, q.Box.X0-0.5)
		}
	}
	return x
}

// partGap is the widest white inside a date, in millimetres: some states print day, month and year in columns.
const partGap = 7.0

// joinDates makes one piece of the parts of a date.
func (f *form) joinDates() {
	for _, p := range f.board.pieces {
		if p.taken || !beginsDate(p.Text.Value) {
			continue
		}
		parts := []*piece{p}
		for _, q := range f.line(p) {
			last := parts[len(parts)-1]
			if q.Box.X0-last.Box.X1 > partGap || len(parts) == 5 {
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
	return n > 0 && n <= 2 && digits(first) == n && (squeeze(rest) == "" || digits(rest) == 0 && date.MonthOf(strings.Trim(rest, "/ ")) > 0)
}

// endsDate reports that a text is a year, with or without the month's name before it: 23, /FEB 23.
func endsDate(s string) bool {
	words := strings.Fields(s)
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	n := digits(last)
	before := strings.Trim(strings.Join(words[:len(words)-1], " "), "/ ")
	return n >= 2 && n == len(squeeze(last)) && (squeeze(before) == "" || digits(before) == 0 && date.MonthOf(before) > 0)
}

// line returns the pieces right of p on its line that have letters or figures, from left to right.
func (f *form) line(p *piece) []*piece {
	var out []*piece
	for _, q := range f.board.pieces {
		dy := math.Abs((q.Box.Y0+q.Box.Y1)/2 - (p.Box.Y0+p.Box.Y1)/2)
		ratio := q.Box.H() / p.Box.H()
		if q != p && !q.taken && dy < 0.5*p.Box.H() && ratio > 0.6 && ratio < 1.6 && q.Box.X0 > p.Box.X0 && squeeze(q.Text.Value) != "" {
			out = append(out, q)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Box.X0 < out[j].Box.X0 })
	return out
}

// dateOf reports that the parts are a date, or would be one but for a misread figure: they hold a month's name.
func (f *form) dateOf(parts []*piece) bool {
	var words []string
	for _, p := range parts {
		words = append(words, p.Text.Value)
		if date.MonthOf(strings.Trim(p.Text.Value, "/ ")) > 0 {
			return true
		}
	}
	_, ok := date.ParseSpoilt(strings.Join(words, " "), f.century)
	return ok
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
	for _, p := range f.board.pieces {
		if p.taken || p.isLabel() || digits(p.Text.Value) < 4 || p.Box.Y0 < 28 {
			continue
		}
		for _, years := range []int{5, 10} {
			for _, shift := range []int{-1, 0, 1} {
				t := expiry.Time().AddDate(-years, 0, shift)
				d := date.Date{Year: t.Year(), Month: int(t.Month()), Day: t.Day()}
				switch s := d.Likeness(p.Text.Value); {
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
	f.setDay("date_of_issue", pick, share*score, best, false)
}
