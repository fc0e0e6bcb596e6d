package layout

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Two lines of letters 20 high whose base lines lie 45 apart; the upper one ends in a letter that hangs a tail.
func twoLines() []Word {
	upper := Word{Height: 20, Base: 60, parts: []Box{{100, 40, 114, 60}, {118, 40, 132, 60}, {136, 40, 150, 66}}}
	lower := Word{Height: 20, Base: 105, parts: []Box{{100, 85, 114, 105}, {118, 85, 132, 105}, {136, 85, 150, 105}, {152, 85, 166, 105}}}
	upper.rebox()
	lower.rebox()
	return []Word{upper, lower}
}

// Of print that was set without the rules of Thai, tones stand midway between the lines.
func TestTonesThatFloatBelongToTheLettersUnderThem(t *testing.T) {
	const taken, left = 1, 0
	for name, c := range map[string]struct {
		mark Box
		want int
	}{
		"midway between two lines":             {Box{120, 69, 128, 77}, taken},
		"a stroke":                             {Box{122, 68, 124, 75}, taken},
		"as near as a vowel to the line above": {Box{120, 66, 128, 74}, left},
		"under a tail of the line above":       {Box{140, 69, 148, 77}, left},
		"a comma of the line above":            {Box{153, 58, 158, 68}, left},
		"dust":                                 {Box{122, 71, 124, 73}, left},
		"as high as letters":                   {Box{120, 69, 128, 84}, left},
		"the tick of an axis":                  {Box{118, 71, 130, 78}, left},
		"over a gap":                           {Box{200, 69, 208, 77}, left},
	} {
		words := twoLines()
		got := floatOver(words, []Component{{Box: c.mark}}, 20)
		assert.Equal(t, 1-c.want, len(got), name)
		assert.Len(t, words[1].hung, c.want, name)
		assert.Empty(t, words[0].hung, name)
	}
	far := twoLines()[1:]
	assert.Len(t, floatOver(far, []Component{{Box: Box{120, 58, 128, 66}}}, 20), 1, "too far over the letters")
}

// A sign of large print, which passes for a word of one letter, floats over the letters under it unless it is one of a line of small print.
func TestALoneSignThatFloatsIsNoWord(t *testing.T) {
	sign := Word{Height: 9, Base: 77, parts: []Box{{120, 68, 129, 77}}}
	small := Word{Height: 9, Base: 77, parts: []Box{{134, 68, 140, 77}, {142, 68, 148, 77}, {150, 68, 156, 77}}}
	sign.rebox()
	small.rebox()
	assert.Len(t, adoptLone(append(twoLines(), sign), 20), 2)
	assert.Len(t, adoptLone(append(twoLines(), sign, small), 20), 4, "beside small print")
}
