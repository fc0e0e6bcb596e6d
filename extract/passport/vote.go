package passport

import (
	"maps"
	"math"
	"slices"

	"lensd/extract"
	"lensd/vision/geom"
)

// consensus returns the text that most of the readings' certainty speaks for. Readings that differ only in accents, case
// and separators support each other; of these the surest one is the spelling. ok is false without a reading.
func consensus(texts []extract.Text) (extract.Text, bool) {
	weight := map[string]float64{}
	for _, t := range texts {
		weight[squeeze(t.Value)] += math.Max(0.01, t.Confidence)
	}
	var best extract.Text
	standing, rivals, ok := 0.0, 0.0, false
	for _, t := range texts {
		t.Value = tidy(t.Value)
		w := weight[squeeze(t.Value)]
		if t.Value == "" {
			continue
		}
		if !ok || w > standing || w == standing && t.Confidence > best.Confidence {
			best, standing, ok = t, w, true
		}
	}
	for _, k := range slices.Sorted(maps.Keys(weight)) { // sums of fractions depend on their order
		rivals += weight[k] * (1 - alike(k, best.Value))
	}
	if ok { // what contradicts the choice lowers it, what supports it raises it
		best.Confidence = math.Min(0.97, math.Max(best.Confidence, standing/3)) * (0.5 + 0.5*standing/(standing+rivals))
	}
	return best, ok
}

// revote reads a piece again, from the page in all its versions, and lets the readings vote.
func (f *form) revote(p *piece, area geom.Rect) {
	if t, ok := consensus(append(f.again(area, scriptOf(f.record)), p.Text)); ok {
		p.Text = t
	}
}

// chosen is the print that a member was taken from, and how much of its certainty counts.
type chosen struct {
	share  float64
	pieces []*piece
}

// clearPrint is the certainty of a print that is not read again: recognisers give it to what all their ways read alike.
const clearPrint = 0.9

// secondLook reads the print of the members that nothing but itself confirms once more.
func (f *form) secondLook() {
	for _, name := range []string{"nationality", "place_of_birth", "issuing_authority"} {
		c, ok := f.prints[name]
		if !ok {
			continue
		}
		for i, p := range c.pieces {
			area := p.Box
			area.X0, area.X1 = f.margin(name, c.pieces, i), f.tail(p)
			if p.Text.Confidence < clearPrint || area.X0 != p.Box.X0 || area.X1 != p.Box.X1 {
				f.revote(p, area)
			}
			p.Text.Value = withoutStub(clearWords(captionless(p.Text.Value)))
			if name == "nationality" {
				p.Text.Value = bilingual(p.Text.Value)
				if spelled, ok := nationSpelled(f.record.Nationality, p.Text.Value); ok {
					p.Text = extract.Text{Value: spelled, Confidence: math.Min(0.85, p.Text.Confidence)}
				}
			}
		}
		f.take(name, c.share, c.pieces...)
		if v := f.fields[name]; name == "issuing_authority" {
			if spelled, ok := authoritySpelled(v.Value); ok {
				v.Value, v.Confidence = spelled, math.Min(0.8, math.Max(v.Confidence, 0.6))
				f.fields[name] = v
			}
		}
	}
}

// tailGap is how far from a value the scraps of its end stand that a stamp or a figure covers, in millimetres.
const tailGap = 3.0

// tail is where the line of a value ends: behind the scraps right of it that nothing explains.
func (f *form) tail(p *piece) float64 {
	end := p.Box.X1
	for grown := true; grown; {
		grown = false
		for _, q := range f.board.free(func(q *piece) bool { return q != p && !q.isLabel() && q.Text.Confidence < clearPrint }) {
			like := q.Box.H() / p.Box.H()
			if level(q.Box, p.Box, 0.6) && like > leastHeight && like < 1/leastHeight && q.Box.X1 > end && q.Box.X0 > p.Box.X0 && q.Box.X0 < end+tailGap && digits(q.Text.Value) == 0 {
				end, grown = q.Box.X1, true
			}
		}
	}
	return end
}

// mostLost is how many letters of a value's beginning may stand apart from it, under a stamp mostly.
const mostLost = 3

// margin is where the line of a value begins: where its caption or its other line does, if it was found to begin later
// and nothing stands between.
func (f *form) margin(name string, pieces []*piece, i int) float64 {
	p := pieces[i]
	at := p.Box.X0
	try := func(x float64) {
		if x < at-0.8 && x > p.Box.X0-14 {
			at = x
		}
	}
	for _, q := range pieces {
		try(q.Box.X0)
	}
	if c := f.board.caption(label(name)); c != nil && c.Box.Y1 < p.Box.Y0+1 && p.Box.Y0-c.Box.Y1 < 3 {
		try(c.Box.X0)
	}
	for _, q := range f.board.pieces {
		own := !q.taken && !q.isLabel() && letters(q.Text.Value)+digits(q.Text.Value) <= mostLost && q.Box.H() > leastHeight*p.Box.H()
		if q != p && !own && q.Box.X0 < p.Box.X0 && q.Box.X1 > at && math.Min(q.Box.Y1, p.Box.Y1)-math.Max(q.Box.Y0, p.Box.Y0) > 0.4*p.Box.H() && letters(q.Text.Value)+digits(q.Text.Value) > 0 {
			return p.Box.X0
		}
	}
	return at
}
