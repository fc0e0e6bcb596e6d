// Package spelling says how usual a sequence of letters is, Thai or Latin, from how letters follow each other in words,
// names and places. It is pure Go; the table is searched where it lies, nothing is unpacked.
package spelling

import (
	_ "embed"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// letters is written by scripts/train/spelling/letters.py, which tells how: where the buckets end, then their entries, all of three bytes.
//
//go:embed letters.bin
var letters string

const (
	edge    = 1 // all that is no letter of the two scripts
	latin   = 80
	backoff = 127
	first   = 0x0E01
	last    = 0x0E4E
	order   = 7
	unseen  = 12.0 // the cost of a letter that no word has
	window  = 1<<(7*(order-1)) - 1
	buckets = 1 << 16
	width   = 3  // bytes of a number
	unit    = 20 // of a cost, in a nat
)

// latinLetters have the numbers from latin on; others count as those without their accent.
const latinLetters = "abcdefghijklmnopqrstuvwxyzßàáâäåæçèéêëíñóôöøúüý"

// Context is the end of a text, as far back as it tells what follows: up to six letters of one run of letters of one
// script. The zero value knows nothing of what stands before.
type Context uint64

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
		if v, ok := find(uint64(c<<7 | Context(next))); ok {
			return sum + v
		}
		if c == 0 {
			return sum + unseen
		}
		if v, ok := find(uint64(c<<7 | backoff)); ok {
			sum += v
		}
		for c&mask == c { // down to the letters but the first
			mask >>= 7
		}
		c &= mask
	}
}

// find looks up the cost of some letters' codes, seven bits each. One unknown sequence in some thousands is taken for a known one.
func find(key uint64) (float64, bool) {
	h := mixed(key)
	bucket, want := int(h>>48), int(h>>32&0xffff)
	begin := 0
	if bucket > 0 {
		begin = number24(bucket - 1)
	}
	for i := begin; i < number24(bucket); i++ {
		v := number24(buckets + i)
		if v>>8 >= want {
			return float64(v&0xff) / unit, v>>8 == want
		}
	}
	return 0, false
}

// number24 is the i-th number of the table.
func number24(i int) int {
	s := letters[i*width : i*width+width]
	return int(s[0])<<16 | int(s[1])<<8 | int(s[2])
}

// mixed is the finalizer of SplitMix64 (Steele, Lea and Flood, Fast splittable pseudorandom number generators, OOPSLA 2014).
func mixed(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
