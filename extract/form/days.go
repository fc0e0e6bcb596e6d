package form

import (
	"regexp"

	"lensd/extract/thai"
	"lensd/extract/thai/date"
)

// Day is a printed date with its place.
type Day struct {
	Span Span
	Date date.Date
}

// clock is the time of day behind a date.
var clock = regexp.MustCompile(`[ ,]+(เวลา|at|Time)?[ :]*[0-9๐-๙]{1,2}[.:][0-9๐-๙]{2}([.:][0-9๐-๙]{2})? *(น\.?|hrs\.?|[AaPp][Mm])?$`)

// Days returns the dates of a row. Their places are those in the folded text; where folding changed the text's length,
// each cell is asked by itself.
func (p *Page) Days(row int) []Day {
	var out []Day
	text := string(p.Rows[row].Text)
	if len([]rune(thai.Digits(thai.Fold(text)))) == len(p.Rows[row].Text) {
		for _, f := range date.Find(text, date.Options{Era: date.BE}) {
			s := Span{Row: row, From: f.Start, To: f.End}
			if at := clock.FindStringIndex(p.Text(s)); f.Timed && at != nil { // the clock is not part of the day
				s.To = s.From + len([]rune(p.Text(s)[:at[0]]))
			}
			out = append(out, Day{s, f.Date})
		}
		return out
	}
	for _, s := range p.Cells(row) {
		if d, ok := date.Parse(p.Text(s), date.Options{Era: date.BE}); ok {
			out = append(out, Day{s, d})
		}
	}
	return out
}
