package passport

import (
	"context"
	"math"

	"lensd/extract"
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
	for k, w := range weight {
		if k != squeeze(best.Value) {
			rivals += w
		}
	}
	if ok { // what contradicts the choice lowers it, what supports it raises it
		best.Confidence = math.Min(0.97, math.Max(best.Confidence, standing/3)) * (0.5 + 0.5*standing/(standing+rivals))
	}
	return best, ok
}

// sure is the certainty of a reading that needs no second look.
const sure = 0.96

// revote reads pieces again, from the page in all its versions, and lets the readings vote.
func (f *form) revote(ctx context.Context, pieces ...*piece) error {
	for _, p := range pieces {
		if p.Text.Confidence >= sure {
			continue
		}
		texts, err := f.board.print.Versions(ctx, p.Box, extract.Hint{Script: scriptOf(f.record)})
		if err != nil {
			return err
		}
		if t, ok := consensus(append(texts, p.Text)); ok {
			p.Text = t
		}
	}
	return nil
}

// chosen is the print that a member was taken from, and how much of its certainty counts.
type chosen struct {
	share  float64
	pieces []*piece
}

// secondLook reads the print of the members that nothing but itself confirms once more.
func (f *form) secondLook(ctx context.Context) error {
	for _, name := range []string{"nationality", "place_of_birth", "issuing_authority"} {
		c, ok := f.prints[name]
		if !ok {
			continue
		}
		if err := f.revote(ctx, c.pieces...); err != nil {
			return err
		}
		f.take(name, c.share, c.pieces...)
	}
	return nil
}
