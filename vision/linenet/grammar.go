package linenet

import "lensd/extract/thai"

// follows reports whether the Thai script allows next after last (0 at the line's start). It is the grammar of the beam:
// marks stand on consonants in the order vowel, tone, silencer, and leading vowels have a consonant after them.
func follows(last, next rune) bool {
	if thai.IsLeadVowel(last) {
		return thai.IsConsonant(next)
	}
	switch {
	case thai.IsVowelMark(next):
		return thai.IsConsonant(last)
	case thai.IsTone(next):
		return thai.IsConsonant(last) || thai.IsVowelMark(last)
	case next == '์':
		return thai.IsConsonant(last) || last == 'ิ' || last == 'ุ' || last == '่'
	case next == 'ำ':
		return thai.IsConsonant(last) || thai.IsTone(last)
	case next == 'ํ', next == '๎':
		return thai.IsConsonant(last)
	case next == 'า':
		return thai.IsConsonant(last) || thai.IsTone(last)
	case next == 'ะ':
		return thai.IsConsonant(last) || thai.IsTone(last) || last == 'า'
	case next == 'ๅ':
		return last == 'ฤ' || last == 'ฦ'
	case next == ' ':
		return last != ' ' && last != 0
	}
	return true
}
