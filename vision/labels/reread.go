package labels

import (
	"context"
	"image"
	"regexp"

	"gocv.io/x/gocv"

	"lensd/extract"
	"lensd/extract/vote"
	"lensd/vision/picture"
	"lensd/vision/recognize"
)

// sure is the confidence from which on a line is not read again.
const sure = 0.9

// Reread reads some lines once more: Latin ones with the models of their script alone, plain Thai ones, which are names, in
// several sizes and weights by every recogniser, which then vote letter by letter: bold print closes the loops that tell Thai
// letters apart, each way of reading closes others. That takes longer than reading them the first time, so it is for the lines
// that matter.
func (p *Page) Reread(ctx context.Context, rec recognize.Recognizer, lines []int) error {
	var latin []int
	for _, i := range lines {
		if i < 0 || i >= len(p.Lines) {
			continue
		}
		switch t := p.Lines[i].Text; {
		case scriptOf(t.Value) == extract.ScriptLatin:
			latin = append(latin, i)
		case plainThai(t.Value) && t.Confidence < sure:
			if err := p.ballot(ctx, rec, i); err != nil {
				return err
			}
		}
	}
	if err := p.accents(ctx, rec, latin); err != nil {
		return err
	}
	for _, i := range latin {
		p.Lines[i].Text = stopped(p.Lines[i].Text, p.stops[i])
	}
	return nil
}

// second reads lines with second opinions and takes what is read with more confidence.
func (p *Page) second(ctx context.Context, rec recognize.Recognizer, lines []int, script extract.Script) error {
	texts, err := rec.Read(ctx, recognize.Request{Crops: p.cropsOf(lines), Hint: extract.Hint{Script: script}})
	if err != nil {
		return err
	}
	for k, i := range lines {
		if texts[k].Confidence > p.Lines[i].Text.Confidence {
			p.Lines[i].Text = texts[k]
		}
	}
	return nil
}

func (p *Page) cropsOf(lines []int) []*image.Gray {
	out := make([]*image.Gray, len(lines))
	for k, i := range lines {
		out[k] = p.crops[i]
	}
	return out
}

// equal is added to the confidences of readings under vote: recognisers that are unsure are wrong in different places.
const equal = 0.4

// ballot replaces a Thai line by what the readings of its variants agree on.
func (p *Page) ballot(ctx context.Context, rec recognize.Recognizer, line int) error {
	crops, err := variants(p.crops[line])
	if err != nil {
		return err
	}
	hint := extract.Hint{Script: extract.ScriptThai}
	texts, err := rec.Read(ctx, recognize.Request{Crops: crops[:1], Hint: hint, Effort: recognize.Effort{All: true}})
	if err != nil {
		return err
	}
	// The first recogniser alone reads the other variants: it is the quicker one, and more of the slower one's hardly change a vote.
	more, err := rec.Read(ctx, recognize.Request{Crops: crops[1:], Hint: hint, Effort: recognize.Once()})
	if err != nil {
		return err
	}
	texts = append(texts, more...)
	best := p.Lines[line].Text.Confidence
	readings := []extract.Text{{Value: p.Lines[line].Text.Value, Confidence: best + equal}}
	for _, t := range texts {
		if t.Value != "" {
			best = max(best, t.Confidence)
			readings = append(readings, extract.Text{Value: t.Value, Confidence: t.Confidence + equal})
		}
	}
	if t, ok := vote.Line(readings, misspelt); ok {
		p.Lines[line].Text = extract.Text{Value: t.Value, Confidence: min(0.95, t.Confidence*best/(best+equal))}
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
