// Package id reads Thai identification numbers: the 13 digits of persons, companies and taxpayers, printed in one run, in
// groups (1-4-5-2-1 and others) or one in a box, and the older 10-digit tax number. It is pure Go.
package id

import (
	"strings"
	"unicode"

	"lensd/extract/thai"
)

// Lengths of the two numbers, in digits.
const (
	Length    = 13
	OldLength = 10
)

// Number is an identification number in a text. Start and End are rune positions in that text.
type Number struct {
	Digits     string // Western digits alone
	Printed    string // as it stands in the text, with its separators
	Start, End int
	Valid      bool // the check digit is right; an old number has none and is never valid
}

// CheckDigit returns the 13th digit that belongs to the first twelve, or 0 for a text that does not begin with twelve Western
// digits. The rule is that of the Department of Provincial Administration: eleven minus the sum of each digit times its weight (13 down
// to 2), modulo eleven, and of that the last digit. The third digit's weight is eleven, so that a wrong one is not told.
func CheckDigit(digits string) byte {
	if len(digits) < Length-1 {
		return 0
	}
	sum := 0
	for i := range Length - 1 {
		if digits[i] < '0' || digits[i] > '9' {
			return 0
		}
		sum += (Length - i) * int(digits[i]-'0')
	}
	return byte('0' + (11-sum%11)%10)
}

// Valid reports whether digits are thirteen with the right check digit.
func Valid(digits string) bool {
	return len(digits) == Length && digits[Length-1] == CheckDigit(digits)
}

// Digits returns the digits of s, Thai ones as Western ones, and nothing else.
func Digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, thai.Digits(s))
}

// Find returns the numbers of 13 and 10 digits in text, in order. Digits belong to one number while nothing but single
// separators (blank, dash, box rule) stands between them: print sets them in groups or boxes, and recognisers see the
// boxes' rules as bars.
func Find(text string) []Number {
	runes := []rune(thai.Digits(text))
	printed := []rune(text)
	var out []Number
	for i := 0; i < len(runes); {
		if !isDigit(runes[i]) {
			i++
			continue
		}
		end := run(runes, i)
		if n, ok := number(runes, printed, i, end); ok {
			out = append(out, n)
		}
		i = end
	}
	return out
}

// run returns the end of the digits that begin at start, with the separators between them.
func run(s []rune, start int) int {
	end := start
	for i := start; i < len(s); i++ {
		switch {
		case isDigit(s[i]):
			end = i + 1
		case isSeparator(s[i]) && i-end < 3:
		default:
			return end
		}
	}
	return end
}

func number(s, printed []rune, start, end int) (Number, bool) {
	n := Number{Digits: Digits(string(s[start:end])), Printed: string(printed[start:end]), Start: start, End: end}
	if len(n.Digits) != Length && len(n.Digits) != OldLength {
		return n, false
	}
	n.Valid = Valid(n.Digits)
	return n, true
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

func isSeparator(r rune) bool {
	return unicode.IsSpace(r) || r == '|' || r == '¦' || r == '-' || unicode.Is(unicode.Pd, r)
}
