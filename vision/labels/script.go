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

// readScript reads lines by the recogniser of a script; on a label of Latin print, one that makes no sense so is read as of mixed
// print too. What is no print has no second opinion.
func readScript(ctx context.Context, rec recognize.Recognizer, crops []*image.Gray, script extract.Script) ([]extract.Text, error) {
	if script == extract.ScriptAny {
		return rec.Read(ctx, recognize.Request{Crops: crops, Effort: recognize.Effort{Worth: isPrint}})
	}
	texts, err := rec.Read(ctx, recognize.Request{Crops: crops, Hint: extract.Hint{Script: script}})
	if err != nil {
		return nil, err
	}
	return texts, surer(texts, crops, otherScript, func(again []*image.Gray) ([]extract.Text, error) {
		return rec.Read(ctx, recognize.Request{Crops: again})
	})
}

// readUnknown is readScript for the lines of which nothing certain is known in that script.
func readUnknown(ctx context.Context, rec recognize.Recognizer, crops []*image.Gray, script extract.Script, known map[int]extract.Text) ([]extract.Text, error) {
	texts := make([]extract.Text, len(crops))
	var at []int
	var unread []*image.Gray
	for i := range crops {
		t, ok := known[i]
		if thai, _ := letters(t.Value); ok && t.Confidence >= fairlyRead && (thai == 0 || script == extract.ScriptAny) {
			texts[i] = t
			continue
		}
		at, unread = append(at, i), append(unread, crops[i])
	}
	read, err := readScript(ctx, rec, unread, script)
	for k, i := range at {
		if err == nil {
			texts[i] = read[k]
		}
	}
	return texts, err
}

// surer reads the lines below a confidence again and takes what is read with more.
func surer(texts []extract.Text, crops []*image.Gray, below float64, read func([]*image.Gray) ([]extract.Text, error)) error {
	var at []int
	var again []*image.Gray
	for i, t := range texts {
		if t.Confidence < below {
			at, again = append(at, i), append(again, crops[i])
		}
	}
	other, err := read(again)
	if err != nil {
		return err
	}
	for k, i := range at {
		if other[k].Confidence > texts[i].Confidence {
			texts[i] = other[k]
		}
	}
	return nil
}

// What a reading of no print says: a scrap of a code, a logo or a drawing, of which a label holds a dozen.
const (
	noPrint     = 0.2 // confidence below
	noPrintMost = 3   // letters and figures at most
)

// isPrint says that a reading is of print: what is none takes a recogniser longer.
func isPrint(t extract.Text) bool {
	thai, latin := letters(t.Value)
	return t.Confidence >= noPrint || thai+latin+figures(t.Value) > noPrintMost
}

// fairlyRead is the confidence from which on one reading of a line is enough.
const fairlyRead = 0.7

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
