package money

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Found is a sum in a text. Start and End are byte offsets of all that belongs to it: sign, brackets and currency.
type Found struct {
	Start, End int
	Amount     Amount
	Percent    bool // it is a rate: a percent sign follows
	sign       DecimalSign
}

// Find returns the sums in s from left to right. Numbers that touch letters, slashes or dashes (dates, codes, phones) are
// none. Thai digits count as digits.
func Find(s string, sign DecimalSign) []Found {
	text, at := western(s)
	var out []Found
	for i := 0; i < len(text); {
		if !begins(text, i) {
			i++
			continue
		}
		a, n, d := numeral(text[i:], sign)
		if n == 0 {
			i = skip(text, i)
			continue
		}
		f := Found{Start: i, End: i + n, Amount: a, sign: d}
		if !f.dress(text) {
			i = skip(text, i)
			continue
		}
		i = f.End
		f.Start, f.End = at[f.Start], at[f.End]
		out = append(out, f)
	}
	return out
}

// western writes Thai digits as Western ones and returns the byte offset in s of each byte of the result, and of its end.
func western(s string) (string, []int) {
	var b strings.Builder
	at := make([]int, 0, len(s)+1)
	for i, r := range s {
		if r >= '๐' && r <= '๙' {
			r = r - '๐' + '0'
		}
		for range utf8.RuneLen(max(r, 0)) {
			at = append(at, i)
		}
		b.WriteRune(r)
	}
	return b.String(), append(at, len(s))
}

// begins reports whether a numeral can begin at byte i: at a digit, or at a point before one, that no number precedes.
func begins(s string, i int) bool {
	c := s[i]
	if c == '.' || c == ',' {
		if i+1 >= len(s) || !digit(s[i+1]) {
			return false
		}
	} else if !digit(c) {
		return false
	}
	return i == 0 || !digit(s[i-1]) && s[i-1] != '.' && s[i-1] != ','
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// skip returns the end of the run of digits and separators at i.
func skip(s string, i int) int {
	for i < len(s) && (digit(s[i]) || s[i] == '.' || s[i] == ',') {
		i++
	}
	return i
}

// dress widens f by the signs that belong to it. It reports false for a number that is part of something else.
func (f *Found) dress(s string) bool {
	start, code := currencyBefore(s, f.Start)
	end, behind := currencyBehind(s, f.End)
	if code == "" {
		code = behind
	} else {
		end = f.End
	}
	if r, _ := utf8.DecodeRuneInString(s[end:]); end == f.End && (unicode.IsLetter(r) || r == '/' || r == ':' || r == '_' || r == '@') {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(s[:start])
	if start == f.Start && (unicode.IsLetter(before) && !thaiLetter(before) || strings.ContainsRune("/#_:@", before) && before != ':') {
		return false
	}
	f.Start, f.End, f.Amount.Currency = start, end, code
	rest := strings.TrimLeft(s[f.End:], " ")
	if strings.HasPrefix(rest, "%") {
		f.Percent = true
		f.End = len(s) - len(rest) + 1
		return true
	}
	return f.signs(s)
}

func thaiLetter(r rune) bool { return r >= 'ก' && r <= '๛' }

// signs takes in minus signs on either side and brackets. A dash between two numbers joins a code or a range.
func (f *Found) signs(s string) bool {
	r, n := utf8.DecodeLastRuneInString(s[:f.Start])
	switch {
	case minus(r):
		p, _ := utf8.DecodeLastRuneInString(s[:f.Start-n])
		if unicode.IsDigit(p) || unicode.IsLetter(p) {
			return false
		}
		f.Start -= n
		f.Amount.Units = -f.Amount.Units
		if start, code := currencyBefore(s, f.Start); code != "" && f.Amount.Currency == "" {
			f.Start, f.Amount.Currency = start, code
		}
	case r == '+':
		f.Start -= n
	case r == '(':
		if rest := s[f.End:]; strings.HasPrefix(rest, ")") {
			f.Start, f.End = f.Start-n, f.End+1
			f.Amount.Units = -f.Amount.Units
		}
	}
	r, n = utf8.DecodeRuneInString(s[f.End:])
	if minus(r) {
		p, _ := utf8.DecodeRuneInString(s[f.End+n:])
		switch {
		case unicode.IsDigit(p) || unicode.IsLetter(p):
			return false
		case f.Amount.Units > 0 && (p == utf8.RuneError || unicode.IsSpace(p)) && f.Amount.Decimals > 0:
			f.End += n
			f.Amount.Units = -f.Amount.Units
		}
	}
	return true
}

func minus(r rune) bool { return r == '-' || r == '−' || r == '–' }
