package mrz

import (
	"math"

	mrztext "lensd/extract/passport/mrz"
)

const (
	classes = 37 // characters of the alphabet
	blank   = 37 // class of the gaps and of what is no text
	columns = stripWidth / stride
)

// answer is what the reading net says about a strip: log probabilities, column by column.
type answer struct {
	logp  [][38]float64
	ink   []float64 // log probability that a column is any character
	space []float64 // that it is none
}

// newAnswer turns the net's scores ([38][columns]) into log probabilities.
func newAnswer(logits []float32) *answer {
	n := len(logits) / 38
	a := &answer{make([][38]float64, n), make([]float64, n), make([]float64, n)}
	for c := range n {
		most := math.Inf(-1)
		for k := range 38 {
			most = math.Max(most, float64(logits[k*n+c]))
		}
		sum := 0.0
		for k := range 38 {
			sum += math.Exp(float64(logits[k*n+c]) - most)
		}
		norm := most + math.Log(sum)
		for k := range 38 {
			a.logp[c][k] = float64(logits[k*n+c]) - norm
		}
		p := math.Exp(a.logp[c][blank])
		a.ink[c] = math.Max(-5, math.Log(math.Max(1e-6, 1-p)))
		a.space[c] = math.Max(-5, a.logp[c][blank])
	}
	return a
}

// grid places n characters in a strip: character i has its centre at start + pitch*i + bend*i*(i-n+1). The bend is what
// perspective and a curled page leave.
type grid struct {
	n                  int
	start, pitch, bend float64
	score              float64 // mean log likelihood a column
}

// at returns the centre of character i in strip pixels.
func (g grid) at(i float64) float64 {
	return g.start + g.pitch*i + g.bend*i*(i-float64(g.n-1))
}

// sample reads a column series at strip position x by linear interpolation; beyond the strip it returns outside.
func sample(v []float64, x, outside float64) float64 {
	c := (x - (stride-1)/2.0) / stride
	i := int(math.Floor(c))
	if i < 0 || i+1 >= len(v) {
		return outside
	}
	f := c - float64(i)
	return v[i]*(1-f) + v[i+1]*f
}

// fits scores a grid: ink in every cell's middle, gaps between the cells, and nothing beside the line.
func (a *answer) fits(g grid) float64 {
	sum := 0.0
	for i := range g.n {
		sum += 2 * sample(a.ink, g.at(float64(i)), -5)
		sum += sample(a.space, g.at(float64(i)+0.5), 0)
	}
	sum += sample(a.space, g.at(-0.5), 0)
	for k := range 3 {
		sum += sample(a.space, g.at(-1-float64(k)), 0) + sample(a.space, g.at(float64(g.n+k)), 0)
	}
	return sum / float64(3*g.n)
}

// register finds the best grid of n characters on a traced lattice: it slides along it and then climbs.
func (a *answer) register(n int, l lattice) grid {
	best := grid{n: n, score: math.Inf(-1)}
	for o := -stripCells; o <= stripCells; o++ {
		g := l.span(n, o)
		if g.at(0) < -stripPitch || g.at(float64(n-1)) > stripWidth+stripPitch {
			continue
		}
		if g.score = a.whole(g); g.score > best.score {
			best = g
		}
	}
	if math.IsInf(best.score, -1) {
		return best
	}
	return a.refine(best)
}

// refine climbs from g in ever smaller steps over start, pitch and bend. Both ends are moved, so that the steps are independent.
func (a *answer) refine(g grid) grid {
	g.score = a.fits(g)
	for step := 3.0; step > 0.15; step /= 1.7 {
		for improved := true; improved; {
			improved = false
			for _, m := range [][3]float64{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}, {1, 1, 0}, {-1, -1, 0}} {
				t := g
				last := float64(g.n - 1)
				t.start += m[0] * step
				t.pitch += (m[1] - m[0]) * step / last
				t.bend += m[2] * step / (last * last / 4)
				if math.Abs(t.bend)*last*last/4 > 1.2*stripPitch {
					continue
				}
				if t.score = a.fits(t); t.score > g.score+1e-6 {
					g, improved = t, true
				}
			}
		}
	}
	return g
}

// cells reads the characters under a grid: the mean log probability around each centre, the gap class left out.
func (a *answer) cells(g grid) []mrztext.Cell {
	out := make([]mrztext.Cell, g.n)
	for i := range g.n {
		var score [classes]float64
		for _, d := range []float64{-0.12, 0, 0.12} {
			x := (g.at(float64(i)+d) - (stride-1)/2.0) / stride
			c := min(max(int(math.Floor(x)), 0), len(a.logp)-2)
			f := math.Min(1, math.Max(0, x-float64(c)))
			for k := range classes {
				score[k] += (a.logp[c][k]*(1-f) + a.logp[c+1][k]*f) / 3
			}
		}
		out[i] = rank(score[:])
	}
	return out
}

// rank returns the five best characters with probabilities over all of them.
func rank(score []float64) mrztext.Cell {
	most := math.Inf(-1)
	for _, s := range score {
		most = math.Max(most, s)
	}
	sum := 0.0
	for _, s := range score {
		sum += math.Exp(s - most)
	}
	used := [classes]bool{}
	var out mrztext.Cell
	for range 5 {
		best := -1
		for k, s := range score {
			if !used[k] && (best < 0 || s > score[best]) {
				best = k
			}
		}
		used[best] = true
		out = append(out, mrztext.Candidate{Char: mrztext.Alphabet[best], P: math.Exp(score[best]-most) / sum})
	}
	return unbiased(out)
}

// The net takes a narrow O for 0, never the reverse: where it sees a 0 but thinks of O, it does so of an O far more often
// than of a 0 (bench on labelled pictures: 2 to 36 % of an O, less than 1 % of a 0).
const (
	biasO = 8.0 // how much more an O is worth than the net says
	mostO = 0.5 // of the 0's probability
)

// unbiased raises an O behind a 0.
func unbiased(c mrztext.Cell) mrztext.Cell {
	if c[0].Char != '0' {
		return c
	}
	for i := range c {
		if c[i].Char == 'O' {
			c[i].P = math.Max(c[i].P, math.Min(biasO*c[i].P, mostO*c[0].P))
			for ; i > 1 && c[i].P > c[i-1].P; i-- {
				c[i], c[i-1] = c[i-1], c[i]
			}
			break
		}
	}
	return c
}
