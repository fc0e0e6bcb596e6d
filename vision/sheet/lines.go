package sheet

import (
	"context"
	"image"
	"slices"

	"lensd/extract"
	"lensd/extract/trace"
	"lensd/vision/geom"
	"lensd/vision/layout"
)

// Lines implements extract.Sheet.
func (s *Sheet) Lines(ctx context.Context) ([]extract.Line, error) {
	if s.read {
		return s.lines, nil
	}
	s.analyse(ctx)
	defer trace.Stage(ctx, "lines")()
	read := s.byEye
	if s.trust {
		read = s.fromTypeset
	}
	lines, err := read(ctx)
	if !s.trust {
		s.tellRanges(lines)
	}
	s.lines, s.read = lines, err == nil
	if s.read {
		s.tellLines(ctx)
	}
	return lines, err
}

// Layout implements extract.Sheet.
func (s *Sheet) Layout(ctx context.Context) (*extract.Layout, error) {
	lines, err := s.Lines(ctx)
	if err != nil {
		return nil, err
	}
	w, h := s.Size()
	found := s.analysis()
	out := &extract.Layout{Number: s.number, Width: w, Height: h, Typeset: s.trust, Unsure: s.unsure, Lines: lines, Codes: s.codes}
	for _, a := range found.Areas {
		out.Areas = append(out.Areas, extract.Area{Quad: quadOf(a.Box, 0), Parent: a.Parent, Filled: a.Filled, Dark: a.Dark})
	}
	for _, r := range found.Rules {
		out.Rules = append(out.Rules, extract.Rule{A: geom.Point{X: r.X0, Y: r.Y0}, B: geom.Point{X: r.X1, Y: r.Y1}, Thick: r.Thick})
	}
	if !s.tickless {
		out.Ticks = s.ticks()
	}
	s.tellAreas(ctx, out)
	return out, nil
}

// ticks looks at the page as it was printed, because rules that are painted over take the sides of boxes with them.
func (s *Sheet) ticks() []extract.Tick {
	g := s.page.Gray
	var out []extract.Tick
	for _, t := range layout.FindTickBoxes(layout.Threshold(g, layout.InkLevel(g)), s.analysis().TextHeight) {
		out = append(out, extract.Tick{Quad: quadOf(t.Box, 0), Ink: t.Ink})
	}
	return out
}

// padding is the white kept around print, so that no stroke is cut.
func padding(height int) float64 { return max(2, float64(height)*0.2) }

func quadOf(b layout.Box, pad float64) geom.Quad {
	return geom.QuadOf(geom.Rect{X0: float64(b.X0) - pad, Y0: float64(b.Y0) - pad, X1: float64(b.X1) + pad, Y1: float64(b.Y1) + pad})
}

// words cuts a line at its spaces, with boxes from the places of the characters.
func words(t extract.Text, q geom.Quad) []extract.Word {
	var out []extract.Word
	for start := 0; start < len(t.Chars); {
		if t.Chars[start].Rune == ' ' {
			start++
			continue
		}
		end := start
		for end < len(t.Chars) && t.Chars[end].Rune != ' ' {
			end++
		}
		out = append(out, word(t.Chars[start:end], q))
		start = end
	}
	return out
}

func word(chars []extract.Char, q geom.Quad) extract.Word {
	x0, x1, conf := 1.0, 0.0, 1.0
	value := make([]rune, len(chars))
	for i, c := range chars {
		x0, x1, conf = min(x0, c.X0), max(x1, c.X1), min(conf, c.Confidence)
		value[i] = c.Rune
	}
	inner := slices.Clone(chars)
	for i := range inner {
		if x1 > x0 {
			inner[i].X0, inner[i].X1 = (inner[i].X0-x0)/(x1-x0), (inner[i].X1-x0)/(x1-x0)
		}
	}
	return extract.Word{
		Quad: geom.Quad{between(q[0], q[1], x0), between(q[0], q[1], x1), between(q[3], q[2], x1), between(q[3], q[2], x0)},
		Text: extract.Text{Value: string(value), Confidence: conf, Chars: inner},
	}
}

func between(a, b geom.Point, t float64) geom.Point {
	return geom.Point{X: a.X + (b.X-a.X)*t, Y: a.Y + (b.Y-a.Y)*t}
}

// Script returns the language class of the page's print as Orient found it.
func (s *Sheet) Script() extract.Script {
	if s.script == nil {
		return extract.ScriptAny
	}
	return *s.script
}

// sampleLines and sampleWidth bound what is read to learn a page's script.
const (
	sampleLines = 6
	sampleWidth = 16 // letter heights
)

// sample crops the beginnings of at most n lines spread over the page and says where they are.
func (s *Sheet) sample(n int) (crops []*image.Gray, places []geom.Quad) {
	p := s.analysis()
	var wide []layout.Phrase
	for _, ph := range p.Phrases {
		if ph.W() > 4*ph.Height && ph.H() < 4*ph.Height {
			wide = append(wide, ph)
		}
	}
	if len(wide) == 0 || n > len(wide) {
		wide = p.Phrases
	}
	step := max(1, len(wide)/n)
	for i := step / 2; i < len(wide) && len(crops) < n; i += step {
		q := quadOf(beginning(wide[i]), padding(wide[i].Height))
		if c, err := s.crop(q); err == nil {
			crops, places = append(crops, c), append(places, q)
		}
	}
	return crops, places
}

// beginning is the box of a phrase's first words up to sampleWidth; half a letter at the end would cost the reading its
// confidence. A single long word is cut.
func beginning(p layout.Phrase) layout.Box {
	b, most := p.Box, p.X0+sampleWidth*max(8, p.Height)
	if b.X1 <= most {
		return b
	}
	b.X1 = most
	for _, w := range p.Words {
		if w.X1 > most {
			break
		}
		b.X1 = w.X1
	}
	return b
}

// classify decides for Latin only where hardly a Thai sign was seen: the mixed model also reads Latin, the other cannot
// read Thai at all.
func classify(texts []extract.Text) extract.Script {
	thai, sure, all := 0, 0, 0
	for _, t := range texts {
		for _, c := range t.Chars {
			if c.Rune == ' ' {
				continue
			}
			all++
			if c.Rune >= 0x0E00 && c.Rune <= 0x0E7F {
				thai++
				if c.Confidence > 0.9 {
					sure++
				}
			}
		}
	}
	if all == 0 || sure*25 > all || thai*8 > all {
		return extract.ScriptAny
	}
	return extract.ScriptLatin
}
