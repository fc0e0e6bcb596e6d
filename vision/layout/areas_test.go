package layout

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/internal/printed"
)

// sideways turns a page by a quarter clockwise: what was level reads downwards.
func sideways(g *image.Gray) *image.Gray {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, h, w))
	for y := range h {
		for x := range w {
			out.Pix[x*out.Stride+h-1-y] = g.Pix[y*g.Stride+x]
		}
	}
	return out
}

// body is a page of ordinary print that tells the usual height of letters.
func body(w, h int) *printed.Page {
	p := printed.NewPage(w, h)
	for y := h / 2; y < h-30; y += 40 {
		p.Text(80, y, 26, "a line of ordinary print on paper")
	}
	return p
}

func lineAt(t *testing.T, lines []Line, b Box) Line {
	for _, l := range lines {
		if within(l.Box, b) {
			return l
		}
	}
	require.Fail(t, "no line", "in %v among %v", b, lines)
	return Line{}
}

func TestLightPrintInAnAskewBarIsFound(t *testing.T) {
	p := body(900, 700)
	for x := 60; x < 840; x++ {
		y := 60 + (x-60)/40
		p.Fill(image.Rect(x, y, x+1, y+60), 40)
	}
	p.Toned(120, 105, 30, "SHIP TO", 250)
	found := Analyse(p.Gray)
	l := lineAt(t, linesOf(t, found), Box{60, 50, 840, 150})
	assert.True(t, found.ReversedAt(l.Box))
	assert.GreaterOrEqual(t, found.AreaAt(l.Box), 0)
	assert.False(t, found.ReversedAt(Box{80, 400, 200, 430}))
}

func TestHeavyLettersAreNoBar(t *testing.T) {
	p := body(900, 800)
	p.Text(60, 200, 190, "DOOR")
	found := Analyse(p.Gray)
	for _, a := range found.Areas {
		assert.False(t, a.Dark, "%v", a.Box)
	}
	l := lineAt(t, linesOf(t, found), Box{30, 20, 880, 260})
	assert.Greater(t, l.W(), 300, "one headline")
}

func TestPrintInATabReadsAcrossThePage(t *testing.T) {
	tab := printed.NewPage(300, 60)
	tab.Fill(image.Rect(0, 0, 300, 60), 30)
	tab.Toned(90, 40, 28, "SENDER", 250)
	turned := sideways(tab.Gray)
	p := body(900, 800)
	for y := range 300 {
		copy(p.Pix[(60+y)*p.Stride+100:(60+y)*p.Stride+160], turned.Pix[y*turned.Stride:y*turned.Stride+60])
	}
	p.Text(200, 120, 26, "beside the tab")
	found := Analyse(p.Gray)
	require.Len(t, found.Turned, 1)
	l := found.Turned[0]
	assert.Equal(t, 1, l.Turn)
	assert.True(t, within(l.Box, Box{100, 60, 160, 360}))
	assert.Greater(t, l.H(), 2*l.W())
	assert.True(t, found.ReversedAt(l.Box))
	lineAt(t, linesOf(t, found), Box{180, 80, 600, 150})
}

func TestColumnsOfFiguresAreNotTurned(t *testing.T) {
	p := body(900, 900)
	for y := 60; y < 400; y += 26 {
		p.Text(100, y, 24, "7")
		p.Text(300, y, 24, "4")
	}
	assert.Empty(t, Analyse(p.Gray).Turned)
}

func TestFramesAndFillsNest(t *testing.T) {
	p := body(900, 900)
	p.Grid([]int{100, 800}, []int{60, 360}, 2)
	p.Grid([]int{140, 440, 760}, []int{100, 150, 200}, 2)
	p.Fill(image.Rect(140, 240, 760, 300), 50)
	p.Toned(160, 280, 28, "TOTAL DUE", 250)
	found := Analyse(p.Gray)
	outer := found.AreaAt(Box{110, 330, 130, 340})
	require.GreaterOrEqual(t, outer, 0)
	cell, bar := found.AreaAt(Box{200, 120, 220, 130}), found.AreaAt(Box{500, 260, 520, 270})
	require.GreaterOrEqual(t, cell, 0)
	require.GreaterOrEqual(t, bar, 0)
	assert.InDelta(t, 300, found.Areas[cell].W(), 12)
	assert.True(t, found.Areas[bar].Dark)
	for _, inner := range []int{cell, bar} {
		k := inner
		for found.Areas[k].Parent >= 0 {
			k = found.Areas[k].Parent
		}
		assert.Equal(t, outer, k)
	}
	assert.Equal(t, -1, found.AreaAt(Box{850, 20, 860, 30}))
}

func TestFaintPrintIsSeenAndNoiseIsNot(t *testing.T) {
	p := body(900, 700)
	p.Toned(100, 120, 28, "faint but legible", 205)
	for i := range 400 {
		p.Pix[(20+i*7%250)*p.Stride+(500+i*31%380)] = 205
	}
	lines := linesOf(t, Analyse(p.Gray))
	lineAt(t, lines, Box{80, 80, 480, 140})
	for _, l := range lines {
		assert.False(t, l.X0 > 500 && l.Y1 < 290, "%v is noise", l.Box)
	}
}

func TestSmallPrintAndHeadlinesHaveSizesOfTheirOwn(t *testing.T) {
	p := body(1200, 900)
	p.Text(80, 60, 11, "conditions that nobody reads apply to everything")
	p.Text(80, 300, 200, "SALE")
	lines := linesOf(t, Analyse(p.Gray))
	small := lineAt(t, lines, Box{60, 40, 600, 75})
	assert.Greater(t, small.W(), 150)
	large := lineAt(t, lines, Box{40, 110, 900, 330})
	assert.Greater(t, large.W(), 300)
}

func TestMarksBelongToTheLettersUnderThem(t *testing.T) {
	letters := Word{Box: Box{100, 100, 300, 130}, Height: 30, Base: 130}
	above := Word{Box: Box{150, 84, 175, 96}, Height: 12, Base: 96}
	stack := Word{Box: Box{220, 74, 246, 97}, Height: 11, Base: 97} // a tone over a vowel
	note := Word{Box: Box{100, 50, 290, 62}, Height: 12, Base: 62}
	far := Word{Box: Box{150, 20, 175, 32}, Height: 12, Base: 32}
	word := Word{Box: Box{120, 72, 160, 98}, Height: 17, Base: 95} // of small print, with its marks
	got := adoptMarks([]Word{letters, above, stack, note, far, word}, 30)
	require.Len(t, got, 4)
	assert.Equal(t, Box{100, 74, 300, 130}, got[0].Box)
	assert.Equal(t, 130, got[0].Base)
}

func TestMarksOverTheEndOfAWordDoNotFollowIt(t *testing.T) {
	word, next := Word{Box: Box{104, 227, 205, 257}, Height: 14, Base: 256}, Word{Box: Box{243, 238, 269, 257}, Height: 19, Base: 257}
	marks := Word{Box: Box{193, 228, 205, 245}, Height: 12, Base: 240}
	got := FindPhrases([]Word{marks, next, word}, nil, 18, lineGap)
	require.Len(t, got, 1)
	assert.Equal(t, Box{104, 227, 269, 257}, got[0].Box)
}
