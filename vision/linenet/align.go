package linenet

import (
	"math"
	"slices"
)

// span is where a sign of a text lies: the slots that its path stays on it, and the certainty of its best slot.
type span struct {
	first, last int
	slot        int // the best
	log         float64
}

// align finds the likeliest path of a text through the slots (Viterbi over the signs with blanks between) and the log
// probability of all its paths. ok is false when the line is too short for the text.
func align(p *posterior, classes []int) (spans []span, ok bool) {
	states := 2*len(classes) + 1 // blank, sign, blank, sign, ... blank
	if p.slots == 0 || len(classes) == 0 {
		return nil, false
	}
	label := func(s int) int {
		if s%2 == 0 {
			return 0
		}
		return classes[s/2]
	}
	back := make([]uint8, p.slots*states)
	row, next := make([]float64, states), make([]float64, states)
	for s := range row {
		row[s] = math.Inf(-1)
	}
	row[0], row[1] = p.log(0, 0), p.log(0, label(1))
	for t := 1; t < p.slots; t++ {
		for s := range next {
			best, step := row[s], 0
			if s > 0 && row[s-1] > best {
				best, step = row[s-1], 1
			}
			if s > 1 && s%2 == 1 && label(s) != label(s-2) && row[s-2] > best {
				best, step = row[s-2], 2
			}
			next[s] = best + p.log(t, label(s))
			back[t*states+s] = uint8(step)
		}
		row, next = next, row
	}
	s := states - 1
	if row[s-1] > row[s] {
		s--
	}
	if math.IsInf(row[s], -1) {
		return nil, false
	}
	return trace(p, back, classes, s), true
}

// trace walks the path back from its last state.
func trace(p *posterior, back []uint8, classes []int, s int) []span {
	states := 2*len(classes) + 1
	spans := make([]span, len(classes))
	for i := range spans {
		spans[i] = span{first: -1, log: math.Inf(-1)}
	}
	for t := p.slots - 1; t >= 0; t-- {
		if s%2 == 1 {
			sp := &spans[s/2]
			if sp.first < 0 {
				sp.last = t
			}
			sp.first = t
			if l := p.log(t, classes[s/2]); l > sp.log {
				sp.slot, sp.log = t, l
			}
		}
		s -= int(back[t*states+s])
	}
	return spans
}

// forward returns the log probability of a text over all its paths: what CTC training maximises. Only the states that paths which count
// can be in are followed.
func forward(p *posterior, classes []int) float64 {
	row := make([]float64, 2*len(classes)+1)
	for s := range row {
		row[s] = math.Inf(-1)
	}
	first, last := 0, -1
	for t := range p.slots {
		last = min(last+2, len(row)-1)
		for s := last; s >= first; s-- {
			label := 0
			if s%2 == 1 {
				label = classes[s/2]
			}
			row[s] = p.log(t, label) + arrive(row, classes, t, s)
		}
		first, last = counting(row, first, last)
	}
	if len(row) == 1 {
		return row[0]
	}
	return logAdd(row[len(row)-1], row[len(row)-2])
}

// arrive is the log probability of the paths that may be in state s in slot t, before what they show there.
func arrive(row []float64, classes []int, t, s int) float64 {
	if t == 0 {
		return 0
	}
	sum := row[s]
	if s > 0 {
		sum = logAdd(sum, row[s-1])
	}
	if s > 2 && s%2 == 1 && classes[s/2] != classes[s/2-1] {
		sum = logAdd(sum, row[s-2])
	}
	return sum
}

// counting narrows the states from first to last to those whose paths are not negligible, and forgets the others.
func counting(row []float64, first, last int) (int, int) {
	floor := slices.Max(row[first:last+1]) - negligible
	for ; first < last && row[first] < floor; first++ {
		row[first] = math.Inf(-1)
	}
	for ; last > first && row[last] < floor; last-- {
		row[last] = math.Inf(-1)
	}
	return first, last
}
