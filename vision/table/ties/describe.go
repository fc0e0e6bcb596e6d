package ties

import (
	"math"
	"slices"

	"lensd/vision/disjoint"
	"lensd/vision/layout"
)

// gaps is the white between the words of lines, by the tie that it belongs to.
type gaps []struct{ x0, x1, y float64 }

// describe fills in the traits of words and ties.
func (w *Web) describe() {
	if len(w.Words) == 0 {
		return
	}
	for _, t := range w.Beside {
		a, b := w.Words[t.From], w.Words[t.To]
		w.gaps = append(w.gaps, struct{ x0, x1, y float64 }{float64(a.X1), float64(b.X0), float64(middle2(a)+middle2(b)) / 4})
	}
	v := w.surroundings()
	for i := range w.Words {
		w.Traits = append(w.Traits, slices.Concat(w.shape(i), v.white(w, i), w.ruled(i), w.aligned(i), v.page))
	}
	for k := range w.Beside {
		w.Beside[k].Traits = w.besideTraits(k)
	}
	for k := range w.Under {
		w.Under[k].Traits = w.underTraits(k, v)
	}
}

// squash keeps the sign and the order of lengths in letter heights, and tells small ones better apart.
func squash(v float64) float32 { return float32(math.Copysign(math.Log1p(math.Abs(v)), v)) }

