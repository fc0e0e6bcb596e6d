// Package tag says of every word of a page which field it is a part of: a set transformer over the page's lines, each seen by what it
// says, how it looks and how it lies to the others, and a head that parts the words of each line. Pure Go; it knows no field by name.
// Attention with a learned bias by relation: Shaw and others, Self-Attention with Relative Position Representations, 2018; hashed
// character sequences: Bojanowski and others, Enriching Word Vectors with Subword Information, 2017.
package tag

import "hash/crc32"

// Limits of what is looked at.
const (
	MostLines = 240 // of a page; the rest has no tags
	lineGrams = 256 // character sequences of a line
	wordGrams = 64
)

// Buckets is the size of the hashed table of character sequences.
const Buckets = 1 << 14

// Bonds between two lines of a page, as bits.
const (
	Walled    = 1 << iota // a rule stands between both
	SameArea              // both lie in one box or tab
	SameBlock             // both belong to one run of lines under each other
	Below                 // the second is the next one below the first
	Above
	Right // the second goes on with the first one's row
	Left
)

// Relations is how many numbers tell how one line lies to another: eight of place, then the bonds.
const Relations = 8 + 7

// Page is what is known of a page. Lengths are in one unit, whichever, in a frame in which most of the page reads from left to right.
type Page struct {
	Lines []Line
	Bonds []uint8 // of each line to each, row by row
}

// Line is a line of print.
type Line struct {
	Box    [4]float32 // x0, y0, x1, y1
	Height float32    // of its letters
	Grams  []uint16
	Traits []float32
	Words  []Word
}

// Word is a part of a line that is tagged by itself.
type Word struct {
	From, To int // runes of the line's text
	Grams    []uint16
	Traits   []float32
}

// Grams returns the hashes of a text's runs of one to four letters and of its words, of a line at most 256, of a word 64.
func Grams(text string, line bool) []uint16 {
	most := wordGrams
	if line {
		most = lineGrams
	}
	runes := []rune("^" + text + "$")
	out := make([]uint16, 0, min(most, 5*len(runes)))
	add := func(s string) {
		if len(out) < most {
			out = append(out, uint16(crc32.ChecksumIEEE([]byte(s))%Buckets))
		}
	}
	for long := 1; long <= 4; long++ {
		for i := 0; i+long <= len(runes); i++ {
			add(string(runes[i : i+long]))
		}
	}
	from := 1
	for i := 1; i < len(runes); i++ {
		if runes[i] == ' ' || i == len(runes)-1 {
			if i > from {
				add("w:" + string(runes[from:i]))
			}
			from = i + 1
		}
	}
	return out
}
