package sheet

import (
	"context"
	"image"
	"slices"

	"lensd/extract"
	"lensd/extract/trace"
	"lensd/vision/geom"
	"lensd/vision/recognize"
)

// uprightSure is the mean confidence from which a sample is believed to stand upright without a look at its other side.
const uprightSure = 0.7

// Orient decides which of two opposite directions is up by reading a sample of lines both ways, turns the sheet if need be,
// and learns the script of its print by the way.
func (s *Sheet) Orient(ctx context.Context) error {
	defer trace.Stage(ctx, "orient")()
	if err := s.orient(ctx); err != nil {
		return err
	}
	if s.trust {
		s.setWords()
	}
	return nil
}

func (s *Sheet) orient(ctx context.Context) error {
	crops, places := s.sample()
	if done, err := s.orientByLayer(ctx, crops, places); done || err != nil {
		return err
	}
	up, err := s.reader.Read(ctx, recognize.Request{Crops: crops}) // it tells the script, and whether the layer is right
	if err != nil {
		return err
	}
	if readable(up) < uprightSure {
		if up, places, err = s.otherSides(ctx, crops, up, places); err != nil {
			return err
		}
	}
	s.trust = s.agrees(up, places, 1)
	script := classify(up)
	s.script = &script
	return nil
}

// What the print of another side must be read with to be believed: more surely by sideLead than upright, and this surely at all.
const (
	sideLead = 0.15
	sideSure = 0.45
)

// otherSides reads the sample upside down, and where neither reads well, the page turned by a quarter both ways: shapes alone
// tell short lines from columns of marks badly. It turns the sheet to the side that reads best and returns its texts and where
// they stand. Where none reads clearly better than the others, the sheet stays as it came and remembers that it is unsure.
func (s *Sheet) otherSides(ctx context.Context, crops []*image.Gray, up []extract.Text, places []geom.Quad) ([]extract.Text, []geom.Quad, error) {
	down, err := s.reader.Read(ctx, recognize.Request{Crops: allUpended(crops), Effort: s.glance()})
	if err != nil {
		return nil, nil, err
	}
	score, other := readable(up), readable(down)
	across := 0.0
	if max(score, other) < uprightSure {
		texts, where, best, turned, err := s.acrossSides(ctx, max(score, other))
		if turned || err != nil {
			return texts, where, err
		}
		across = best
	}
	if other > score+sideLead && other > sideSure {
		s.unsure = other <= across+sideLead
		s.upend()
		return down, places, nil
	}
	s.unsure = len(crops) > 0 && (score <= sideSure || score <= max(other, across)+sideLead)
	return up, places, nil
}

// acrossSides turns the sheet by a quarter either way if it reads clearly better so than with a confidence of best, and else
// leaves it as it is. It returns how well the better of both quarters reads.
func (s *Sheet) acrossSides(ctx context.Context, best float64) (texts []extract.Text, places []geom.Quad, score float64, turned bool, err error) {
	before := *s
	before.codes = slices.Clone(s.codes)
	s.quarter()
	across, where := s.sample()
	first, err := s.reader.Read(ctx, recognize.Request{Crops: across, Effort: s.glance()})
	if err != nil {
		return nil, nil, 0, false, err
	}
	second, err := s.reader.Read(ctx, recognize.Request{Crops: allUpended(across), Effort: s.glance()})
	if err != nil {
		return nil, nil, 0, false, err
	}
	one, two := readable(first), readable(second)
	score = max(one, two)
	if score < max(sideSure, best+sideLead) {
		*s = before
		return nil, nil, score, false, nil
	}
	s.unsure = max(one, two)-min(one, two) <= sideLead
	if two > one {
		s.upend()
		return second, where, score, true, nil
	}
	return first, where, score, true, nil
}

func allUpended(crops []*image.Gray) []*image.Gray {
	out := make([]*image.Gray, len(crops))
	for i, c := range crops {
		out[i] = upended(c)
	}
	return out
}

// layerSample is how many lines are read to bear out a text layer; once layerPages pages of a document have been borne out,
// one line is read on each of the others: the same program wrote them.
const (
	layerSample = 3
	layerPages  = 2
)

// orientByLayer settles a page whose layer says what is printed: then the layer knows the script, and the page stands as the
// layer's letters run. It reports false where a few lines do not bear the layer out.
func (s *Sheet) orientByLayer(ctx context.Context, crops []*image.Gray, places []geom.Quad) (bool, error) {
	if len(s.layer) == 0 || len(crops) < layerSample {
		return false, nil
	}
	script, n, least := s.layerScript(), layerSample, layerSample-1
	if s.borne >= layerPages {
		n, least = 1, 1
	}
	var some []*image.Gray
	var where []geom.Quad
	for i := range n {
		k := (2*i + 1) * len(crops) / (2 * n)
		some, where = append(some, crops[k]), append(where, places[k])
	}
	read, err := s.reader.Read(ctx, recognize.Request{Crops: some, Hint: extract.Hint{Script: script}})
	if err != nil || readable(read) < uprightSure || !s.agrees(read, where, least) {
		return false, err
	}
	s.trust, s.script = true, &script
	return true, nil
}

// layerScript is the language class of the layer's letters.
func (s *Sheet) layerScript() extract.Script {
	for _, w := range s.layer {
		for _, c := range w.chars {
			if c.Rune >= 0x0E00 && c.Rune <= 0x0E7F {
				return extract.ScriptAny
			}
		}
	}
	return extract.ScriptLatin
}

// readable is the mean confidence of the texts, longer ones counting more.
func readable(texts []extract.Text) float64 {
	sum, n := 0.0, 0.0
	for _, t := range texts {
		k := float64(min(12, len(t.Chars)))
		// A line in which nothing is found speaks against this side.
		k = max(k, 3)
		sum += k * t.Confidence
		n += k
	}
	if n == 0 {
		return 0
	}
	return sum / n
}

// upended returns a copy of g turned by half a turn.
func upended(g *image.Gray) *image.Gray {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			out.Pix[(h-1-y)*out.Stride+w-1-x] = g.Pix[y*g.Stride+x]
		}
	}
	return out
}
