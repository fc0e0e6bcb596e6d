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
	mark, tall := blob{53, 127, 59, 137, 40}, blob{30, 130, 52, 168, 400}
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
