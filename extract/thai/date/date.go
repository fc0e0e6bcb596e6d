// Package date reads the dates of Thai paper: Buddhist and Christian years of two or four digits, Thai and English months,
// Thai digits, clock times with a dot. It is pure Go and knows no document kind.
package date

import (
	"fmt"
	"time"
	"unicode/utf8"

	"lensd/extract/thai"
)

// Era is a way to count years.
type Era int

// The eras. A Buddhist year is 543 ahead of the Christian one.
const (
	EraUnknown Era = iota
	BE
	CE
)

// Options is what a document tells about its dates; the zero value knows nothing.
type Options struct {
	Era        Era       // of years with two digits beside a numbered month
	Near       time.Time // such a year of unknown era is the one nearest to this day; zero: it is no date if both eras could be
	MonthFirst bool      // 06/13/26, as printed in the United States
	Year       int       // Christian year of dates printed without one; 0: those are no dates
}

// Date is a day, with a time of day where one is printed.
type Date struct {
	Year, Month, Day     int // Christian
	Hour, Minute, Second int
	Timed                bool // a time of day was printed
	Printed              Era  // how the year was printed; EraUnknown where it was not
	Digits               int  // of the printed year: 4, 2, or 0 where none was
}

// Found is a date within a text. Start and End are rune positions in thai.Digits(thai.Fold(text)).
type Found struct {
	Date
	Start, End int
}

// Parse reads the first date of s; ok is false if there is none. A year or a period alone is no date.
func Parse(s string, opt Options) (d Date, ok bool) {
	all := Find(s, opt)
	if len(all) == 0 {
		return Date{}, false
	}
	return all[0].Date, true
}

// Is reports that s is a date, with or without a time, and nothing else.
func Is(s string, opt Options) bool {
	all := Find(s, opt)
	return len(all) == 1 && all[0].Start == 0 && all[0].End == utf8.RuneCountInString(thai.Digits(thai.Fold(s)))
}

// Find lists the dates of s from left to right.
func Find(s string, opt Options) []Found {
	t := scan(thai.Digits(thai.Fold(s)))
	var out []Found
	for i := 0; i < len(t.runs); {
		d, used, ok := t.date(i, opt)
		if !ok {
			i++
			continue
		}
		f := Found{Date: d, Start: t.from(i, used), End: t.runs[i+used-1].end}
		if n := t.clock(i+used, &f.Date); n > 0 {
			used += n
			f.End = t.clockEnd(i + used - 1)
		}
		out = append(out, f)
		i += used
	}
	return out
}

// ISO returns YYYY-MM-DD, followed by THH:MM:SS where a time was printed.
func (d Date) ISO() string {
	s := fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)
	if d.Timed {
		s += fmt.Sprintf("T%02d:%02d:%02d", d.Hour, d.Minute, d.Second)
	}
	return s
}

// DateTime returns YYYY-MM-DDTHH:MM:SS, midnight where no time was printed.
func (d Date) DateTime() string {
	d.Timed = true
	return d.ISO()
}

// Time returns d in UTC.
func (d Date) Time() time.Time {
	return time.Date(d.Year, time.Month(d.Month), d.Day, d.Hour, d.Minute, d.Second, 0, time.UTC)
}

// exists reports that there is such a day. It is asked of the Christian year: 29 February 2567 is one of 2024.
func (d Date) exists() bool {
	t := time.Date(d.Year, time.Month(d.Month), d.Day, 0, 0, 0, 0, time.UTC)
	return d.Month >= 1 && d.Month <= 12 && t.Day() == d.Day && int(t.Month()) == d.Month && d.Year > 1800 && d.Year < 2200
}
