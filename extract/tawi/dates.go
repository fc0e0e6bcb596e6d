package tawi

import (
	"math"

	"lensd/extract/form"
)

// payment returns the dates of payment, row by row: those of the filled rows or under the date's head, else the day of issue
// below the table; sure tells the first from the second.
func payment(p *form.Page, t table) (dates []form.Day, sure bool) {
	first, last := t.top+1, t.bottom
	if t.top < 0 && len(t.lines) > 0 {
		first = t.lines[0].row - 1
	}
	if last < 0 && len(t.lines) > 0 {
		last = t.lines[len(t.lines)-1].row + 2
	}
	for row := max(0, first); row < min(last, len(p.Rows)); row++ {
		for _, d := range p.Days(row) {
			x := p.Box(d.Span).Center().X
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
func issued(p *form.Page, t table) []form.Day {
	for row := len(p.Rows) - 1; row > max(t.bottom, t.top); row-- {
		if ds := p.Days(row); len(ds) > 0 {
			return ds[:1]
		}
	}
	return nil
}
