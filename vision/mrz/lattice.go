package mrz

import "math"

// lattice is where characters stand along a whole strip, as a parabola over their index: perspective makes the pitch grow
// along the line. Index 0 is any character of the seed.
type lattice struct{ a, b, c float64 }

func (l lattice) at(i float64) float64 { return l.a + l.b*i + l.c*i*i }

// seedCells is the length of the stretch on which pitch and phase are first found: short enough that perspective does
// not matter, long enough to be sure.
const seedCells = 13

// trace finds the lattice of a strip: the best straight stretch, followed to both sides, and a parabola through all.
func (a *answer) trace(spread float64) (lattice, bool) {
	at, pitch := a.seed(spread)
	if pitch == 0 {
		return lattice{}, false
	}
	var index, place, weight []float64
	add := func(i int, x float64) {
		index, place = append(index, float64(i)), append(place, x)
		weight = append(weight, math.Exp(math.Max(-4, sample(a.ink, x, -5))))
	}
	for i := range seedCells {
		add(i, at+pitch*float64(i))
	}
	last := float64(seedCells - 1)
	a.follow(at+pitch*last, pitch, func(k int, x float64) { add(seedCells-1+k, x) })
	a.follow(at, -pitch, func(k int, x float64) { add(-k, x) })
	l := parabola(index, place, weight)
	if math.IsNaN(l.c) || math.Abs(l.c)*22*22 > 1.6*stripPitch {
		return lattice{a: at, b: pitch}, true
	}
	return l, true
}

// seed returns the first centre and the pitch of the stretch in which ink and gaps alternate most clearly.
func (a *answer) seed(spread float64) (at, pitch float64) {
	best := math.Inf(-1)
	for p := (1 - spread) * stripPitch; p <= (1+spread)*stripPitch; p *= 1.012 {
		// ink minus gap, so that a blank stretch scores nothing
		for x := 0.5 * stripPitch; x+p*seedCells < stripWidth; x += 2 {
			score := 0.0
			for i := range seedCells {
				c := x + p*float64(i)
				score += sample(a.ink, c, -5) + sample(a.space, c+p/2, -5)
			}
			if score > best {
				best, at, pitch = score, x, p
			}
		}
	}
	return at, pitch
}

// follow walks from x by the signed step to the strip's end; each character may pull the walk a little, and the step adapts.
func (a *answer) follow(x, step float64, found func(k int, x float64)) {
	for k := 1; ; k++ {
		next := x + step
		if next < 2 || next > stripWidth-3 {
			return
		}
		best, shift := math.Inf(-1), 0.0
		for d := -3.0; d <= 3; d++ {
			s := sample(a.ink, next+d, -5) + 0.5*sample(a.space, next+d-step/2, -5) + 0.5*sample(a.space, next+d+step/2, -5) - 0.04*d*d
			if s > best {
				best, shift = s, d
			}
		}
		// Beyond the line's end nothing pulls: keep the rhythm.
		if best < -2.5 {
			shift = 0
		}
		x = next + 0.6*shift
		step += 0.08 * shift
		found(k, x)
	}
}

// parabola fits place over index by weighted least squares, twice: the second time what lies far off counts little.
func parabola(index, place, weight []float64) lattice {
	w := append([]float64(nil), weight...)
	var l lattice
	for range 3 {
		var m [3][4]float64
		for k, i := range index {
			row := [3]float64{1, i, i * i}
			for r := range 3 {
				for c := range 3 {
					m[r][c] += w[k] * row[r] * row[c]
				}
				m[r][3] += w[k] * row[r] * place[k]
			}
		}
		l = solve(m)
		for k, i := range index {
			d := (place[k] - l.at(i)) / 2
			w[k] = weight[k] / (1 + d*d)
		}
	}
	return l
}

// solve returns the solution of three linear equations by elimination; NaNs if they have none.
func solve(m [3][4]float64) lattice {
	for p := range 3 {
		best := p
		for r := p + 1; r < 3; r++ {
			if math.Abs(m[r][p]) > math.Abs(m[best][p]) {
				best = r
			}
		}
		m[p], m[best] = m[best], m[p]
		for r := range 3 {
			if r == p {
				continue
			}
			f := m[r][p] / m[p][p]
			for c := p; c < 4; c++ {
				m[r][c] -= f * m[p][c]
			}
		}
	}
	return lattice{m[0][3] / m[0][0], m[1][3] / m[1][1], m[2][3] / m[2][2]}
}

// span returns the grid of n characters whose first stands at index o of the lattice.
func (l lattice) span(n, o int) grid {
	first, last := float64(o), float64(o+n-1)
	return grid{n: n, start: l.at(first), pitch: (l.at(last) - l.at(first)) / float64(n-1), bend: l.c}
}
