package passport

import (
	_ "embed"
	"regexp"
	"strings"

	"lensd/extract/thai"
)

// offices are words by which authorities are named, without accents, in the languages of passports with Latin letters.
//
//go:embed offices.txt
var offices string

// office reports that a text names an authority by the word for it.
func office(text string) bool {
	words := strings.FieldsFunc(plain(text), func(r rune) bool { return !(r >= 'A' && r <= 'Z' || r >= '0' && r <= '9') })
	for _, o := range strings.Fields(offices) {
		for _, w := range words {
			if d := len(w) - len(o); d > -2 && d < 4 && (w == o || len(o) >= 6 && thai.Similarity(w[:min(len(w), len(o)+1)], o) >= 0.85) {
				return true
			}
		}
	}
	return false
}

// numbered is how captions are counted: (9), 3., 07 before the words.
var numbered = regexp.MustCompile(`^\(?\d{1,2}[.)] ?\pL`)

// namesOffice reports that a piece that looks like the caption of a number is the name of a passport office.
func namesOffice(text string, c found) bool {
	for l := range c.score {
		if l != labelNumber && l != labelOther {
			return false
		}
	}
	return len(c.score) > 0 && office(text) && !regexp.MustCompile(`(?i)\b(?:n[o°º]\b|nr|num)`).MatchString(text)
}
