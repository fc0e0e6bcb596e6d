package policy

import (
	"context"

	"lensd/extract"
	"lensd/extract/form"
	"lensd/extract/thai/date"
)

// day is a printed date with what speaks for it as one end of the period.
type day struct {
	span       form.Span
	date       date.Date
	start, end float64
}

// period adds the first and the last day. Captions propose; of all pairs the one that spans a year, or less with the end after the start,
// is taken, because a policy runs for a year as a rule.
func (p *policy) period(ctx context.Context) error {
	days := p.days()
	best := firstAndLast(days)
	for k, key := range []string{"CAR_POLICY_START_DATE", "CAR_POLICY_END_DATE"} {
		if best[k] < 0 {
			continue
		}
		d := days[best[k]]
		conf := 0.6
		if best[0] >= 0 && best[1] >= 0 && span(days[best[0]].date, days[best[1]].date) >= 1 {
			conf = 0.97
		}
		v, err := form.Reread(ctx, p.sheet, p.page, []form.Span{d.span}, extract.Hint{})
		if err != nil {
			return err
		}
		again, ok := date.Parse(v.Value, date.Options{Era: date.BE})
		if !ok || v.Value == "" || again.ISO() != d.date.ISO() || !date.Is(v.Value, date.Options{Era: date.BE}) {
			v.Value, v.Confidence = p.page.Text(d.span), p.page.Confidence(d.span)
		}
		p.add(key, v.Value, conf*max(v.Confidence, 0.9), p.page.Box(d.span))
		p.fields[len(p.fields)-1].ISO = d.date.DateTime()
	}
	return nil
}

// span scores a pair of dates as a period: 1.2 for a year, to the day or the day before, 0.4 for a shorter one.
func span(a, b date.Date) float64 {
	days := b.Time().Sub(a.Time()).Hours() / 24
	switch {
	case days >= 364 && days <= 367:
		return 1.2
	case days > 0 && days < 800:
		return 0.4
	}
	return -1
}

// days returns the page's dates with what their captions say.
func (p *policy) days() []day {
	var out []day
	for row := range p.page.Rows {
		for _, s := range p.page.Days(row) {
			d := day{span: s.Span, date: s.Date}
			d.start, d.end = p.near(s.Span, "start"), p.near(s.Span, "end")
			if p.near(s.Span, "issued", "driver") > max(d.start, d.end) {
				continue
			}
			out = append(out, d)
		}
	}
	return out
}

// near says how near a caption of the keys stands before or above a span: 1 right behind it.
func (p *policy) near(s form.Span, keys ...string) float64 {
	best := 0.0
	box := p.page.Box(s)
	for _, h := range p.page.Of(keys...) {
		switch {
		case h.Row == s.Row && h.End <= s.From:
			between := 0
			for _, o := range p.page.Hits {
				if o.Row == s.Row && o.Start >= h.End && o.End <= s.From {
					between++
				}
			}
			if between == 0 {
				best = max(best, 1-min(0.4, (box.X0-h.Box.X1)/(60*p.page.Unit)))
			}
		case h.Box.Y1 <= box.Center().Y && box.Y0-h.Box.Y1 < 3*p.page.Unit:
			if common := min(h.Box.X1, box.X1) - max(h.Box.X0, box.X0); common > 0.3*min(h.Box.W(), box.W()) {
				best = max(best, 0.9-0.1*max(0, (box.Y0-h.Box.Y1)/p.page.Unit))
			}
		}
	}
	return best
}

// firstAndLast returns which days a period begins and ends with; -1: none.
func firstAndLast(days []day) [2]int {
	best, score := [2]int{-1, -1}, 0.0
	for i, a := range days {
		for j, b := range days {
			if i == j {
				continue
			}
			v := a.start + b.end + span(a.date, b.date)
			if a.start+b.end > 0 && v > score {
				best, score = [2]int{i, j}, v
			}
		}
	}
	if best[0] >= 0 {
		return best
	}
	for i, d := range days {
		if d.start > 0 && best[0] < 0 {
			best[0] = i
		}
		if d.end > 0 && best[1] < 0 {
			best[1] = i
		}
	}
	return best
}
