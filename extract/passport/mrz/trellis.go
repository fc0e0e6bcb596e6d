package mrz

import "math"

// states of the chain: running sum of the field (mod 10) times ten plus running sum of the composite (mod 10).
const states = 100

// step is one position of the chain.
type step struct {
	field     int  // multiplier in the field's sum; 0: not counted
	composite int  // multiplier in the composite sum; 0: not counted
	start     bool // the field's sum begins anew
	check     bool // this character is compared with the field's sum
	seal      bool // this character is compared with the composite sum
	filled    bool // a filler may stand for the check digit
	options   []option
}

// option is one character that may stand at a step, with its probability under cell and class.
type option struct {
	char byte
	p    float64
}

// trellis is the chain over all characters of a zone.
type trellis struct{ steps []step }

func newTrellis(f Format, cells [][]Cell) *trellis {
	t := &trellis{steps: make([]step, f.Lines()*f.Width())}
	kinds := make([]class, len(t.steps))
	for _, s := range f.Spans() {
		base := s.Line * f.Width()
		for j := s.From; j < s.To; j++ {
			kinds[base+j] = s.kind
			if s.Check >= 0 {
				t.steps[base+j].field = weight(j - s.From)
			}
		}
		t.steps[base+s.From].start = true
		if s.Check >= 0 {
			c := &t.steps[base+s.Check]
			c.check, c.filled = true, s.Element == Optional || s.Element == Number && f != TD3
			kinds[base+s.Check] = digits
		}
	}
	if parts, at, ok := f.composite(); ok {
		n := 0
		for _, p := range parts {
			for j := p.From; j < p.To; j++ {
				t.steps[p.Line*f.Width()+j].composite = weight(n)
				n++
			}
		}
		end := at.Line*f.Width() + at.From
		t.steps[end].seal = true
		kinds[end] = digits
	}
	for i := range t.steps {
		t.steps[i].options = options(cells[i/f.Width()][i%f.Width()], kinds[i], t.steps[i].field > 0 || t.steps[i].check || t.steps[i].seal)
	}
	return t
}

// options weighs the candidates of a cell by the class of its position. Unchecked positions keep fewer of them.
func options(c Cell, kind class, checked bool) []option {
	limit := 3
	if checked {
		limit = 5
	}
	var out []option
	for _, cand := range c {
		p := math.Max(cand.P, floorP)
		if !kind.allows(cand.Char) {
			p *= otherClass
		}
		out = append(out, option{cand.Char, p})
	}
	if len(out) == 0 {
		return []option{{Filler, floorP}}
	}
	for i := 1; i < len(out); i++ { // insertion sort: the lists are short and nearly sorted
		for j := i; j > 0 && out[j].p > out[j-1].p; j-- {
			out[j], out[j-1] = out[j-1], out[j]
		}
	}
	if len(out) > limit {
		out = out[:limit]
	}
	return out
}

// move returns the state after character c in state s and the probability that the rules allow it there.
func (st *step) move(s int, c byte) (next int, p float64) {
	v := max(worth(c), 0)
	field, composite := s/10, s%10
	p = 1
	if st.start {
		field = 0
	}
	if st.check {
		if filler := st.filled && c == Filler; !filler && (c > '9' || v != field) || filler && field != 0 {
			p = wrongCheck
		}
		field = 0
	}
	if st.seal {
		if c > '9' || v != composite {
			p = wrongComposite
		}
		composite = 0
	}
	field = (field + v*st.field) % 10
	composite = (composite + v*st.composite) % 10
	return field*10 + composite, p
}

// best returns the most probable string (Viterbi) and the log of its probability.
func (t *trellis) best() ([]byte, float64) {
	score := make([]float64, states)
	for i := range score {
		score[i] = math.Inf(-1)
	}
	score[0] = 0
	type back struct {
		from int
		char byte
	}
	trace := make([][states]back, len(t.steps))
	for i := range t.steps {
		next := make([]float64, states)
		for k := range next {
			next[k] = math.Inf(-1)
		}
		for s, have := range score {
			if math.IsInf(have, -1) {
				continue
			}
			for _, o := range t.steps[i].options {
				to, p := t.steps[i].move(s, o.char)
				if v := have + math.Log(o.p*p); v > next[to] {
					next[to], trace[i][to] = v, back{s, o.char}
				}
			}
		}
		score = next
	}
	end := 0
	for s, v := range score {
		if v > score[end] {
			end = s
		}
	}
	out := make([]byte, len(t.steps))
	logP := score[end]
	for i := len(out) - 1; i >= 0; i-- {
		out[i], end = trace[i][end].char, trace[i][end].from
	}
	return out, logP
}

// posterior returns for every position the share of all probability whose paths hold the chosen character there
// (forward-backward, scaled at every step).
func (t *trellis) posterior(chosen []byte) []float64 {
	n := len(t.steps)
	forward := make([][states]float64, n+1)
	forward[0][0] = 1
	for i := range t.steps {
		t.each(i, func(s, to int, o option, p float64) { forward[i+1][to] += forward[i][s] * p })
		scale(&forward[i+1])
	}
	back := [states]float64{}
	for s := range back {
		back[s] = 1
	}
	out := make([]float64, n)
	for i := n - 1; i >= 0; i-- {
		var prev [states]float64
		all, right := 0.0, 0.0
		t.each(i, func(s, to int, o option, p float64) {
			prev[s] += back[to] * p
			w := forward[i][s] * p * back[to]
			all += w
			if o.char == chosen[i] {
				right += w
			}
		})
		if all > 0 {
			out[i] = right / all
		}
		scale(&prev)
		back = prev
	}
	return out
}

// each visits every transition of step i with its probability.
func (t *trellis) each(i int, visit func(s, to int, o option, p float64)) {
	for s := range states {
		for _, o := range t.steps[i].options {
			to, p := t.steps[i].move(s, o.char)
			visit(s, to, o, p*o.p)
		}
	}
}

// scale divides by the sum, so that long chains neither overflow nor vanish.
func scale(v *[states]float64) {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	if sum > 0 {
		for i := range v {
			v[i] /= sum
		}
	}
}
