package tag

import (
	"fmt"
	"math"
	"slices"
)

// Tag returns of every word of a page the log-probability that it is of no field, and of each of the net's fields. Pages that do not
// bring the traits that the net was trained on are an error.
func (n *Net) Tag(p *Page) ([][]float32, error) {
	t := len(p.Lines)
	if len(p.Bonds) != t*t {
		return nil, fmt.Errorf("tag: %d bonds between %d lines", len(p.Bonds), t)
	}
	var words []*Word
	var line []int
	for i := range p.Lines {
		l := &p.Lines[i]
		if len(l.Traits) != n.head.LineTraits {
			return nil, fmt.Errorf("tag: a line has %d traits, the net wants %d", len(l.Traits), n.head.LineTraits)
		}
		for k := range l.Words {
			if len(l.Words[k].Traits) != n.head.WordTraits {
				return nil, fmt.Errorf("tag: a word has %d traits, the net wants %d", len(l.Words[k].Traits), n.head.WordTraits)
			}
			words, line = append(words, &l.Words[k]), append(line, i)
		}
	}
	if len(words) == 0 {
		return nil, nil
	}
	c := n.lines(p)
	u := make([][]float32, len(words))
	for k, w := range words {
		u[k] = add(n.wordLetters.of(n.bag(w.Grams)), n.look.of(w.Traits))
	}
	for i := range n.around {
		u = n.around[i].beside(u, c, line)
	}
	out := make([][]float32, len(u))
	for k := range u {
		out[k] = n.out.of(u[k])
		logSoftmax(out[k])
	}
	return out, nil
}

// lines returns what is made of each line in sight of all others.
func (n *Net) lines(p *Page) [][]float32 {
	x := make([][]float32, len(p.Lines))
	for i := range p.Lines {
		l := &p.Lines[i]
		v := n.place[0].of(l.Traits)
		for k := range v {
			v[k] = max(0, v[k])
		}
		x[i] = add(n.lineLetters.of(n.bag(l.Grams)), n.place[1].of(v))
	}
	bias := n.leanings(p)
	for i := range n.layers {
		n.layers[i].apply(x, bias[i*n.head.Heads:(i+1)*n.head.Heads])
	}
	for i := range x {
		x[i] = n.last.of(x[i])
	}
	return x
}

// bag is the mean of what the net has learned of letters.
func (n *Net) bag(grams []uint16) []float32 {
	wide := n.head.Letters
	out := make([]float32, wide)
	for _, g := range grams {
		k := int(g) % n.head.Buckets
		scale := n.scale[k] / float32(len(grams))
		for i, v := range n.letters[k*wide : (k+1)*wide] {
			out[i] += scale * float32(v)
		}
	}
	return out
}

// leanings returns how much each head of each layer leans from line to line because of how they lie: of each head, all pairs row by row.
func (n *Net) leanings(p *Page) [][]float32 {
	t := len(p.Lines)
	out := make([][]float32, n.bias[1].out)
	for k := range out {
		out[k] = make([]float32, t*t)
	}
	hidden, lean := make([]float32, n.bias[0].out), make([]float32, n.bias[1].out)
	for i := range t {
		for j := range t {
			r := relation(&p.Lines[i], &p.Lines[j], p.Bonds[i*t+j])
			n.bias[0].into(hidden, r[:])
			for k := range hidden {
				hidden[k] = max(0, hidden[k])
			}
			n.bias[1].into(lean, hidden)
			for k, v := range lean {
				out[k][i*t+j] = v
			}
		}
	}
	return out
}

// relation tells how line b lies to line a, in heights of a.
func relation(a, b *Line, bonds uint8) (out [Relations]float32) {
	h := max(1, a.Height)
	for k, d := range [...]float32{b.Box[0] - a.Box[0], b.Box[1] - a.Box[1], b.Box[2] - a.Box[2], b.Box[1] - a.Box[3], b.Box[0] - a.Box[2]} {
		v := float64(d / h)
		out[k] = float32(math.Copysign(math.Log1p(math.Abs(v)), v))
	}
	if math.Abs(float64(out[1])) < 0.4 {
		out[5] = 1
	}
	if math.Abs(float64(out[0])) < 0.4 {
		out[6] = 1
	}
	out[7] = float32(math.Log(float64(max(1, b.Height) / h)))
	for k := range Relations - 8 {
		out[8+k] = float32(bonds >> k & 1)
	}
	return out
}

