package label

import (
	"regexp"
	"strings"

	"lensd/extract"
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

// How far a printed postcode may be from a routing code's and be mended by it.
const (
	codeMisread = 2 // signs of five that differ at most, each a figure beside a letter or stroke that it is read as
	codeShort   = 1 // signs fewer or more than it has
)

// words are the groups of signs of an address; codeWord is one that may be a misread postcode: figures and what they are
// read as.
var (
	words    = regexp.MustCompile(`[^ ,]+`)
	codeWord = regexp.MustCompile(`^[0-9ODQIlSBZGTi|/\\!$]{3,7}$`)
)

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
			if !codeWord.MatchString(word) || digits(word) < 2 || !misreads(word, code) {
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

// misreads says that a group of signs is a postcode with few signs misread, of which all that are figures but one agree.
func misreads(printed, code string) bool {
	a, b := []rune(digitLike.Replace(printed)), []rune(code)
	if abs(len(a)-len(b)) > codeShort || distance(a, b) > codeMisread {
		return false
	}
	if len(a) != len(b) {
		return distance(a, b) == abs(len(a)-len(b))
	}
	figures := 0 // that disagree: another postcode rather than a misread one
	for i, r := range a {
		if r != b[i] && r >= '0' && r <= '9' {
			figures++
		}
	}
	return figures <= 1
}
