package linenet

import (
	"math"

	"lensd/extract"
	"lensd/extract/thai"
)

const (
	beamWidth     = 12
	wideBeamWidth = 24 // where a field has a wish that other readings may fit
	alternatives  = 4
	beamLag       = 10.0
	wideBeamLag   = 16.0
)

// look searches one view of a line for its texts.
func (r *Reader) look(p *posterior, c constraint) view {
	width, lag := beamWidth, beamLag
	if c.wide {
		width, lag = wideBeamWidth, wideBeamLag
	}
	s := search{p: p, width: width, lag: lag, mask: c.mask, runes: r.letters.runes}
	return view{p, s.run()}
}

// decode reads one line from its views; f is the first one's frame.
func (r *Reader) decode(s sight, f *framed, c constraint) Weighed {
	found := c.prefer(s, r.letters, s.texts())
	if len(found) == 0 || len(found[0].classes) == 0 {
		return Weighed{}
	}
	best := found[0]
	spans, ok := s.align(best.classes)
	if !ok {
		return Weighed{}
	}
	t := extract.Text{Chars: r.chars(spans, best.classes, f)}
	sameFigures(t.Chars)
	t.Value = thai.Fold(spell(t.Chars))
	e := evidence(t, s, found, f, r.letters)
	t.Confidence = r.judge.confidence(e)
	t.Alternatives = r.others(found, t)
	return Weighed{t, e}
}

func spell(chars []extract.Char) string {
	out := make([]rune, len(chars))
	for i, c := range chars {
		out[i] = c.Rune
	}
	return string(out)
}

// chars gives each sign its extent and certainty. A sign's path is a few slots near its middle: its extent reaches half-way
// to its neighbours. Marks above and below lie where their consonant lies.
func (r *Reader) chars(spans []span, classes []int, f *framed) []extract.Char {
	out := make([]extract.Char, 0, len(spans))
	centre := func(i int) float64 { return float64(spans[i].first+spans[i].last+1) / 2 }
	bases := make([]int, 0, len(spans))
	for i, c := range classes {
		if i == 0 || !thai.IsMark(r.letters.runes[c]) {
			bases = append(bases, i)
		}
	}
	for k, i := range bases {
		left, right := math.Max(0, centre(i)-8), centre(i)+8
		if k > 0 {
			left = (centre(bases[k-1]) + centre(i)) / 2
		}
		end := len(classes)
		if k+1 < len(bases) {
			end = bases[k+1]
			right = (centre(i) + centre(end)) / 2
		}
		for j := i; j < end; j++ {
			out = append(out, extract.Char{Rune: r.letters.runes[classes[j]], X0: f.at(2 * left), X1: f.at(2 * right), Confidence: math.Exp(spans[j].log)})
		}
	}
	return out
}

// at returns the share of the crop's width at a column of the framed line.
func (f *framed) at(column float64) float64 {
	return math.Max(0, math.Min(1, f.origin+column*f.step))
}

// others are the beam's other readings that differ once folded.
func (r *Reader) others(found []hypothesis, t extract.Text) []extract.Alternative {
	var out []extract.Alternative
	seen := map[string]bool{t.Value: true, "": true}
	for _, h := range found[1:] {
		v := thai.Fold(r.letters.text(h.classes))
		if seen[v] || len(out) == alternatives {
			continue
		}
		seen[v] = true
		share := t.Confidence * math.Exp(math.Min(0, h.log-found[0].log))
		out = append(out, extract.Alternative{Value: v, Confidence: share})
	}
	return out
}
