package linenet

import (
	"cmp"
	"math"
	"slices"

	"lensd/extract/spelling"
)

// hypothesis is a text that a line may hold; log is the logarithm of its probability, summed over the paths that the beam
// kept, and spelt what its spelling adds.
type hypothesis struct {
	classes    []int
	log, spelt float64
}

// merit ranks hypotheses.
func (h hypothesis) merit() float64 { return h.log + h.spelt }

// same reports that two hypotheses are of one text.
func (h hypothesis) same(o hypothesis) bool { return slices.Equal(h.classes, o.classes) }

// What the spelling weighs beside what the net sees (shallow fusion, Gulcehre et al. 2015), and what each
// letter is given back, so that a text does not lose by being long. Chosen on lines of held-out words and fonts.
const (
	spellingWeight = 0.4
	letterBonus    = 2.2
)

// node is a prefix in the beam: CTC prefix search (Graves, 2012) keeps apart the paths that end in a blank and in the sign.
type node struct {
	parent        *node
	class         int
	length        int
	children      []*node
	blank, sign   float64 // log probabilities up to the slot at hand
	blank1, sign1 float64 // and with it
	slot          int     // for which blank1 and sign1 hold
	context       spelling.Context
	spelt         float64 // what the prefix's spelling adds to its probability
}

func (n *node) total() float64 { return logAdd(n.blank, n.sign) }

// merit ranks prefixes.
func (n *node) merit() float64 { return n.total() + n.spelt }

// child returns the prefix one sign longer.
func (n *node) child(class int, sign rune) *node {
	for _, c := range n.children { // a handful at most
		if c.class == class {
			return c
		}
	}
	inf := math.Inf(-1)
	context, spelt := n.spell(sign)
	c := &node{parent: n, class: class, length: n.length + 1, blank: inf, sign: inf, slot: -1, context: context, spelt: spelt}
	n.children = append(n.children, c)
	return c
}

// spell weighs one more sign; 0 ends the text.
func (n *node) spell(sign rune) (spelling.Context, float64) {
	context, cost := n.context.Then(sign)
	if cost == 0 {
		return context, n.spelt
	}
	return context, n.spelt + spellingWeight*(letterBonus-cost)
}

func (n *node) text() []int {
	out := make([]int, n.length)
	for i := n.length - 1; i >= 0; i-- {
		out[i], n = n.class, n.parent
	}
	return out
}

// search is one beam over one line.
type search struct {
	p     *posterior
	width int
	lag   float64 // how far in log probability a prefix may fall behind the best
	mask  []bool
	runes []rune // of the classes
	next  []*node
	slot  int
}

// run returns up to width hypotheses, best first.
func (s *search) run() []hypothesis {
	inf := math.Inf(-1)
	beam := []*node{{blank: 0, sign: inf, slot: -1, context: spelling.Start}}
	var signs []candidate
	for s.slot = 0; s.slot < s.p.slots; s.slot++ {
		var blank float64
		blank, signs = s.p.candidates(s.slot, s.mask, signs)
		if len(signs) == 0 { // most slots: the prefixes stay, and so does their order
			for _, n := range beam {
				n.blank, n.sign = n.total()+blank, inf
			}
			continue
		}
		s.next = s.next[:0]
		floor := beam[0].merit() - s.lag
		for _, n := range beam {
			s.extend(n, blank, signs, floor)
		}
		for _, n := range s.next {
			n.blank, n.sign = n.blank1, n.sign1
		}
		slices.SortFunc(s.next, func(a, b *node) int { return cmp.Compare(b.merit(), a.merit()) })
		beam = append(beam[:0], s.next[:s.kept()]...)
	}
	for _, n := range beam {
		_, n.spelt = n.spell(0)
	}
	slices.SortStableFunc(beam, func(a, b *node) int { return cmp.Compare(b.merit(), a.merit()) })
	out := make([]hypothesis, 0, len(beam))
	for _, n := range beam {
		out = append(out, hypothesis{n.text(), n.total(), n.spelt})
	}
	return out
}

// kept counts those of the slot's sorted prefixes that stay in the beam.
func (s *search) kept() int {
	n := min(len(s.next), s.width)
	for n > 1 && s.next[n-1].merit() < s.next[0].merit()-s.lag {
		n--
	}
	return n
}

// extend moves a prefix over one slot: it stays (a blank, or its last sign again) or grows by a sign. What would fall
// below the floor is not grown.
func (s *search) extend(n *node, blank float64, signs []candidate, floor float64) {
	total := n.total()
	s.touch(n)
	n.blank1 = logAdd(n.blank1, total+blank)
	for _, c := range signs {
		from := total
		if c.class == n.class && n.parent != nil {
			n.sign1 = logAdd(n.sign1, n.sign+c.log)
			from = n.blank // the same sign twice has a blank between
		}
		if from+n.spelt+c.log < floor || !follows(s.runes[n.class], s.runes[c.class]) {
			continue
		}
		grown := n.child(c.class, s.runes[c.class])
		s.touch(grown)
		grown.sign1 = logAdd(grown.sign1, from+c.log)
	}
}

// touch enters a prefix among the next slot's once.
func (s *search) touch(n *node) {
	if n.slot == s.slot {
		return
	}
	n.slot, n.blank1, n.sign1 = s.slot, math.Inf(-1), math.Inf(-1)
	s.next = append(s.next, n)
}

// negligible is how much less a probability's logarithm is where adding it changes nothing that a text's rank could turn on.
const negligible = 30

func logAdd(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if b < a-negligible || math.IsInf(b, -1) {
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}
