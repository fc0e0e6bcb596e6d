package address

import (
	"strings"
	"unicode"

	"lensd/extract/thai"
)

// words returns what the parts of a Thai address are called, longer ones before those that they begin with.
func words() []string {
	return []string{"จังหวัด", "บ้านเลขที่", "หมู่บ้าน", "หมู่ที่", "เลขที่", "อำเภอ", "อาคาร", "ตำบล", "แขวง", "หมู่", "ถนน", "ซอย", "เขต"}
}

// slip is the share of a word's letters that may be misread: taken for lookalikes, or their marks lost, each counting half a letter.
const slip = 0.26

// MendWords writes the words of an address as they are spelt where they are misread: "ดำบล" for "ตำบล". A word is looked for where one may
// begin, after a space, a figure or a sign. Letters that nobody takes for each other are never changed, so that no name becomes a word.
func MendWords(text string) string {
	s := []rune(thai.Fold(text))
	var out []rune
	for i := 0; i < len(s); {
		if i > 0 && (unicode.IsLetter(s[i-1]) || thai.IsMark(s[i-1])) {
			out, i = append(out, s[i]), i+1
			continue
		}
		word, n := wordAt(s[i:])
		if n == 0 {
			word, n = string(s[i]), 1
			if i == 0 || s[i-1] != '.' { // letters with full stops in a row are a title
				word = abbreviation(s[i:])
			}
		}
		out, i = append(out, []rune(word)...), i+n
	}
	return string(out)
}

// wordAt returns the word that s begins with, perhaps misread, and how many runes of s it takes; 0 where it begins with none.
func wordAt(s []rune) (word string, n int) {
	best := 0.0
	for _, w := range words() {
		if strings.HasPrefix(string(s), w) {
			return w, len([]rune(w))
		}
		long := len([]rune(w))
		for k := max(2, long-2); k <= min(len(s), long+1); k++ {
			if d := thai.Misread(w, string(s[:k])) / (slip * float64(long)); d <= 1 && (n == 0 || d < best) {
				word, n, best = w, k, d
			}
		}
	}
	return word, n
}

// abbreviations are the letters that with a full stop stand for one of the words.
const abbreviations = "จซตถมอ"

// abbreviation returns the first rune of s, or the one abbreviation that it is a lookalike of where a full stop and a name follow it.
func abbreviation(s []rune) string {
	as := string(s[0])
	if len(s) < 4 || s[1] != '.' || !unicode.Is(unicode.Thai, s[0]) || strings.ContainsRune(abbreviations, s[0]) || s[3] == '.' {
		return as
	}
	of := ""
	for _, a := range abbreviations {
		if thai.Misread(string(a), as) < 1 {
			of += string(a)
		}
	}
	if len([]rune(of)) == 1 {
		return of
	}
	return as
}
