package sheet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lensd/extract"
)

// oddity is what a text that is odd through and through loses of its confidence.
const oddity = 0.6

// sense is a text's confidence less what is odd about it: print that stands on its head often passes for other letters, but
// seldom for words.
func sense(t extract.Text) float64 {
	return t.Confidence - oddity*min(1, 2*float64(oddities(t.Value))/float64(max(1, utf8.RuneCountInString(t.Value))))
}

// figures counts digits.
func figures(s string) int {
	n := 0
	for _, r := range s {
		if r >= '0' && r <= '9' {
			n++
		}
	}
	return n
}

// oddities counts signs that print hardly has, capitals after small letters, Thai amid Latin, and changes between figures and
// letters; numbers of goods and phones have one of these.
func oddities(value string) (odd int) {
	last, turned := rune(0), 0
	for _, r := range value {
		figure := unicode.IsDigit(r) != unicode.IsDigit(last) && last != 0
		switch {
		case unicode.IsSpace(r):
			last = 0
			continue
		case !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r):
			if !strings.ContainsRune(".,-/()+:#&@%'*฿$", r) {
				odd++
			}
			continue
		case unicode.IsUpper(r) && unicode.IsLower(last), unicode.IsLower(r) && unicode.IsDigit(last), unicode.IsDigit(r) && unicode.IsLower(last):
			odd++
		case unicode.Is(unicode.Thai, r) != unicode.Is(unicode.Thai, last) && unicode.IsLetter(r) && unicode.IsLetter(last):
			odd++
		case figure:
			turned++
		}
		last = r
	}
	return odd + max(0, turned-1)
}

// bothSides are the signs that print on its head passes for.
const bothSides = "0125689ABCEHILMNOQSTUVWXZabdeghmnopqsuvwxyz"

// reversible reports a text without a letter or figure that says which side is up: 9ZLL/IS/SC is 35/51/7726 on its head.
func reversible(value string) bool {
	n := 0
	for _, r := range value {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			if !strings.ContainsRune(bothSides, r) {
				return false
			}
			n++
		}
	}
	return n > speckLetters
}

// plainer reports that a is about as sensible as b, which may be print on its head, and looks more like what is printed: a number and
// nothing else, words or the name of a thing.
func plainer(a, b extract.Text) bool {
	return reversible(b.Value) && sense(a) > sense(b)-clearlyMore && a.Confidence > doubtUpright && plainness(a.Value) > plainness(b.Value)
}

// plainness is 2 for a number and nothing else, 0 for figures before letters, signs that numbers lack between figures, and words
// that all begin small, 1 for the rest.
func plainness(value string) int {
	figures, capitals, small := 0, 0, 0
	seen, mixed, start := false, false, true
	for _, r := range value {
		switch {
		case unicode.IsDigit(r):
			figures++
			seen = true
		case unicode.IsUpper(r):
			capitals++
			mixed = mixed || seen
		case unicode.IsLetter(r):
			if start {
				small++
			}
			mixed = mixed || seen
		case !strings.ContainsRune(" .,-/()+:", r):
			mixed = true
		}
		start = !unicode.IsLetter(r)
	}
	switch {
	case mixed || capitals == 0 && small > 0:
		return 0
	case capitals == 0 && figures > 0:
		return 2
	}
	return 1
}
