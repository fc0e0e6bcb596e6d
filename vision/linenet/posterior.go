package linenet

import "math"

// posterior is what the net says of one line: for each slot (two columns of the framed line) a score a class.
// data is the net's output for the line, (2 x classes) x (slots / 2): even slots come from the first half of the classes.
type posterior struct {
	data    []float32
	classes int
	columns int // of data's rows: slots / 2, those of the padded batch
	slots   int // that the line itself fills
	norm    []float64
}

func newPosterior(data []float32, classes, columns, slots int) *posterior {
	p := &posterior{data: data, classes: classes, columns: columns, slots: min(slots, 2*columns)}
	p.norm = make([]float64, p.slots)
	for t := range p.norm {
		p.norm[t] = p.logSum(t)
	}
	return p
}

func (p *posterior) raw(t, class int) float64 {
	return float64(p.data[((t&1)*p.classes+class)*p.columns+t>>1])
}

// logSum is the logarithm of the sum of exponentials of a slot's scores. Classes far below the best add nothing that a
// float64 would keep, and most are: leaving them out saves most of the exponentials.
func (p *posterior) logSum(t int) float64 {
	at := (t&1)*p.classes*p.columns + t>>1
	best := p.data[at]
	for c, i := 1, at+p.columns; c < p.classes; c, i = c+1, i+p.columns {
		if v := p.data[i]; v > best {
			best = v
		}
	}
	sum := 0.0
	for c, i := 0, at; c < p.classes; c, i = c+1, i+p.columns {
		if d := p.data[i] - best; d > -12 {
			sum += math.Exp(float64(d))
		}
	}
	return float64(best) + math.Log(sum)
}

// log returns the logarithm of the probability of a class in slot t.
func (p *posterior) log(t, class int) float64 { return p.raw(t, class) - p.norm[t] }

// candidate is a class that a slot may hold.
type candidate struct {
	class int
	log   float64
}

// leastLog is where candidates end: e^-7 is about a thousandth.
const leastLog = -7

// candidates lists the classes of slot t that are worth following, the blank not among them. With a mask only its classes
// count, and they share the mass of all signs: where the net sees a sign that the field cannot hold, the best one that it
// can hold takes its place.
func (p *posterior) candidates(t int, mask []bool, out []candidate) (blank float64, signs []candidate) {
	out = out[:0]
	blank = p.log(t, 0)
	floor := float64(leastLog)
	if mask != nil {
		floor = -16
	}
	allowed := 0.0
	for c := 1; c < p.classes; c++ {
		if l := p.log(t, c); l > floor && (mask == nil || mask[c]) {
			out = append(out, candidate{c, l})
			allowed += math.Exp(l)
		}
	}
	if mask == nil || allowed == 0 {
		return blank, out
	}
	lift := math.Log1p(-math.Min(math.Exp(blank), 1-1e-9)) - math.Log(allowed)
	kept := out[:0]
	for _, c := range out {
		if c.log += lift; c.log > leastLog {
			kept = append(kept, c)
		}
	}
	return blank, kept
}
