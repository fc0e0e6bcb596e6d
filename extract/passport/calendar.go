package passport

import (
	"math"

	"lensd/extract"
	"lensd/extract/passport/mrz"
	"lensd/extract/thai/date"
)

// dated is a piece that holds a date.
type dated struct {
	*piece
	day date.Date
}

// dates sets the three dates. Those of birth and expiry are known from the zone and looked for in the print; the date of
// issue is the remaining one that fits.
func (f *form) dates() {
	birth, birthOK := birthDay(f.record.Birth, f.now)
	expiry, expiryOK := expiryDay(f.record.Expiry, f.now)
	found := f.allDates()
	found = f.known("date_of_birth", labelBirth, mrz.Birth, &birth, birthOK, found)
	before := len(found)
	found = f.known("date_of_expiry", labelExpiry, mrz.Expiry, &expiry, expiryOK, found)
	if before == len(found) && f.pair(found, birth, expiry) {
		return
	}
	f.issue(found, birth, expiry)
}

// pair sets the dates of issue and expiry where none of the printed dates is the zone's expiry, yet two of them lie a
// usual validity apart: the print contradicts the zone, and what is printed is what is returned. A print that could be the
// zone's date cut short contradicts nothing.
func (f *form) pair(found []dated, birth, expiry date.Date) bool {
	for _, a := range found {
		for _, b := range found {
			years := b.day.Year - a.day.Year
			sure := math.Min(a.Text.Confidence, b.Text.Confidence) > 0.9 && !a.taken && !b.taken
			if sure && (f.zoneGuessed(mrz.Expiry) || expiry.Likeness(b.Text.Value) < halfLike) && (years == 5 || years == 10) && term(a.day, b.day) >= 0.7 && birth.Time().Before(a.day.Time()) {
				a.taken, b.taken = true, true
				f.setDay("date_of_issue", a.day, conflictCap, a.piece, false)
				f.setDay("date_of_expiry", b.day, conflictCap, b.piece, false)
				return true
			}
		}
	}
	return false
}

// allDates parses every free piece.
func (f *form) allDates() []dated {
	var out []dated
	for _, p := range f.board.pieces {
		if p.taken || digits(p.Text.Value) < 3 {
			continue
		}
		if d, ok := date.ParseSpoilt(p.Text.Value, f.century); ok {
			out = append(out, dated{p, d})
		}
	}
	return out
}

// century completes a year of two digits: it is not later than thirty years from now.
func (f *form) century(yy int) int {
	y := f.now.Year()/100*100 + yy
	if y > f.now.Year()+30 {
		y -= 100
	}
	return y
}

// known sets a date that the zone holds, completes its century from the print and returns the dates that are left.
func (f *form) known(name string, l label, e mrz.Element, want *date.Date, ok bool, all []dated) []dated {
	conf, _ := f.of(e)
	best := -1
	for i, d := range all {
		if ok && d.day.Month == want.Month && d.day.Day == want.Day && d.day.Year%100 == want.Year%100 {
			if best < 0 || f.near(l, d.piece) < f.near(l, all[best].piece) {
				best = i
			}
		}
	}
	if best >= 0 {
		p := all[best]
		p.taken = true
		*want = p.day // the print knows the century
		f.setDay(name, p.day, math.Min(0.995, agree(conf, 0.8*p.Text.Confidence)), p.piece, l == labelBirth)
		return append(all[:best:best], all[best+1:]...)
	}
	if at := f.printedInstead(l, e, *want, all); at >= 0 {
		p := all[at]
		p.taken = true
		*want = p.day
		f.setDay(name, p.day, math.Min(mrz.RepairedCap, printOnly*p.Text.Confidence), p.piece, l == labelBirth)
		return append(all[:at:at], all[at+1:]...)
	}
	if ok {
		return f.zoneOnly(name, l, *want, e, all)
	}
	return all
}

