package name

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"

	"lensd/extract/thai"
)

//go:embed parties.tsv
var partyRows string

// partyWords lists what names of people and firms begin or end with.
func partyWords(where string) []string {
	var out []string
	for row := range strings.Lines(partyRows) {
		if at, word, _ := strings.Cut(strings.TrimSpace(row), "\t"); at == where {
			out = append(out, word)
		}
	}
	return out
}

// Begins reports that s begins with a form of address or with what a firm's name begins with. Marks of Thai do not count, as
// recognisers lose them; a Latin word ends where it should.
func Begins(s string) bool {
	for _, t := range Titles() {
		if beginsWith(s, t.Text) {
			return true
		}
	}
	for _, w := range partyWords("begin") {
		if beginsWith(s, w) {
			return true
		}
	}
	return false
}

// beginsWith reports that s begins with a word and something follows it.
func beginsWith(s, word string) bool {
	if !latin(word) {
		return strings.HasPrefix(thai.Skeleton(s), thai.Skeleton(word))
	}
	if len(s) <= len(word) || !strings.EqualFold(s[:len(word)], word) {
		return false
	}
	return !unicode.IsLetter(rune(s[len(word)])) || strings.HasSuffix(word, ".")
}

// EndsFirm reports that a word begins with what only ends the name of a firm: LIMITED, จำกัด.
func EndsFirm(word string) bool {
	for _, end := range partyWords("end") {
		if strings.HasPrefix(strings.ToUpper(word), end) {
			return true
		}
	}
	return false
}

// firmForms are the words of which such lines are made.
var firmForms = partyWords("form")

// FirmForm reports that a line holds nothing but what firms' names end with: "Co., Ltd.", "จำกัด (มหาชน)".
func FirmForm(line string) bool {
	words := strings.FieldsFunc(strings.ToLower(line), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
	return len(words) > 0 && !strings.ContainsFunc(line, unicode.IsDigit) && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(firmForms, w) })
}

// Party reports that s is the name of a person or a firm by what it begins or ends with.
func Party(s string) bool {
	words := strings.Fields(strings.TrimRight(s, " .,"))
	return Begins(s) || len(words) > 1 && EndsFirm(words[len(words)-1])
}
