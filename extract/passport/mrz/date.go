package mrz

import (
	"fmt"
	"time"
)

// Date is a date as a zone writes it: two digits each, any part of which may be unknown (-1).
type Date struct{ Year, Month, Day int }

// parseDate reads YYMMDD; parts that are filled or no digits are -1.
func parseDate(s string) Date {
	part := func(i int) int {
		if len(s) < i+2 || s[i] < '0' || s[i] > '9' || s[i+1] < '0' || s[i+1] > '9' {
			return -1
		}
		return int(s[i]-'0')*10 + int(s[i+1]-'0')
	}
	return Date{part(0), part(2), part(4)}
}

// String writes d as YYMMDD with fillers for what is unknown.
func (d Date) String() string {
	part := func(n int) string {
		if n < 0 {
			return "<<"
		}
		return fmt.Sprintf("%02d", n%100)
	}
	return part(d.Year) + part(d.Month) + part(d.Day)
}

// Valid reports whether every part is known and the date exists in some century.
func (d Date) Valid() bool {
	return d.Year >= 0 && d.Month >= 1 && d.Month <= 12 && d.Day >= 1 && d.Day <= daysIn(2000+d.Year%100, d.Month)
}

// BirthYear returns the full year of a birth date: the latest one that is not after the year of now. A holder may be
// older than a hundred years; a date printed in full overrules the guess. It is 0 if the year is unknown.
func (d Date) BirthYear(now time.Time) int {
	if d.Year < 0 {
		return 0
	}
	year := now.Year()/100*100 + d.Year
	if year > now.Year() {
		year -= 100
	}
	return year
}

// ExpiryYear returns the full year of an expiry date: the one within fifty years of now. It is 0 if unknown.
func (d Date) ExpiryYear(now time.Time) int {
	if d.Year < 0 {
		return 0
	}
	year := now.Year()/100*100 + d.Year
	switch {
	case year > now.Year()+50:
		year -= 100
	case year <= now.Year()-50:
		year += 100
	}
	return year
}

// daysIn returns the length of a month.
func daysIn(year, month int) int {
	return time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}
