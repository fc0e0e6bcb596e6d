package labels

import (
	"image"
	"image/draw"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
)

// The order of what is found decides what is read: the same picture was a label at one time and none at another.
func TestDashedRulesComeInOneOrder(t *testing.T) {
	var blobs []blob
	for row := range 12 {
		for i := range 15 {
			blobs = append(blobs, blob{x0: 40 * i, y0: 90 * row, x1: 40*i + 24, y1: 90*row + 4, area: 96})
		}
	}
	_, first := takeDashes(blobs, leastDash)
	assert.Len(t, first, 12)
	for range 50 {
		_, again := takeDashes(blobs, leastDash)
		assert.Equal(t, first, again)
	}
}

func TestDashedRulesThatRunDownAreNoLetters(t *testing.T) {
	blobs := []blob{{x0: 30, y0: 10, x1: 50, y1: 34, area: 200}}
	for i := range 20 {
		blobs = append(blobs, blob{x0: 10, y0: 16 * i, x1: 14, y1: 16*i + 10, area: 40})
	}
	kept, rules := takeDashes(transposeBlobs(blobs), leastDash)
	assert.Equal(t, blobs[:1], transposeBlobs(kept))
	assert.Len(t, rules, 1)
}

// letters places glyphs of one size from x on, step apart; a step of 0 leaves a place out.
func lettersAt(x, width, height int, steps ...int) (out []blob) {
	for _, s := range steps {
		out = append(out, blob{x0: x, y0: 100 - height, x1: x + width, y1: 100, area: width * height / 2})
		x += s
	}
	return out
}

func TestTypewriterPrintKeepsItsWordsTogether(t *testing.T) {
	even := lettersAt(0, 18, 24, 24, 24, 24, 48, 24, 24, 24, 24, 24)
	assert.True(t, newChain(even).pitched())
	assert.InDelta(t, pitchSpace, blank([]chain{newChain(even)}), 0)
	uneven := lettersAt(0, 18, 24, 24, 17, 30, 40, 21, 28, 24, 16, 33)
	assert.InDelta(t, wordSpace, blank([]chain{newChain(uneven)}), 0)
}

func TestPrintOfTwoSizesIsTwoPieces(t *testing.T) {
	small, large := lettersAt(0, 9, 12, 12, 12, 12, 12), lettersAt(70, 18, 24, 24, 24, 24, 24)
	parts := newChain(append(small, large...)).parts()
	if assert.Len(t, parts, 2) {
		assert.Equal(t, 12.0, parts[0].glyph)
		assert.Equal(t, 70, parts[1].box.x0)
	}
	assert.Nil(t, newChain(append(large, lettersAt(190, 18, 24, 24, 24, 24)...)).parts())
}

func TestACaptionTakenForMarksIsAPiece(t *testing.T) {
	line := newChain(lettersAt(70, 18, 30, 24, 24, 24, 24))
	assert.Nil(t, line.parts())
	line.blobs = append(line.blobs, lettersAt(10, 8, 11, 11, 11, 11, 11)...)
	line.measure()
	parts := line.parts()
	if assert.Len(t, parts, 2) {
		assert.Equal(t, 11.0, parts[0].glyph)
		assert.Equal(t, 70, parts[1].box.x0)
	}
}

// "Name: Anna" with the caption in print of a third of the size: what is left of it beside its value is none of the value's letters.
func TestSmallPrintBeforeALineIsNoPartOfIt(t *testing.T) {
	value := lettersAt(80, 20, 36, 26, 26, 26, 26, 26, 26)
	starting := func(l chain) int { return l.box.x0 }
	find := func(before ...blob) []chain { return chains(append(append([]blob{}, before...), value...), nil, 120) }
	for name, c := range map[string]struct {
		before []blob
		want   int // where the value begins
	}{
		"the end of a caption":      {[]blob{{45, 85, 60, 100, 90}, {64, 97, 67, 100, 9}, {64, 88, 67, 91, 9}}, 80},
		"a small word":              {[]blob{{36, 85, 48, 100, 90}, {50, 85, 62, 100, 90}}, 80},
		"the stars of a number":     {[]blob{{40, 66, 52, 78, 60}, {56, 66, 68, 78, 60}}, 40},
		"a dash close to the word":  {[]blob{{66, 86, 76, 90, 40}}, 66},
		"the full stop of a letter": {[]blob{{24, 64, 44, 100, 400}, {47, 96, 51, 100, 16}}, 24},
		"a letter as large":         {[]blob{{24, 64, 44, 100, 400}}, 24},
	} {
		got := find(c.before...)
		last := got[len(got)-1]
		for _, l := range got {
			if l.glyph > last.glyph {
				last = l
			}
		}
		assert.Equal(t, c.want, starting(last), name)
		if c.want < 80 {
			assert.Len(t, last.blobs, len(value)+len(c.before), name)
		}
	}
	assert.Len(t, find(blob{36, 85, 48, 100, 90}, blob{50, 85, 62, 100, 90}), 2, "a small word is a line of its own")
}

