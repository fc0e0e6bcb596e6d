package find

import (
	"regexp"
	"strings"
	"unicode"
)

// Match is a value of a type within a text.
type Match struct {
	Type     Type
	From, To int // runes
}

// The shapes of typed values; what they admit is wide, because which one is meant is for the scores to say.
var shapes = []struct {
	kind Type
	re   *regexp.Regexp
}{
	{Email, regexp.MustCompile(`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`)},
	{TaxID, regexp.MustCompile(`\d[ -]?\d{4}[ -]?\d{5}[ -]?\d{2}[ -]?\d`)},
	{Phone, regexp.MustCompile(`\(?\+?\(?\d[\d\-–. ()/xX*•]{5,22}[\d*•xX]`)},
	{Date, regexp.MustCompile(`\d{1,4} ?[/.-] ?\d{1,2} ?[/.-] ?\d{2,4}|\d{1,2}[ ./-]*(?:ม\.?ค|ก\.?พ|มี\.?ค|เม\.?ย|พ\.?ค|มิ\.?ย|ก\.?ค|ส\.?ค|ก\.?ย|ต\.?ค|พ\.?ย|ธ\.?ค|[มกพสตธเ][ก-๎]{3,9}[มค]์?)\.?[ ./-]*(?:พ\.ศ\. ?)?\d{2,4}|(?i:\d{1,2}(?:st|nd|rd|th)?[ ./-]*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,?[ ./-]*\d{2,4}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2},? \d{4})`)},
	{Amount, regexp.MustCompile(`[-(]?(?:[฿$€£] ?)?(?:\d{1,3}(?:[,. '’]\d{3})+|\d{1,9})[.,]\d{2}\b\)?|(?:[฿$€£] ?)\d[\d,.]*|\d{1,3}(?:,\d{3})+`)},
	{Number, regexp.MustCompile(`\d[\d,.]*`)},
	{Code, regexp.MustCompile(`[A-Za-z0-9]+(?:[-/._][A-Za-z0-9]+)*`)},
}

// Figures that look like phones: a date, and a postcode of the United States with its add-on.
var (
	plusFour  = regexp.MustCompile(`^\d{5}[- ]\d{4}$`)
	dateAlone = regexp.MustCompile(`^(?:(?:[0-3]?\d)([/.-])(?:[01]?\d)[/.-](?:19|2[0-9])?\d\d|(?:19|2[0-9])\d\d[/.-](?:[01]?\d)[/.-](?:[0-3]?\d))$`)
)

// Typed returns the typed values within a text, those of one type in order and not overlapping. A value never begins or
// ends within a run of digits.
func Typed(text string) []Match {
	var out []Match
	index := runeIndex(text)
	for _, s := range shapes {
		for _, m := range s.re.FindAllStringIndex(text, -1) {
			from, to := m[0], m[1]
			for to > from && strings.ContainsRune(" -.(/", rune(text[to-1])) {
				to--
			}
			if to <= from || digitAt(text, from-1) && digitAt(text, from) || digitAt(text, to) && digitAt(text, to-1) || !credible(s.kind, text[from:to]) {
				continue
			}
			out = append(out, Match{s.kind, index[from], index[to]})
		}
	}
	return out
}

func digitAt(s string, i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }

// credible leaves out what has a type's shape and yet cannot be one.
func credible(t Type, s string) bool {
	n := digits(s)
	switch t {
	case Phone:
		if plusFour.MatchString(s) || dateAlone.MatchString(s) {
			return false
		}
		n += strings.Count(s, "*") + strings.Count(s, "•") + strings.Count(strings.ToLower(s), "x")
		return n >= 7 && n <= 15
	case Code:
		return n > 0 && len(s) >= 3
	}
	return true
}

// runeIndex maps byte offsets of a text, its end included, to runes.
func runeIndex(s string) []int {
	out := make([]int, len(s)+1)
	n := 0
	for i := range s {
		out[i] = n
		n++
	}
	out[len(s)] = n
	return out
}

func digits(s string) (n int) {
	for _, r := range s {
		if unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

func letters(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// rate is a share of a sum alone: no sum.
var rate = regexp.MustCompile(`^[^\pL\d]*\d{1,3}(?:[.,]\d+)? ?%[^\pL\d]*$`)

// possible says that a text can be a value of a type at all: most pairs of unit and field are ruled out here.
func possible(t Type, u *unit) bool {
	switch t {
	case Phone:
		return u.fit[Phone] > 0.5
	case Email:
		return u.fit[Email] > 0.5
	case Amount:
		return u.digits > 0 && u.letters < 24 && !rate.MatchString(u.text)
	case Date, Number:
		return u.digits > 0 && u.letters < 24
	case TaxID:
		return u.digits >= 8
	case Code:
		return u.digits+u.letters >= 3 && len(u.text) < 60
	case Name:
		return u.letters >= 2
	}
	return u.digits+u.letters >= 2
}
