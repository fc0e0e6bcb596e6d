package passport

import (
	"math"
	"slices"
	"time"

	"lensd/extract"
	"lensd/extract/passport/mrz"
	"lensd/extract/thai/date"
)

// dated is a piece that holds a date.
type dated struct {
	*piece
	day date.Date
}

// birthDay completes a zone's date of birth, expiryDay its date of expiry; ok is false for a day that no calendar has.
func birthDay(d mrz.Date, now time.Time) (day date.Date, ok bool) {
	day = date.Date{Year: d.BirthYear(now), Month: d.Month, Day: d.Day}
	return day, d.Valid() && day.OfOurTime()
}

func expiryDay(d mrz.Date, now time.Time) (day date.Date, ok bool) {
	day = date.Date{Year: d.ExpiryYear(now), Month: d.Month, Day: d.Day}
	return day, d.Valid() && day.OfOurTime()
}

// dates sets the three dates. Those of birth and expiry are known from the zone and looked for in the print; the date of
// issue is the remaining one that fits.
func (f *form) dates() {
	f.joinDates()
	birth, birthOK := birthDay(f.record.Birth, f.now)
	expiry, expiryOK := expiryDay(f.record.Expiry, f.now)
	found := f.allDates()
	found = f.known("date_of_birth", labelBirth, mrz.Birth, &birth, birthOK, found)
	found = f.known("date_of_expiry", labelExpiry, mrz.Expiry, &expiry, expiryOK, found)
	f.issue(found, birth, expiry)
}

// allDates parses every free piece.
func (f *form) allDates() []dated {
	var out []dated
	for _, p := range f.board.pieces {
		if p.taken || digits(p.Text.Value) < 3 {
			continue
		}
		if d, ok := date.ParseSpoilt(stroked(p.Text.Value), f.century); ok {
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
	conf, quad := f.of(e)
	at, trust := -1, 0.0
	for i, d := range all {
		if ok && d.day.Month == want.Month && d.day.Day == want.Day && d.day.Year%100 == want.Year%100 && (at < 0 || f.near(l, d.piece) < f.near(l, all[at].piece)) {
			at, trust = i, math.Min(0.995, agree(conf, 0.8*d.Text.Confidence))
		}
	}
	if at < 0 {
		at, trust = f.instead(l, *want, all), conflictCap
	}
	switch {
	case at >= 0:
		p := all[at]
		p.taken = true
		*want = p.day // the print knows the century
		f.setDay(name, p.day, trust, p.piece)
		return slices.Delete(slices.Clone(all), at, at+1)
	case ok: // the century of a birth date is a guess where no print confirms it
		f.set(name, want.String(), math.Min(conf, zoneOnlyCap), quad)
		v := f.fields[name]
		v.ISO = want.DateTime()
		f.fields[name] = v
	}
	return all
}

// Where print and zone disagree about a date.
const (
	sureDate    = 0.85 // of the print, to be believed
	halfLike    = 0.6  // likeness of the figures that makes it a misreading
	captionAway = 6.0  // millimetres in which a date stands under its caption
)

// instead returns which printed date stands in the place of a known one, -1 for none: the surest of those that differ from the
// zone's in the year alone, or dates of expiry that a usual validity parts from another date. The print contradicts the zone,
// and what is printed is what is returned.
func (f *form) instead(l label, want date.Date, all []dated) int {
	at, score := -1, sureDate
	for i, d := range all {
		apart := f.yearApart(l, want, d, f.near(l, d.piece) < captionAway)
		if d.Text.Confidence > score && (apart || l == labelExpiry && want.Likeness(d.Text.Value) < halfLike && termed(d, all)) {
			at, score = i, d.Text.Confidence
		}
	}
	return at
}

// yearApart reports that a printed date differs from the zone's in the year alone and stands under its caption or, without
// one, could only be the date of expiry.
func (f *form) yearApart(l label, want date.Date, d dated, under bool) bool {
	late := f.board.caption(l) == nil && l == labelExpiry && d.day.Time().After(want.Time())
	return d.day.Month == want.Month && d.day.Day == want.Day && (under || late)
}

// termed reports that a usual validity parts another sure date from d.
func termed(d dated, all []dated) bool {
	return slices.ContainsFunc(all, func(a dated) bool { return a.Text.Confidence > sureDate && term(a.day, d.day) == 1 })
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
func (f *form) setDay(name string, d date.Date, conf float64, p *piece) {
	if name == "date_of_birth" && d.Year > f.now.Year() {
		d.Year -= 100
	}
	f.fields[name] = extract.Field{Name: name, Value: d.String(), ISO: d.DateTime(), Confidence: conf, Quads: f.board.quads(p)}
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