// The letters of a small caption have run together to a piece nearly as high as those of its value.
func TestAFusedCaptionIsAFirstWord(t *testing.T) {
	value := lettersAt(80, 18, 30, 24, 24, 24, 24, 24, 24)
	fused := blob{10, 76, 60, 100, 500}
	pieces := newChain(append([]blob{fused}, value...)).fore()
	if assert.Len(t, pieces, 2) {
		assert.Equal(t, 60, pieces[0].box.x1)
		assert.Equal(t, 80, pieces[1].box.x0)
	}
	assert.Nil(t, newChain(append(lettersAt(10, 18, 30, 24, 24), value...)).fore(), "a word of the same size")
	assert.Nil(t, newChain(lettersAt(80, 18, 30, 22, 22, 22, 22, 22, 22, 22)).fore(), "one word")

	read := func(confidence float64) extract.Text { return extract.Text{Value: "abc", Confidence: confidence} }
	first := Strip{fore: true}
	assert.True(t, first.better([]extract.Text{read(0.3), read(0.8)}, read(0.5)), "what is behind the caption is surer")
	assert.False(t, first.better([]extract.Text{read(0.9), read(0.6)}, read(0.5)), "the caption alone is")
	assert.True(t, Strip{}.better([]extract.Text{read(0.9), read(0.6)}, read(0.5)), "two sizes: both count")
}

// "MR." in print that runs together is two letters wide: no letter is, and it is a line where nothing else stands near.
func TestTwoLettersThatRunTogetherAreAWord(t *testing.T) {
	for name, c := range map[string]struct {
		b    blob
		want bool
	}{
		"two letters":     {blob{100, 100, 148, 125, 570}, true},
		"a word":          {blob{100, 100, 190, 125, 1000}, true},
		"one letter":      {blob{100, 100, 125, 125, 300}, false},
		"a solid block":   {blob{100, 100, 148, 125, 1150}, false},
		"an empty frame":  {blob{100, 100, 148, 125, 200}, false},
		"too low to read": {blob{100, 100, 118, 108, 70}, false},
	} {
		assert.Len(t, chains([]blob{c.b}, nil, 120), map[bool]int{true: 1}[c.want], name)
	}
	mark, line := blob{100, 20, 124, 34, 170}, lettersAt(80, 30, 40, 36, 36, 36, 36) // two levels of marks over a letter
	assert.Len(t, chains(append([]blob{mark}, line...), nil, 120), 1)
}

func TestCornerMarksAreNoInk(t *testing.T) {
	g := image.NewGray(image.Rect(0, 0, 900, 500))
	draw.Draw(g, g.Rect, image.White, image.Point{}, draw.Src)
	black := func(x0, y0, x1, y1 int) {
		draw.Draw(g, image.Rect(x0, y0, x1, y1), image.Black, image.Point{}, draw.Src)
	}
	black(100, 100, 130, 106)
	black(100, 100, 106, 130)
	black(600, 100, 630, 106)
	black(624, 100, 630, 130)
	for x := 112; x < 300; x += 30 {
		black(x, 112, x+6, 140)
	}
	lay, err := layoutOf(g, nil)
	require.NoError(t, err)
	require.Len(t, lay.Strips, 1)
	assert.Len(t, lay.Strips[0].alien, 4, "what the crop leaves out")
	in, err := findInk(g, nil)
	require.NoError(t, err)
	assert.Len(t, in.marks, 4)
	assert.Len(t, in.blobs, 7)
	for _, b := range in.blobs {
		assert.InDelta(t, 28, b.h(), 2)
	}
}

func TestLinesKnowTheirFirstWord(t *testing.T) {
	g := image.NewGray(image.Rect(0, 0, 900, 500))
	draw.Draw(g, g.Rect, image.White, image.Point{}, draw.Src)
	for _, b := range append([]blob{{10, 76, 60, 100, 500}}, lettersAt(80, 18, 30, 24, 24, 24, 24, 24, 24)...) {
		draw.Draw(g, image.Rect(b.x0+100, b.y0+100, b.x1+100, b.y1+100), image.Black, image.Point{}, draw.Src)
	}
	lay, err := layoutOf(g, nil)
	require.NoError(t, err)
	require.Len(t, lay.Strips, 1)
	assert.True(t, lay.Strips[0].fore)
	assert.Len(t, lay.Strips[0].Parts, 2)
}
