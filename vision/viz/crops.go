package viz

import (
	"context"
	"image"
	"math"
	"unicode"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/recognize"
)

// pad is the white kept around print, in millimetres.
const pad = 0.35

// read reads areas of the page, in millimetres, as one line each.
func (p *Page) read(ctx context.Context, areas []geom.Rect, script extract.Script) ([]extract.Text, error) {
	crops := make([]*image.Gray, len(areas))
	for i, a := range areas {
		crops[i] = p.crop(a)
	}
	lines := recognize.Request{Crops: crops, Hint: extract.Hint{Script: script}, Effort: recognize.Effort{Worth: likeValue}}
	if script == extract.ScriptAny { // the other recogniser hardly ever wins on pages of mixed script
		lines.Effort = recognize.Once()
	}
	return p.reader.Read(ctx, lines)
}

// A value is in capitals or holds figures, a caption mostly neither: a capital and small letters.
const (
	leastFigures  = 3
	leastCapitals = 3
)

// likeValue reports that a doubtful reading may be a value: captions are found although they are misread, and are most of what
// a page has in doubt.
func likeValue(t extract.Text) bool {
	capitals, small, figures := 0, 0, 0
	for _, r := range t.Value {
		switch {
		case unicode.IsUpper(r):
			capitals++
		case unicode.IsLower(r):
			small++
		case unicode.IsDigit(r):
			figures++
		}
	}
	return figures >= leastFigures || capitals >= leastCapitals && capitals > small
}

// widen is what Versions adds to an area at its left and right, in millimetres: print at an area's edge may have been
// taken for a frame or a stain when the area was found.
const widen = 0.7

// agreed is the certainty with which two versions that say the same need no third.
const agreed = 0.9

// agreedThai is the same of three drawings of a Thai line.
const agreedThai = 0.8

// Versions implements passport.Print: the page cleaned of rules and stains, as it is, and, unless these two surely agree,
// only what is as black as the values; the latter two with some room at the sides. Thai lines are read in more ways.
func (p *Page) Versions(ctx context.Context, area geom.Rect, script extract.Script) ([]extract.Text, error) {
	p.analyse()
	wide := area
	wide.X0, wide.X1 = wide.X0-widen, wide.X1+widen
	if script == extract.ScriptThai {
		return p.thaiVersions(ctx, wide)
	}
	hint := extract.Hint{Script: script}
	texts, err := p.reader.Read(ctx, recognize.Request{Crops: []*image.Gray{p.cropOf(p.all.Clean, area), p.cropOf(p.grey, wide)}, Hint: hint})
	if err != nil {
		return nil, err
	}
	if a, b := texts[0], texts[1]; a.Value != b.Value || a.Confidence < agreed || b.Confidence < agreed {
		dark, err := p.reader.Read(ctx, recognize.Request{Crops: []*image.Gray{p.cropOf(p.dark.Clean, wide)}, Hint: hint})
		if err != nil {
			return nil, err
		}
		texts = append(texts, dark...)
	}
	return legible(texts), nil
}

// legible leaves out readings without text.
func legible(texts []extract.Text) []extract.Text {
	out := texts[:0]
	for _, t := range texts {
		if t.Value != "" {
			out = append(out, t)
		}
	}
	return out
}

// thaiVersions reads a line with the marks beyond its box, in several sizes and weights: Thai letters differ by small loops
// and marks that each way of drawing loses in other places. Where the first ways say the same they are not all tried; where
// they do not, all recognisers are heard: on print that one has hardly met, the others are wrong in other places.
func (p *Page) thaiVersions(ctx context.Context, area geom.Rect) ([]extract.Text, error) {
	hint := extract.Hint{Script: extract.ScriptThai}
	ways, err := recognize.Variants(p.marked(p.grey, area))
	if err != nil {
		return nil, err
	}
	const first = 3
	texts, err := p.reader.Read(ctx, recognize.Request{Crops: ways[:first], Hint: hint, Effort: recognize.Once()})
	if err != nil {
		return nil, err
	}
	if a, b, c := texts[0], texts[1], texts[2]; a.Value == b.Value && b.Value == c.Value && min(a.Confidence, b.Confidence, c.Confidence) > agreedThai {
		return legible(texts), nil
	}
	dark, err := recognize.Variants(p.marked(p.dark.Clean, area))
	if err != nil {
		return nil, err
	}
	texts, err = p.reader.Read(ctx, recognize.Request{Crops: append(ways, dark...), Hint: hint, Effort: recognize.Effort{All: true}})
	if err != nil {
		return nil, err
	}
	return legible(texts), nil
}

// crop cuts an area out of the page as it is: cleaning takes hairlines for rules, and serifs for hairlines.
func (p *Page) crop(a geom.Rect) *image.Gray { return p.cropOf(p.grey, a) }

func (p *Page) cropOf(page *image.Gray, a geom.Rect) *image.Gray {
	r := p.pixels(geom.Rect{X0: a.X0 - pad, Y0: a.Y0 - pad, X1: a.X1 + pad, Y1: a.Y1 + pad}).Intersect(page.Rect)
	if r.Empty() {
		return image.NewGray(image.Rect(0, 0, 1, 1))
	}
	return framed(page.SubImage(r).(*image.Gray))
}

// pixels returns where an area lies on the cut.
func (p *Page) pixels(a geom.Rect) image.Rectangle {
	at := func(v, from float64) int { return int(math.Round((v - from) * p.density)) }
	return image.Rect(at(a.X0, p.area.X0), at(a.Y0, p.area.Y0), at(a.X1, p.area.X0), at(a.Y1, p.area.Y0))
}

// frame is the white border put around a crop, in pixels. Recognisers blank what touches a crop's edge as the remains of a
// neighbouring line; the boxes here are tight, and what touches their edge are the marks above Thai letters.
const frame = 5

func framed(g *image.Gray) *image.Gray {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, w+2*frame, h+2*frame))
	for i := range out.Pix {
		out.Pix[i] = 255
	}
	for y := range h {
		copy(out.Pix[(y+frame)*out.Stride+frame:], g.Pix[y*g.Stride:y*g.Stride+w])
	}
	return out
}
