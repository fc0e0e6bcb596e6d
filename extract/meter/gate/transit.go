package gate

import "math"

// A roller counts as in transit when it stands further than this from a whole digit, in tenths of a turn.
const transitFrom = 0.2

// maxTransit rollers are tried both ways: carries move few rollers at a time.
const maxTransit = 4

// resolve looks for another reading of rollers in transit that the base allows, and takes the one nearest to it. The
// reader decides such rollers by their neighbours alone; what the counter showed before is better evidence.
func (c Config) resolve(base, p Point, positions []float64) (Point, step, bool) {
	if len(positions) != p.Integers+p.Decimals {
		return p, step{}, false
	}
	var moves []int64 // what each roller's other way adds to the value
	for i := len(positions) - 1; i >= 0 && len(moves) < maxTransit; i-- {
		if m := otherWay(p, positions[i], i); m != 0 {
			moves = append(moves, m)
		}
	}
	best, bestStep, found := p, step{}, false
	for mask := 1; mask < 1<<len(moves); mask++ {
		q := p
		for i, m := range moves {
			if mask&(1<<i) != 0 {
				q.Micro += m
			}
		}
		if q.Micro < 0 || q.Micro >= q.span() {
			continue
		}
		if st := c.step(base, q); !st.reason.refuses() && (!found || abs(st.delta) < abs(bestStep.delta)) {
			best, bestStep, found = q, st, true
		}
	}
	return best, bestStep, found
}

// otherWay returns what the value gains when the roller at place i is taken as the digit on its other side; 0 for a
// roller at rest, or one whose shown digit is neither of its two neighbours.
func otherWay(p Point, position float64, i int) int64 {
	low := math.Floor(position)
	if math.IsNaN(position) || position-low < transitFrom || position-low > 1-transitFrom {
		return 0
	}
	place := pow10(maxPlaces + p.Integers - 1 - i)
	shown := p.Micro / place % 10
	a, b := int64(low)%10, int64(low+1)%10
	switch shown {
	case a:
		return (b - a) * place
	case b:
		return (a - b) * place
	}
	return 0
}
