package passport

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"lensd/extract/passport/mrz"
	"lensd/extract/thai"
)

// day is a calendar date; Year 0 with Short set is two digits of an unknown century.
type day struct{ Year, Month, Day int }

// String writes the interface's shape.
func (d day) String() string { return fmt.Sprintf("%02d/%02d/%04d", d.Day, d.Month, d.Year) }

// iso writes the shape of datetime_iso.
func (d day) iso() string { return fmt.Sprintf("%04d-%02d-%02dT00:00:00", d.Year, d.Month, d.Day) }

func (d day) time() time.Time {
	return time.Date(d.Year, time.Month(d.Month), d.Day, 0, 0, 0, 0, time.UTC)
}

// exists reports whether the date is in the calendar and within living memory.
func (d day) exists() bool {
	t := d.time()
	return d.Year >= 1880 && d.Year < 2100 && int(t.Month()) == d.Month && t.Day() == d.Day
}

// months are the beginnings of month names on passports: English, French, Spanish, Portuguese, German, Icelandic, Thai,
// then Italian, Dutch, Romanian, Polish, Finnish, Turkish, Irish, Indonesian and Malay where these differ.
func months() [12][]string {
	return [12][]string{
		{"JAN", "ENE", "GEN", "มค", "มกร", "IAN", "STY", "TAM", "OCA", "EAN"}, {"FEB", "FEV", "กพ", "กุม", "LUT", "HEL", "SUB", "FEA", "PEB"},
		{"MAR", "MRZ", "MRT", "มีค", "มีน", "MAA", "MRC"}, {"APR", "AVR", "ABR", "เมย", "เมษ", "KWI", "HUH", "NIS", "AIB"},
		{"MAY", "MAI", "MAJ", "MEI", "พค", "พฤษภ", "MAG", "TOU", "BEA"}, {"JUN", "JUIN", "มิย", "มิถ", "GIU", "IUN", "CZE", "KES", "HAZ"},
		{"JUL", "JUIL", "กค", "กรก", "LUG", "IUL", "LIP", "HEI", "TEM"}, {"AUG", "AOU", "AGO", "AOUT", "สค", "สิง", "SIE", "ELO", "AGU", "LUN", "OGO"},
		{"SEP", "SET", "กย", "กัน", "SZE", "WRZ", "SYY", "EYL", "MFO"}, {"OCT", "OKT", "OUT", "ตค", "ตุล", "OTT", "PAZ", "LOK", "EKI", "DFO"},
		{"NOV", "NOB", "พย", "พฤศ", "NOI", "LIS", "MARRAS", "KAS", "SAM"}, {"DEC", "DES", "DEZ", "DIC", "ธค", "ธัน", "GRU", "JOU", "ARA", "NOL", "DIS"},
	}
}

// monthOf returns the month that a word begins with, 0 for none; the longest beginning counts, MARRASKUU is no March.
func monthOf(word string) int {
	w := strings.ReplaceAll(plain(word), ".", "")
	month, length := 0, 0
	for i, names := range months() {
		for _, n := range names {
			if strings.HasPrefix(w, n) && len(n) > length {
				month, length = i+1, len(n)
			}
		}
	}
	return month
}

// nearMonth returns the only English month that differs from a word of three letters in one of them, 0 for none.
func nearMonth(word string) int {
	found := 0
	if len(word) != 3 {
		return 0
	}
	for i, m := range strings.Fields("JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC") {
		same := 0
		for k := range 3 {
			if m[k] == word[k] {
				same++
			}
		}
		if same == 2 && found != 0 {
			return 0
		}
		if same == 2 {
			found = i + 1
		}
	}
	return found
}

// figures writes letters that stand among figures as the figures that they are misread from: O1 DEC 2O28.
func figures(s string) string {
	rs := []rune(s)
	digit := func(i int) bool { return i >= 0 && i < len(rs) && unicode.IsDigit(rs[i]) }
	letter := func(i int) bool { return i >= 0 && i < len(rs) && unicode.IsLetter(rs[i]) }
	for i, r := range rs {
		if digit(i-1) && !letter(i+1) || digit(i+1) && !letter(i-1) || digit(i-1) && digit(i+1) {
			switch r {
			case 'O', 'Q':
				rs[i] = '0'
			case 'I', 'L', '|', '!':
				rs[i] = '1'
			case 'Z':
				rs[i] = '2'
			case 'S':
				rs[i] = '5'
			case 'B':
				rs[i] = '8'
			}
		}
	}
	return string(rs)
}

