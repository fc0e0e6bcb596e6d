// Package country tells how the states of the world are called. The names are Unicode's (CLDR, by
// golang.org/x/text), in the languages that mail and passports of this house's users bear; the codes are ISO 3166-1's.
// Pure Go.
package country

import (
	_ "embed"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// languages are those whose names of states are known: each prints some states' own names as these print them.
func languages() []language.Tag {
	return []language.Tag{
		language.English, language.Thai, language.German, language.French, language.Spanish, language.Portuguese, language.Italian, language.Dutch,
		language.Polish, language.Czech, language.Slovak, language.Hungarian, language.Romanian, language.Croatian, language.Slovenian, language.SerbianLatin,
		language.Swedish, language.Norwegian, language.Danish, language.Finnish, language.Icelandic, language.Estonian, language.Latvian, language.Lithuanian,
		language.Turkish, language.Indonesian, language.Malay, language.Vietnamese, language.Bulgarian, language.Greek, language.Russian, language.Ukrainian,
	}
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
