package table

import (
	"math"

	"lensd/vision/layout"
	"lensd/vision/table/ties"
)

// hearsay is what the net of ties says of a page's words.
type hearsay struct {
	web  *ties.Web
	said *ties.Said
	at   map[layout.Box]int // place of a word by its box
	cell []int              // by word: index of the cell of the guess that is looked at, -1: none
	part []int              // by word: what else it is likely in one table with has the same number
}

// hear asks the net.
func (d *Detector) hear(p *layout.Page) *hearsay {
	web := ties.Of(p)
	return newHearsay(web, d.ties.Say(web))
}

func newHearsay(web *ties.Web, said *ties.Said) *hearsay {
	h := &hearsay{web: web, said: said, at: map[layout.Box]int{}, cell: make([]int, len(web.Words))}
	for i, w := range web.Words {
		h.at[w.Box] = i
	}
	h.part = make([]int, len(web.Words))
	for k, g := range h.parts() {
		for _, i := range g {
			h.part[i] = k
		}
	}
	return h
}

// agreementNames returns what agreement tells.
func agreementNames() []string {
	return []string{"likelihood of the ties beside", "of the ties under", "of one cell beside", "of cells beside each other", "of ends at the sides", "of one cell under", "of one row under",
		"of rows under each other", "of ends above and below", "unlikely ties", "most unlikely tie", "gain a tie", "share of words in tables", "of such words taken", "expected F1", "expected precision",
		"likelihood of the spans", "gain of the most"}
}

// tally sums log-likelihoods of ties by what a guess takes them for, and how many of its neighbours the net expects.
type tally struct {
	sum, n               [4]float64
	gain                 float64 // over what is likely if there is no table
	worst                float64
	doubted              float64
	claimed, hit, wanted float64 // cells beside or under each other: of the guess, expected of those, expected at all
}

// doubt is the log-probability below which a tie is unlikely.
const doubt = -1.5

// add counts a tie that a guess takes for one thing, of which the net says says; neighbours is the answer for cells that follow each other.
func (t *tally) add(says []float32, is, neighbours int) {
	v := float64(says[is])
	t.sum[is] += v
	t.n[is]++
	t.gain += v - float64(says[ties.Outside])
	t.worst = min(t.worst, v)
	t.doubted += indicator(v < doubt)
	p := math.Exp(float64(says[neighbours]))
	t.wanted += p
	t.claimed, t.hit = t.claimed+indicator(is == neighbours), t.hit+p*indicator(is == neighbours)
}

func (t *tally) mean(is int) float64 { return t.sum[is] / max(1, t.n[is]) }

// all returns the sum of all log-likelihoods and how many they are.
func (t *tally) all() (sum, n float64) {
	for k := range t.sum {
		sum, n = sum+t.sum[k], n+t.n[k]
	}
	return sum, n
}

// agreement tells how well a guess agrees with what the net says, and what it gains, which its last feature compares.
func (f *finder) agreement(t Table) (out []float64, gain float64) {
	h := f.heard
	h.lay(t)
	var beside, under tally
	for k, tie := range h.web.Beside {
		if a, b := h.cell[tie.From], h.cell[tie.To]; a >= 0 || b >= 0 {
			beside.add(h.said.Beside[k], takenBeside(a, b), ties.NextCell)
		}
	}
	for k, tie := range h.web.Under {
		if a, b := h.cell[tie.From], h.cell[tie.To]; a >= 0 || b >= 0 {
			under.add(h.said.Under[k], t.takenUnder(a, b), ties.OtherRow)
		}
	}
	sb, nb := beside.all()
	su, nu := under.all()
	gain = beside.gain + under.gain
	claimed, hit, wanted := beside.claimed+under.claimed, beside.hit+under.hit, beside.wanted+under.wanted
	out = []float64{sb / max(1, nb), su / max(1, nu), beside.mean(ties.SameCell), beside.mean(ties.NextCell), beside.mean(ties.Outside), under.mean(ties.SameCell), under.mean(ties.SameRow),
		under.mean(ties.OtherRow), under.mean(ties.Outside), (beside.doubted + under.doubted) / max(1, nb+nu), min(beside.worst, under.worst), gain / max(1, nb+nu)}
	return append(append(out, h.taken()...), 2*hit/max(1, claimed+wanted), hit/max(1, claimed), h.spans(t)), gain
}

// takenBeside says what a guess takes a tie from left to right for, from the indices of its words' cells, -1 for none.
func takenBeside(a, b int) int {
	switch {
	case a < 0 || b < 0:
		return ties.Outside
	case a == b:
		return ties.SameCell
	}
	return ties.NextCell
}

// takenUnder does so of a tie downwards.
func (t Table) takenUnder(a, b int) int {
	switch {
	case a < 0 || b < 0:
		return ties.Outside
	case a == b:
		return ties.SameCell
	}
	c, d := t.Cells[a], t.Cells[b]
	if c.Row < d.Row+d.RowSpan && d.Row < c.Row+c.RowSpan {
		return ties.SameRow
	}
	return ties.OtherRow
}

// lay notes which cell of a guess each word is in.
func (h *hearsay) lay(t Table) {
	for i := range h.cell {
		h.cell[i] = -1
	}
	for k, c := range t.Cells {
		for _, p := range c.Phrases {
			for _, w := range p.Words {
				if i, ok := h.at[w.Box]; ok {
					h.cell[i] = k
				}
			}
		}
	}
}

// taken tells which share of a guess's words is expected in tables, and which share of those expected there the guess holds.
func (h *hearsay) taken() []float64 {
	in, n, all := 0.0, 0.0, 0.0
	for i, s := range h.said.Words {
		p := 1 - math.Exp(float64(s[ties.Outside]))
		all += p
		if h.cell[i] >= 0 {
			in, n = in+p, n+1
		}
	}
	return []float64{in / max(1, n), in / max(1, all)}
}

// spans returns the mean log-likelihood of words standing in cells of one column, or of several.
func (h *hearsay) spans(t Table) float64 {
	sum, n := 0.0, 0.0
	for i, s := range h.said.Words {
		if k := h.cell[i]; k >= 0 {
			is := ties.InTable
			if t.Cells[k].ColSpan > 1 {
				is = ties.Spanning
			}
			sum, n = sum+float64(s[is]), n+1
		}
	}
	return sum / max(1, n)
}
