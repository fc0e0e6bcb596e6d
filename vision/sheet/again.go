package sheet

import (
	"context"
	"slices"

	"lensd/extract"
	"lensd/extract/trace"
	"lensd/vision/geom"
	"lensd/vision/recognize"
)

// fairlyRead is the confidence from which on one reading of a line is enough.
const fairlyRead = 0.7

// Again reads some of the sheet's lines once more: doubtful Latin ones as such, which asks for a second opinion. Of Thai the other
// recognisers know nothing that the first one's second view does not. That takes longer than reading them the first time, so it is for
// the lines that matter. What Lines and Layout return from then on says what was read. Print that a PDF's own text told stays.
func (s *Sheet) Again(ctx context.Context, lines []int) error {
	if s.trust {
		return nil
	}
	defer trace.Stage(ctx, "again")()
	before := slices.Clone(s.lines)
	var latin, doubtful []int
	for _, i := range lines {
		if i < 0 || i >= len(s.lines) {
			continue
		}
		if scriptOf(s.lines[i].Text.Value) == extract.ScriptLatin {
			latin = append(latin, i)
			if s.lines[i].Text.Confidence < fairlyRead {
				doubtful = append(doubtful, i)
			}
		}
	}
	if err := s.second(ctx, doubtful); err != nil {
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

// second reads Latin lines with second opinions and takes what is read with more confidence, though no other look shares it.
func (s *Sheet) second(ctx context.Context, lines []int) error {
	texts, err := s.readInk(ctx, s.quadsOf(lines), extract.Hint{Script: extract.ScriptLatin}, recognize.Effort{})
	if err != nil {
		return err
	}
	for k, i := range lines {
		t := &s.lines[i].Text
		if other := doubted(texts[k], aloneLook); other.Confidence > t.Confidence && !sameSigns(other.Value, t.Value) {
			*t = other
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
