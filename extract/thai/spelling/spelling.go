// Package spelling says how usual a sequence of Thai letters is, from how letters follow each other in the words of the
// language. Names are mostly made of these words. It is pure Go; the table is searched where it lies, nothing is unpacked.
package spelling

import (
	_ "embed"
	"sort"
)

// letters is written by scripts/train/spelling/letters.py from PyThaiNLP's word and syllable lists (CC0-1.0): sorted
// big-endian words of 32 bits, seven bits each for two letters before and a letter, eleven of its score in hundredths.
//
//go:embed letters.bin
var letters string

const (
	edge    = 1 // the word's beginning and end
	first   = 0x0E01
	last    = 0x0E4E
	row     = 4
	backoff = 0.92 // minus the logarithm of 0.4, what falling back to a shorter context costs
	unseen  = 12.0 // the score of a letter that no word has
)

// Surprise returns minus the natural logarithm of a word's probability, letter by letter after the two before it, both
// edges counted. Only differences between spellings of one word mean something. What is no Thai letter counts as unseen.
func Surprise(word string) float64 {
	a, b, sum := 0, edge, 0.0
	for _, r := range word {
		c := 0
		if r >= first && r <= last {
			c = int(r) - first + 2
		}
		sum += after(a, b, c)
		a, b = b, c
	}
	return sum + after(a, b, edge)
}

// after scores letter c behind a and b, 0 for no letter.
func after(a, b, c int) float64 {
	if c == 0 {
		return unseen
	}
	cost := 0.0
	if a != 0 && b != 0 {
		if s, ok := score(a, b, c); ok {
			return s
		}
		cost += backoff
	}
	if b != 0 {
		if s, ok := score(0, b, c); ok {
			return cost + s
		}
		cost += backoff
	}
	if s, ok := score(0, 0, c); ok {
		return cost + s
	}
	return cost + unseen
}

// score looks a triple up.
func score(a, b, c int) (float64, bool) {
	key := uint32(a<<14 | b<<7 | c)
	at := func(i int) uint32 {
		s := letters[i*row : i*row+row]
		return uint32(s[0])<<24 | uint32(s[1])<<16 | uint32(s[2])<<8 | uint32(s[3])
	}
	n := len(letters) / row
	i := sort.Search(n, func(i int) bool { return at(i)>>11 >= key })
	if i == n || at(i)>>11 != key {
		return 0, false
	}
	return float64(at(i)&2047) / 100, true
}
