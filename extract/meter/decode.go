package meter

import "math"

// reading is the best joint explanation of a row.
type reading struct {
	digits    []int
	positions []float64 // of each wheel in [0, 10)
	evidence  float64   // mean log-probability of the row a cell, summed over all explanations
	posterior float64   // share of the best digits among all explanations
	margins   []float64 // per cell: log of best digit's share over the next best's
}

// Wheels lie behind the face, so a camera that looks askew sees all of them shifted alike: up to lean tenths are tried.
const (
	lean       = 2
	leanSpread = 1.0 // tenths
)

// readRow decodes the wheels from right to left: the lower wheel's place on its ring says whether the next has begun to
// turn. It is the forward algorithm and Viterbi's over the states of carry, by wheel instead of by time.
func (c *carry) readRow(cells []Cell) reading {
	var read reading
	totals := make([]float64, 0, 2*lean+1)
	best := math.Inf(-1)
	for shift := -lean; shift <= lean; shift++ {
		emit := emissions(cells, shift)
		sum, top, from := c.sweep(emit)
		prior := -float64(shift*shift) / (2 * leanSpread * leanSpread)
		totals = append(totals, LogSum(sum[0])+prior)
		if v := top[0][argmax(top[0])] + prior; v > best {
			best = v
			read = trace(emit, top, from)
		}
	}
	total := LogSum(totals)
	shown := make([]float64, 0, 2*lean+1)
	for shift := -lean; shift <= lean; shift++ {
		prior := -float64(shift*shift) / (2 * leanSpread * leanSpread)
		shown = append(shown, c.restricted(emissions(cells, shift), read.digits)+prior)
	}
	read.evidence = total / float64(len(cells))
	read.posterior = math.Exp(LogSum(shown) - total)
	return read
}

// trace follows the best explanation from the left end.
func trace(emit, best [][]float64, from [][]int) reading {
	n := len(emit)
	r := reading{digits: make([]int, n), positions: make([]float64, n), margins: make([]float64, n)}
	s := argmax(best[0])
	for i := range n {
		r.digits[i], r.positions[i] = digitOf(s), float64(binOf(s))/10
		r.margins[i] = margin(emit[i], r.digits[i])
		if i+1 < n {
			s = from[i][s]
		}
	}
	return r
}

// emissions gives the log-probability of every state of every cell, the wheels seen shift tenths further than they are.
func emissions(cells []Cell, shift int) [][]float64 {
	// The floor keeps one badly lit wheel from deciding the others'.
	floor := math.Log(2e-4)
	out := make([][]float64, len(cells))
	for i := range cells {
		out[i] = make([]float64, states)
		for s := range states {
			out[i][s] = math.Max(cells[i].Ring[(binOf(s)+shift+Bins)%Bins], floor)
		}
	}
	return out
}

// sweep goes over the wheels from the right end: sum[i][s] is the log-probability of all explanations of wheels i.. that
// have wheel i in state s, best[i][s] that of the best one, from[i][s] that one's state of wheel i+1.
func (c *carry) sweep(emit [][]float64) (sum, best [][]float64, from [][]int) {
	n := len(emit)
	sum, best, from = make([][]float64, n), make([][]float64, n), make([][]int, n)
	sum[n-1], best[n-1] = make([]float64, states), make([]float64, states)
	for s := range states {
		sum[n-1][s] = emit[n-1][s] + c.last[s%turns]
		best[n-1][s] = sum[n-1][s]
	}
	for i := n - 2; i >= 0; i-- {
		sum[i], best[i], from[i] = make([]float64, states), make([]float64, states), make([]int, states)
		drives := gather(sum[i+1], best[i+1])
		for t := range turns {
			// A wheel's digit does not depend on its neighbour, only its turn does.
			total, top, arg := c.over(drives, t)
			for d := range 10 {
				s := d*turns + t
				sum[i][s], best[i][s], from[i][s] = emit[i][s]+total, emit[i][s]+top, arg
			}
		}
	}
	return sum, best, from
}

// drive sums up the states of a wheel that drive the next one equally far: a wheel does so only between 9 and 0.
type drive struct {
	sum, best float64
	arg       int
}

// gather groups the states by how far they drive the wheel to their left, in tenths.
func gather(sum, best []float64) (out [ahead]drive) {
	var terms [ahead][]float64
	for g := range out {
		out[g].best = math.Inf(-1)
	}
	for s := range states {
		g := int(driven(s)*10 + .5)
		terms[g] = append(terms[g], sum[s])
		if best[s] > out[g].best {
			out[g].best, out[g].arg = best[s], s
		}
	}
	for g := range out {
		out[g].sum = LogSum(terms[g])
	}
	return out
}

// over folds the right neighbour's states into one value for turn t.
func (c *carry) over(drives [ahead]drive, t int) (total, top float64, arg int) {
	var terms [ahead]float64
	top = math.Inf(-1)
	for g, d := range drives {
		terms[g] = d.sum + c.given[g][t]
		if v := d.best + c.given[g][t]; v > top {
			top, arg = v, d.arg
		}
	}
	return LogSum(terms[:]), top, arg
}

// restricted is the log-probability of all explanations that show exactly digits.
func (c *carry) restricted(emit [][]float64, digits []int) float64 {
	masked := make([][]float64, len(emit))
	for i, e := range emit {
		masked[i] = make([]float64, states)
		for s := range e {
			masked[i][s] = math.Inf(-1)
			if digitOf(s) == digits[i] {
				masked[i][s] = e[s]
			}
		}
	}
	sum, _, _ := c.sweep(masked)
	return LogSum(sum[0])
}

// margin compares a cell's own evidence for its digit, near rest or on the way, with that for the best other digit.
func margin(emit []float64, digit int) float64 {
	own, other := math.Inf(-1), math.Inf(-1)
	for s, v := range emit {
		switch {
		case digitOf(s) == digit:
			own = math.Max(own, v)
		// The neighbouring digit explains the same picture by a turn; that is not doubt about the shape.
		case binOf(s)/10 != digit && (binOf(s)+5)/10%10 != digit:
			other = math.Max(other, v)
		}
	}
	return own - other
}

func argmax(v []float64) int {
	best := 0
	for i := range v {
		if v[i] > v[best] {
			best = i
		}
	}
	return best
}

// LogSum returns log(sum(exp(v))) without overflow; of no values, or of impossible ones alone, minus infinity.
func LogSum[T float32 | float64](v []T) float64 {
	top := math.Inf(-1)
	for _, x := range v {
		top = math.Max(top, float64(x))
	}
	if math.IsInf(top, -1) {
		return top
	}
	var s float64
	for _, x := range v {
		s += math.Exp(float64(x) - top)
	}
	return top + math.Log(s)
}
