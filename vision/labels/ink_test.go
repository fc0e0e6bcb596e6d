package labels

import (
	"testing"

	"github.com/stretchr/testify/assert"
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
