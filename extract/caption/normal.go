package caption

import (
	"unicode"

	"golang.org/x/text/unicode/norm"

	"lensd/extract/thai"
)

// normalised is a text as captions are compared: letters and digits only.
type normalised struct {
	letters []rune
	at      []int  // of each letter: which rune of the text it is
	starts  []bool // a word begins with the letter
	runes   []rune
}

func isThai(r rune) bool { return thai.IsThai(r) }

// normal leaves out case, accents, Thai marks, blanks and punctuation. A word begins after anything that is no letter or
// digit, where Thai and other letters meet, and where letters and digits meet.
func normal(s string) normalised {
	n := normalised{runes: []rune(s)}
	fresh := true
	last := 0
	for i, r := range n.runes {
		if thai.IsMark(r) || unicode.Is(unicode.Mn, r) {
			continue
		}
		if r == 'ำ' {
			r = 'า'
		}
		class := classOf(r)
		if letter, ok := n.misread(i); ok {
			r, class = letter, 3
		}
		if class == 0 {
			fresh = true
			continue
		}
		n.letters = append(n.letters, plain(r))
		n.at = append(n.at, i)
		n.starts = append(n.starts, fresh || class != last)
		fresh, last = false, class
	}
	return n
}

// misread returns the Latin letter that a figure at the end of a word was printed as: "T0" is TO, "Te1" is Tel.
func (n *normalised) misread(i int) (rune, bool) {
	letter, ok := map[rune]rune{'0': 'o', '1': 'l', '5': 's'}[n.runes[i]]
	if !ok || i == 0 || classOf(n.runes[i-1]) != 3 || i+1 < len(n.runes) && classOf(n.runes[i+1]) == 1 {
		return 0, false
	}
	return letter, true
}

// classOf is 0 for what parts words, else the class of letter.
func classOf(r rune) int {
	switch {
	case r >= '๐' && r <= '๙' || unicode.IsDigit(r):
		return 1
	case thai.IsThai(r) && unicode.IsLetter(r):
		return 2
	case unicode.IsLetter(r):
		return 3
	}
	return 0
}

// plain is a letter without case and accent.
func plain(r rune) rune {
	if r < 0x80 {
		return unicode.ToLower(r)
	}
	if thai.IsThai(r) {
		return []rune(thai.Digits(string(r)))[0]
	}
	switch r {
	case 'ł', 'Ł':
		return 'l'
	case 'ø', 'Ø':
		return 'o'
	}
	for _, base := range norm.NFD.String(string(r)) {
		return unicode.ToLower(base)
	}
	return r
}
