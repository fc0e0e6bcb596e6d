package sheet

import (
	"context"
	"image"
	"regexp"
	"slices"

	"gocv.io/x/gocv"

	"lensd/extract"
	"lensd/extract/trace"
	"lensd/extract/vote"
	"lensd/vision/geom"
	"lensd/vision/picture"
	"lensd/vision/recognize"
)

// sure is the confidence from which on a line is not read again.
const sure = 0.9

// Again reads some of the sheet's lines once more: Latin ones with the models of their script alone, plain Thai ones, which are
// names, in several sizes and weights by every recogniser, which then vote letter by letter: bold print closes the loops that tell
// Thai letters apart, each way of reading closes others. That takes longer than reading them the first time, so it is for the
// lines that matter. What Lines and Layout return from then on says what was read. Print that a PDF's own text told stays.
func (s *Sheet) Again(ctx context.Context, lines []int) error {
	if s.trust {
		return nil
	}
	defer trace.Stage(ctx, "again")()
	before := slices.Clone(s.lines)
	var latin []int
	for _, i := range lines {
		if i < 0 || i >= len(s.lines) {
			continue
		}
		switch t := s.lines[i].Text; {
		case scriptOf(t.Value) == extract.ScriptLatin:
			latin = append(latin, i)
		case plainThai(t.Value) && t.Confidence < sure:
			if err := s.vote(ctx, i); err != nil {
				return err
			}
		}
	}
	if err := s.accents(ctx, latin); err != nil {
		return err
	}
	for _, i := range latin {
		s.lines[i].Text = stopped(s.lines[i].Text, s.stopsOn(s.lines[i]))
	}
	for i, l := range s.lines {
		if l.Text.Value != before[i].Text.Value {
			s.lines[i].Words = words(l.Text, l.Quad)
		}
	}
	return nil
}

// second reads lines with second opinions and takes what is read with more confidence.
func (s *Sheet) second(ctx context.Context, lines []int, script extract.Script) error {
	texts, err := s.readInk(ctx, s.quadsOf(lines), extract.Hint{Script: script}, recognize.Effort{})
	if err != nil {
		return err
	}
	for k, i := range lines {
		if texts[k].Confidence > s.lines[i].Text.Confidence {
			s.lines[i].Text = texts[k]
		}
	}
	return nil
}

func (s *Sheet) quadsOf(lines []int) []geom.Quad {
	out := make([]geom.Quad, len(lines))
	for k, i := range lines {
		out[k] = s.lines[i].Quad
	}
	return out
}

// equal is added to the confidences of readings under vote: recognisers that are unsure are wrong in different places.
const equal = 0.4

// vote replaces a Thai line by what the readings of its variants agree on.
func (s *Sheet) vote(ctx context.Context, line int) error {
	crop, err := s.crop(s.lines[line].Quad)
	if err != nil {
		return err
	}
	crops, err := variants(crop)
	if err != nil {
		return err
	}
	hint := extract.Hint{Script: extract.ScriptThai}
	texts, err := s.ask(ctx, recognize.Request{Crops: crops[:1], Hint: hint, Effort: recognize.Effort{All: true}})
	if err != nil {
		return err
	}
	// The first recogniser alone reads the other variants: it is the quicker one, and more of the slower one's hardly change a vote.
	more, err := s.ask(ctx, recognize.Request{Crops: crops[1:], Hint: hint, Effort: recognize.Once()})
	if err != nil {
		return err
	}
	texts = append(texts, more...)
	own := s.lines[line].Text
	best := own.Confidence
	readings := []extract.Text{{Value: own.Value, Confidence: best + equal}}
	for _, t := range texts {
		if t.Value != "" {
			best = max(best, t.Confidence)
			readings = append(readings, extract.Text{Value: t.Value, Confidence: t.Confidence + equal})
		}
	}
	if t, ok := vote.Line(readings, misspelt); ok {
		s.lines[line].Text = extract.Text{Value: t.Value, Confidence: min(0.95, t.Confidence*best/(best+equal))}
	}
	return nil
}

// openEnd is SARA UEE at the end of a word, where Thai never has it.
var openEnd = regexp.MustCompile(`ื(?:[่-๋])?(?:[^ก-๎]|$)`)

// misspelt counts what Thai spelling excludes.
func misspelt(s string) float64 { return float64(len(openEnd.FindAllString(s, -1))) }

// The variants of a line that are read: heights in pixels at which it is worked on, and what is done to it.
const variantHeight = 96

// variants returns a line enlarged as it is, with thinner strokes, blurred and drawn narrower.
func variants(crop *image.Gray) ([]*image.Gray, error) {
	m, err := picture.GrayMat(crop)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	big := gocv.NewMat()
	defer big.Close()
	w := max(8, m.Cols()*variantHeight/max(1, m.Rows()))
	gocv.Resize(m, &big, image.Pt(w, variantHeight), 0, 0, gocv.InterpolationCubic)
	pen := gocv.GetStructuringElement(gocv.MorphEllipse, image.Pt(5, 5))
	defer pen.Close()
	return recognize.Redraw([]func(dst *gocv.Mat){
		func(dst *gocv.Mat) { big.CopyTo(dst) },
		func(dst *gocv.Mat) { gocv.Dilate(big, dst, pen) }, // dark print: growing the paper thins the strokes
		func(dst *gocv.Mat) { gocv.GaussianBlur(big, dst, image.Pt(7, 7), 0, 0, gocv.BorderDefault) },
		func(dst *gocv.Mat) {
			gocv.Resize(big, dst, image.Pt(max(8, w*88/100), variantHeight), 0, 0, gocv.InterpolationCubic)
		},
	})
}

// letters counts a text's Thai characters and its Latin letters.
func letters(s string) (thai, latin int) {
	for _, r := range s {
		switch {
		case r >= 'ก' && r <= '๛':
			thai++
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= 'À' && r <= 'ɏ':
			latin++
		}
	}
	return thai, latin
}

// plainThai says that a text has neither digits nor Latin letters: a name.
func plainThai(s string) bool {
	thai := false
	for _, r := range s {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return false
		}
		thai = thai || r >= 'ก' && r <= '๛'
	}
	return thai
}

// scriptOf returns the one script of a text's letters, ScriptAny for a mixture.
func scriptOf(s string) extract.Script {
	thai, latin := letters(s)
	switch {
	case thai > 0 && latin*10 <= thai: // a stray Latin letter in a Thai line is a misreading
		return extract.ScriptThai
	case latin > 0 && thai == 0:
		return extract.ScriptLatin
	}
	return extract.ScriptAny
}
