package meter

// settle compares a reading with that of a second cut of the same row in the same direction: the clearer of the two stands,
// and whether they agree tells more about it than how clear it looks.
func settle(first, again Candidate) Candidate {
	best := first
	if again.merit > first.merit+clearer {
		best = again
	}
	best.Features.Agree = agreement(first.Meter.Value, again.Meter.Value)
	return best
}

// clearer is by how much the second cut's merit must be the greater, as the first is cut where the nets like it best.
const clearer = 1.0

// agreement is 1 for the same digits, 0.5 where only the last one differs, 0 otherwise; the point does not count.
func agreement(a, b string) float64 {
	x, y := bare(a), bare(b)
	switch n := len(x); {
	case n == 0 || len(y) != n:
		return 0
	case x == y:
		return 1
	case x[:n-1] == y[:n-1]:
		return 0.5
	}
	return 0
}

// bare is a value without its point.
func bare(v string) string {
	out := make([]byte, 0, len(v))
	for i := range len(v) {
		if v[i] != '.' {
			out = append(out, v[i])
		}
	}
	return string(out)
}
