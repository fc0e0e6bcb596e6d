package statement

import (
	_ "embed"
	"strings"
	"unicode"

	"lensd/extract/thai"
)

//go:embed words.tsv
var headingWords string

// How far a word of a heading may be from its spelling: in marks, and in letters that were read as no Thai letter at all.
const (
	shortWord = 5 // letters
	shortSlip = 1 // marks of a word with fewer letters
	longSlip  = 2
)

// spellWords writes the Thai words of a heading as they are spelt where no more than marks went lost, or one letter was read as a
// figure or a Latin letter: headings are words, and print loses marks first.
func (k *knowledge) spellWords(s string) string {
	r := []rune(s)
	for i := 0; i < len(r); i++ {
		for _, w := range k.spelling {
			if n := slipped(r[i:], w); n > 0 {
				r = append(append(append([]rune{}, r[:i]...), w...), r[i+n:]...)
				i += len(w) - 1
				break
			}
		}
	}
	return string(r)
}

// slipped returns how much of the beginning of r is w, misspelt as print is misread; 0: it is another word, or spelt right.
func slipped(r, w []rune) int {
	at, letters, marks, other := 0, 0, 0, 0
	take := func(s []rune, i int) int {
		n := i
		for n < len(s) && thai.IsMark(s[n]) {
			n++
		}
		return n
	}
	for i := 0; i < len(w); {
		if at >= len(r) {
			return 0
		}
		if !alike(r[at], w[i]) {
			if thai.IsThai(r[at]) && !isThaiFigure(r[at]) || !unicode.IsLetter(r[at]) && !unicode.IsDigit(r[at]) {
				return 0
			}
			other++
		}
		letters++
		from, to := take(r, at+1), take(w, i+1)
		if from-at > to-i { // print loses marks, it hardly ever gains one
			return 0
		}
		marks += edits(r[at+1:from], w[i+1:to])
		at, i = from, to
	}
	most := longSlip
	if letters < shortWord {
		most = shortSlip
	}
	if at < len(r) && strings.ContainsRune("าำะๅ", r[at]) || marks+other == 0 || marks > most || other > 1 || other > 0 && letters < shortWord {
		return 0
	}
	return at
}

func alike(a, b rune) bool { return a == b || a == 'า' && b == 'ำ' }

func isThaiFigure(r rune) bool { return r >= '๐' && r <= '๙' }

// edits counts the marks that one of two letters has and the other has not; of two different tone marks, one.
func edits(a, b []rune) int {
	n := 0
	for _, x := range a {
		if !strings.ContainsRune(string(b), x) {
			n++
		}
	}
	m := 0
	for _, x := range b {
		if !strings.ContainsRune(string(a), x) {
			m++
		}
	}
	return max(n, m)
}

func spellings() [][]rune {
	var out [][]rune
	for _, w := range strings.Fields(headingWords) {
		out = append(out, []rune(w))
	}
	return out
}
