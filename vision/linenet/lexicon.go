package linenet

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
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
		if d := utf8.RuneCountInString(w) - len(read); d > limit || -d > limit {
			continue
		}
		if e := levenshtein.ComputeDistance(string(read), w); e <= limit {
			out = append(out, near{w, e})
		}
	}
	slices.SortStableFunc(out, func(a, b near) int { return cmp.Compare(a.edits, b.edits) })
	return out[:min(n, len(out))]
}
