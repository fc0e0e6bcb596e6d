package passport

import (
	"math"
	"strings"
	"unicode"

	"lensd/extract/passport/mrz"
)

// A zone spells letters that its alphabet lacks with two: Æ becomes AE, Þ TH. Recognisers without those letters read them
// as one plain letter. Where the print has one letter in place of the zone's two, it is the letter that the state uses.

// single is a letter of the print that the zone writes as pair; read lists what recognisers make of it.
type single struct{ pair, letter, read string }

// singles are the letters that a state's print may have in place of two.
func singles(issuer string) []single {
	c := customsOf(issuer)
	list := []single{{"AE", c.ae, "AEZR"}, {"OE", c.oe, "OQ"}, {"UE", "Ü", "U"}, {"SS", "ß", "BS"}, {"AA", "Å", "A"}}
	if c.th != "" {
		list = append(list, single{"TH", c.th, "PBDI"})
	}
	return list
}

// stray is what it costs that the zone has nothing for a rune of the print, in letters, and what is kept of it: patterns leave
// hyphens, letters that stand apart blanks, and nothing leaves a stroke. What names have and zones never have stays.
func stray(r rune) (cost float64, kept string) {
	switch {
	case strings.ContainsRune("'’.,", r):
		return 0, string(r)
	case r == '-':
		return 0.3, ""
	case r == ' ':
		return 0.4, ""
	case r == '/':
		return 0.5, ""
	}
	return 1, ""
}

// written is a way to write the rest of a value, and how many letters of the print it takes for misread.
type written struct {
	cost float64
	text string
}

// asPrinted writes a value of the zone as its print does: with the accents, the case, the hyphens and strokes and the letters
// that the zone has no room for. It is the cheapest alignment of both; letters that the print has otherwise are the zone's.
func asPrinted(zone, printed, issuer string) string {
	print, lower, list, memo := []rune(printed), mostlyLower(printed), singles(issuer), map[[2]int]written{}
	var rest func(i, j int) written
	rest = func(i, j int) written {
		if s, ok := memo[[2]int{i, j}]; ok || i == len(zone) && j == len(print) {
			return s
		}
		best := written{cost: math.Inf(1)}
		way := func(ofZone, ofPrint int, cost float64, text string) {
			if s := rest(i+ofZone, j+ofPrint); cost+s.cost < best.cost {
				best = written{cost + s.cost, text + s.text}
			}
		}
		if i < len(zone) && j < len(print) {
			pairUp(zone[i:], print[j], lower, list, way)
		}
		if j < len(print) {
			cost, kept := stray(print[j])
			way(0, 1, cost, kept)
		}
		if i < len(zone) {
			way(1, 0, 1, zone[i:i+1])
		}
		memo[[2]int{i, j}] = best
		return best
	}
	return rest(0, 0).text
}

// oneForTwo is what it costs to read a letter of the state for two of the zone: the print had it as one without its accent.
const oneForTwo = 0.1

// pairUp tells all ways in which a rune of the print stands for the beginning of a zone's value; lower says that
// the print is in small letters.
func pairUp(zone string, r rune, lower bool, list []single, way func(ofZone, ofPrint int, cost float64, text string)) {
	as := func(text string) string { // in the print's case
		if lower && unicode.IsLower(r) {
			return strings.ToLower(text)
		}
		return text
	}
	letter := unicode.IsLetter(r) || unicode.IsDigit(r)
	if zone[0] == ' ' && (r == ' ' || r == '-' || r == '/') || plain(string(r)) == zone[:1] {
		way(1, 1, 0, string(r))
	} else if zone[0] != ' ' && letter {
		way(1, 1, 1, as(zone[:1]))
	}
	for _, v := range mrz.Spellings(string(r)) {
		if v != "" && strings.HasPrefix(zone, v) {
			way(len(v), 1, 0, string(r))
		}
	}
	for _, s := range list {
		if strings.HasPrefix(zone, s.pair) && letter && strings.Contains(s.read, plain(string(r))) {
			way(2, 1, oneForTwo, as(s.letter))
		}
	}
}
