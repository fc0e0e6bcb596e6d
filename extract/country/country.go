// Package country tells which state of the world a piece of print names. The names are Unicode's (CLDR, by
// golang.org/x/text), in the languages that mail and passports of this house's users bear; the codes are ISO 3166-1's.
// Pure Go.
package country

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"

	"github.com/agnivade/levenshtein"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
	"golang.org/x/text/unicode/norm"
)

// others are names that are printed and that CLDR does not have: short and former ones, one code and its names a line.
//
//go:embed others.tsv
var others string

// languages are those whose names of states are known: each prints some states' own names as these print them.
func languages() []language.Tag {
	return []language.Tag{
		language.English, language.Thai, language.German, language.French, language.Spanish, language.Portuguese, language.Italian, language.Dutch,
		language.Polish, language.Czech, language.Slovak, language.Hungarian, language.Romanian, language.Croatian, language.Slovenian, language.SerbianLatin,
		language.Swedish, language.Norwegian, language.Danish, language.Finnish, language.Icelandic, language.Estonian, language.Latvian, language.Lithuanian,
		language.Turkish, language.Indonesian, language.Malay, language.Vietnamese, language.Bulgarian, language.Greek, language.Russian, language.Ukrainian,
	}
}

// leastMended is how many letters a name needs for one of them to be misread: shorter ones become each other.
const leastMended = 6

// table finds the code of a state by its folded name, and by length the names in which a letter may be misread.
type table struct {
	code map[string]string
	long map[int][]string
}

// known is put together once, in some ten milliseconds: every line of every label is asked about.
var known = sync.OnceValue(func() table {
	t := table{map[string]string{}, map[int][]string{}}
	for _, l := range languages() {
		for code, name := range names(l) {
			t.add(name, code)
		}
	}
	for row := range strings.Lines(others) {
		f := strings.Split(strings.TrimSpace(row), "\t")
		for _, name := range f[1:] {
			t.add(name, f[0])
		}
	}
	return t
})

// names are those of all states in one language, by their codes of two letters; none where CLDR has no such language.
func names(l language.Tag) map[string]string {
	out := map[string]string{}
	d := display.Regions(l)
	if d == nil {
		return out
	}
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			r, err := language.ParseRegion(string([]rune{a, b}))
			if err == nil && r.IsCountry() && r.Canonicalize() == r {
				out[r.String()] = d.Name(r)
			}
		}
	}
	return out
}

func (t table) add(name, code string) {
	f := fold(name)
	if len(f) < 3 || t.code[f] != "" {
		return
	}
	t.code[f] = code
	if n := len(f); n >= leastMended {
		t.long[n] = append(t.long[n], f)
	}
}

// Named returns the ISO 3166-1 code of two letters of the state that s names and nothing else: by its name in one of the
// languages, one letter of which may be misread where it has six and more, or by its code of three letters. ok is false
// where it names none. Codes of two letters are none: too many are words (TO, NO, IN).
func Named(s string) (code string, ok bool) {
	t, f := known(), fold(s)
	if code, ok = t.code[f]; ok {
		return code, true
	}
	if r, err := language.ParseRegion(s); err == nil && len(s) == 3 && s == strings.ToUpper(s) && r.IsCountry() && r.ISO3() == s {
		return r.String(), true
	}
	for n := len(f) - 1; n <= len(f)+1; n++ {
		for _, name := range t.long[n] {
			if levenshtein.ComputeDistance(f, name) <= 1 {
				return t.code[name], true
			}
		}
	}
	return "", false
}

// IsCode reports that s is the ISO 3166-1 code of two capital letters of a state, or the UK. Some are words as well: TO, NO, IN.
func IsCode(s string) bool {
	r, err := language.ParseRegion(s)
	return err == nil && len(s) == 2 && s == r.String() && r.IsCountry()
}

// Names lists how the state with an ISO 3166-1 code of two or three letters is called in the languages, each name once,
// English first; none for a code that is no state's.
func Names(code string) []string {
	r, err := language.ParseRegion(code)
	if err != nil || !r.IsCountry() {
		return nil
	}
	var out []string
	seen := map[string]bool{}
	for _, l := range languages() {
		if d := display.Regions(l); d != nil {
			if name := d.Name(r); name != "" && !seen[name] {
				seen[name] = true
				out = append(out, name)
			}
		}
	}
	return out
}

// fold keeps letters without case and accents, Thai marks too.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 0x0300 && r <= 0x036f:
			return -1
		case unicode.IsLetter(r) || unicode.Is(unicode.Mn, r):
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFD.String(s))
}