func indicator(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// shape tells a word's own size, place and place in its phrase.
func (w *Web) shape(i int) []float32 {
	a, p := w.Words[i], w.page.Phrases[w.phrase[i]]
	th := w.th
	return []float32{squash(float64(a.W()) / th), squash(float64(a.H()) / th), float32(math.Log(max(1, float64(a.Height)) / th)), indicator(a.H()*100 <= a.Height*112),
		indicator(float64(a.H()) < 0.35*th), float32(a.X0) / float32(w.page.W), float32(a.X1) / float32(w.page.W), float32(a.Y0) / float32(w.page.H),
		squash(float64(len(p.Words))), indicator(w.at[i] == 0), indicator(w.at[i] == len(p.Words)-1), squash(float64(p.W()) / th)}
}

// surroundings are what is the same for all words, or known once for all.
type surroundings struct {
	page                  []float32
	left, right, up, down []float64 // white around each word in pixels, infinite where nothing follows
	leading               float64   // least usual distance of lines
	onLine                []int     // words that stand beside each other, at least by a chain
	phrasesOnLine         []int
}

func (w *Web) surroundings() *surroundings {
	n := len(w.Words)
	s := &surroundings{left: make([]float64, n), right: make([]float64, n), up: make([]float64, n), down: make([]float64, n)}
	for _, d := range [][]float64{s.left, s.right, s.up, s.down} {
		for i := range d {
			d[i] = math.Inf(1)
		}
	}
	for _, t := range w.Beside {
		gap := float64(w.Words[t.To].X0 - w.Words[t.From].X1)
		s.right[t.From], s.left[t.To] = min(s.right[t.From], gap), min(s.left[t.To], gap)
	}
	var apart []float64
	for _, t := range w.Under {
		a, b := w.Words[t.From], w.Words[t.To]
		if a.X0 >= b.X1 || b.X0 >= a.X1 {
			continue
		}
		gap := float64(b.Y0 - a.Y1)
		if s.down[t.From] > gap {
			s.down[t.From] = gap
		}
		s.up[t.To] = min(s.up[t.To], gap)
		apart = append(apart, float64(middle2(b)-middle2(a))/2)
	}
	s.leading = 2 * w.th
	if len(apart) > 0 {
		slices.Sort(apart)
		s.leading = max(w.th, apart[len(apart)/8])
	}
	s.lines(w)
	across, down, edges := 0.0, 0.0, 0.0
	for _, r := range w.page.Rules {
		switch {
		case r.Edge:
			edges++
		case r.Vertical:
			down++
		default:
			across++
		}
	}
	s.page = []float32{squash(float64(n)), squash(across), squash(down), squash(edges), squash(s.leading / w.th), squash(w.page.Space / w.th), squash(float64(w.page.W) / w.th), squash(float64(len(w.page.Figures)))}
	return s
}

// rows returns of each word its line, which is a number that other words of a chain of ties from left to right share.
func (w *Web) rows() []int {
	set := disjoint.New(len(w.Words))
	for _, t := range w.Beside {
		set.Join(t.From, t.To)
	}
	out := make([]int, len(w.Words))
	for k, g := range set.Groups() {
		for _, i := range g {
			out[i] = k
		}
	}
	return out
}

// lines counts along the ties from left to right.
func (s *surroundings) lines(w *Web) {
	row := w.rows()
	words, phrases := make([]int, len(row)), make([]int, len(row))
	for i, r := range row {
		words[r]++
		if w.at[i] == 0 {
			phrases[r]++
		}
	}
	for _, r := range row {
		s.onLine, s.phrasesOnLine = append(s.onLine, words[r]), append(s.phrasesOnLine, phrases[r])
	}
}

// white tells how much white is around a word, and how many stand in its line.
func (s *surroundings) white(w *Web, i int) []float32 {
	out := make([]float32, 0, 10)
	for _, d := range []float64{s.left[i], s.right[i], s.up[i], s.down[i]} {
		if math.IsInf(d, 1) {
			out = append(out, 0, 1)
			continue
		}
		out = append(out, squash(d/w.th), 0)
	}
	return append(out, squash(float64(s.onLine[i])), squash(float64(s.phrasesOnLine[i])))
}

// ruled tells which rules stand near a word on its four sides, printed ones and borders of fills, and what it lies in.
func (w *Web) ruled(i int) []float32 {
	const near = 4.0
	a := w.Words[i]
	var close [8]float64
	for _, r := range w.page.Rules {
		kind := 0
		if r.Edge {
			kind = 4
		}
		var d float64
		if r.Vertical {
			y := float64(middle2(a)) / 2
			if y < r.Y0-0.5*w.th || y > r.Y1+0.5*w.th {
				continue
			}
			mid := float64(a.X0+a.X1) / 2
			d = r.At(y) - mid
			if d > 0 {
				kind++
			}
			d = math.Abs(d) - float64(a.W())/2
		} else {
			x := float64(a.X0+a.X1) / 2
			if x < r.X0-0.5*w.th || x > r.X1+0.5*w.th {
				continue
			}
			d = r.At(x) - float64(middle2(a))/2
			if kind += 2; d > 0 {
				kind++
			}
			d = math.Abs(d) - float64(a.H())/2
		}
		close[kind] = max(close[kind], 1-max(0, d)/(near*w.th))
	}
	out := make([]float32, 0, 10)
	for _, c := range close {
		out = append(out, float32(c))
	}
	filled, dark := w.ground(i)
	return append(out, indicator(filled), indicator(dark))
}

// ground tells what the innermost filled area around a word is.
func (w *Web) ground(i int) (filled, dark bool) {
	a := w.Words[i]
	x, y := (a.X0+a.X1)/2, middle2(a)/2
	for _, r := range w.page.Areas {
		if r.Filled && x >= r.X0 && x < r.X1 && y >= r.Y0 && y < r.Y1 {
			filled, dark = true, r.Dark
		}
	}
	return filled, dark
}

// aligned counts the phrases above and below whose left edge, right edge and middle stand as those of the word's phrase.
func (w *Web) aligned(i int) []float32 {
	p := w.page.Phrases[w.phrase[i]]
	var n [6]float64
	for k, o := range w.page.Phrases {
		dy := float64(o.Y0+o.Y1-p.Y0-p.Y1) / 2
		if k == w.phrase[i] || math.Abs(dy) < 0.5*w.th || math.Abs(dy) > 30*w.th {
			continue
		}
		side := 0
		if dy > 0 {
			side = 3
		}
		for e, d := range [3]int{o.X0 - p.X0, o.X1 - p.X1, (o.X0 + o.X1 - p.X0 - p.X1) / 2} {
			if math.Abs(float64(d)) < 0.35*w.th {
				n[side+e]++
			}
		}
	}
	out := make([]float32, 6)
	for k, v := range n {
		out[k] = squash(v)
	}
	return out
}

// besideTraits tells how the words of a tie from left to right lie.
func (w *Web) besideTraits(k int) []float32 {
	t := w.Beside[k]
	a, b := w.Words[t.From], w.Words[t.To]
	gap := float64(b.X0 - a.X1)
	printed, edge := false, false
	y := float64(middle2(a)+middle2(b)) / 4
	for _, r := range w.page.Rules {
		if x := r.At(y); r.Vertical && x > float64(a.X0+a.X1)/2 && x < float64(b.X0+b.X1)/2 && y > r.Y0-0.3*w.th && y < r.Y1+0.3*w.th {
			printed, edge = printed || !r.Edge, edge || r.Edge
		}
	}
	up, down := w.clear(k)
	alike := w.alike(k)
	return append([]float32{squash(gap / w.th), squash(gap / max(1, w.page.Space)), squash(float64(b.Base-a.Base) / w.th), float32(math.Log(float64(max(1, b.Height)) / float64(max(1, a.Height)))),
		indicator(w.phrase[t.From] == w.phrase[t.To]), indicator(printed), indicator(edge), squash(up), squash(down)}, alike...)
}

// clear returns how far the middle of a gap is free of words above and below, in letter heights.
func (w *Web) clear(k int) (up, down float64) {
	const far = 40.0
	g := w.gaps[k]
	up, down = far, far
	mid, slack := (g.x0+g.x1)/2, min(0.15*w.th, max(0, (g.x1-g.x0)/4))
	for _, b := range w.Words {
		if float64(b.X0) >= mid+slack || float64(b.X1) <= mid-slack {
			continue
		}
		d := (float64(middle2(b))/2 - g.y) / w.th
		if d < -0.5 {
			up = min(up, -d)
		} else if d > 0.5 {
			down = min(down, d)
		}
	}
	return up, down
}

// alike counts the gaps above and below that share white with a gap, those that begin with it, and those that end with it.
func (w *Web) alike(k int) []float32 {
	g := w.gaps[k]
	var n [6]float64
	for i, o := range w.gaps {
		d := (o.y - g.y) / w.th
		if i == k || math.Abs(d) < 0.5 || math.Abs(d) > 20 {
			continue
		}
		side := 0
		if d > 0 {
			side = 3
		}
		if min(o.x1, g.x1)-max(o.x0, g.x0) > 0.3*w.th {
			n[side]++
		}
		if math.Abs(o.x0-g.x0) < 0.3*w.th {
			n[side+1]++
		}
		if math.Abs(o.x1-g.x1) < 0.3*w.th {
			n[side+2]++
		}
	}
	out := make([]float32, 6)
	for i, v := range n {
		out[i] = squash(v)
	}
	return out
}

// underTraits tells how the words of a tie downwards lie.
func (w *Web) underTraits(k int, s *surroundings) []float32 {
	t := w.Under[k]
	a, b := w.Words[t.From], w.Words[t.To]
	p, q := w.page.Phrases[w.phrase[t.From]], w.page.Phrases[w.phrase[t.To]]
	th := w.th
	apart := float64(middle2(b)-middle2(a)) / 2
	common := float64(min(a.X1, b.X1) - max(a.X0, b.X0))
	printed, edge := w.ruledBetween(a.Box, b.Box)
	last := t.From + len(p.Words) - 1 - w.at[t.From]
	room := 20.0
	if !math.IsInf(s.right[last], 1) {
		room = s.right[last]/th - float64(q.Words[0].W())/th
	}
	fa, da := w.ground(t.From)
	fb, db := w.ground(t.To)
	return []float32{squash(float64(b.Y0-a.Y1) / th), squash(apart / th), squash(apart / s.leading), squash(float64(b.X0-a.X0) / th), squash(float64(b.X1-a.X1) / th),
		squash(common / th), indicator(common > 0), float32(printed), float32(edge), float32(math.Log(float64(max(1, b.Height)) / float64(max(1, a.Height)))), squash(room),
		squash(float64(q.X0-p.X0) / th), squash(float64(q.X1-p.X1) / th), squash(float64(q.X0+q.X1-p.X0-p.X1) / 2 / th), indicator(w.at[t.From] == 0), indicator(w.at[t.To] == 0),
		indicator(fa != fb || da != db), squash(float64(min(p.X1, q.X1)-max(p.X0, q.X0)) / th)}
}

// ruledBetween returns the share of two words' common width, or of the way between them, over which a printed rule and a border of a fill
// run between them.
func (w *Web) ruledBetween(a, b layout.Box) (printed, edge float64) {
	lo, hi := float64(max(a.X0, b.X0)), float64(min(a.X1, b.X1))
	if lo > hi {
		lo, hi = hi, lo
	}
	top, foot := float64(a.Y0+a.Y1)/2, float64(b.Y0+b.Y1)/2
	for _, r := range w.page.Rules {
		if y := r.At((lo + hi) / 2); r.Vertical || y <= top || y >= foot {
			continue
		}
		share := max(0, min(hi, r.X1)-max(lo, r.X0)) / max(1, hi-lo)
		if r.Edge {
			edge = max(edge, share)
		} else {
			printed = max(printed, share)
		}
	}
	return printed, edge
}
