package labels

import (
	"image"
	"image/color"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/geom"
)

// twoRows are two lines of eight letters of 25 pixels, set close, with marks between them.
func twoRows(marks ...blob) []blob {
	out := marks
	for i := range 8 {
		x := 30 + 30*i
		out = append(out, blob{x, 100, x + 22, 125, 300}, blob{x, 143, x + 22, 168, 300})
	}
	return out
}

func lineAt(t *testing.T, lines []chain, y int) *chain {
	for i := range lines {
		if b := lines[i].blobs[0]; b.y0 == y {
			return &lines[i]
		}
	}
	require.Fail(t, "no line there")
	return nil
}

// SARA U under a letter stands within the band of the line below, and yet is the letter's.
func TestAMarkBelongsToTheLetterThatItNearlyTouches(t *testing.T) {
	under, over := blob{40, 128, 48, 136, 50}, blob{130, 131, 142, 139, 50}
	lines := chains(twoRows(under, over), nil, 200)
	require.Len(t, lines, 2)
	assert.Contains(t, lineAt(t, lines, 100).blobs, under)
	assert.Contains(t, lineAt(t, lines, 143).blobs, over)
}

// A tall letter of the line below that reaches up beside a mark stands neither over nor under it.
func TestAMarkBesideATallLetterBelongsToTheLetterOverIt(t *testing.T) {
	tall := blob{30, 130, 52, 168, 400}
	for _, mark := range []blob{{53, 127, 59, 137, 40}, {50, 127, 58, 137, 40}, {52, 124, 60, 130, 40}} {
		rows := twoRows(mark)
		for i, b := range rows {
			if b.x0 == tall.x0 && b.y1 == tall.y1 {
				rows[i] = tall
			}
		}
		lines := chains(rows, nil, 200)
		require.Len(t, lines, 2)
		assert.Contains(t, lineAt(t, lines, 100).blobs, mark)
	}
}

// Where lines stand so close that a mark reaches down beside a corner of the next line's letter, into its height or right to it, it is none of
// that letter's: its own it would stand over.
func TestAMarkThatReachesIntoALetterIsNotItsOwn(t *testing.T) {
	for name, mark := range map[string]blob{
		"beside its corner": {50, 128, 60, 138, 60},
		"at its corner":     {52, 128, 60, 137, 60},
		"into its height":   {64, 128, 72, 138, 50},
	} {
		rows := []blob{mark}
		for i := range 8 {
			x := 30 + 30*i
			rows = append(rows, blob{x, 100, x + 22, 125, 300}, blob{x, 137, x + 22, 162, 300})
		}
		lines := chains(rows, nil, 200)
		require.Len(t, lines, 2, name)
		assert.Contains(t, lineAt(t, lines, 100).blobs, mark, name)
	}
}

// A mark that reaches down to one of the next line's is as near to its own letter, a little way off.
func TestAMarkThatTouchesTheNextLinesIsItsOwnLetters(t *testing.T) {
	mark, next := blob{40, 127, 48, 135, 50}, blob{36, 135, 52, 142, 60}
	lines := chains(twoRows(mark, next), nil, 200)
	require.Len(t, lines, 2)
	assert.Contains(t, lineAt(t, lines, 100).blobs, mark)
	assert.Contains(t, lineAt(t, lines, 143).blobs, next)
}

// A full stop or a comma beside a letter is no mark of the line below, however close that stands.
func TestAStopIsNoMarkOfTheNextLine(t *testing.T) {
	for name, b := range map[string]blob{"a full stop": {235, 121, 239, 125, 16}, "a comma": {235, 120, 240, 131, 40}} {
		rows := []blob{b}
		for i := range 8 {
			x := 30 + 30*i
			if i < 7 {
				rows = append(rows, blob{x, 100, x + 22, 125, 300})
			}
			rows = append(rows, blob{x, 133, x + 22, 158, 300})
		}
		lines := chains(rows, nil, 200)
		require.Len(t, lines, 2, name)
		assert.Contains(t, lineAt(t, lines, 100).blobs, b, name)
	}
}

// With no other line as near, a mark is the letter's that it stands over, however near its line's band is.
func TestAMarkAloneNearALetterIsItsOwn(t *testing.T) {
	for gap := range 4 {
		mark := blob{40, 126 + gap, 48, 132 + gap, 40}
		lines := []chain{newChain([]blob{{30, 100, 52, 125, 300}, {60, 100, 82, 125, 300}}), newChain([]blob{{30, 160, 52, 185, 300}})}
		assert.Empty(t, hang(lines, []blob{mark}), gap)
		assert.Contains(t, lines[0].blobs, mark, gap)
	}
}

