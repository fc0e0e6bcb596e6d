package layout

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// patchesOf is patches of these heights side by side from x on, as wide as high by two thirds, their feet at base.
func patchesOf(x, base int, heights ...int) (cs []Component) {
	for _, h := range heights {
		w := max(3, 2*h/3)
		cs = append(cs, Component{Box: Box{x, base - h, x + w, base}, Area: w * h / 2})
		x += w + max(2, h/6)
	}
	return cs
}

// ofSizes is what otherSizes finds on a page of print 20 pixels high with more patches.
func ofSizes(more ...Component) []Line {
	var cs []Component
	for y := 100; y < 400; y += 50 {
		cs = append(cs, patchesOf(50, y, 20, 20, 20, 20, 20, 20, 20, 20)...)
	}
	cs = append(cs, more...)
	words, _ := FindWords(cs, 20)
	return otherSizes(cs, words, nil, 20)
}

func TestSmallPrintHasItsCapitals(t *testing.T) {
	for name, heights := range map[string][]int{
		"at the start":  {15, 9, 9, 9, 9, 9, 9, 9, 9},
		"at the end":    {9, 9, 9, 9, 9, 9, 9, 9, 15},
		"in the middle": {9, 9, 9, 9, 15, 9, 9, 9, 9},
	} {
		small := patchesOf(300, 500, heights...)
		got := ofSizes(small...)
		if assert.Len(t, got, 1, name) {
			assert.Equal(t, 300, got[0].X0, name)
			assert.Equal(t, small[len(small)-1].X1, got[0].X1, name)
		}
	}
}

// What is small, but large enough for letters of the usual size, is found as those are: a line of a size of its own would leave its
// capitals out.
func TestPrintWhoseLettersAreWordsIsNoOtherSize(t *testing.T) {
	assert.Empty(t, ofSizes(patchesOf(300, 500, 17, 12, 12, 12, 12, 12, 12, 12, 12)...))
}

func TestSmallPrintEndsWhereUsualPrintBegins(t *testing.T) {
	small := patchesOf(300, 500, 9, 9, 9, 9, 9, 9, 9, 9)
	got := ofSizes(append(small, patchesOf(small[7].X1+14, 500, 20, 14, 14, 20, 20)...)...)
	if assert.Len(t, got, 1) {
		assert.Equal(t, small[7].X1, got[0].X1)
	}
}

// Among capitals that pass for letters and low letters that pass for marks, the larger size is the one of small print.
func TestSmallPrintOfLowLettersEndsWhereUsualPrintBegins(t *testing.T) {
	var more []Component
	for y := 500; y < 700; y += 50 {
		more = append(more, patchesOf(50, y, 13, 13, 13, 13, 13, 13, 13, 13)...)
	}
	small := patchesOf(300, 700, 13, 9, 9, 9, 13, 9, 9, 13)
	more = append(append(more, small...), patchesOf(small[7].X1+14, 700, 20, 20, 20, 20)...)
	got := ofSizes(more...)
	if assert.Len(t, got, 1) {
		assert.Equal(t, Box{300, 687, small[7].X1, 700}, got[0].Box)
	}
}

// The low letters of one line of small print pass for marks over the letters of the next, whose words are then as high as both.
func TestALineWhoseWordsHaveTakenLettersOfAnotherIsKept(t *testing.T) {
	low, line := patchesOf(300, 486, 9, 9, 9, 9), patchesOf(300, 500, 12, 12, 12, 12, 12, 12, 12, 12)
	own := map[Box]Box{}
	for _, c := range line {
		own[c.Box] = Box{300, 488, line[7].X1, 500}
	}
	l := Line{Box: Box{300, 488, line[7].X1, 500}, Height: 12}
	assert.True(t, inWords(l, line, own))
	for _, c := range line {
		own[c.Box] = Box{300, low[0].Y0, line[7].X1, 500}
	}
	assert.False(t, inWords(l, line, own))
}

// A frame around a code and print makes no headline with the code, whose letters stand side by side.
func TestAFrameAroundPrintIsNoHeadline(t *testing.T) {
	frame := Component{Box: Box{30, 60, 1000, 500}, Area: 970 * 440 / 5}
	code := Component{Box: Box{840, 120, 980, 330}, Area: 140 * 210 / 2}
	assert.Empty(t, ofSizes(frame, code))

	large := patchesOf(300, 700, 150, 150, 150)
	got := ofSizes(append(large, patchesOf(320, 640, 20, 20, 20)...)...) // a word in a letter of the headline
	if assert.Len(t, got, 1) {
		assert.Equal(t, Box{300, 550, large[2].X1, 700}, got[0].Box)
	}
}

// Print three times as large as the page's still makes usual lines: a headline of its capitals took their place and lacked the end of a name.
func TestCapitalsOfLargePrintAreNoHeadline(t *testing.T) {
	assert.Empty(t, ofSizes(patchesOf(100, 500, 64, 44, 44, 64, 64, 44, 44, 44, 44)...))
	got := ofSizes(patchesOf(100, 500, 90, 90, 90, 90)...)
	if assert.Len(t, got, 1, "larger print is one") {
		assert.Equal(t, 90, got[0].Height)
	}
}
