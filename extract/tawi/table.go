package tawi

import (
	"cmp"
	"math"
	"slices"

	"lensd/extract/form"
	"lensd/extract/money"
)

// table is the part of a certificate with the incomes: its column heads, the filled rows and the row of totals.
type table struct {
	amount, tax, rate, date, income *form.Hit
	top, bottom                     int // rows of the heads and of the totals; -1: not found
	lines                           []line
	total                           line // zero where no totals are printed
	words                           string
	bare                            bool // no heads of the sums' columns were found
}

// line is one filled row of the table.
type line struct {
	row         int
	amount, tax *sum
}

// heads finds the row of column heads: the amount's and the tax's beside each other, the highest pair on the page.
func (t *table) heads(p *form.Page) {
	t.top, t.bottom = -1, -1
	for _, a := range p.Of("amount") {
		for _, x := range p.Of("tax") {
			if math.Abs(a.Box.Center().Y-x.Box.Center().Y) > 3*p.Unit || a.Box.Center().X == x.Box.Center().X {
				continue
			}
			if t.amount == nil || a.Row < t.amount.Row {
				t.amount, t.tax, t.top = &a, &x, max(a.Row, x.Row)
			}
		}
	}
	if t.amount == nil {
		return
	}
	y := (t.amount.Box.Center().Y + t.tax.Box.Center().Y) / 2
	t.rate, t.date, t.income = nearest(p, "rate", y), nearest(p, "paid_date", y), nearest(p, "income", y)
	for _, h := range []*form.Hit{t.rate, t.date, t.income} {
		if h != nil {
			t.top = max(t.top, h.Row)
		}
	}
}

// nearest returns the head of a kind that stands at the height of the others.
func nearest(p *form.Page, key string, y float64) *form.Hit {
	var best *form.Hit
	for _, h := range p.Of(key) {
		if d := math.Abs(h.Box.Center().Y - y); d < 4*p.Unit && (best == nil || d < math.Abs(best.Box.Center().Y-y)) {
			best = &h
		}
	}
	return best
}

// readTable finds the incomes. Totals stand in the lowest row with a total's caption and sums; where there is none, the
// lowest row whose sums are those of the rows above.
func readTable(p *form.Page) table {
	var t table
	t.heads(p)
	for _, h := range p.Of("total") {
		if h.Row > t.top && len(sums(p, h.Row)) > 0 && (t.bottom < 0 || h.Letters >= 8 || h.Row < t.bottom+2) {
			t.bottom = h.Row
		}
	}
	last := len(p.Rows)
	t.bare = t.amount == nil
	if t.bottom >= 0 {
		last = t.bottom
		t.total = t.assign(p, sums(p, t.bottom))
	} else if h := p.Of("words", "condition", "warning", "signed"); len(h) > 0 {
		for _, w := range h {
			if w.Row > max(t.top, len(p.Rows)/3) {
				last = min(last, w.Row)
			}
		}
	}
	for row := max(0, t.top+1); row < last; row++ {
		if l := t.assign(p, sums(p, row)); l.amount != nil && (t.top >= 0 || l.tax != nil) {
			t.lines = append(t.lines, l)
		}
	}
	t.words = words(p)
	t.unmarked()
	return t
}

// assign says which sum of a row is the amount paid and which the tax.
func (t *table) assign(p *form.Page, found []sum) line {
	l := line{row: -1}
	if len(found) == 0 {
		return l
	}
	l.row = found[0].row
	if t.amount == nil {
		slices.SortFunc(found, func(a, b sum) int { return -cmp.Compare(a.satang, b.satang) })
		l.amount = &found[0]
		if len(found) > 1 {
			l.tax = &found[1]
		}
		return l
	}
	for i := range found {
		s := &found[i]
		x := s.box().Center().X
		a, b := math.Abs(x-t.amount.Box.Center().X), math.Abs(x-t.tax.Box.Center().X)
		if t.rate != nil && s.satang <= 3500 {
			if c := math.Abs(x - t.rate.Box.Center().X); c < a && c < b {
				continue
			}
		}
		if t.income != nil && x < t.income.Box.X1 && x > t.income.Box.X0 {
			continue
		}
		switch {
		case a <= b && (l.amount == nil || a < math.Abs(l.amount.box().Center().X-t.amount.Box.Center().X)):
			l.amount = s
		case b < a && (l.tax == nil || b < math.Abs(l.tax.box().Center().X-t.tax.Box.Center().X)):
			l.tax = s
		}
	}
	return l
}

// unmarked takes the lowest row for the totals where it says so by its sums and not by a caption.
func (t *table) unmarked() {
	n := len(t.lines)
	if t.total.amount != nil || n < 2 {
		return
	}
	var amount int64
	for _, l := range t.lines[:n-1] {
		amount += l.amount.satang
	}
	last := t.lines[n-1]
	if amount == last.amount.satang || last.tax != nil && t.words != "" && money.Agreement(t.words, last.tax.satang) == 1 {
		t.total, t.lines = t.lines[n-1], t.lines[:n-1]
		t.bottom = t.total.row
	}
}

// words returns the print that says the tax in words, wherever it stands.
func words(p *form.Page) string {
	best := ""
	for row := range p.Rows {
		for _, s := range p.Cells(row) {
			if text := p.Text(s); money.Words(text) && len(text) > len(best) {
				best = text
			}
		}
	}
	return best
}

// evidence is what the sums say about the totals.
type evidence struct {
	rows  bool // the rows add up to them
	rate  bool // the tax is a usual share of the amount
	words float64
}

// rates of withholding that the Revenue Code and its orders know, in hundredths of a percent, half baht rounding allowed.
func usualRate(amount, tax int64) bool {
	for _, r := range []int64{75, 100, 150, 200, 300, 500, 1000, 1500, 2000, 2500, 3000, 3500} {
		if d := amount*r - tax*10000; d <= 10000 && d >= -10000 {
			return true
		}
	}
	return false
}

// weigh compares the totals with the rows, with each other and with the words.
func (t *table) weigh(l line) evidence {
	var e evidence
	if l.amount == nil || l.tax == nil {
		return e
	}
	var amount, tax int64
	for _, r := range t.lines {
		amount += r.amount.satang
		if r.tax != nil {
			tax += r.tax.satang
		}
	}
	e.rows = len(t.lines) > 0 && t.lines[0].row != l.row && amount == l.amount.satang && tax == l.tax.satang
	e.rate = usualRate(l.amount.satang, l.tax.satang)
	if t.words != "" {
		e.words = money.Agreement(t.words, l.tax.satang)
	}
	return e
}
