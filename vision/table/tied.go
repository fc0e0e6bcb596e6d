package table

import (
	"math"
	"slices"

	"lensd/vision/disjoint"
	"lensd/vision/layout"
	"lensd/vision/table/ties"
)

// guessTied looks at the print that the net of ties expects in one table.
func (f *finder) guessTied() {
	h := f.heard
	for _, g := range h.parts() {
		if len(g) < 2 {
			continue
		}
		if ps := h.phrases(f.page, g); len(ps) >= 2 {
			f.guessText(ps, rulesIn(f.page.Rules, printIn(ps), f.th), fromRun)
		}
	}
}

// parts returns which words are likely in one table, by the ties between them.
func (h *hearsay) parts() [][]int {
	set := disjoint.New(len(h.web.Words))
	for i, t := range h.web.Beside {
		if h.said.Beside[i][ties.Outside] < -math.Ln2 {
			set.Join(t.From, t.To)
		}
	}
	for i, t := range h.web.Under {
		if h.said.Under[i][ties.Outside] < -math.Ln2 {
			set.Join(t.From, t.To)
		}
	}
	return set.Groups()
}

// partNames returns what ofParts tells.
func partNames() []string { return []string{"share of its parts taken", "share in the largest part"} }

// ofParts tells which share of the words that are likely in one table with some of the guess laid last it holds, weighed by how likely they
// are in any, and which share of its own is in the largest part: there may be other tables on the page, or two in the guess.
func (h *hearsay) ofParts() []float64 {
	held, sums := make([]float64, len(h.part)), make([]float64, len(h.part)) // by part
	for i, s := range h.said.Words {
		p := 1 - math.Exp(float64(s[ties.Outside]))
		sums[h.part[i]] += p
		if h.cell[i] >= 0 {
			held[h.part[i]] += p
		}
	}
	own, all, most := 0.0, 0.0, 0.0
	for k, v := range held {
		if v > 0 {
			own, all, most = own+v, all+sums[k], max(most, v)
		}
	}
	return []float64{own / max(1e-3, all), most / max(1e-3, own)}
}

// phrases returns the page's phrases of which most words are among some.
func (h *hearsay) phrases(p *layout.Page, words []int) []layout.Phrase {
	among := make(map[layout.Box]bool, len(words))
	for _, i := range words {
		among[h.web.Words[i].Box] = true
	}
	var out []layout.Phrase
	for _, ph := range p.Phrases {
		n := 0
		for _, w := range ph.Words {
			if among[w.Box] {
				n++
			}
		}
		if 2*n > len(ph.Words) {
			out = append(out, ph)
		}
	}
	return out
}

// piecesOf cuts lines of print into what the net takes for the lines of cells.
func (f *finder) piecesOf(lines [][]layout.Phrase) [][]layout.Phrase {
	h := f.heard
	apart := map[int]bool{} // words that another cell's or none stands before
	for k, t := range h.web.Beside {
		says := h.said.Beside[k]
		apart[t.To] = says[ties.SameCell] < says[ties.NextCell]
	}
	out := make([][]layout.Phrase, len(lines))
	for i, words := range wordsOf(lines) {
		for k, w := range words {
			last := len(out[i]) - 1
			at, ok := h.at[w.Box]
			if k == 0 || !ok || apart[at] {
				out[i] = append(out[i], w)
				continue
			}
			p := &out[i][last]
			p.Words, p.Box = append(p.Words, w.Words...), p.Union(w.Box)
		}
	}
	return out
}

// tiedOdds returns the log-odds, by the net, that each line but the first is one row with that above it: the mean over the ties between
// both.
func (f *finder) tiedOdds(lines []textRow) []float64 {
	h := f.heard
	line := make([]int, len(h.web.Words))
	for i, l := range lines {
		for _, c := range l.cells {
			for _, w := range c.Words {
				if k, ok := h.at[w.Box]; ok {
					line[k] = i + 1
				}
			}
		}
	}
	sum, n := make([]float64, len(lines)), make([]float64, len(lines))
	for k, t := range h.web.Under {
		a, b := line[t.From]-1, line[t.To]-1
		if a < 0 || b <= a {
			continue
		}
		odds := h.oneRow(k)
		for i := a + 1; i <= b && (b == a+1 || odds > 0); i++ {
			sum[i], n[i] = sum[i]+odds, n[i]+1
		}
	}
	out := make([]float64, len(lines)-1)
	for i := range out {
		out[i] = -1
		if n[i+1] > 0 {
			out[i] = sum[i+1] / n[i+1]
		}
	}
	return out
}

// oneRow returns the log-odds that the words of a tie downwards stand in one row.
func (h *hearsay) oneRow(k int) float64 {
	says := h.said.Under[k]
	one := math.Exp(float64(says[ties.SameCell])) + math.Exp(float64(says[ties.SameRow]))
	return math.Log((one + 1e-4) / (math.Exp(float64(says[ties.OtherRow])) + 1e-4))
}

// readBy returns what columns are looked for between, in a way of reading.
func (f *finder) readBy(how reading, lines [][]layout.Phrase) [][]layout.Phrase {
	switch {
	case how.pieces:
		return f.piecesOf(lines)
	case how.words:
		return wordsOf(lines)
	}
	return slices.Clone(lines)
}
