package layout

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// letterRow is letters side by side whose tops and feet are given.
func letterRow(y0, y1 int) (out []Component) {
	for x := 100; x < 300; x += 25 {
		out = append(out, Component{Box: Box{x, y0, x + 20, y1}, Area: 20 * (y1 - y0) / 2})
	}
	return out
}

func TestAMarkHangsOnTheLetterThatItNearlyTouches(t *testing.T) {
	vowel := Component{Box: Box{128, 133, 138, 142}, Area: 70} // under the upper line, beside the tall letter of the lower one
	tone := Component{Box: Box{204, 138, 214, 147}, Area: 70}  // over a letter of the lower line
	tall := Component{Box: Box{140, 140, 148, 180}, Area: 200}
	cs := append(append(letterRow(100, 130), letterRow(150, 180)...), vowel, tone, tall)
	words, _ := FindWords(cs, 30)
	require.Len(t, words, 2)
	assert.Equal(t, 142, words[0].Y1, "the vowel is the upper line's")
	assert.Equal(t, 138, words[1].Y0, "the tone is the lower one's")
}

func TestOverOrUnder(t *testing.T) {
	letter := Box{100, 100, 120, 130}
	for name, c := range map[string]struct {
		mark Box
		gap  float64
		ok   bool
	}{
		"under":                         {Box{105, 133, 113, 140}, 0.1, true},
		"over":                          {Box{105, 85, 113, 94}, 0.2, true},
		"over, a little to the right":   {Box{124, 85, 130, 94}, 0.2, true},
		"far to the right":              {Box{140, 85, 148, 94}, 0, false},
		"beside, as a full stop":        {Box{122, 124, 126, 130}, 0, false},
		"as tall as a letter":           {Box{105, 133, 113, 155}, 0, false},
		"wider than a letter":           {Box{80, 133, 130, 140}, 0, false},
		"within its box, as of Latin é": {Box{105, 102, 113, 108}, 0, true},
	} {
		gap, ok := overOrUnder(c.mark, letter, 30)
		assert.Equal(t, c.ok, ok, name)
		assert.InDelta(t, c.gap, gap, 0.01, name)
	}
}

func TestMarksInLettersSizeBelongToTheNearerLine(t *testing.T) {
	above := Word{Box: Box{100, 100, 300, 130}, Height: 30, Base: 130, parts: []Box{{100, 100, 300, 130}}}
	// Its tall letters reach up beside the vowels, those under them do not.
	below := Word{Box: Box{100, 140, 300, 176}, Height: 28, Base: 176, parts: []Box{{100, 148, 140, 176}, {145, 160, 175, 176}, {180, 160, 300, 176}}}
	vowels := Word{Box: Box{150, 132, 170, 150}, Height: 14, Base: 150, parts: []Box{{150, 132, 160, 150}, {160, 132, 170, 149}}}
	got := adoptMarks([]Word{above, below, vowels}, 20)
	require.Len(t, got, 2)
	assert.Equal(t, Box{100, 100, 300, 150}, got[0].Box)
	assert.Equal(t, Box{100, 140, 300, 176}, got[1].Box)
}

// What stands over a letter like a tone over a vowel, in one patch, is its mark; small print over it is not, though a vowel hangs from it.
func TestSmallPrintOverLettersIsNoMark(t *testing.T) {
	letters := Word{Box: Box{100, 100, 300, 130}, Height: 30, Base: 130, parts: []Box{{100, 100, 300, 130}}}
	for name, c := range map[string]struct {
		over  Word
		taken bool
	}{
		"a tone on a vowel":                  {Word{Box: Box{150, 74, 174, 96}, Height: 22, Base: 96, parts: []Box{{150, 74, 174, 96}}}, true},
		"a wide one in a bold face":          {Word{Box: Box{150, 74, 181, 96}, Height: 22, Base: 96, parts: []Box{{150, 74, 181, 96}}}, true},
		"small print with a vowel below":     {Word{Box: Box{150, 72, 164, 96}, Height: 14, Base: 88, parts: []Box{{150, 72, 164, 88}, {153, 91, 160, 96}}}, false},
		"small print far under a large line": {Word{Box: Box{150, 141, 166, 148}, Height: 7, Base: 148, parts: []Box{{150, 141, 166, 148}}}, false},
	} {
		want := 2
		if c.taken {
			want = 1
		}
		assert.Len(t, adoptMarks([]Word{letters, c.over}, 20), want, name)
	}
}

// Brackets, and a letter that a vowel of the line above it touches, are higher than the letters of their word: a short word over those is none
// of their marks.
func TestAShortWordOverANumberInBracketsIsNoMark(t *testing.T) {
	short := Word{Box: Box{165, 136, 213, 155}, Height: 19, Base: 155, parts: []Box{{165, 136, 181, 155}, {185, 136, 213, 155}}}
	for name, c := range map[string]struct {
		parts []Box
		want  int
	}{
		"a number in brackets":      {[]Box{{128, 164, 136, 195}, {160, 169, 175, 192}, {179, 169, 194, 192}, {199, 164, 206, 195}, {211, 169, 226, 192}}, 2},
		"a figure with a vowel":     {[]Box{{158, 169, 170, 187}, {172, 156, 184, 187}, {186, 169, 200, 187}, {202, 169, 216, 187}}, 2},
		"letters as high as all of": {[]Box{{128, 164, 136, 195}, {160, 164, 175, 195}, {179, 164, 194, 195}, {199, 164, 216, 195}}, 1},
	} {
		low := Word{Height: 31, Base: 192, parts: c.parts}
		for _, p := range c.parts {
			low.Box = low.Union(p)
		}
		assert.Len(t, adoptMarks([]Word{low, short}, 19), c.want, name)
	}
}

// The marks of lines that stand close reach into each other; the lines do not run on into each other by that.
func TestMarksThatReachIntoTheNextLineJoinNoLines(t *testing.T) {
	upper := Word{Box: Box{100, 90, 300, 148}, Height: 24, Base: 124}
	lower := Word{Box: Box{310, 120, 400, 154}, Height: 24, Base: 154}
	assert.Len(t, FindPhrases([]Word{upper, lower}, nil, 24, lineGap), 2)
}

// Two marks over a word that has run together are more than its letters; its baseline is not theirs.
func TestTheBaselineIsThatOfLetters(t *testing.T) {
	cs := []Component{{Box: Box{105, 100, 121, 111}, Area: 80}, {Box: Box{216, 100, 230, 111}, Area: 80}, {Box: Box{100, 108, 250, 138}, Area: 1500}}
	words, _ := FindWords(cs, 20)
	require.Len(t, words, 1)
	assert.Equal(t, 138, words[0].Base)
}
