// Package spelling says how usual a sequence of letters is, Thai or Latin, from how letters follow each other in words,
// names and places. It is pure Go; the table is searched where it lies, nothing is unpacked.
package spelling

import (
	_ "embed"
	"sort"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// letters is written by scripts/train/spelling/letters.py: sorted big-endian words of 48 bits, seven bits each for the four
// letters before and a letter, thirteen of its cost in hundredths.
//
//go:embed letters.bin
var letters string

const (
	edge    = 1 // all that is no letter of the two scripts
	latin   = 80
	backoff = 127
	first   = 0x0E01
	last    = 0x0E4E
	row     = 6
	order   = 5
	unseen  = 12.0 // the cost of a letter that no word has
	window  = 1<<(7*(order-1)) - 1
)

// latinLetters have the numbers from latin on; others count as those without their accent.
const latinLetters = "abcdefghijklmnopqrstuvwxyzßàáâäåæçèéêëíñóôöøúüý"

// Context is the end of a text, as far back as it tells what follows: up to four letters of one run of letters of one
// script. The zero value knows nothing of what stands before.
type Context uint32

// Start is the context before the first letter of a run: at a text's beginning, after a blank, a figure, the other script.
const Start Context = edge

// Then appends a rune and returns the cost of its following the context: minus the natural logarithm of its probability
// among the letters and the run's end. Case does not count. What is no letter ends the run, and costs nothing after another.
func (c Context) Then(r rune) (Context, float64) {
	next, ended := number(r), 0.0
	if last := int(c & 127); last != edge && next != edge && (last >= latin) != (next >= latin) {
		c, ended = Start, c.cost(edge)
	}
	if next == edge {
		if c == Start {
			return Start, 0
		}
		return Start, c.cost(edge)
	}
	return (c<<7 | Context(next)) & window, ended + c.cost(next)
}

// number is a letter's code in the table.
func number(r rune) int {
	if r >= first && r <= last {
		return int(r) - first + 2
	}
	if r < 'A' || r > unicode.MaxLatin1 && !unicode.Is(unicode.Latin, r) {
		return edge
	}
	r = unicode.ToLower(r)
	if r >= 'a' && r <= 'z' {
		return int(r) - 'a' + latin
	}
	if at := strings.IndexRune(latinLetters, r); at >= 0 {
		return latin + len([]rune(latinLetters[:at]))
	}
	switch r {
	case 'ł':
		r = 'l'
	case 'đ':
		r = 'd'
	case 'ı':
		r = 'i'
	case 'œ':
		r = 'o'
	default:
		r = []rune(norm.NFD.String(string(r)))[0]
	}
	if r >= 'a' && r <= 'z' {
		return int(r) - 'a' + latin
	}
	return edge
}

// Surprise returns what a word costs, letter by letter, both edges counted. Only differences between spellings of one
// word mean something.
func Surprise(word string) float64 {
	c, sum := Start, 0.0
	for _, r := range word {
		next, cost := c.Then(r)
		c, sum = next, sum+cost
	}
	_, cost := c.Then(0)
	return sum + cost
}

// cost looks a letter up behind the longest context that knows it; each step to a shorter one has its price.
func (c Context) cost(next int) float64 {
	sum, mask := 0.0, Context(window)
	for {
		if v, ok := find(uint64(c)<<7 | uint64(next)); ok {
			return sum + v
		}
		if c == 0 {
			return sum + unseen
		}
		if v, ok := find(uint64(c)<<7 | backoff); ok {
			sum += v
		}
		for c&mask == c { // down to the letters but the first
			mask >>= 7
		}
		c &= mask
	}
}

// find looks up the cost of five letters' codes, seven bits each.
func find(key uint64) (float64, bool) {
	at := func(i int) uint64 {
		s := letters[i*row : i*row+row]
		return uint64(s[0])<<40 | uint64(s[1])<<32 | uint64(s[2])<<24 | uint64(s[3])<<16 | uint64(s[4])<<8 | uint64(s[5])
	}
	n := len(letters) / row
	i := sort.Search(n, func(i int) bool { return at(i)>>13 >= key })
	if i == n || at(i)>>13 != key {
		return 0, false
	}
	return float64(at(i)&8191) / 100, true
}
