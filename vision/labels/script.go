package labels

import (
	"context"
	"image"

	"lensd/extract"
	"lensd/vision/recognize"
)

// What makes a label one of Latin print: letters in the sample of its lines, and the share of Thai ones among them that
// stray readings of logos and stains explain.
const (
	enoughLetters = 20
	strayThai     = 0.04
	surelyRead    = 0.6 // a line of the sample that counts
)

// scriptIn returns ScriptLatin where a sample of a label's lines is in Latin print, else ScriptAny.
func scriptIn(sample []extract.Text) extract.Script {
	thai, latin := 0, 0
	for _, t := range sample {
		if t.Confidence >= surelyRead {
			n, m := letters(t.Value)
			thai, latin = thai+n, latin+m
		}
	}
	if latin >= enoughLetters && float64(thai) <= strayThai*float64(latin) {
		return extract.ScriptLatin
	}
	return extract.ScriptAny
}

// otherScript is the confidence below which a line on a label of Latin print is taken for one in Thai.
const otherScript = 0.35

// readScript reads lines by the recogniser of a script. On a label of Latin print a line that makes no sense so is read by
// the mixed one too.
func readScript(ctx context.Context, rec recognize.Recognizer, crops []*image.Gray, script extract.Script) ([]extract.Text, error) {
	texts, err := rec.Read(ctx, crops, extract.Hint{Script: script})
	if err != nil || script == extract.ScriptAny {
		return texts, err
	}
	var at []int
	var again []*image.Gray
	for i, t := range texts {
		if t.Confidence < otherScript {
			at, again = append(at, i), append(again, crops[i])
		}
	}
	mixed, err := rec.Read(ctx, again, extract.Hint{})
	if err != nil {
		return nil, err
	}
	for k, i := range at {
		if mixed[k].Confidence > texts[i].Confidence {
			texts[i] = mixed[k]
		}
	}
	return texts, nil
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
