package layout

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// setLetters are letters side by side on a base line at 100.
func setLetters(x, wide, high, n int) (out []Component) {
	for range n {
		out = append(out, Component{Box: Box{x, 100 - high, x + wide, 100}, Area: wide * high / 2})
		x += wide + wide/3
	}
	return out
}

func partsOf(cs []Component) ([]Part, bool) {
	p := &Page{TextHeight: 20}
	p.level, _ = FindWords(cs, 20)
	var all Box
	for _, c := range cs {
		all = all.Union(c.Box)
	}
	return p.Parts(Line{Box: Box{all.X0 - 4, all.Y0 - 4, all.X1 + 4, all.Y1 + 4}, Height: 20})
}

func TestPrintOfTwoSizesIsTwoPieces(t *testing.T) {
	pieces, fore := partsOf(append(setLetters(0, 9, 12, 5), setLetters(70, 18, 24, 5)...))
	require.Len(t, pieces, 2)
	assert.False(t, fore)
	assert.Equal(t, []int{12, 24}, []int{pieces[0].Height, pieces[1].Height})
	assert.Less(t, pieces[0].X1, pieces[1].X0)

	one, _ := partsOf(append(setLetters(0, 18, 24, 5), setLetters(140, 18, 24, 5)...))
	assert.Nil(t, one)

	first, fore := partsOf(append(setLetters(0, 14, 20, 3), setLetters(75, 18, 24, 6)...))
	assert.Len(t, first, 2)
	assert.True(t, fore, "a first word that is a little lower")
}

func TestAMaskedPhoneIsOnePiece(t *testing.T) {
	stars := setLetters(52, 12, 13, 6)
	for i := range stars {
		stars[i].Y0, stars[i].Y1 = stars[i].Y0-9, stars[i].Y1-9
	}
	pieces, _ := partsOf(append(setLetters(0, 18, 24, 2), stars...))
	assert.Nil(t, pieces)
}

// Brackets are higher than the figures in them, which are of one size with those behind.
func TestBracketsDoNotPartALine(t *testing.T) {
	cs := append(setLetters(30, 18, 24, 2), setLetters(100, 18, 24, 4)...)
	cs = append(cs, Component{Box: Box{20, 70, 27, 107}, Area: 80}, Component{Box: Box{76, 70, 83, 107}, Area: 80})
	pieces, _ := partsOf(cs)
	assert.Nil(t, pieces)
}

func TestANarrowJoinerPartsWhatStandsFarApart(t *testing.T) {
	for name, c := range map[string]struct {
		gap, left, right int
		far              bool
	}{
		"a space":                       {30, 30, 30, false},
		"monospaced print after a stop": {45, 30, 30, false},
		"a caption of another size":     {45, 30, 20, true},
		"a column":                      {70, 30, 30, true},
	} {
		o := Joint{Left: word(0, 100-c.left, 100, c.left), Right: word(100+c.gap, 100-c.right, 100, c.right)}
		assert.Equal(t, c.far, o.far(), name)
		stars := drawnInk(200, 150, Box{102, 80, 98 + c.gap, 88})
		assert.True(t, o.filled(stars), name)
		assert.False(t, o.filled(drawnInk(200, 150, Box{102, 120, 98 + c.gap, 128})), "under it")
	}
}

// A word of low letters is not of another print than the figures beside it where its few high letters are as high.
func TestWordsOfOnePrintAreToldFromOnesOfTwoSizes(t *testing.T) {
	word := setLetters(140, 14, 16, 7)
	word[0].Y0 -= 8
	pieces, _ := partsOf(append(setLetters(0, 18, 24, 4), word...))
	require.Len(t, pieces, 2)
	assert.False(t, pieces[0].More)
	assert.True(t, pieces[1].More)

	pieces, _ = partsOf(append(setLetters(0, 9, 12, 5), setLetters(70, 18, 24, 5)...))
	require.Len(t, pieces, 2)
	assert.False(t, pieces[1].More, "a caption in small print")
}

// Typewriters' letters stand apart, and the low ones at a word's end are no smaller print.
func TestLettersThatStandApartAreOnePiece(t *testing.T) {
	spaced := func(x int, heights ...int) (out []Component) {
		for _, h := range heights {
			out = append(out, Component{Box: Box{x, 100 - h, x + 14, 100}, Area: 7 * h})
			x += 24
		}
		return out
	}
	pieces, _ := partsOf(spaced(0, 24, 24, 24, 24, 24, 24, 17, 17))
	assert.Nil(t, pieces)
	pieces, _ = partsOf(append(spaced(0, 24, 24, 24, 24, 24, 24), spaced(164, 17, 17)...))
	assert.Len(t, pieces, 2, "behind a wider gap")
}
