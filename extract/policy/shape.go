package policy

import (
	"regexp"
	"strings"

	"lensd/extract/thai"
	"lensd/extract/thai/date"
	"lensd/extract/thai/province"
)

// Shapes of what policies say. A plate has two or three consonants with or without a figure before them and up to four figures
// (Vehicle Act); trucks and buses have two figures, a dash and four. Chassis numbers have 17 letters and figures without I,
// O and Q (ISO 3779), those of older vehicles and motorcycles fewer.
var (
	plateShape   = regexp.MustCompile(`^[0-9]?[ก-ฮ]{1,3}[ -]*[0-9]{1,4}$|^[0-9]{2}[ -]*[0-9]{4}$`)
	plateInside  = regexp.MustCompile(`(^| )([0-9]?[ก-ฮ]{2,3}[ -]{0,3}[0-9]{1,4}|[0-9]{2} ?- ?[0-9]{4})($| )`)
	plateAlmost  = regexp.MustCompile(`^[0-9]?[ก-ฮาะเโ]{2,3}[ -]*[0-9]{1,4}$`)
	newVehicle   = regexp.MustCompile(`^(ป้ายแดง|รถใหม่|ใหม่|ไม่ระบุ|NEW)`)
	chassisShape = regexp.MustCompile(`^[A-HJ-NPR-Z0-9]{17}$`)
	serial       = regexp.MustCompile(`[0-9]{4}$`) // the last four are figures on all but rare vehicles
	residue      = regexp.MustCompile(`(?i)^[(]|[)]$|^(model|make|number|no|name|vehicle|year|type|code|plate|/)[. /&]*(model|number|no)?[.]?$`)
	oldChassis   = regexp.MustCompile(`^[A-Z0-9][A-Z0-9-]{7,16}$`)
	policyShape  = regexp.MustCompile(`^[0-9A-Zก-ฮ][0-9A-Zก-ฮ/. -]*[0-9][0-9A-Zก-ฮ/-]*$`)
	yearShape    = regexp.MustCompile(`^(19|20|24|25)[0-9]{2}$`)
)

// chassis returns the chassis number that s is or ends with, and how sure its shape makes that: I, O and Q are read for
// figures, and what is left of a caption before the number is left out.
func chassis(s string) (string, float64) {
	words := strings.Fields(s)
	best, fit := strings.Join(words, ""), 0.0
	for i := range words {
		raw := strings.ToUpper(strings.Join(words[i:], ""))
		v := strings.NewReplacer("O", "0", "Q", "0", "I", "1").Replace(raw)
		switch n := countDigits(raw); {
		case chassisShape.MatchString(v) && n >= 4 && serial.MatchString(v):
			return v, 1
		case chassisShape.MatchString(v) && n >= 4 && fit < 0.8:
			best, fit = v, 0.8
		case oldChassis.MatchString(v) && n >= 4 && fit < 0.5:
			best, fit = v, 0.5
		}
	}
	return best, fit
}

func countDigits(s string) int {
	n := 0
	for _, r := range s {
		if r >= '0' && r <= '9' {
			n++
		}
	}
	return n
}

// plateSigns are the signs that plates have: consonants without marks or vowels, and figures.
const plateSigns = "กขคฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ0123456789 -"

// bare leaves marks out of what was read of a plate: plates have none, specks above their letters are read as such.
func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if thai.IsMark(r) {
			return -1
		}
		return r
	}, s)
}

// isPlate says how well s looks like a plate's number.
func isPlate(s string) float64 {
	switch {
	case plateShape.MatchString(bare(thai.Digits(s))):
		return 1
	case newVehicle.MatchString(strings.ToUpper(s)):
		return 0.6
	}
	return 0
}

// isNumber says how well s looks like a policy's number: figures, perhaps with letters and signs, and no date or plate.
func isNumber(s string) float64 {
	if _, c := chassis(s); c == 1 || isPlate(s) == 1 {
		return 0
	}
	n := countDigits(thai.Digits(s))
	if n < 4 || !policyShape.MatchString(strings.ToUpper(thai.Digits(s))) || date.Is(s, date.Options{Era: date.BE}) {
		return 0
	}
	for _, w := range strings.Fields(thai.Digits(s)) {
		if countDigits(w) == 0 {
			return 0.2
		}
	}
	return min(1, 0.4+0.08*float64(n))
}

// isModel says how well s looks like make and model: mostly Latin letters, or Thai ones, and no other shape.
func isModel(s string) float64 {
	latin, all := 0, 0
	for _, r := range s {
		if r == ' ' {
			continue
		}
		all++
		if r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			latin++
		}
	}
	_, c := chassis(s)
	if all < 2 || residue.MatchString(strings.TrimSpace(s)) || c == 1 || isPlate(s) == 1 || yearShape.MatchString(s) || date.Is(s, date.Options{}) || latin == 0 && countDigits(s) == all {
		return 0
	}
	if _, _, ok := province.Match(s); ok {
		return 0
	}
	if _, ok := withMake(s); ok {
		return 1
	}
	return 0.3 + 0.5*float64(latin)/float64(all)
}
