package label

import (
	"regexp"
	"strings"

	"github.com/agnivade/levenshtein"

	"lensd/extract"
	phones "lensd/extract/phone"
)

// Postcodes within routing codes: GS1 application identifier 420 is a postcode of the carrier's own country, 421 one behind
// the country's ISO number; 403 a carrier's routing, where DHL's in Germany (276) begins with the postcode.
var routed = []*regexp.Regexp{
	regexp.MustCompile(`^\x1d?420(\d{5})(?:\d{4})?\x1d`),
	regexp.MustCompile(`^\x1d?420(\d{5})(?:\d{4})?$`),
	regexp.MustCompile(`^\x1d?421\d{3}([0-9A-Z]{4,9})(?:\x1d|$)`),
	regexp.MustCompile(`^\x1d?403276(\d{5})\+`),
}

// routedTo returns the postcodes that a label's codes lead to.
func routedTo(codes []extract.Code) []string {
	var out []string
	for _, c := range codes {
		for _, r := range routed {
			if m := r.FindStringSubmatch(strings.TrimSpace(c.Text)); m != nil {
				out = append(out, m[1])
				break
			}
		}
	}
	return out
}

// What a group of signs shares with a routing code's postcode to be taken for it misread.
const (
	codeAgrees  = 3 // signs in their places, at least
	codeFigures = 1 // figures in the place of others, at most: more is another postcode
	codeShort   = 1 // signs that it may have lost, if all others agree
)

// words are the groups of signs of an address.
var words = regexp.MustCompile(`[^ ,]+`)

// mendRouted puts a routing code's postcode in the place of the misread one in a block's address, where exactly one
// group of signs is near to it and the address does not hold it as it is. A code is proof, for its bars have check signs; what was
// printed is kept by the caller.
func mendRouted(address string, codes []extract.Code) string {
	for _, code := range routedTo(codes) {
		if strings.Contains(address, code) {
			return address
		}
		near, mended := 0, address
		for _, m := range words.FindAllStringIndex(address, -1) {
			word := address[m[0]:m[1]]
			if !misreads(word, code) {
				continue
			}
			near++
			mended = address[:m[0]] + code + address[m[1]:]
		}
		if near == 1 {
			return mended
		}
	}
	return address
}

// misreads says that a group of signs is a postcode with few signs misread.
func misreads(printed, code string) bool {
	a, b := []rune(phones.Figures(printed)), []rune(code)
	if len(a) != len(b) {
		return max(len(a), len(b))-min(len(a), len(b)) <= codeShort && digits(printed) >= codeAgrees && levenshtein.ComputeDistance(string(a), string(b)) == max(len(a), len(b))-min(len(a), len(b))
	}
	agree, figures := 0, 0
	for i, r := range a {
		switch {
		case r == b[i]:
			agree++
		case r >= '0' && r <= '9':
			figures++
		}
	}
	return digits(printed) >= 2 && agree >= codeAgrees && figures <= codeFigures
}
