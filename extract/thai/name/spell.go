package name

import (
	"math"
	"strings"

	"lensd/extract/thai"
)

// Part puts the blanks between title, given name and surname that were not seen: names part where both halves sound most
// like their Latin spellings. A name with a blank, and one without given names, stays.
func Part(value, given, surname string) string {
	title, bare := CutTitle(value)
	if title != "" {
		title += " "
	}
	rs := []rune(bare)
	if strings.Contains(bare, " ") || given == "" || len(rs) < 4 {
		return title + bare
	}
	at, least := 0, math.Inf(1)
	for i := 2; i < len(rs)-1; i++ {
		if !mayBegin(rs, i) {
			continue
		}
		if d := Dissonance(string(rs[:i]), given) + Dissonance(string(rs[i:]), surname); d < least {
			at, least = i, d
		}
	}
	if at == 0 {
		return title + bare
	}
	return title + string(rs[:at]) + " " + string(rs[at:])
}

// leastHushed is how much better a name must sound for its last letter to be silent: less than a vowel's worth.
const leastHushed = 0.25

// Hush adds the THANTHAKHAT, most often lost of all marks for standing highest, to a name that ends in a short vowel which
// its Latin spelling does not have: สวัสดิ์ SAWAT, พันธุ์ PHAN.
func Hush(s, latin string) string {
	rs := []rune(s)
	if n := len(rs); n < 4 || rs[n-1] != 'ิ' && rs[n-1] != 'ุ' || !thai.IsConsonant(rs[n-2]) {
		return s
	}
	_, bare := CutTitle(s)
	if Dissonance(bare+string(thanthakhat), latin) > Dissonance(bare, latin)-leastHushed {
		return s
	}
	return s + string(thanthakhat)
}
