package tawi

import (
	"math"

	"lensd/extract/form"
	"lensd/extract/thai"
	"lensd/extract/thai/date"
)

// day is a printed date.
type day struct {
	span form.Span
	date date.Date
}

// days returns the dates of a row. A date's places are those in the folded text, which is as long as the row's own unless
// its marks were mended; then the whole cell is taken.
func days(p *form.Page, row int) []day {
	var out []day
	text := string(p.Rows[row].Text)
	same := len([]rune(thai.Digits(thai.Fold(text)))) == len(p.Rows[row].Text)
	if same {
		for _, f := range date.Find(text, date.Options{Era: date.BE}) {
			out = append(out, day{form.Span{Row: row, From: f.Start, To: f.End}, f.Date})
		}
		return out
	}
	for _, s := range p.Cells(row) {
		if d, ok := date.Parse(p.Text(s), date.Options{Era: date.BE}); ok {
			out = append(out, day{s, d})
		}
	}
	return out
}

// payment returns the dates of payment, row by row: those of the filled rows or under the date's head, else the day of issue
// below the table; sure tells the first from the second.
func payment(p *form.Page, t table) (dates []day, sure bool) {
	first, last := t.top+1, t.bottom
	if t.top < 0 && len(t.lines) > 0 {
		first = t.lines[0].row - 1
	}
	if last < 0 && len(t.lines) > 0 {
		last = t.lines[len(t.lines)-1].row + 2
	}
	for row := max(0, first); row < min(last, len(p.Rows)); row++ {
		for _, d := range days(p, row) {
			x := p.Box(d.span).Center().X
			if t.date == nil || math.Abs(x-t.date.Box.Center().X) < max(t.date.Box.W(), 8*p.Unit) {
				dates = append(dates, d)
			}
		}
	}
	if len(dates) > 0 {
		return dates, true
	}
	return issued(p, t), false
}

// issued returns the day on which the certificate was made out, printed below the table.
func issued(p *form.Page, t table) []day {
	for row := len(p.Rows) - 1; row > max(t.bottom, t.top); row-- {
		if ds := days(p, row); len(ds) > 0 {
			return ds[:1]
		}
	}
	return nil
}
