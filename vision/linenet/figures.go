package linenet

import (
	"unicode"

	"lensd/extract"
)

// thaiZero is the Thai digit that looks like the letter o and like the Arabic zero.
const thaiZero = '๐'

// sameFigures writes a zero, or a letter o, among Thai digits as the Thai zero: nobody mixes the two scripts' figures within
// a number, and the three signs differ by little more than their size.
func sameFigures(chars []extract.Char) {
	for start := 0; start < len(chars); {
		end := start
		for end < len(chars) && chars[end].Rune != ' ' {
			end++
		}
		word := chars[start:end]
		if inThaiFigures(word) {
			for i, c := range word {
				if isRound(c.Rune) {
					word[i].Rune = thaiZero
				}
			}
		}
		start = end + 1
	}
}

// inThaiFigures reports that a word holds a Thai digit, and neither a letter nor an Arabic digit besides what resembles the
// Thai zero.
func inThaiFigures(word []extract.Char) bool {
	some := false
	for _, c := range word {
		switch {
		case c.Rune >= thaiZero && c.Rune <= '๙':
			some = true
		case !isRound(c.Rune) && (unicode.IsLetter(c.Rune) || unicode.IsDigit(c.Rune)):
			return false
		}
	}
	return some
}

func isRound(r rune) bool { return r == 'O' || r == 'o' || r == '0' }
