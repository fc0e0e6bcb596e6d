package sheet

import (
	"context"
	"strings"

	"lensd/extract"
	"lensd/extract/latin"
	"lensd/vision/recognize"
)

// knowsAccents is the confidence from which on the reading of the model that knows accents stands against a surer one of
// a model that cannot print them.
const knowsAccents = 0.6

// overPlain is how much surer it has to be where it finds no accent: it is no better at plain letters.
const overPlain = 0.1

// fairlyRead is the confidence from which on one reading of a line is enough.
const fairlyRead = 0.7

// aWord is how many letters a line has at least that an accent would make another.
const aWord = 4

// aPhone is how many figures make a line one of figures.
const aPhone = 7

// accents reads Latin lines again: doubtful ones with the model of plain Latin print, and with the one that knows the accents of
// every language those that the first recogniser was not sure of, as it is of few letters that it lacks. Where that one finds such
// letters, the label is in a language that has them, and the sure lines are read by it too. What agrees best is kept.
func (s *Sheet) accents(ctx context.Context, lines []int) error {
	var doubtful, unsure, rest []int
	for _, i := range lines {
		t := s.lines[i].Text
		if t.Confidence < fairlyRead {
			doubtful = append(doubtful, i)
		}
		if _, n := letters(t.Value); n >= aWord && t.Confidence < sure {
			unsure = append(unsure, i)
		} else {
			rest = append(rest, i)
		}
	}
	if err := s.second(ctx, doubtful, extract.ScriptLatin); err != nil {
		return err
	}
	found, err := s.accented(ctx, unsure)
	if err != nil || !found {
		return err
	}
	_, err = s.accented(ctx, rest)
	return err
}

// accented reads lines with the model that knows accents and reports whether it found letters that the others lack.
func (s *Sheet) accented(ctx context.Context, lines []int) (found bool, err error) {
	own, err := s.readInk(ctx, s.quadsOf(lines), extract.Hint{Script: extract.ScriptAccent}, recognize.Effort{})
	if err != nil {
		return false, err
	}
	for k, i := range lines {
		s.lines[i].Text = withAccents(s.lines[i].Text, own[k])
		found = found || strings.ContainsFunc(s.lines[i].Text.Value, func(r rune) bool { return r >= 'Ā' && r <= 'ɏ' })
	}
	return found, nil
}

// withAccents chooses between a reading that lacks accents and one that knows them.
func withAccents(plain, own extract.Text) extract.Text {
	own = single(own, latin.Skeleton(plain.Value))
	switch {
	case own.Value == "":
		return plain
	case latin.Skeleton(own.Value) == latin.Skeleton(plain.Value):
		if !latin.Accented(own.Value) {
			return plain
		}
		own.Confidence = max(own.Confidence, plain.Confidence)
		return own
	case figures(plain.Value) >= aPhone && figures(own.Value) < figures(plain.Value): // a model of letters is no judge of a phone
		return plain
	case own.Confidence > plain.Confidence+overPlain, own.Confidence >= knowsAccents && latin.Accented(own.Value):
		return own
	}
	return plain
}

// figures counts digits.
func figures(s string) int {
	n := 0
	for _, r := range s {
		if r >= '0' && r <= '9' {
			n++
		}
	}
	return n
}

// single drops one of two letters that stand for one, "Jūürgen": a net that is torn between two accents prints both. Only
// where it is known that the line's letters are then those of another reading.
func single(t extract.Text, want string) extract.Text {
	var kept []extract.Char
	for _, c := range t.Chars {
		if n := len(kept); n > 0 && twins(kept[n-1].Rune, c.Rune) {
			if c.Confidence > kept[n-1].Confidence {
				kept[n-1] = c
			}
			continue
		}
		kept = append(kept, c)
	}
	if len(kept) == len(t.Chars) {
		return t
	}
	text := make([]rune, len(kept))
	for i, c := range kept {
		text[i] = c.Rune
	}
	if latin.Skeleton(string(text)) != want {
		return t
	}
	t.Value, t.Chars = string(text), kept
	return t
}

// twins says that two letters are one with different accents.
func twins(a, b rune) bool {
	return a != b && latin.Skeleton(string(a)) != "" && latin.Skeleton(string(a)) == latin.Skeleton(string(b)) && latin.Accented(string(a)+string(b))
}
