package linenet

import (
	_ "embed"
	"strings"
)

// The characters that the net writes, one class each in this order; class 0 is CTC's blank.
//
//go:embed alphabet.txt
var alphabetFile string

// alphabet maps the net's classes to runes and back.
type alphabet struct {
	runes []rune // runes[0] is unused: the blank
	class map[rune]int
}

func newAlphabet() alphabet {
	a := alphabet{runes: []rune{0}, class: map[rune]int{}}
	for _, r := range strings.TrimRight(alphabetFile, "\n") {
		a.class[r] = len(a.runes)
		a.runes = append(a.runes, r)
	}
	return a
}

// size counts the classes, the blank included.
func (a alphabet) size() int { return len(a.runes) }

// encode returns s as classes; ok is false if the net cannot write it.
func (a alphabet) encode(s string) (classes []int, ok bool) {
	for _, r := range s {
		c, known := a.class[r]
		if !known {
			return nil, false
		}
		classes = append(classes, c)
	}
	return classes, true
}
