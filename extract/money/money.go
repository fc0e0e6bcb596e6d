// Package money reads printed sums: numerals with any country's separators, signs and currencies, exact to the last printed
// digit, and sums in words. It is pure Go and knows no document kind.
package money

import (
	"strings"
)

// Amount is a printed sum. Its digits are kept as they stand, so that nothing is rounded on the way.
type Amount struct {
	Units    int64  // all digits as one number, negative for a debt
	Decimals int    // how many of the digits stand behind the decimal sign
	Currency string // ISO 4217; "": none is printed
	Grouped  bool   // thousands are separated
}

// DecimalSign is the sign before the decimals: what a page uses is found by Convention and then resolves "1.250".
type DecimalSign rune

// The decimal signs.
const (
	Unknown DecimalSign = 0
	Point   DecimalSign = '.'
	Comma   DecimalSign = ','
)

// Satang returns the sum in hundredths, half of one rounded away from zero.
func (a Amount) Satang() int64 {
	u := a.Units
	for d := a.Decimals; d < 2; d++ {
		u *= 10
	}
	for d := a.Decimals; d > 2; d-- {
		rest := u % 10
		u /= 10
		if d == 3 && rest >= 5 {
			u++
		} else if d == 3 && rest <= -5 {
			u--
		}
	}
	return u
}

// Parse reads s as one sum and nothing else, with its sign, brackets and currency. sign settles numerals such as "1.250",
// which are read as thousands behind a comma and as decimals behind a point where it is Unknown.
func Parse(s string, sign DecimalSign) (Amount, bool) {
	found := Find(s, sign)
	if len(found) != 1 {
		return Amount{}, false
	}
	f := found[0]
	around := s[:f.Start] + s[f.End:]
	if strings.Trim(around, " \t:=.-—*") != "" || f.Percent {
		return Amount{}, false
	}
	return f.Amount, true
}

// Convention returns the decimal sign that texts, the printed sums of one page, share; Unknown where they do not tell.
func Convention(texts []string) DecimalSign {
	points, commas := 0, 0
	for _, t := range texts {
		for _, f := range Find(t, Unknown) {
			if f.Percent || f.Amount.Decimals != 2 {
				continue
			}
			switch f.sign {
			case Point:
				points++
			case Comma:
				commas++
			}
		}
	}
	switch {
	case points > 2*commas:
		return Point
	case commas > 2*points:
		return Comma
	}
	return Unknown
}
