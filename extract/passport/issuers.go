package passport

import (
	_ "embed"
	"math"
	"strings"
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
	return best, score >= leastAuthority && score < 1
}
