package linenet

import (
	"bytes"
	_ "embed" // the trees
	"math"
	"slices"

	"lensd/extract"
	"lensd/extract/spelling"
	"lensd/extract/thai"
	"lensd/extract/trees"
)

// sureTrees is made by scripts/train/lines/confidence.py, which tells from what.
//
//go:embed confidence.model.gz
var sureTrees []byte

// evidenceSize is how many figures a line's confidence is made of.
const evidenceSize = 15

// Beyond these a lead makes no text surer, and a view less likely none less.
const (
	clearLead = 20.0
	leastView = -40.0
)

// judge makes of the evidence for a text the probability that it is right.
type judge struct{ forest trees.Forest }

func newJudge() (judge, error) {
	f, err := trees.Read(bytes.NewReader(sureTrees), evidenceSize)
	return judge{f}, err
}

// confidence is the share of lines with this evidence that are right, told a little low (MODEL.md, Confidence).
func (j judge) confidence(evidence []float32) float64 {
	return 1 / (1 + math.Exp(-j.forest.Sum(evidence)))
}

// evidence is what speaks for and against the first of the texts that were found: how certain its three least certain signs, all its
// signs and the whole of it are, its share among the texts that were found and its lead over the next, its length and script, how
// unusual it and its oddest two letters are spelt, what each view says, how large the print is and how wide a sign.
func evidence(t extract.Text, s sight, found []hypothesis, f *framed, a alphabet) []float32 {
	signs := make([]float64, len(t.Chars))
	mean, ofThai, n := 0.0, 0.0, float64(len(t.Chars))
	for i, c := range t.Chars {
		signs[i] = logit(c.Confidence)
		mean += signs[i] / n
		if thai.IsThai(c.Rune) {
			ofThai++
		}
	}
	slices.Sort(signs)
	best := found[0]
	share, lead := standing(found, t.Value, a)
	usual, oddest := oddness(t.Chars)
	return []float32{
		float32(signs[0]), float32(signs[min(1, len(signs)-1)]), float32(signs[min(2, len(signs)-1)]), float32(mean), float32(logit(math.Exp(best.log))),
		float32(share), float32(lead), float32(n), float32(ofThai / n), float32(usual), float32(oddest),
		float32(max(leastView, s[0].log(best.classes))), float32(max(leastView, s[len(s)-1].log(best.classes))), float32(f.detail), float32(float64(f.width) / n),
	}
}

// standing is the logarithm of the first text's share of the merit of all that were found, and its lead over the next that is another text.
func standing(found []hypothesis, value string, a alphabet) (share, lead float64) {
	lead = clearLead
	for _, h := range found {
		behind := found[0].merit() - h.merit()
		share += math.Exp(-behind)
		if behind < lead && thai.Fold(a.text(h.classes)) != value {
			lead = behind
		}
	}
	return -math.Log(share), lead
}

// oddness is the mean cost of a text's letters by their spelling, and the greatest of two that follow each other.
func oddness(chars []extract.Char) (mean, oddest float64) {
	c, last, n := spelling.Start, 0.0, 0.0
	add := func(cost float64) {
		if cost > 0 {
			mean, n = mean+cost, n+1
		}
		oddest, last = max(oddest, last+cost), cost
	}
	for _, char := range chars {
		next, cost := c.Then(char.Rune)
		c = next
		add(cost)
	}
	_, cost := c.Then(0)
	add(cost)
	return mean / max(1, n), oddest
}

func logit(p float64) float64 {
	p = math.Max(1e-5, math.Min(1-1e-5, p))
	return math.Log(p / (1 - p))
}
