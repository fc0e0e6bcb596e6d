package passport

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"

	"lensd/extract/caption"
)

// label is a printed caption. Several members can share a caption's words, so each has its own list.
type label string

// The captions, named after the member whose value they announce.
const (
	labelType      label = "type"
	labelCountry   label = "country_code"
	labelNumber    label = "passport_number"
	labelSurname   label = "surname_en"
	labelGiven     label = "title_name_en"
	labelThaiName  label = "title_name_surname_th"
	labelNation    label = "nationality"
	labelBirth     label = "date_of_birth"
	labelPersonal  label = "identification_number"
	labelSex       label = "sex"
	labelHeight    label = "height"
	labelPlace     label = "place_of_birth"
	labelIssue     label = "date_of_issue"
	labelExpiry    label = "date_of_expiry"
	labelAuthority label = "issuing_authority"
	labelSignature label = "holder_signature"
	labelOther     label = "other" // captions of what the interface does not know
)

// captionRows are the wordings of each member's caption, one member a line, without accents: the languages of Doc 9303
// (English, French, Spanish), Thai, and what the passports of Europe, Turkey and Southeast Asia print in Latin letters.
//
//go:embed captions.txt
var captionRows string

// wordings lists the captions of all members.
func wordings() []caption.Caption {
	var out []caption.Caption
	for row := range strings.Lines(captionRows) {
		member, list, _ := strings.Cut(strings.TrimSpace(row), " ")
		for _, words := range strings.Split(list, ";") {
			out = append(out, caption.Caption{Key: member, Text: words})
		}
	}
	return out
}

// book finds captions; it is put together once.
var book = sync.OnceValue(func() *caption.Matcher { return caption.NewMatcher(wordings()) })

// found is what a text holds of captions.
type found struct {
	score map[label]float64 // the best score of each
	cover float64           // share of the text's letters that belong to captions
}

// captionOf returns which of the captions a text holds; a text in three languages holds one three times.
func captionOf(text string) found {
	out := found{score: map[label]float64{}}
	runes, in := []rune(text), 0
	for _, h := range book().Find(text) {
		in += letters(string(runes[h.Start:h.End]))
		for _, k := range h.Keys { // longer captions are better evidence than short ones
			out.score[label(k)] = max(out.score[label(k)], h.Quality*(1-0.6/float64(h.Letters)))
		}
	}
	out.cover = float64(in) / float64(max(1, letters(text)))
	return out
}

// ofCaptions reports that every word of a text is one that captions use: the scrap of a caption. Names of offices use such
// words, too.
func ofCaptions(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(plain(text)), func(r rune) bool { return !unicode.IsLetter(r) })
	if len(words) == 0 || len(words) > 3 || office(text) {
		return false
	}
	long := false
	for _, w := range words {
		if !captionWords()[w] && !(mostlyLower(text) && scrapOfCaption(w)) {
			return false
		}
		long = long || len(w) > 2
	}
	return long
}

// captionWords are the words of the captions of all members.
var captionWords = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, c := range wordings() {
		for _, w := range strings.Fields(c.Text) {
			out[w] = out[w] || label(c.Key) != labelOther
		}
	}
	return out
})