// leading writes a first word of two look-alikes of figures before a month as these: Ll MAR 2022.
func leading(s string) string {
	first, rest, ok := strings.Cut(strings.TrimSpace(s), " ")
	next := strings.FieldsFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) })
	if !ok || len(first) != 2 || len(next) == 0 || monthOf(next[0]) == 0 || strings.Trim(first, "0123456789OQDILJ|!ZSB") != "" {
		return s
	}
	return strings.NewReplacer("O", "0", "Q", "0", "D", "0", "I", "1", "L", "1", "J", "1", "|", "1", "!", "1", "Z", "2", "S", "5", "B", "8").Replace(first) + " " + rest
}

// wordsOf writes a figure that stands among two letters and more as the letter that it is misread from: 3AN, AU6.
func wordsOf(s string) string {
	return regexp.MustCompile(`\d?\pL{2,}\d?\pL*`).ReplaceAllStringFunc(s, func(w string) string {
		if digits(w) != 1 {
			return w
		}
		return strings.NewReplacer("3", "J", "0", "O", "1", "I", "5", "S", "8", "B", "4", "A", "6", "G", "7", "T", "2", "Z", "9", "G").Replace(w)
	})
}

// numeric matches 12.08.1964, 12/08/64, 23 11 1959; reversed 1960-02-08; worded the day, some words and the year.
func numeric() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|\D)(\d{1,2}) ?[.,/\- ] ?(\d{1,2}) ?[.,/\- ] ?(\d{4}|\d{2})(?:\D|$)`)
}

func reversed() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|\D)(\d{4}) ?[./\-] ?(\d{1,2}) ?[./\-] ?(\d{1,2})(?:\D|$)`)
}

// crowded matches 0101 2013 and 01 012013: one of the blanks was not seen.
func crowded() []*regexp.Regexp {
	return []*regexp.Regexp{regexp.MustCompile(`^(\d{2})(\d{2})[./\- ]+((?:19|20)\d{2})$`), regexp.MustCompile(`^(\d{2})[./\- ]+(\d{2})((?:19|20)\d{2})$`)}
}

func worded() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|\D)(\d{1,2}) ?[.,/\- ]? ?([\pL\pM./,\- ]{3,40}?) ?(\d{4}|\d{2})(?:\D|$)`)
}

// number reads figures that a pattern has found.
func number(t string) int { n, _ := strconv.Atoi(t); return n }

// parseDay finds a date in print. Two digits of a year are completed by century, which gets them.
func parseDay(text string, century func(yy int) int) (day, bool) {
	s := leading(figures(plain(thai.Digits(text))))
	year := func(t string) int {
		n := number(t)
		switch {
		case len(t) == 2:
			return century(n)
		case n >= 2400:
			return n - 543
		}
		return n
	}
	if m := reversed().FindStringSubmatch(s); m != nil {
		if d := (day{year(m[1]), number(m[2]), number(m[3])}); d.exists() {
			return d, true
		}
	}
	if m := numeric().FindStringSubmatch(s); m != nil {
		if d := (day{year(m[3]), number(m[2]), number(m[1])}); d.exists() {
			return d, true
		}
	}
	for _, r := range crowded() {
		if m := r.FindStringSubmatch(strings.TrimSpace(s)); m != nil {
			if d := (day{number(m[3]), number(m[2]), number(m[1])}); d.exists() {
				return d, true
			}
		}
	}
	return wordedDay(s, year)
}

// wordedDay finds a date whose month is a word.
func wordedDay(s string, year func(string) int) (day, bool) {
	matches := worded().FindAllStringSubmatch(s, -1)
	if t := wordsOf(s); t != s {
		matches = append(matches, worded().FindAllStringSubmatch(t, -1)...)
	}
	for _, m := range matches {
		for _, w := range strings.FieldsFunc(m[2], func(r rune) bool { return strings.ContainsRune("/ -,", r) }) {
			if d := (day{year(m[3]), monthOf(w), number(m[1])}); d.Month > 0 && d.exists() {
				return d, true
			}
		}
		if d := (day{year(m[3]), nearMonth(strings.TrimSpace(m[2])), number(m[1])}); d.Month > 0 && d.exists() {
			return d, true
		}
	}
	return day{}, false
}

// birthDay completes a zone's date of birth, expiryDay its date of expiry.
func birthDay(d mrz.Date, now time.Time) (day, bool) {
	out := day{d.BirthYear(now), d.Month, d.Day}
	return out, d.Valid() && out.exists()
}

func expiryDay(d mrz.Date, now time.Time) (day, bool) {
	out := day{d.ExpiryYear(now), d.Month, d.Day}
	return out, d.Valid() && out.exists()
}