func TestATouchingPairOfMarksIsCut(t *testing.T) {
	lines := chains(twoRows(blob{40, 127, 56, 141, 160}), nil, 200)
	require.Len(t, lines, 2)
	assert.Contains(t, lineAt(t, lines, 100).blobs, blob{40, 127, 56, 134, 80})
	assert.Contains(t, lineAt(t, lines, 143).blobs, blob{40, 134, 56, 141, 80})
}

func TestACropShowsNothingOfTheLinesAround(t *testing.T) {
	under, over := blob{40, 128, 48, 136, 50}, blob{130, 131, 142, 139, 50}
	lines := chains(twoRows(under, over), nil, 200)
	upper := lineAt(t, lines, 100)
	at := 0
	for i := range lines {
		if &lines[i] == upper {
			at = i
		}
	}
	s := upper.strip()
	s.alien = alien(lines, at, s.Quad.Bounds())
	assert.Contains(t, s.alien, over)
	assert.NotContains(t, s.alien, under)

	lay := Layout{gray: image.NewGray(image.Rect(0, 0, 320, 220))}
	for i := range lay.gray.Pix {
		lay.gray.Pix[i] = 200
	}
	for _, b := range twoRows(under, over) {
		for y := b.y0; y < b.y1; y++ {
			for x := b.x0; x < b.x1; x++ {
				lay.gray.SetGray(x, y, color.Gray{Y: 20})
			}
		}
	}
	crop, err := lay.crop(geom.QuadOf(geom.Rect{X0: 30, Y0: 100, X1: 262, Y1: 136}), s)
	require.NoError(t, err)
	m := margin(s.Glyph)
	pixel := func(x, y int) uint8 {
		return crop.GrayAt(int(2*m)+x-30, int(m)+y-100).Y
	}
	assert.Less(t, pixel(44, 132), uint8(60), "its own mark stays")
	assert.Greater(t, pixel(136, 135), uint8(190), "the other line's is paper")
	assert.Equal(t, uint8(20), lay.gray.GrayAt(136, 135).Y, "the label itself is as it was")
}

// A letter of the line below that a mark has run into holds that mark: it is left in the crop.
func TestACropKeepsAMarkThatRanIntoTheNextLine(t *testing.T) {
	var upper, lower []blob
	for i := range 8 {
		x := 30 + 30*i
		upper = append(upper, blob{x, 100, x + 22, 125, 300})
		lower = append(lower, blob{x, 143, x + 22, 168, 300})
	}
	lower[1].y0 = 127
	lines := []chain{newChain(upper), newChain(lower)}
	got := alien(lines, 0, geom.Rect{X0: 30, Y0: 100, X1: 262, Y1: 142})
	assert.NotContains(t, got, lower[1])
	assert.Contains(t, got, lower[2])

	lend(lines)
	bottom := func(c chain) float64 { return c.strip().Quad.Bounds().Y1 }
	assert.InDelta(t, 127+lent*25, bottom(lines[0]), 1, "and reaches down over it")
	assert.InDelta(t, 168, bottom(lines[1]), 1)
	assert.InDelta(t, 127, lines[1].strip().Quad.Bounds().Y0, 1, "the letter keeps it too")
}

// A patch of two lines' print is cut between them: what hangs on the upper letter begins the lower piece.
func TestACropKeepsWhatWasCutOffItsLetter(t *testing.T) {
	var upper, lower []blob
	for i := range 8 {
		x := 30 + 30*i
		upper = append(upper, blob{x, 100, x + 22, 125, 300})
		lower = append(lower, blob{x, 143, x + 22, 168, 300})
	}
	upper[1].y1, lower[1].y0 = 138, 138
	lines := []chain{newChain(upper), newChain(lower)}
	got := alien(lines, 0, geom.Rect{X0: 30, Y0: 100, X1: 262, Y1: 140})
	assert.NotContains(t, got, lower[1])
	assert.Contains(t, got, lower[2])
	lend(lines)
	assert.InDelta(t, 138+lent*25, lines[0].strip().Quad.Bounds().Y1, 1)

	upper[1].x1, lower[1].x1 = 130, 130 // a bar under it
	lines = []chain{newChain(upper), newChain(lower)}
	assert.Contains(t, alien(lines, 0, geom.Rect{X0: 30, Y0: 100, X1: 262, Y1: 140}), lower[1])
}
