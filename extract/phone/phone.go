// Package phone finds telephone numbers in printed text: plain, grouped, with a country code, or masked as marketplaces print
// them. What is printed is kept as it is; whether a number can exist is said by Google's metadata (nyaruka/phonenumbers).
package phone

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/nyaruka/phonenumbers"
)

// home is the country of numbers without a country code.
const home = "TH"

var (
	shape      = regexp.MustCompile(`\(?\+?\(?\d[\d\-–. ()/xX*•]{5,22}[\d*•]`)
	zipPlus4   = regexp.MustCompile(`^\d{5}[- ]\d{4}$`)
	spoiltMask = regexp.MustCompile(`^0[689](?:[*•]+\p{L}{1,2}[*•]+|\p{L}[*•]{3,}|[*•]{3,}\p{L})\d{2}$`) // one of the stars is read as a letter
	letterRun  = regexp.MustCompile(`\p{L}\p{M}*`)
	maskedRun  = regexp.MustCompile(`[*•xX]{3,}`)
)

// Find finds a phone in a line and what is left without it. captioned lowers what is asked of the digits: a number behind the word
// "phone" is one even if it looks like any other number.
func Find(line string, captioned bool) (number, rest string, ok bool) {
	if spoiltMask.MatchString(line) {
		return letterRun.ReplaceAllString(line, "*"), "", true
	}
	for _, m := range shape.FindAllStringIndex(line, -1) {
		s := strings.TrimRight(line[m[0]:m[1]], " -.(/")
		n := signs(s)
		if n < 7 || n > 16 || zipPlus4.MatchString(s) || !captioned && !like(s, n) {
			continue
		}
		// A number that goes on as a word or a house number is none.
		if end := m[0] + len(s); end < len(line) && (line[end] == '/' || isLetterAt(line, end) && !(captioned && end == len(line)-1)) || m[0] > 0 && (line[m[0]-1] == '/' || isLetterAt(line, m[0]-1)) {
			continue
		}
		rest = strings.TrimSpace(line[:m[0]] + " " + line[m[0]+len(s):])
		return strings.TrimSpace(s), strings.Trim(rest, " ,;:|/-()"), true
	}
	return "", line, false
}

// Valid says that a number that is printed in full can exist: of Thailand, or of the country that its code names.
func Valid(number string) bool {
	if Masked(number) {
		return false
	}
	p, err := phonenumbers.Parse(number, home)
	return err == nil && phonenumbers.IsValidNumber(p)
}

// Masked says that figures of a number are hidden behind stars.
func Masked(number string) bool { return maskedRun.MatchString(number) }

// digitLike maps the letters that recognisers read for digits.
var digitLike = strings.NewReplacer("O", "0", "o", "0", "D", "0", "Q", "0", "I", "1", "l", "1", "|", "1", "S", "5", "B", "8")

// Figures reads the letters that look like digits as these.
func Figures(s string) string { return digitLike.Replace(s) }

// signs counts the figures of a number, hidden ones included.
func signs(s string) int {
	return len(digits(s)) + strings.Count(s, "*") + strings.Count(s, "•") + strings.Count(strings.ToLower(s), "x")
}

// like says that an uncaptioned number is a phone by its own form.
func like(s string, n int) bool {
	if Masked(s) {
		return true
	}
	d := digits(s)
	switch {
	case strings.HasPrefix(s, "+") || strings.HasPrefix(s, "(+"):
		return n >= 8
	case strings.HasPrefix(d, "0") && (n == 9 || n == 10):
		return true
	case strings.HasPrefix(d, "66") && n == 11:
		return true
	case strings.HasPrefix(s, "(") && n >= 9:
		return true
	}
	return n >= 9 && n <= 12 && strings.ContainsAny(s, "- ") && !strings.Contains(s, ".")
}

func isLetterAt(s string, i int) bool { return s[i] < 0x80 && unicode.IsLetter(rune(s[i])) }

// digits are the Arabic digits of a text.
func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s)
}
