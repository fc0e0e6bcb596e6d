// Package latin compares Latin print whatever its accents. It is pure Go.
package latin

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Bare returns s with each Latin letter without its accents, everything else as it is.
func Bare(s string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(s) {
		switch {
		case r >= 0x0300 && r <= 0x036f: // combining accents; the marks of other scripts stay
		case r == 'ı':
			b.WriteRune('i')
		case r == 'ł':
			b.WriteRune('l')
		case r == 'Ł':
			b.WriteRune('L')
		case r == 'ø':
			b.WriteRune('o')
		case r == 'Ø':
			b.WriteRune('O')
		case r == 'đ':
			b.WriteRune('d')
		case r == 'Đ':
			b.WriteRune('D')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Skeleton returns the lower-case letters without accents and the digits of s: what two readings of one line must share
// to differ in accents, blanks and punctuation only.
func Skeleton(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, Bare(s))
}
