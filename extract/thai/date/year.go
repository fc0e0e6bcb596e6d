package date

// ahead is by how much Buddhist years lead; firstBE is the least four-digit year that can only be one of them.
const (
	ahead   = 543
	firstBE = 2400
)

// soonBE is the two-digit year from which on only the Buddhist reading lies in our time: 43 is 2000 or 2043.
const soonBE = 43

// setYear fills the year from its digits; era is what stands beside them: a word, or the language of the month.
func (d *Date) setYear(r run, era Era, opt Options) bool {
	d.Digits = r.n
	if r.n == 4 {
		d.Year, d.Printed = r.value, CE
		if r.value >= firstBE {
			d.Year, d.Printed = r.value-ahead, BE
		}
		return true
	}
	if era == EraUnknown {
		era = opt.Era
	}
	if era == EraUnknown {
		era = guess(r.value, opt)
	}
	d.Printed = era
	switch era {
	case BE:
		d.Year = 2500 + r.value - ahead
	case CE:
		d.Year = century(r.value, opt)
	}
	return era != EraUnknown
}

// century reads two digits of a Christian year: birthdays lie in the last century, due dates hardly twenty years ahead.
func century(yy int, opt Options) int {
	last := 2042
	if !opt.Near.IsZero() {
		last = opt.Near.Year() + 20
	}
	if 2000+yy > last {
		return 1900 + yy
	}
	return 2000 + yy
}

// guess chooses the era whose year is nearer to the day that opt gives; without one, it decides only where the other
// reading would be far from our time.
func guess(yy int, opt Options) Era {
	if opt.Near.IsZero() {
		if yy >= soonBE {
			return BE
		}
		return EraUnknown
	}
	be, ce := 2500+yy-ahead-opt.Near.Year(), century(yy, opt)-opt.Near.Year()
	if max(be, -be) < max(ce, -ce) {
		return BE
	}
	return CE
}
