package passport

import (
	"time"

	"lensd/extract/passport/mrz"
	"lensd/extract/thai/date"
)

// birthDay completes a zone's date of birth, expiryDay its date of expiry; ok is false for a day that no calendar has.
func birthDay(d mrz.Date, now time.Time) (day date.Date, ok bool) {
	day = date.Date{Year: d.BirthYear(now), Month: d.Month, Day: d.Day}
	return day, d.Valid() && day.OfOurTime()
}

func expiryDay(d mrz.Date, now time.Time) (day date.Date, ok bool) {
	day = date.Date{Year: d.ExpiryYear(now), Month: d.Month, Day: d.Day}
	return day, d.Valid() && day.OfOurTime()
}
