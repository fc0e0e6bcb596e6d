package label

import (
	"regexp"
	"strings"
	"unicode"

	"lensd/extract/latin"
	"lensd/extract/thai"
)

// fold reduces text to what survives poor print: lower-case letters and digits without accents, Thai without vowel signs
// above and below and without tone marks, no spaces, no punctuation.
func fold(s string) string {
	var b strings.Builder
	for _, r := range latin.Bare(s) {
		switch {
		case thaiMark(r), unicode.Is(unicode.Mn, r):
		case unicode.IsLetter(r), unicode.IsDigit(r):
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

func thaiMark(r rune) bool {
	return r == 'ั' || r >= 'ิ' && r <= 'ฺ' || r >= '็' && r <= '๎'
}

func letters(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) && !thaiMark(r) {
			n++
		}
	}
	return n
}

func digits(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

var (
	beforeStop = regexp.MustCompile(`\s+([.,;:!?)\]])`)
	afterOpen  = regexp.MustCompile(`([(\[])\s+`)
	afterStop  = regexp.MustCompile(`(^|[^ก-๎])([ก-ฮ])\.\s+`)
	spaces     = regexp.MustCompile(`\s+`)
	longDash   = regexp.MustCompile(`([\p{L}\d])-?[—–]-?([\p{L}\d])`) // dashes of a typesetter, which no address holds between two signs
	maskSigns  = regexp.MustCompile(`(\d\)?)([+*•×#]{4,})(\d)`)       // the stars of a masked phone, of which some are read as other signs
	latinZero  = regexp.MustCompile(`([A-Za-z])๐|๐([a-z])`)           // a Thai nought within a Latin word is an o
	strayMark  = regexp.MustCompile(`([ก-๎]) ([ะ-ฺ็-๎])`)             // a Thai word cannot begin with these signs
)

// tidy sets the spaces of a printed line as a typesetter would: recognisers see gaps around every full stop.
func tidy(s string) string {
	s = spaces.ReplaceAllString(strings.TrimSpace(s), " ")
	if strayMark.MatchString(s) {
		s = thai.Fold(strayMark.ReplaceAllString(s, "$1$2"))
	}
	s = latinZero.ReplaceAllString(s, "${1}o${2}")
	s = maskSigns.ReplaceAllStringFunc(s, func(m string) string { return misreadStar.Replace(m) })
	s = longDash.ReplaceAllString(s, "$1-$2")
	s = beforeStop.ReplaceAllString(s, "$1")
	s = afterOpen.ReplaceAllString(s, "$1")
	s = afterStop.ReplaceAllString(s, "$1$2.") // ต. รัษฎา -> ต.รัษฎา
	return strings.Trim(s, " |_~\"'`“”‘’")
}

// misreadStar puts back the stars.
var misreadStar = strings.NewReplacer("+", "*", "•", "*", "×", "*", "#", "*")
