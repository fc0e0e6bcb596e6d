package meter

import "math"

// A wheel's state is the digit that it stands for and how far it has turned on from it, in tenths. A wheel may also lag
// a little behind its digit: no counter's wheels stand in line.
const (
	lagMax = 4  // tenths behind the digit
	ahead  = 10 // tenths beyond it
	turns  = lagMax + ahead
	states = 10 * turns
)

func digitOf(s int) int { return s / turns }
func turnOf(s int) int  { return s%turns - lagMax }
func binOf(s int) int   { return (10*digitOf(s) + turnOf(s) + Bins) % Bins }

// carry is the counter's mechanics as log-probabilities. It is built once and only read afterwards.
type carry struct {
	last  [turns]float64        // of the turn of the wheel at the right end
	given [ahead][turns]float64 // of a wheel's turn, given how far its right neighbour drives it, in tenths
}

// Measures of real counters: a driven wheel follows its neighbour's way from 9 to 0, with some play; one in ten follows
// loosely. The last wheel mostly rests on a digit or runs evenly.
const (
	play      = 0.16 // digits, of a driven wheel
	looseness = 0.07
	restShare = 0.5
	restPlay  = 0.11
	arriving  = 0.5 // digits before its place from which on a wheel is read as there, more and more often
)

func newCarry() *carry {
	c := &carry{}
	for t := range turns {
		f := turnTenths(t)
		p := restShare * bell(f, restPlay)
		if f >= 0 {
			p += (1 - restShare) * 0.1 * min(1, max(0.1, (1-f)/arriving))
		}
		c.last[t] = math.Log(p + 1e-6)
	}
	for g := range ahead {
		for t := range turns {
			c.given[g][t] = math.Log((1-looseness)*bell(turnTenths(t)-float64(g)/10, play) + looseness/turns + 1e-9)
		}
	}
	return c
}

func turnTenths(t int) float64 { return float64(t-lagMax) / 10 }

// driven is how far a wheel should have turned when its right neighbour is in state s: not at all until that passes 9.
func driven(s int) float64 {
	if digitOf(s) != 9 {
		return 0
	}
	return math.Max(0, float64(turnOf(s))/10)
}

// bell is a normal density over steps of a tenth.
func bell(x, spread float64) float64 {
	return 0.1 / (spread * math.Sqrt(2*math.Pi)) * math.Exp(-x*x/(2*spread*spread))
}
