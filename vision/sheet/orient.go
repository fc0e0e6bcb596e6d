package sheet

import (
	"cmp"
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

// sampleLetters is how many letters a sample must have besides: strokes of drawings and of stacked letters pass for a few signs.
const sampleLetters = 30.0

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
	crops, places := s.sample(sampleLines)
	if done, err := s.orientByLayer(ctx, crops, places); done || err != nil {
		return err
	}
	up, err := s.ask(ctx, recognize.Request{Crops: crops}) // it tells the script, and whether the layer is right
	if err != nil {
		return err
	}
	if (readable(up) < uprightSure || cast(up).letters < sampleLetters) && !s.layerUpright() {
		if up, places, err = s.otherSides(ctx, up, places); err != nil {
			return err
		}
	}
	s.trust = s.agrees(up, places, 1)
	script := classify(up)
	s.script = &script
	return nil
}

// A page whose first lines do not settle how it stands is put to a vote: more of its lines are read from each side, and what was
// read counts by its letters. On 50 drawn pages the right side had at least 1.8 times the letters of any other.
const (
	voteLines  = 16
	voteSure   = 0.3 // readings with less are no votes
	voteLead   = 1.3 // times the letters of the side that the page lies on, for another to be taken
	voteFew    = 6.0 // more letters than that, as well
	voteSurer  = 0.02
	voteDoubt  = 1.4 // times the letters of the second best side: below, the page is told to be unsure
	votePlenty = 2.0 // times the letters upside down: the page is not looked at from its sides
	voteEnough = 60.0
)

// ballot is what was read of a page from one side.
type ballot struct {
	letters float64 // and figures, each by its line's confidence, at most a dozen a line
	mean    float64 // confidence of a letter, unsure ones included
}

// otherSides lets the sides of the page vote: shapes alone tell short lines from columns of marks badly. It turns the sheet to the
// side that reads best and returns what a sample of it says and where that stands. Where none reads clearly better than the
// others, the sheet stays as it came and remembers that it is unsure.
func (s *Sheet) otherSides(ctx context.Context, up []extract.Text, places []geom.Quad) ([]extract.Text, []geom.Quad, error) {
	before := *s
	before.codes = slices.Clone(s.codes)
	var sides [4]ballot // by quarters clockwise
	var err error
	if sides[0], sides[2], err = s.bothWays(ctx); err != nil {
		return nil, nil, err
	}
	if sides[0].letters < voteEnough || sides[0].letters < votePlenty*sides[2].letters {
		s.quarter()
		if sides[1], sides[3], err = s.bothWays(ctx); err != nil {
			return nil, nil, err
		}
		if sideOf(sides)%2 == 0 {
			*s = before
		}
	}
	turn := sideOf(sides)
	ranks := slices.SortedFunc(slices.Values(sides[:]), func(a, b ballot) int { return cmp.Compare(a.letters, b.letters) })
	s.unsure = len(up) > 0 && ranks[3].letters <= voteDoubt*ranks[2].letters
	if turn == 0 {
		return up, places, nil
	}
	if turn >= 2 {
		s.upend()
	}
	crops, places := s.sample(sampleLines)
	up, err = s.ask(ctx, recognize.Request{Crops: crops})
	return up, places, err
}

// sideOf is the side, in quarters clockwise, that the page is turned to: its head where that has clearly more letters than the
// page as it lies, and surer ones; one of its sides where that has clearly more than both.
func sideOf(sides [4]ballot) int {
	best := 0
	for _, k := range []int{2, 1, 3} {
		if v, b := sides[k], sides[best]; v.letters >= voteFew+voteLead*b.letters && v.mean > b.mean+voteSurer || best%2 == 1 && v.letters > b.letters {
			best = k
		}
	}
	return best
}

// bothWays reads lines of the sheet as it lies and upside down.
func (s *Sheet) bothWays(ctx context.Context) (up, down ballot, err error) {
	crops, _ := s.sample(voteLines)
	one, err := s.ask(ctx, recognize.Request{Crops: crops, Effort: recognize.Once()})
	if err != nil {
		return up, down, err
	}
	two, err := s.ask(ctx, recognize.Request{Crops: allUpended(crops), Effort: recognize.Once()})
	return cast(one), cast(two), err
}

func cast(texts []extract.Text) (b ballot) {
	all := 0.0
	for _, t := range texts {
		n := float64(min(12, signs(t.Value)))
		all += n
		b.mean += n * t.Confidence
		if t.Confidence > voteSure {
			b.letters += n * t.Confidence
		}
	}
	b.mean /= max(1, all)
	return b
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
	for _, effort := range []recognize.Effort{recognize.Once(), {}} { // the first recogniser's word is mostly enough, and cheap
		read, err := s.ask(ctx, recognize.Request{Crops: some, Hint: extract.Hint{Script: script}, Effort: effort})
		if err != nil {
			return false, err
		}
		if readable(read) >= uprightSure && s.agrees(read, where, least) {
			s.trust, s.script = true, &script
			return true, nil
		}
		if !slices.ContainsFunc(read, func(t extract.Text) bool { return t.Confidence < uprightSure }) {
			break // nobody would be asked again
		}
	}
	return false, nil
}

// uprightLetters is how many letters of a layer say enough about a page's direction.
const uprightLetters = 40

// layerUpright reports a layer whose letters stand upright on the sheet: whoever wrote it knew which side is up, even where the
// print is in a face that reads badly, or the layer's letters are not the print's.
func (s *Sheet) layerUpright() bool {
	level, all := 0, 0
	for _, w := range s.layer {
		all += len(w.chars)
		if w.turn == 0 {
			level += len(w.chars)
		}
	}
	return level >= uprightLetters && 10*level >= 9*all
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