// apply is one round: every line looks at all, then each is worked on by itself. x is changed.
func (l *layer) apply(x [][]float32, bias [][]float32) {
	seen := make([][]float32, len(x))
	for i := range x {
		seen[i] = l.qkv.of(l.norm.of(x[i]))
	}
	wide := len(x[0])
	deep := wide / len(bias)
	weight := make([]float32, len(x))
	root := float32(1 / math.Sqrt(float64(deep)))
	for i := range x {
		got := make([]float32, wide)
		for h := range bias {
			q := seen[i][h*deep : (h+1)*deep]
			for j := range x {
				weight[j] = root*dot(q, seen[j][wide+h*deep:wide+(h+1)*deep]) + bias[h][i*len(x)+j]
			}
			softmax(weight)
			for j, w := range weight {
				axpy(got[h*deep:(h+1)*deep], w, seen[j][2*wide+h*deep:2*wide+(h+1)*deep])
			}
		}
		x[i] = add(x[i], l.join.of(got))
		v := l.feed.of(l.feedNorm.of(x[i]))
		gelu(v)
		x[i] = add(x[i], l.back.of(v))
	}
}

// beside mixes each word with those before and behind it in its line and with what is made of the line.
func (l *linear) beside(u, lines [][]float32, line []int) [][]float32 {
	out := make([][]float32, len(u))
	none := make([]float32, len(u[0]))
	in := make([]float32, 0, l.in)
	for k := range u {
		before, behind := none, none
		if k > 0 && line[k-1] == line[k] {
			before = u[k-1]
		}
		if k+1 < len(u) && line[k+1] == line[k] {
			behind = u[k+1]
		}
		in = append(append(append(append(in[:0], before...), u[k]...), behind...), lines[line[k]]...)
		out[k] = l.of(in)
		gelu(out[k])
	}
	return out
}

// of multiplies a vector.
func (l *linear) of(x []float32) []float32 {
	out := make([]float32, l.out)
	l.into(out, x)
	return out
}

// into multiplies a vector, four rows at a time: each number of it is fetched once for all of them.
func (l *linear) into(out, x []float32) {
	n := l.in
	x = x[:n]
	k := 0
	for ; k+4 <= len(out); k += 4 {
		a, b, c, d := l.w[k*n:(k+1)*n], l.w[(k+1)*n:(k+2)*n], l.w[(k+2)*n:(k+3)*n], l.w[(k+3)*n:(k+4)*n]
		s, t, u, v := l.bias[k], l.bias[k+1], l.bias[k+2], l.bias[k+3]
		for i, y := range x {
			s += a[i] * y
			t += b[i] * y
			u += c[i] * y
			v += d[i] * y
		}
		out[k], out[k+1], out[k+2], out[k+3] = s, t, u, v
	}
	for ; k < len(out); k++ {
		out[k] = l.bias[k] + dot(l.w[k*n:(k+1)*n], x)
	}
}

func (n *norm) of(x []float32) []float32 {
	mean, square := 0.0, 0.0
	for _, v := range x {
		mean += float64(v)
	}
	mean /= float64(len(x))
	for _, v := range x {
		square += (float64(v) - mean) * (float64(v) - mean)
	}
	by := float32(1 / math.Sqrt(square/float64(len(x))+1e-5))
	out := make([]float32, len(x))
	for k, v := range x {
		out[k] = (v-float32(mean))*by*n.scale[k] + n.shift[k]
	}
	return out
}

// dot is the sum of products, in four strands that a processor can work on at once.
func dot(a, b []float32) float32 {
	var s [4]float32
	b = b[:len(a)]
	k := 0
	for ; k+4 <= len(a); k += 4 {
		s[0] += a[k] * b[k]
		s[1] += a[k+1] * b[k+1]
		s[2] += a[k+2] * b[k+2]
		s[3] += a[k+3] * b[k+3]
	}
	for ; k < len(a); k++ {
		s[0] += a[k] * b[k]
	}
	return s[0] + s[1] + s[2] + s[3]
}

func axpy(to []float32, by float32, x []float32) {
	for k, v := range x {
		to[k] += by * v
	}
}

// add returns the sum of two vectors in the first one's place.
func add(a, b []float32) []float32 {
	for k, v := range b {
		a[k] += v
	}
	return a
}

func gelu(x []float32) {
	for k, v := range x {
		x[k] = v / 2 * float32(1+math.Erf(float64(v)/math.Sqrt2))
	}
}

func softmax(x []float32) {
	top, sum := slices.Max(x), float32(0)
	for k, v := range x {
		x[k] = float32(math.Exp(float64(v - top)))
		sum += x[k]
	}
	for k := range x {
		x[k] /= sum
	}
}

func logSoftmax(x []float32) {
	top, sum := slices.Max(x), 0.0
	for _, v := range x {
		sum += math.Exp(float64(v - top))
	}
	for k := range x {
		x[k] -= top + float32(math.Log(sum))
	}
}
