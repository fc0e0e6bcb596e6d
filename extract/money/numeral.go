package money

import (
	"regexp"
	"strconv"
	"strings"
)

// The shapes of a numeral, tried in this order at each place where one can begin. Blanks inside are those of printing
// conventions (1 234,56) and those that recognisers add behind a separator (1, 234. 56); both only before decimals, because
// two numbers can stand side by side.
var shapes = []*regexp.Regexp{
	regexp.MustCompile(`^\d{1,3}(?:[ \x{00a0}\x{202f}]\d{3})+[.,]\d{2}`),
	regexp.MustCompile(`^\d{1,3}(?:[,.'’] ?\d{2,3})*[.,] ?\d{2}`),
	regexp.MustCompile(`^\d{1,3}(?:[,.'’]\d{2,3})+(?:[.,]\d{1,4})?`),
	regexp.MustCompile(`^\d+[.,]\d{1,4}`),
	regexp.MustCompile(`^\d+`),
	regexp.MustCompile(`^[.,]\d{1,2}`),
}

// numeral reads the numeral at the start of s and returns it with its length in bytes and its decimal sign.
func numeral(s string, sign DecimalSign) (a Amount, n int, found DecimalSign) {
	for _, shape := range shapes {
		m := shape.FindString(s)
		if m == "" || len(m) < len(s) && s[len(m)] >= '0' && s[len(m)] <= '9' {
			continue
		}
		if rest := s[len(m):]; len(rest) > 1 && strings.ContainsRune(".,", rune(rest[0])) && rest[1] >= '0' && rest[1] <= '9' {
			continue // part of a longer run that is no numeral: a date, a version, an address
		}
		if a, d, ok := value(m, sign); ok {
			return a, len(m), d
		}
	}
	return Amount{}, 0, Unknown
}

// value decides which separators of m group thousands and which one stands before the decimals.
func value(m string, sign DecimalSign) (Amount, DecimalSign, bool) {
	var groups []string
	var seps []rune
	start := 0
	for i, r := range m {
		if r >= '0' && r <= '9' {
			continue
		}
		if r == ' ' && len(seps) > 0 && i == start {
			start++ // a blank behind a separator
			continue
		}
		groups, seps = append(groups, m[start:i]), append(seps, plain(r))
		start = i + len(string(r))
	}
	groups = append(groups, m[start:])
	decimals := decimalAt(groups, seps, sign)
	whole := groups
	if decimals {
		whole = groups[:len(groups)-1]
	}
	if !thousands(whole, seps[:max(0, len(whole)-1)]) {
		return Amount{}, Unknown, false
	}
	digits := strings.Join(groups, "")
	u, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return Amount{}, Unknown, false // longer than any sum: a number of another kind
	}
	a := Amount{Units: u, Grouped: len(whole) > 1}
	if decimals {
		a.Decimals = len(groups[len(groups)-1])
		return a, DecimalSign(seps[len(seps)-1]), true
	}
	return a, Unknown, true
}

// plain maps the separators to three: point, comma, blank (which an apostrophe stands for).
func plain(r rune) rune {
	if r == '.' || r == ',' {
		return r
	}
	return ' '
}

// decimalAt reports whether the last group holds decimals.
func decimalAt(groups []string, seps []rune, sign DecimalSign) bool {
	if len(seps) == 0 {
		return false
	}
	last, tail := seps[len(seps)-1], groups[len(groups)-1]
	before := 0
	for _, s := range seps[:len(seps)-1] {
		if s == last {
			before++
		}
	}
	switch {
	case last == ' ':
		return false
	case len(tail) != 3:
		return true
	case before > 0:
		return false
	case len(seps) > 1 || len(groups[0]) > 3 || groups[0] == "0":
		return true // another sign groups the thousands, or nothing does
	case sign != Unknown:
		return DecimalSign(last) == sign
	}
	return last == '.'
}

// thousands reports whether groups are those of one number: three digits each behind the first, or, in the Indian
// manner, two each and three in the last. One sign separates them; 12.345.67 is what recognisers make of 12,345.67.
func thousands(groups []string, seps []rune) bool {
	if len(groups) < 2 {
		return len(groups) == 1
	}
	if n := len(groups[0]); n < 1 || n > 3 || groups[0] == "0" || groups[0] == "00" {
		return false
	}
	for _, s := range seps {
		if s != seps[0] {
			return false
		}
	}
	three, lakh := true, true
	for i, g := range groups[1:] {
		three = three && len(g) == 3
		if i == len(groups)-2 {
			lakh = lakh && len(g) == 3
		} else {
			lakh = lakh && len(g) == 2
		}
	}
	return three || lakh && len(groups[0]) <= 2 && seps[0] == ','
}
