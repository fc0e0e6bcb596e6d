// Package province knows the provinces of Thailand by name and finds the one that a piece of print names although marks
// were lost on the way. It is pure Go.
package province

import (
	_ "embed"
	"strings"

	"lensd/extract/thai"
)

// names are those of the postcode table of package address, Bangkok by its official short name.
//
//go:embed names.txt
var names string

// sure is how alike print and a name must be; the nearest two names of provinces are less alike than that.
const sure = 0.84

// All returns the names of the provinces.
func All() []string { return strings.Fields(names) }

// Match returns the province that s names and nothing else, and how alike both are, 1 for the same letters. Its prefix
// (จังหวัด, จ.) may be there; Bangkok is also กรุงเทพ, กรุงเทพฯ and กทม.
func Match(s string) (name string, likeness float64, ok bool) {
	s = strings.TrimSpace(s)
	for _, p := range []string{"จังหวัด", "จ."} {
		s = strings.TrimSpace(strings.TrimPrefix(s, p))
	}
	for _, n := range All() {
		if l := thai.Similarity(s, n); l > likeness {
			name, likeness = n, l
		}
	}
	for _, short := range []string{"กรุงเทพ", "กรุงเทพฯ", "กทม", "กทม."} {
		if thai.Skeleton(s) == thai.Skeleton(short) {
			return "กรุงเทพมหานคร", 1, true
		}
	}
	return name, likeness, likeness >= sure
}
