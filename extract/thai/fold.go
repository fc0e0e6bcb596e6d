// Package thai brings Thai text into one form, compares it as a reader's eye would, and finds printed labels in it
// although tone marks were lost. It is pure Go and knows no document kind.
package thai

import (
	"strings"
	"unicode"
)

// The signs that are written above or below a consonant, in the order in which Unicode stores them.
const (
	maiHanAkat = 'ั'
	saraAa     = 'า'
	saraAm     = 'ำ'
	saraE      = 'เ'
	saraAe     = 'แ'
	nikhahit   = 'ํ'
	phinthu    = 'ฺ'
	thanthakat = '์'
	yamakkan   = '๎'
	taiKhu     = '็'
)

// IsThai reports whether r is in the Thai block.
func IsThai(r rune) bool { return r >= 0x0E01 && r <= 0x0E5B }

// IsConsonant reports whether r is one of ก to ฮ, ฤ and ฦ included.
func IsConsonant(r rune) bool { return r >= 'ก' && r <= 'ฮ' }

// IsTone reports whether r is one of the four tone marks.
func IsTone(r rune) bool { return r >= '่' && r <= '๋' }

// IsVowelMark reports whether r is a vowel that stands above or below its consonant, ็ and ฺ included.
func IsVowelMark(r rune) bool {
	return r == maiHanAkat || (r >= 'ิ' && r <= phinthu) || r == taiKhu
}

// IsMark reports whether r stands above or below its consonant: it has no width of its own.
func IsMark(r rune) bool {
	return IsVowelMark(r) || IsTone(r) || r == thanthakat || r == nikhahit || r == yamakkan
}

// IsLeadVowel reports whether r is written before its consonant (เ แ โ ใ ไ).
func IsLeadVowel(r rune) bool { return r >= saraE && r <= 'ไ' }

// Fold brings s into the form that all values of lensd have: SARA AM composed (with a tone mark before it), each
// consonant's marks in the order vowel, tone, silencer and none of them twice, เเ as แ, one blank for any run of white
// space, none at the ends, no blank before a mark, and no invisible characters. Digits, letters and case stay.
func Fold(s string) string {
	in := visible(s)
	out := make([]rune, 0, len(in))
	for i := 0; i < len(in); {
		r := in[i]
		switch {
		case unicode.IsSpace(r):
			if len(out) > 0 && out[len(out)-1] != ' ' {
				out = append(out, ' ')
			}
			i++
		case r == saraE && i+1 < len(in) && in[i+1] == saraE:
			out = append(out, saraAe)
			i += 2
		case IsMark(r):
			j := i
			for j < len(in) && IsMark(in[j]) {
				j++
			}
			var followed rune
			if j < len(in) {
				followed = in[j]
			}
			if n := len(out); n > 1 && out[n-1] == ' ' && IsThai(out[n-2]) {
				out = out[:n-1] // no word begins with a mark
			}
			marks, am := cluster(in[i:j], followed)
			out = append(out, marks...)
			if am {
				out = append(out, saraAm)
				j++
			}
			i = j
		default:
			out = append(out, r)
			i++
		}
	}
	return strings.TrimRight(string(out), " ")
}

// cluster orders the marks of one consonant. am says that a NIKHAHIT among them and the sign that follows are one SARA AM.
func cluster(marks []rune, next rune) (out []rune, am bool) {
	var slots [4][]rune // vowel, tone, silencer, the rest
	for _, m := range marks {
		k := 3
		switch {
		case IsVowelMark(m):
			k = 0
		case IsTone(m):
			k = 1
		case m == thanthakat:
			k = 2
		case m == nikhahit && (next == saraAa || next == saraAm):
			am = true
			continue
		}
		if !containsRune(slots[k], m) {
			slots[k] = append(slots[k], m)
		}
	}
	for _, s := range slots {
		out = append(out, s...)
	}
	return out, am
}

func containsRune(s []rune, r rune) bool {
	for _, x := range s {
		if x == r {
			return true
		}
	}
	return false
}

// visible drops the invisible characters first, so that none stands between signs that belong together.
func visible(s string) []rune {
	out := make([]rune, 0, len(s))
	for _, r := range s {
		if !invisible(r) {
			out = append(out, r)
		}
	}
	return out
}

// invisible: joiners, direction marks, the soft hyphen, the byte order mark, and control characters that are no space.
func invisible(r rune) bool {
	return (r >= 0x200B && r <= 0x200F) || (r >= 0x202A && r <= 0x202E) || r == 0x2060 || r == 0xFEFF || r == 0x00AD ||
		(unicode.IsControl(r) && !unicode.IsSpace(r))
}

// Digits replaces ๐ to ๙ by 0 to 9.
func Digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '๐' && r <= '๙' {
			return r - '๐' + '0'
		}
		return r
	}, s)
}
