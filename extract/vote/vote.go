// Package vote combines several readings of one printed line. It is pure Go and knows no document kind.
package vote

import (
	"maps"
	"slices"
	"strings"

	"lensd/extract"
	"lensd/extract/thai"
)

// ballot is one slot of a text under vote: what may stand there, and with which weight; "" stands for nothing.
type ballot map[string]float64

// Weights of votes.
const (
	otherGuess = 0.4  // of a recogniser's second choices
	perMark    = 0.02 // what a mark adds to a reading's standing
	lostMark   = 0.45 // of the vote that no mark stands there: recognisers lose marks, they hardly ever invent them
)

// Line combines readings of one line character by character, after J. G. Fiscus' recogniser output voting error
// reduction (ASRU 1997): all readings are aligned to the surest one, and every slot, the gaps between its characters too,
// is voted on with the readings' certainties. worse, where it is not nil, says how badly a whole text fits what else is
// known; a slot goes to a minority where that makes the text fit clearly better. The result's confidence is the mean
// share of the winning votes times the best reading's certainty. ok is false without a reading.
func Line(texts []extract.Text, worse func(string) float64) (extract.Text, bool) {
	pivot, best := -1, 0.0
	for i, t := range texts {
		best = max(best, t.Confidence)
		if t.Value != "" && (pivot < 0 || standing(t) > standing(texts[pivot])) {
			pivot = i
		}
	}
	if pivot < 0 {
		return extract.Text{}, false
	}
	spine := []rune(texts[pivot].Value)
	slots := make([]ballot, 2*len(spine)+1) // gap, character, gap, ... gap
	for i := range slots {
		slots[i] = ballot{}
	}
	for _, t := range texts {
		cast(slots, spine, []rune(t.Value), t.Confidence)
		for _, a := range t.Alternatives {
			cast(slots, spine, []rune(a.Value), otherGuess*a.Confidence)
		}
	}
	picks := make([]string, len(slots))
	agreed := 0.0
	for i, s := range slots {
		share := 0.0
		picks[i], share = s.winner()
		if i%2 == 1 {
			agreed += share / float64(len(spine))
		}
	}
	if worse != nil {
		overrule(slots, picks, worse)
	}
	return extract.Text{Value: thai.Fold(strings.Join(picks, "")), Confidence: best * agreed}, true
}

// Limits of overruling a majority; LeastGain is exported for those who weigh fits themselves.
const (
	leastShare = 0.03 // of a slot's votes
	LeastGain  = 0.25 // in fit: less than a vowel's worth
)

// overrule gives slots to minorities, the most helpful change first, until none helps.
func overrule(slots []ballot, picks []string, worse func(string) float64) {
	now := worse(strings.Join(picks, ""))
	for range len(slots) {
		at, to, gain := -1, "", LeastGain
		for i, s := range slots {
			choices, all := s.sorted()
			was := picks[i]
			for _, other := range choices {
				w := s[other]
				if other == was || w < leastShare*all {
					continue
				}
				picks[i] = other
				if g := now - worse(strings.Join(picks, "")); g > gain || g == gain && at == i && other < to {
					at, to, gain = i, other, g
				}
			}
			picks[i] = was
		}
		if at < 0 {
			return
		}
		picks[at] = to
		now -= gain
	}
}

// standing ranks whole readings: marks count for them.
func standing(t extract.Text) float64 {
	s := t.Confidence
	for _, r := range t.Value {
		if thai.IsMark(r) {
			s += perMark
		}
	}
	return s
}

// winner returns what has the most votes, and its share.
func (b ballot) winner() (string, float64) {
	best, most := "", 0.0
	choices, all := b.sorted()
	for _, r := range choices {
		if b[r] > most {
			best, most = r, b[r]
		}
	}
	if all == 0 {
		return "", 0
	}
	return best, most / all
}

// cast aligns a reading to the spine by least edits and adds its votes.
func cast(slots []ballot, spine, text []rune, weight float64) {
	n, m := len(spine), len(text)
	if m == 0 || weight <= 0 {
		return
	}
	d := make([][]int, n+1)
	for i := range d {
		d[i] = make([]int, m+1)
		d[i][0] = i
	}
	for j := range m + 1 {
		d[0][j] = j
	}
	for i := 1; i <= n; i++ {
		for j := 1; j <= m; j++ {
			d[i][j] = min(d[i-1][j-1]+swap(spine[i-1], text[j-1]), d[i-1][j]+1, d[i][j-1]+1)
		}
	}
	gaps := make([]string, n+1) // what this reading has between the spine's characters
	for i, j := n, m; i > 0 || j > 0; {
		switch {
		case i > 0 && j > 0 && d[i][j] == d[i-1][j-1]+swap(spine[i-1], text[j-1]):
			slots[2*i-1][string(text[j-1])] += weight
			i, j = i-1, j-1
		case i > 0 && d[i][j] == d[i-1][j]+1:
			w := weight
			if thai.IsMark(spine[i-1]) {
				w *= lostMark
			}
			slots[2*i-1][""] += w
			i--
		default:
			gaps[i] = string(text[j-1]) + gaps[i]
			j--
		}
	}
	for i, g := range gaps {
		slots[2*i][g] += weight
	}
}

// swap is the cost of aligning two characters: marks align with marks only.
func swap(a, b rune) int {
	switch {
	case a == b:
		return 0
	case thai.IsMark(a) != thai.IsMark(b):
		return 2
	}
	return 1
}

// sorted lists what was voted for, and the sum of the votes: always in the same order, on which the last bit of a sum depends.
func (b ballot) sorted() (choices []string, all float64) {
	choices = slices.Sorted(maps.Keys(b))
	for _, c := range choices {
		all += b[c]
	}
	return choices, all
}
