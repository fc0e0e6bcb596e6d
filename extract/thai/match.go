package thai

import (
	"math"
	"unicode"
)

// Skeleton is what of s a poor print keeps: folded, digits Western, lower case, without blanks, punctuation, tone marks and
// the other marks above and below, SARA AM as SARA AA. Labels are compared by it.
func Skeleton(s string) string {
	out, _ := skeleton([]rune(Digits(Fold(s))))
	return string(out)
}

// skeleton also returns, for each rune kept, its index in s.
func skeleton(s []rune) (out []rune, at []int) {
	for i, r := range s {
		switch {
		case r == saraAm:
			r = saraAa
		case IsMark(r) || unicode.IsSpace(r) || unicode.IsPunct(r) || unicode.IsSymbol(r):
			continue
		default:
			r = unicode.ToLower(r)
		}
		out, at = append(out, r), append(at, i)
	}
	return out, at
}

// lookalikes returns the groups that a letter belongs to, one bit each: letters that recognisers take for each other in
// Thai print. A swap within a group costs half an edit. It is a switch because matching asks it for every pair of letters.
func lookalikes(r rune) uint32 {
	switch r {
	case 'บ', 'ป', 'ษ':
		return 1 << 0
	case 'ถ', 'ก', 'ภ', 'ฤ':
		return 1 << 1
	case 'ค', 'ต', 'ศ', 'ฅ':
		return 1 << 2
	case 'ด':
		return 1<<2 | 1<<13
	case 'ผ', 'ฝ', 'พ', 'ฟ':
		return 1 << 3
	case 'ช', 'ซ', 'ข':
		return 1 << 4
	case 'ล', 'ส':
		return 1 << 5
	case 'ท', 'ฑ', 'ห':
		return 1 << 6
	case 'น':
		return 1<<6 | 1<<7
	case 'ม', 'ฆ':
		return 1 << 7
	case 'ฎ', 'ฏ', 'ฐ':
		return 1 << 8
	case 'ญ', 'ณ':
		return 1 << 9
	case 'ร', 'ธ':
		return 1 << 10
	case 'ะ', ':':
		return 1 << 11
	case 'า', 'ๅ', 'ำ':
		return 1 << 12
	case 'โ', 'ไ', 'ใ':
		return 1 << 17
	case 'เ', 'แ':
		return 1 << 18
	}
	return figureLookalikes(r)
}

// figureLookalikes are the groups of figures and of what is read for them.
func figureLookalikes(r rune) uint32 {
	switch r {
	case 'o', '0', 'อ':
		return 1 << 13
	case '1', 'l', '|', 'i':
		return 1 << 14
	case '5', 's':
		return 1 << 15
	case '8', 'b':
		return 1 << 16
	}
	return 0
}

// swapCost is 0 for equal runes, 0.5 for lookalikes, 1 for others.
type swapCost struct{}

func (swapCost) of(a, b rune) float64 {
	if a == b {
		return 0
	}
	if lookalikes(a)&lookalikes(b) != 0 {
		return 0.5
	}
	return 1
}

// Similarity compares two texts by their skeletons: 1 equal, 0 nothing in common. It is one minus the edit distance
// (Wagner-Fischer, lookalikes at half price) over the longer length.
func Similarity(a, b string) float64 { return Alike([]rune(Skeleton(a)), []rune(Skeleton(b))) }

// Alike is Similarity for those who compare one text with many: it takes skeletons.
func Alike(x, y []rune) float64 {
	if len(x) == 0 || len(y) == 0 {
		if len(x) == len(y) {
			return 1
		}
		return 0
	}
	row := make([]float64, len(y)+1)
	cost := swapCost{}
	for j := range row {
		row[j] = float64(j)
	}
	for _, r := range x {
		diagonal := row[0]
		row[0]++
		for j, q := range y {
			next := min(row[j]+1, row[j+1]+1, diagonal+cost.of(r, q))
			diagonal, row[j+1] = row[j+1], next
		}
	}
	return 1 - row[len(y)]/float64(max(len(x), len(y)))
}

// Misread tells how much of a printed word a reading has wrong, in letters: one that is taken for a lookalike, and a mark that is lost,
// added or taken for another, is half of one. It is infinite where letters were read otherwise than by their looks.
func Misread(word, read string) float64 {
	y := []rune(read)
	half := func(r rune) float64 {
		if IsMark(r) {
			return 0.5
		}
		return math.Inf(1)
	}
	swap := func(a, b rune) float64 {
		if c := (swapCost{}).of(a, b); c < 1 || IsMark(a) && IsMark(b) {
			return min(c, 0.5)
		}
		return math.Inf(1)
	}
	row := make([]float64, len(y)+1)
	for j, r := range y {
		row[j+1] = row[j] + half(r)
	}
	for _, r := range word {
		diagonal := row[0]
		row[0] += half(r)
		for j, q := range y {
			next := min(row[j]+half(q), row[j+1]+half(r), diagonal+swap(r, q))
			diagonal, row[j+1] = row[j+1], next
		}
	}
	return row[len(y)]
}

// Found is a label that FindLabel saw. Start and End are rune positions in Fold(text): the value that follows a label
// begins at End. Score is 1 for a perfect match.
type Found struct {
	Index      int // in the labels given
	Start, End int
	Score      float64
}

// FindLabel finds the label that matches a stretch of text best, by the skeletons of both, if its score reaches least.
// Of equal scores the longer label wins. It is Sellers' algorithm: an edit distance whose match may begin anywhere.
func FindLabel(text string, labels []string, least float64) (Found, bool) {
	folded := []rune(Digits(Fold(text)))
	hay, at := skeleton(folded)
	best, size := Found{Index: -1}, 0
	cost := swapCost{}
	for i, l := range labels {
		needle := []rune(Skeleton(l))
		// What is longer than the text lacks the rest of its letters.
		if len(needle) == 0 || 1-float64(len(needle)-len(hay))/float64(len(needle)) < least {
			continue
		}
		start, end, dist := sellers(hay, needle, cost)
		score := 1 - dist/float64(len(needle))
		if end <= start || score < least || score < best.Score || (score == best.Score && len(needle) <= size) {
			continue
		}
		size = len(needle)
		best = Found{Index: i, Start: at[start], End: trailing(folded, at[end-1]+1), Score: score}
	}
	return best, best.Index >= 0
}

// trailing moves over the marks that belong to the last letter of a label, and over a colon or blank after it.
func trailing(s []rune, end int) int {
	for end < len(s) && (IsMark(s[end]) || s[end] == ' ' || s[end] == ':') {
		end++
	}
	return end
}

// sellers returns where in hay the needle fits best and at which cost.
func sellers(hay, needle []rune, cost swapCost) (start, end int, best float64) {
	type cell struct {
		cost float64
		from int
	}
	column := make([]cell, len(needle)+1)
	for j := range column {
		column[j] = cell{float64(j), 0}
	}
	best = column[len(needle)].cost
	for i, r := range hay {
		diagonal := column[0]
		column[0] = cell{0, i + 1}
		for j, q := range needle {
			next := cell{diagonal.cost + cost.of(r, q), diagonal.from}
			if c := column[j].cost + 1; c < next.cost {
				next = cell{c, column[j].from}
			}
			if c := column[j+1].cost + 1; c < next.cost {
				next = cell{c, column[j+1].from}
			}
			diagonal, column[j+1] = column[j+1], next
		}
		if c := column[len(needle)]; c.cost < best {
			best, start, end = c.cost, c.from, i+1
		}
	}
	return start, end, best
}
