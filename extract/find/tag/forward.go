package tag

import (
	"fmt"
	"math"
	"slices"

	"lensd/extract/dense"
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
		u[k] = dense.Add(n.wordLetters.Of(n.bag(w.Grams)), n.look.Of(w.Traits))
	}
	for i := range n.around {
		u = beside(&n.around[i], u, c, line)
	}
	out := make([][]float32, len(u))
	for k := range u {
		out[k] = dense.LogSoftmax(n.out.Of(u[k]))
	}
	return out, nil
}

// lines returns what is made of each line in sight of all others.
func (n *Net) lines(p *Page) [][]float32 {
	x := make([][]float32, len(p.Lines))
	for i := range p.Lines {
		l := &p.Lines[i]
		x[i] = dense.Add(n.lineLetters.Of(n.bag(l.Grams)), n.place[1].Of(dense.Relu(n.place[0].Of(l.Traits))))
	}
	bias := n.leanings(p)
	for i := range n.layers {
		n.layers[i].apply(x, bias[i*n.head.Heads:(i+1)*n.head.Heads])
	}
	for i := range x {
		x[i] = n.last.Of(x[i])
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
	out := make([][]float32, n.bias[1].Out)
	for k := range out {
		out[k] = make([]float32, t*t)
	}
	hidden, lean := make([]float32, n.bias[0].Out), make([]float32, n.bias[1].Out)
	for i := range t {
		for j := range t {
			r := relation(&p.Lines[i], &p.Lines[j], p.Bonds[i*t+j])
			n.bias[0].Into(hidden, r[:])
			n.bias[1].Into(lean, dense.Relu(hidden))
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
		seen[i] = l.qkv.Of(l.norm.Of(x[i]))
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
				weight[j] = root*dense.Dot(q, seen[j][wide+h*deep:wide+(h+1)*deep]) + bias[h][i*len(x)+j]
			}
			softmax(weight)
			for j, w := range weight {
				axpy(got[h*deep:(h+1)*deep], w, seen[j][2*wide+h*deep:2*wide+(h+1)*deep])
			}
		}
		x[i] = dense.Add(x[i], l.join.Of(got))
		v := l.feed.Of(l.feedNorm.Of(x[i]))
		gelu(v)
		x[i] = dense.Add(x[i], l.back.Of(v))
	}
}

// beside mixes each word with those before and behind it in its line and with what is made of the line.
func beside(l *dense.Linear, u, lines [][]float32, line []int) [][]float32 {
	out := make([][]float32, len(u))
	none := make([]float32, len(u[0]))
	in := make([]float32, 0, l.In)
	for k := range u {
		before, behind := none, none
		if k > 0 && line[k-1] == line[k] {
			before = u[k-1]
		}
		if k+1 < len(u) && line[k+1] == line[k] {
			behind = u[k+1]
		}
		in = append(append(append(append(in[:0], before...), u[k]...), behind...), lines[line[k]]...)
		out[k] = l.Of(in)
		gelu(out[k])
	}
	return out
}

func axpy(to []float32, by float32, x []float32) {
	for k, v := range x {
		to[k] += by * v
	}
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
