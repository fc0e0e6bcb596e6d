package passport

import (
	"strings"

	"lensd/extract"
	"lensd/extract/spelling"
	"lensd/extract/thai"
	"lensd/extract/thai/name"
	"lensd/extract/vote"
)

// How a Thai name is weighed, in consonants that are plainly others.
const (
	perSurprise = 0.25 // of a nat
	longestName = 80   // letters and marks: a reading of more is none of a name
)

// spell reads a Thai line in several versions and lets them vote letter by letter; how the name sounds against its Latin
// spelling and how usual its letters are beside each other decide where the vote is close.
func (f *form) spell(p *piece) (string, float64) {
	p.Box = f.wholeLine(p)
	var texts []extract.Text
	for _, t := range f.again(p.Box, extract.ScriptThai) {
		if t.Value = name.MendTitle(f.record.Sex, thai.Fold(t.Value)); len([]rune(t.Value)) <= longestName {
			texts = append(texts, t)
		}
	}
	latin := f.record.GivenNames + f.record.Surname
	worse := func(s string) float64 {
		_, bare := name.CutTitle(s)
		bare = name.Hush(bare, latin)
		return name.Dissonance(bare, latin) + perSurprise*unusual(bare)
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
