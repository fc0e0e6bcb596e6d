package passport

import (
	_ "embed"
	"math"
	"strings"
	"unicode"
)

// authorities are names that many states' passports print for the issuing authority, one a line.
//
//go:embed authorities.txt
var authorities string

// leastAuthority is how alike a print and a usual name must be for the print to be a misreading of it.
const leastAuthority = 0.86

// authoritySpelled writes a misread print of a usual name as it is spelled; ok is false where it is none, or well read.
func authoritySpelled(text string) (string, bool) {
	best, score := "", 0.0
	for a := range strings.Lines(authorities) {
		a = strings.TrimSpace(a)
		if math.Abs(float64(len(squeeze(a))-len(squeeze(text)))) > 4 {
			continue
		}
		if s := alike(text, a); s > score {
			best, score = a, s
		}
	}
	if marked := apostrophes(best, text); score == 1 && marked != text { // readers lose the small mark
		return marked, true
	}
	return best, score >= leastAuthority && score < 1
}

// apostrophes writes those of a name into a print of the same letters that has none.
func apostrophes(name, print string) string {
	before, _, ok := strings.Cut(name, "'")
	if !ok || strings.ContainsAny(print, "'’") {
		return print
	}
	n := letters(before)
	for i, r := range print {
		if n == 0 {
			return print[:i] + "'" + strings.TrimLeft(print[i:], " ")
		}
		if unicode.IsLetter(r) {
			n--
		}
	}
	return print
}
