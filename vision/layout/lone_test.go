package layout

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// large is a word of three letters of 30 pixels, their feet at 100, with a vowel over the second.
func large() Word {
	w := Word{Height: 30, Base: 100, parts: []Box{{100, 70, 124, 100}, {130, 70, 154, 100}, {160, 70, 184, 110}}, hung: []Box{{132, 58, 154, 66}}}
	w.rebox()
	return w
}

// aloneOf is a word of some patches and nothing else.
func aloneOf(parts ...Box) Word {
	w := Word{Height: parts[0].H(), Base: parts[0].Y1, parts: parts}
	w.rebox()
	return w
}

func TestMarksOfLargePrintAreNoWords(t *testing.T) {
	below := Word{Height: 20, Base: 140, parts: []Box{{100, 120, 114, 140}, {120, 120, 134, 140}}, hung: []Box{{101, 112, 114, 117}}}
	below.rebox()
	for name, c := range map[string]struct {
		mark Word
		line Box // of the large print, afterwards
		left int // words
	}{
		"a tone over a letter, wide as a dash":       {aloneOf(Box{102, 57, 120, 66}), Box{100, 57, 184, 110}, 2},
		"a tone on a vowel":                          {aloneOf(Box{134, 46, 152, 55}), Box{100, 46, 184, 110}, 2},
		"a vowel and a tone on it that touch":        {aloneOf(Box{102, 48, 120, 66}), Box{100, 48, 184, 110}, 2},
		"a vowel under a letter":                     {aloneOf(Box{140, 103, 150, 117}), Box{100, 58, 184, 117}, 2},
		"one with the next line's tone below it":     {aloneOf(Box{130, 103, 138, 114}, Box{126, 112, 134, 119}), Box{100, 58, 184, 114}, 2},
		"a vowel under a letter that goes down deep": {aloneOf(Box{164, 106, 180, 116}), Box{100, 58, 184, 116}, 2},
		"a tone that floats":                         {aloneOf(Box{102, 39, 115, 49}), Box{100, 39, 184, 110}, 2},
		"far above":                                  {aloneOf(Box{102, 18, 120, 27}), Box{100, 58, 184, 110}, 3},
		"far below":                                  {aloneOf(Box{140, 108, 150, 114}), Box{100, 58, 184, 110}, 3},
		"as high as a letter":                        {aloneOf(Box{102, 44, 120, 66}), Box{100, 58, 184, 110}, 3},
		"wider than a letter":                        {aloneOf(Box{100, 59, 135, 66}), Box{100, 58, 184, 110}, 3},
		"a dash beside the letters":                  {aloneOf(Box{190, 84, 204, 88}), Box{100, 58, 184, 110}, 3},
		"a stroke on a letter":                       {aloneOf(Box{185, 70, 188, 86}), Box{100, 58, 184, 110}, 3},
		"beside a letter's edge":                     {aloneOf(Box{120, 57, 138, 66}), Box{100, 57, 184, 110}, 2},
		"over a gap":                                 {aloneOf(Box{186, 57, 200, 66}), Box{100, 58, 184, 110}, 3},
		"of three patches":                           {aloneOf(Box{102, 58, 106, 66}, Box{108, 58, 112, 66}, Box{114, 58, 118, 66}), Box{100, 58, 184, 110}, 3},
	} {
		got := adoptLone([]Word{large(), c.mark, below}, 12)
		assert.Len(t, got, c.left, name)
		assert.Equal(t, c.line, got[0].Box, name)
		assert.Equal(t, below.Box, got[len(got)-1].Box, name)
	}
}

func TestAToneOnALoneVowelGoesWithIt(t *testing.T) {
	w := large()
	w.hung = nil
	w.rebox()
	got := adoptLone([]Word{aloneOf(Box{132, 46, 152, 55}), aloneOf(Box{132, 58, 154, 66}), w}, 12)
	assert.Len(t, got, 1)
	assert.Equal(t, 46, got[0].Y0)
}

func TestALetterHasNoMarks(t *testing.T) {
	one := Word{Height: 30, Base: 100, parts: []Box{{100, 70, 124, 100}}}
	one.rebox()
	assert.Len(t, adoptLone([]Word{one, aloneOf(Box{102, 57, 120, 66})}, 12), 2)
}

func TestWordsOfLargePrintAmidSmallHaveTheirMarks(t *testing.T) {
	var cs []Component
	for x := 100; x < 220; x += 30 {
		cs = append(cs, Component{Box: Box{x, 70, x + 24, 100}, Area: 300})
	}
	cs = append(cs, Component{Box: Box{102, 57, 120, 66}, Area: 90}, Component{Box: Box{134, 103, 146, 116}, Area: 80})
	words, _ := FindWords(cs, 12)
	i := slices.IndexFunc(words, func(w Word) bool { return w.Y0 <= 57 && w.Y1 >= 116 })
	assert.GreaterOrEqual(t, i, 0, "%v", words)
	assert.Len(t, words, 1)
}

func TestTheEndOfALineOfLargePrintIsItsOwn(t *testing.T) {
	for name, c := range map[string]struct {
		end  []Box
		line Box // of the large print, afterwards
		left int // words
	}{
		"a comma":                        {[]Box{{188, 92, 195, 106}}, Box{100, 58, 195, 110}, 2},
		"a full stop":                    {[]Box{{190, 92, 198, 100}}, Box{100, 58, 198, 110}, 2},
		"a comma before the next word":   {[]Box{{188, 92, 195, 106}, {206, 70, 230, 100}}, Box{100, 58, 195, 110}, 3},
		"a comma nearer to the next one": {[]Box{{200, 92, 207, 106}, {212, 70, 236, 100}}, Box{100, 58, 184, 110}, 4},
		"a dash":                         {[]Box{{188, 82, 200, 87}}, Box{100, 58, 184, 110}, 3},
		"half as high as a letter":       {[]Box{{188, 84, 200, 100}}, Box{100, 58, 184, 110}, 3},
		"far away":                       {[]Box{{214, 92, 222, 100}}, Box{100, 58, 184, 110}, 3},
	} {
		below := aloneOf(Box{197, 120, 211, 140}) // begins where the end ends
		words := []Word{large(), below}
		for _, b := range c.end {
			words = append(words, aloneOf(b))
		}
		got := adoptEnds(words, 12)
		assert.Len(t, got, c.left, name)
		assert.Equal(t, c.line, got[0].Box, name)
	}
}
