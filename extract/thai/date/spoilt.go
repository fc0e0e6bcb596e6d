package date

import (
	_ "embed"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"lensd/extract/latin"
	"lensd/extract/thai"
)

// beginningRows are the beginnings of the months' names on passports, one month a row: English, French, Spanish,
// Portuguese, German, Icelandic, Thai, then Italian, Dutch, Romanian, Polish, Finnish, Turkish, Irish, Indonesian and Malay
// where these differ.
//
//go:embed beginnings.tsv
var beginningRows string

// beginning is how a month's name begins in some language, in capitals without accents or full stops.
type beginning struct {
	month   int
	letters string
}

// beginnings lists all of them.
func beginnings() []beginning {
	var out []beginning
	for row := range strings.Lines(beginningRows) {
		f := strings.Fields(row)
		for _, letters := range f[1:] {
			out = append(out, beginning{number(f[0]), letters})
		}
	}
	return out
}

// raised strips accents and raises letters; Thai signs stay.
func raised(s string) string { return strings.ToUpper(latin.Bare(s)) }

// String writes DD/MM/YYYY.
func (d Date) String() string { return fmt.Sprintf("%02d/%02d/%04d", d.Day, d.Month, d.Year) }

// OfOurTime reports whether the date is in the calendar and within living memory.
func (d Date) OfOurTime() bool { return d.exists() && d.Year >= 1880 && d.Year < 2100 }

// MonthOf returns the month, 1 to 12, that a word begins with, 0 for none; the longest beginning counts, MARRASKUU is no March.
func MonthOf(word string) (month int) {
	w := strings.ReplaceAll(raised(word), ".", "")
	length := 0
	for _, b := range beginnings() {
		if len(b.letters) > length && strings.HasPrefix(w, b.letters) {
			month, length = b.month, len(b.letters)
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
	if !ok || len(first) != 2 || len(next) == 0 || MonthOf(next[0]) == 0 || strings.Trim(first, "0123456789OQDILJ|!ZSB") != "" {
		return s
	}
	return strings.NewReplacer("O", "0", "Q", "0", "D", "0", "I", "1", "L", "1", "J", "1", "|", "1", "!", "1", "Z", "2", "S", "5", "B", "8").Replace(first) + " " + rest
}

// wordsOf writes a figure that stands among two letters and more as the letter that it is misread from: 3AN, AU6.
func wordsOf(s string) string {
	return regexp.MustCompile(`\d?\pL{2,}\d?\pL*`).ReplaceAllStringFunc(s, func(w string) string {
		if len(strings.FieldsFunc(w, func(r rune) bool { return !isDigit(r) })) != 1 {
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

// ParseSpoilt reads a date out of print that a recogniser may have spoilt, day before month, the month a number or a word in any
// of the languages of beginnings.tsv: look-alikes of figures and letters, lost blanks, an English month with a letter
// misread. Two digits of a year are completed by century, which gets them; ok is false where there is no date between
// 1880 and 2100.
func ParseSpoilt(text string, century func(yy int) int) (Date, bool) {
	s := leading(figures(raised(thai.Digits(text))))
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
		if d := (Date{Year: year(m[1]), Month: number(m[2]), Day: number(m[3])}); d.OfOurTime() {
			return d, true
		}
	}
	if m := numeric().FindStringSubmatch(s); m != nil {
		if d := (Date{Year: year(m[3]), Month: number(m[2]), Day: number(m[1])}); d.OfOurTime() {
			return d, true
		}
	}
	for _, r := range crowded() {
		if m := r.FindStringSubmatch(strings.TrimSpace(s)); m != nil {
			if d := (Date{Year: number(m[3]), Month: number(m[2]), Day: number(m[1])}); d.OfOurTime() {
				return d, true
			}
		}
	}
	return wordedDay(s, year)
}

// wordedDay finds a date whose month is a word.
func wordedDay(s string, year func(string) int) (Date, bool) {
	matches := worded().FindAllStringSubmatch(s, -1)
	if t := wordsOf(s); t != s {
		matches = append(matches, worded().FindAllStringSubmatch(t, -1)...)
	}
	for _, m := range matches {
		for _, w := range strings.FieldsFunc(m[2], func(r rune) bool { return strings.ContainsRune("/ -,", r) }) {
			if d := (Date{Year: year(m[3]), Month: MonthOf(w), Day: number(m[1])}); d.Month > 0 && d.OfOurTime() {
				return d, true
			}
		}
		if d := (Date{Year: year(m[3]), Month: nearMonth(strings.TrimSpace(m[2])), Day: number(m[1])}); d.Month > 0 && d.OfOurTime() {
			return d, true
		}
	}
	return Date{}, false
}

// Likeness is how much of print that may be spoilt agrees with d, 1 for all: by figures, and by the month where it is a word.
func (d Date) Likeness(text string) float64 {
	s := raised(thai.Digits(text))
	figures := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == '?' {
			return r
		}
		return -1
	}, s)
	dayYear := d.String()[:2] + d.String()[6:]
	ways := []string{d.String()[:2] + d.String()[3:5] + d.String()[6:], fmt.Sprintf("%04d%02d%02d", d.Year, d.Month, d.Day)}
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return !(r >= 'A' && r <= 'Z') && !thai.IsThai(r) }) {
		if m := MonthOf(w); m > 0 && m != d.Month {
			return 0
		} else if m > 0 {
			ways = []string{dayYear}
		}
	}
	if garbledMonth(s) {
		ways = append(ways, dayYear)
	}
	best := 0.0
	for _, w := range ways {
		best = math.Max(best, thai.Similarity(figures, w))
	}
	return best
}

// garbledMonth reports that letters stand between a day and a year.
func garbledMonth(s string) bool {
	return regexp.MustCompile(`^\d{2}\W*\pL{2,}[\pL\W]*\d{4}$`).MatchString(strings.TrimSpace(s))
}