// zoneOnly sets a date that no print confirms; print that contradicts it is taken where it is sure.
func (f *form) zoneOnly(name string, l label, want date.Date, e mrz.Element, all []dated) []dated {
	conf, quad := f.of(e)
	if at := f.contradicts(l, want, all); at >= 0 {
		if p := all[at]; p.Text.Confidence > sureDate {
			p.taken = true
			f.setDay(name, p.day, conflictCap, p.piece, l == labelBirth)
			return append(all[:at:at], all[at+1:]...)
		}
		conf = math.Min(conf, doubtedDate)
	}
	// The century of a birth date is a guess where no print confirms it.
	f.set(name, want.String(), math.Min(conf, zoneOnlyCap), quad)
	if p := f.misread(l); p != nil {
		p.taken = true
		f.set(name, want.String(), math.Min(conf, zoneOnlyCap), f.board.quads(p)...)
	}
	v := f.fields[name]
	v.ISO = want.DateTime()
	f.fields[name] = v
	return all
}

// printedInstead returns which printed date stands under the caption of one whose zone element is wrong in itself, or is
// half like it, -1 for none: what is printed there is better than what the zone was guessed to say.
func (f *form) printedInstead(l label, e mrz.Element, want date.Date, all []dated) int {
	if !f.zoneGuessed(e) {
		return -1
	}
	best, score := -1, 0.0
	for i, d := range all {
		s := 0.0
		if f.near(l, d.piece) < 6 {
			s = 1
		}
		if like := want.Likeness(d.Text.Value); like >= halfLike {
			s += like
		}
		if !d.taken && s > score {
			best, score = i, s
		}
	}
	return best
}

// Where print and zone disagree about a date.
const (
	sureDate    = 0.96 // of the print, to be believed
	halfLike    = 0.6  // likeness of the figures that makes it a misreading
	doubtedDate = 0.8  // of the zone's date
)

// contradicts returns which of the printed dates stands in the place of a known one and says another day, -1 for none:
// the only one right under the caption, or one that differs from it in the year alone.
func (f *form) contradicts(l label, want date.Date, all []dated) int {
	for i, d := range all {
		if !d.taken && d.day.Month == want.Month && d.day.Day == want.Day && (f.near(l, d.piece) < 6 || f.board.caption(l) == nil && l == labelExpiry && d.day.Time().After(want.Time())) {
			return i
		}
	}
	return -1
}

// misread finds the piece in which a known date stands although it does not parse: day and year are seen, or it stands
// right under the caption with figures enough.
func (f *form) misread(l label) *piece {
	for _, p := range f.board.under(l, 5.5) {
		if _, ok := date.ParseSpoilt(p.Text.Value, func(yy int) int { return 2000 + yy }); !ok && digits(p.Text.Value) >= 2 {
			return p
		}
	}
	return nil
}

// near is the distance of a piece from the caption that announces it, in millimetres; the page's size without one.
func (f *form) near(l label, p *piece) float64 {
	c := f.board.caption(l)
	if c == nil || c == p {
		return PageWidth
	}
	return math.Hypot(p.Box.X0-c.Box.X0, p.Box.Y0-c.Box.Y1)
}

// setDay records a printed date in the interface's shape.
func (f *form) setDay(name string, d date.Date, conf float64, p *piece, birth bool) {
	if birth && d.Year > f.now.Year() {
		d.Year -= 100
	}
	f.fields[name] = extract.Field{Name: name, Value: d.String(), ISO: d.DateTime(), Confidence: conf, Quads: f.board.quads(p)}
}

// issue sets date_of_issue: after the birth, before the expiry, best at a whole number of years before it.
func (f *form) issue(found []dated, birth, expiry date.Date) {
	var best *dated
	score := math.Inf(-1)
	for i := range found {
		d := &found[i]
		if d.taken || expiry.Year == 0 && f.near(labelExpiry, d.piece) < f.near(labelIssue, d.piece) || expiry.Year > 0 && !d.day.Time().Before(expiry.Time()) || birth.Year > 0 && d.day.Time().Before(birth.Time()) {
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
	f.setDay("date_of_issue", best.day, conf, best.piece, false)
}

// oddTerm is what remains of the certainty of a date of issue that is no whole number of years before the expiry.
const oddTerm = 0.65

// term says how usual a validity is: a whole number of years, give or take a day, counts most.
func term(issue, expiry date.Date) float64 {
	days := expiry.Time().Sub(issue.Time()).Hours() / 24
	years := math.Round(days / 365.25)
	switch off := math.Abs(days - years*365.25); {
	case years < 1 || years > 20:
		return -0.5
	case off < 2.1 && (years == 5 || years == 10):
		return 1
	case off < 2.1 && years <= 10:
		return 0.7
	}
	return 0
}
