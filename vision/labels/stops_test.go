package labels

import (
	"context"
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/geom"
)

// Letters of 30 pixels on a base line at 100, and what stands between them.
func TestStopsOfALineAreCounted(t *testing.T) {
	letters := []blob{{0, 70, 20, 100, 300}, {30, 70, 50, 100, 300}, {60, 70, 80, 100, 300}, {90, 70, 110, 100, 300}}
	for name, c := range map[string]struct {
		small []blob
		want  int
	}{
		"none":                           {nil, 0},
		"between letters and at the end": {[]blob{{23, 96, 27, 100, 16}, {113, 96, 117, 101, 20}}, 2},
		"half under the arm of a V":      {[]blob{{108, 96, 112, 100, 16}}, 1},
		"a comma":                        {[]blob{{113, 96, 118, 107, 40}}, 1},
		"a colon":                        {[]blob{{23, 96, 27, 100, 16}, {23, 80, 27, 84, 16}}, 0},
		"a dot in the middle":            {[]blob{{23, 83, 27, 87, 16}}, 0},
		"a dash":                         {[]blob{{22, 97, 29, 99, 14}}, 0},
		"dust":                           {[]blob{{24, 99, 25, 100, 1}}, 0},
		"a vowel under a letter":         {[]blob{{12, 103, 19, 113, 50}}, 0},
		"what came off a letter's foot":  {[]blob{{34, 96, 38, 100, 16}}, 0},
	} {
		line := newChain(letters)
		line.blobs = append(line.blobs[:4:4], c.small...)
		line.measure()
		assert.Equal(t, c.want, line.stops(), name)
	}
}

func TestAReadingWithoutItsStopsIsTakenWithThem(t *testing.T) {
	read := func(value string, others ...string) extract.Text {
		out := extract.Text{Value: value, Confidence: 0.9}
		for i, r := range []rune(value) {
			out.Chars = append(out.Chars, extract.Char{Rune: r, X0: float64(i), X1: float64(i + 1), Confidence: 0.9})
		}
		for _, o := range others {
			out.Alternatives = append(out.Alternatives, extract.Alternative{Value: o, Confidence: 0.1})
		}
		return out
	}
	for _, c := range []struct {
		text extract.Text
		seen int
		want string
	}{
		{read("Mock BV.", "Mock 8V.", "Mock B.V."), 2, "Mock B.V."},
		{read("Mock BV.", "Mock B.V."), 1, "Mock BV."},
		{read("Mock BV.", "Mock B.V."), 3, "Mock BV."},
		{read("Mock BV.", "Mack B.V."), 2, "Mock BV."},
		{read("Co, Ltd.", "Co., Ltd."), 3, "Co., Ltd."},
		{read("Co, Ltd.", "Co. Ltd.,"), 3, "Co, Ltd."},
		{read("ต บางรัก", "ต.บางรัก", "ต. บางรัก"), 1, "ต. บางรัก"},
		{read("Mr. A.", "Mr A"), 0, "Mr. A."},
	} {
		got := stopped(c.text, c.seen)
		assert.Equal(t, c.want, got.Value)
		said := ""
		for _, r := range got.Chars {
			said += string(r.Rune)
		}
		assert.Equal(t, c.want, said)
	}
	got := stopped(read("BV.", "B.V."), 2)
	assert.Equal(t, []float64{1, 1, 2}, []float64{got.Chars[1].X0, got.Chars[1].X1, got.Chars[2].X1}, "it takes no room")
	assert.Equal(t, "B.V.", stopped(extract.Text{Value: "BV.", Alternatives: read("", "B.V.").Alternatives}, 2).Value, "of a reading that tells no places")
}

func TestStopsThatAreSeenAreRead(t *testing.T) {
	said := text("Mock BV.", 0.85)
	said.Alternatives = []extract.Alternative{{Value: "Mock B.V.", Confidence: 0.1}}
	rec := scripted{extract.ScriptAny: said, extract.ScriptLatin: said}
	lay := &Layout{gray: image.NewGray(image.Rect(0, 0, 300, 100)), Strips: []Strip{
		{Quad: geom.QuadOf(geom.Rect{X0: 20, Y0: 20, X1: 200, Y1: 50}), Glyph: 30, Glyphs: 6, stops: 2},
		{Quad: geom.QuadOf(geom.Rect{X0: 20, Y0: 60, X1: 200, Y1: 90}), Glyph: 30, Glyphs: 6, stops: 1},
	}}
	lines, crops, err := lay.read(context.Background(), rec, extract.ScriptAny, nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"Mock B.V.", "Mock BV."}, []string{lines[0].Text.Value, lines[1].Text.Value})

	page := Page{Lines: []extract.Line{{Text: text("Mock 8V", 0.4)}}, crops: crops[:1], stops: []int{2}}
	require.NoError(t, page.Reread(context.Background(), rec, []int{0}))
	assert.Equal(t, "Mock B.V.", page.Lines[0].Text.Value)
}

// A full stop with a comma behind a word reach below the base line together, and are as high as letters of small print.
func TestAFullStopWithACommaEndsALine(t *testing.T) {
	word := lettersAt(20, 30, 40, 40, 40, 40)
	lines := chains(append(word, blob{144, 93, 151, 100, 40}, blob{155, 93, 164, 107, 80}), nil, 200)
	require.Len(t, lines, 1)
	assert.Len(t, lines[0].blobs, 5)
	assert.Equal(t, 2, lines[0].stops())

	small := chains(append(lettersAt(20, 30, 40, 40, 40, 40), blob{5, 93, 12, 100, 40}, blob{-5, 93, 4, 107, 80}), nil, 200)
	assert.Len(t, small, 2, "small print before a line stays by itself")
}

// Brackets are higher than the figures in them, which are of one size with those behind.
func TestBracketsDoNotPartALine(t *testing.T) {
	line := append(lettersAt(30, 18, 24, 24, 24), lettersAt(110, 18, 24, 24, 24, 24)...)
	line = append(line, blob{20, 68, 27, 103, 80}, blob{78, 68, 85, 103, 80})
	assert.Nil(t, newChain(line).parts())
}
