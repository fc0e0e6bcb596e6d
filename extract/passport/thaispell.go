package passport

import (
	"math"
	"strings"

	"lensd/extract"
	"lensd/extract/spelling"
	"lensd/extract/thai"
	"lensd/extract/thai/name"
	"lensd/extract/vote"
)

// How a Thai name is weighed, in consonants that are plainly others.
const (
	perEdit     = 1.0  // of an edit away from all readings
	perSurprise = 0.25 // of a nat
	longestName = 80   // letters and marks: a reading of more is none of a name
)

// spell reads a Thai line in several versions and lets them vote letter by letter; how the name sounds against its Latin
// spelling and how usual its letters are beside each other decide where the vote is close.
func (f *form) spell(p *piece) (string, float64) {
	p.Box = f.wholeLine(p)
	var texts []extract.Text
	for _, t := range f.again(p.Box, extract.ScriptThai) {
		if t.Value = name.MendTitle(f.record.Sex, cutCaption(thai.Fold(t.Value))); len([]rune(t.Value)) <= longestName {
			texts = append(texts, t)
		}
	}
	latin := f.record.GivenNames + f.record.Surname
	worse := func(s string) float64 {
		_, bare := name.CutTitle(s)
		bare = name.Hush(bare, latin)
		return perEdit*remote(s, texts) + name.Dissonance(bare, latin) + perSurprise*unusual(bare)
	}
	t, ok := vote.Line(texts, worse)
	if !ok {
		return thai.Fold(p.Text.Value), p.Text.Confidence
	}
	return name.Part(name.CloseUp(name.Hush(t.Value, latin)), f.record.GivenNames, f.record.Surname), t.Confidence
}

// unusual sums the surprise of a name's words.
func unusual(name string) float64 {
	sum := 0.0
	for _, w := range strings.Fields(name) {
		sum += spelling.Surprise(w)
	}
	return sum
}

// lostMark is the cost of a mark that a reading lacks: recognisers lose marks, they hardly ever invent them.
const lostMark = 0.45

// remote is how many edits a text lies from the readings, blanks aside, in their certainties' mean.
func remote(text string, readings []extract.Text) float64 {
	far, all := 0.0, 0.0
	a := []rune(strings.ReplaceAll(text, " ", ""))
	for _, t := range readings {
		far += t.Confidence * edits(a, []rune(strings.ReplaceAll(t.Value, " ", "")))
		all += t.Confidence
	}
	return far / math.Max(all, 1e-9)
}

// edits is the weighed distance of Levenshtein between a text and a reading of it.
func edits(text, reading []rune) float64 {
	row := make([]float64, len(reading)+1)
	for j := range reading {
		row[j+1] = row[j] + 1
	}
	for _, a := range text {
		lost := 1.0
		if thai.IsMark(a) {
			lost = lostMark
		}
		diagonal := row[0]
		row[0] += lost
		for j, b := range reading {
			swap := 0.0
			switch {
			case a != b && thai.IsMark(a) != thai.IsMark(b):
				swap = 2
			case a != b:
				swap = 1
			}
			next := math.Min(diagonal+swap, math.Min(row[j+1]+lost, row[j]+1))
			diagonal, row[j+1] = row[j+1], next
		}
	}
	return row[len(reading)]
}
