package linenet

import (
	"cmp"
	"slices"
)

// near is an entry of a lexicon and its edit distance from what was read.
type near struct {
	word  string
	edits int
}

// nearest returns up to n entries within two fifths of the text's length of edits, closest first.
func nearest(read []rune, lexicon []string, n int) []near {
	var out []near
	limit := max(1, len(read)*2/5)
	for _, w := range lexicon {
		runes := []rune(w)
		if d := len(runes) - len(read); d > limit || -d > limit {
			continue
		}
		if e := edits(read, runes); e <= limit {
			out = append(out, near{w, e})
		}
	}
	slices.SortStableFunc(out, func(a, b near) int { return cmp.Compare(a.edits, b.edits) })
	return out[:min(n, len(out))]
}

// edits is the Levenshtein distance.
func edits(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		last := row[0]
		row[0] = i + 1
		for j, y := range b {
			change := last
			if x != y {
				change++
			}
			last = row[j+1]
			row[j+1] = min(row[j+1]+1, row[j]+1, change)
		}
	}
	return row[len(b)]
}
