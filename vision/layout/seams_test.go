package layout

import (
	"image"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// drawnInk draws boxes as solid ink.
func drawnInk(w, h int, boxes ...Box) *Bitmap {
	b := NewBitmap(w, h)
	for _, o := range boxes {
		for y := o.Y0; y < o.Y1; y++ {
			for x := o.X0; x < o.X1; x++ {
				b.Pix[y*w+x] = 1
			}
		}
	}
	return b
}

// linesThatTouch are a line of letters of 40 pixels over another; p is what the lower one holds besides.
func linesThatTouch(p Box) []Word {
	upper := Word{Box: Box{100, 60, 300, 100}, Height: 40, Base: 100, parts: []Box{{100, 60, 130, 100}, {140, 60, 170, 100}, {270, 60, 300, 100}}}
	lower := Word{Box: Box{100, 102, 300, 170}, Height: 40, Base: 170, parts: []Box{{100, 130, 130, 170}, {270, 130, 300, 170}, p}}
	return []Word{upper, lower}
}

func TestAMarkUnderALetterIsCutOffFromTheNextLinesPrintThatItTouches(t *testing.T) {
	touching := Box{150, 102, 165, 170} // SARA U on the stem of a letter
	words := linesThatTouch(touching)
	cuts := cutSeams(drawnInk(400, 200, Box{150, 102, 165, 118}, Box{156, 118, 160, 122}, Box{150, 122, 165, 170}), words, 30)
	require.Len(t, cuts, 1)
	assert.Equal(t, 119, cuts[0].Y0, "where the patch is thinnest")
	assert.Equal(t, 119, words[0].Y1)
	assert.Equal(t, 120, words[1].Y0)

	for name, p := range map[string]Box{
		"a letter that begins far under the line": {150, 112, 165, 170},
		"a letter as high as the others":          {150, 130, 165, 170},
		"a mark alone":                            {150, 102, 165, 118},
		"under no letter":                         {200, 102, 215, 170},
	} {
		assert.Empty(t, cutSeams(drawnInk(400, 200, p), linesThatTouch(p), 30), name)
	}
}

func TestAMarkThatWentWithTheWrongLineComesHome(t *testing.T) {
	under := Box{150, 104, 165, 118}
	words := rehome(linesThatTouch(under), 30)
	assert.Equal(t, 118, words[0].Y1)
	assert.Equal(t, 130, words[1].Y0)

	over := Box{105, 112, 125, 127} // nearer to a letter of its own line
	words = rehome(linesThatTouch(over), 30)
	assert.Equal(t, 100, words[0].Y1)

	beside := Box{126, 104, 141, 132} // a corner of it reaches down beside a letter of the lower line
	beside.Y1 = 118
	words = linesThatTouch(beside)
	words[1].parts[0] = Box{100, 110, 130, 170}
	assert.Equal(t, 118, rehome(words, 30)[0].Y1, "it stands beside that one, not over it")
}

func TestAToneOnAVowelIsItsLettersAndAFigureIsNot(t *testing.T) {
	line := func() Word {
		return Word{Box: Box{100, 60, 300, 100}, Height: 40, Base: 100, parts: []Box{{100, 60, 130, 100}, {140, 60, 170, 100}, {270, 60, 300, 100}}}
	}
	vowel := Word{Box: Box{140, 44, 168, 56}, Height: 12, Base: 56, parts: []Box{{140, 44, 168, 56}}}
	tone := Word{Box: Box{150, 28, 160, 40}, Height: 12, Base: 40, parts: []Box{{150, 28, 160, 40}}}
	got := adoptMarks(adoptMarks([]Word{line(), vowel, tone}, 20), 20)
	require.Len(t, got, 1)
	assert.Equal(t, 28, got[0].Y0)

	figure := Word{Box: Box{150, 18, 166, 46}, Height: 28, Base: 46, parts: []Box{{150, 18, 166, 46}}}
	assert.Len(t, adoptMarks([]Word{line(), figure}, 20), 2, "a house number over a town in larger print")

	number := Word{Box: Box{140, 104, 230, 118}, Height: 14, Base: 118}
	for x := 140; x < 230; x += 15 {
		number.parts = append(number.parts, Box{x, 104, x + 10, 118})
	}
	large := line()
	large.parts = append(large.parts, Box{180, 60, 260, 100})
	assert.Len(t, adoptMarks([]Word{large, number}, 20), 2, "a phone close under a town in larger print")
}

func TestAStemBesideTheBorderOfAFieldIsNoRule(t *testing.T) {
	border := Rule{X0: 0, Y0: 100, X1: 300, Y1: 100, Thick: 1}
	side := Rule{X0: 10, Y0: 100, X1: 10, Y1: 130, Thick: 1, Vertical: true}
	stem := Rule{X0: 50, Y0: 109, X1: 50, Y1: 140, Thick: 2, Vertical: true}
	long := Rule{X0: 80, Y0: 109, X1: 80, Y1: 170, Thick: 2, Vertical: true}
	assert.Equal(t, []Rule{border, side, long}, dropStems(NewBitmap(300, 200), []Rule{border, side, stem, long}, 16))
}

// The feet of large letters that meet look like a short rule.
func TestFeetOfLettersThatMeetAreNoRule(t *testing.T) {
	const th = 12
	side := Rule{X0: 41, X1: 41, Y0: 10, Y1: 100, Thick: 2, Vertical: true}
	far := Rule{X0: 150, X1: 150, Y0: 10, Y1: 100, Thick: 2, Vertical: true}
	for name, c := range map[string]struct {
		r     Rule
		stems bool
		more  []Rule
		want  bool
	}{
		"letters stand on it":       {Rule{X0: 44, X1: 90}, true, nil, false},
		"beside a rule far away":    {Rule{X0: 44, X1: 90}, true, []Rule{far}, false},
		"a side of a cell":          {Rule{X0: 44, X1: 90}, true, []Rule{side}, true},
		"nothing stands on it":      {Rule{X0: 44, X1: 90}, false, nil, true},
		"longer than a few":         {Rule{X0: 44, X1: 110}, true, nil, true},
		"the border of an area":     {Rule{X0: 44, X1: 90, Edge: true}, true, nil, true},
		"the upper side of a frame": {Rule{X0: 44, X1: 90, framed: true}, true, nil, true},
	} {
		b := NewBitmap(200, 120)
		c.r.Y0, c.r.Y1, c.r.Thick = 60, 60, 2
		for x := int(c.r.X0); x < int(c.r.X1); x++ {
			b.Pix[59*200+x], b.Pix[60*200+x] = 1, 1
		}
		for y := 36; c.stems && y < 60; y++ {
			for _, x := range []int{50, 51, 52, 72, 73, 74} {
				b.Pix[y*200+x] = 1
			}
		}
		got := dropSerifs(b, append([]Rule{c.r}, c.more...), th)
		assert.Equal(t, c.want, slices.Contains(got, c.r), name)
	}
}

// The stems of large letters of two lines that happen to stand over each other look like one rule with a gap.
func TestStemsOverEachOtherAreNoRule(t *testing.T) {
	const th = 12
	for name, c := range map[string]struct {
		pieces [][2]int
		edge   bool
		rule   bool
	}{
		"of two lines":              {[][2]int{{20, 50}, {56, 86}}, false, false},
		"of three":                  {[][2]int{{20, 50}, {56, 86}, {92, 122}}, false, false},
		"one of a J":                {[][2]int{{20, 62}, {68, 98}}, false, false},
		"one piece":                 {[][2]int{{20, 86}}, false, true},
		"a rule that is broken off": {[][2]int{{20, 60}, {63, 86}}, false, true},
		"so long a row is a rule":   {[][2]int{{20, 50}, {56, 86}, {92, 122}, {128, 158}}, false, true},
		"the border of an area":     {[][2]int{{20, 50}, {56, 86}}, true, true},
	} {
		b := NewBitmap(60, 200)
		for _, p := range c.pieces {
			for y := p[0]; y < p[1]; y++ {
				b.Pix[y*60+30], b.Pix[y*60+31] = 1, 1
			}
		}
		r := Rule{X0: 30, X1: 30, Y0: 20, Y1: float64(c.pieces[len(c.pieces)-1][1]), Thick: 2, Vertical: true, Edge: c.edge}
		assert.Equal(t, c.rule, len(dropStems(b, []Rule{r}, th)) == 1, name)
	}
}

func TestAShadowBesideALineIsNoLetterOfIt(t *testing.T) {
	row := letterRow(100, 130)
	shadow := Component{Box: Box{30, 40, 97, 160}, Area: 4000}
	words, _ := FindWords(append(row, shadow), 30)
	require.Len(t, words, 2)
	initial := Component{Box: Box{60, 70, 97, 130}, Area: 1200}
	words, _ = FindWords(append(letterRow(100, 130), initial), 30)
	assert.Len(t, words, 1)
}

// TestARuleBesideLinesIsNoStem: the border of a field was read as the first sign of each line in it.
func TestARuleBesideLinesIsNoStem(t *testing.T) {
	const th = 12
	stroke, lines := Box{30, 20, 32, 77}, []Box{{37, 24, 70, 38}, {37, 58, 70, 72}}
	for name, c := range map[string]struct {
		ink  []Box
		rule bool
	}{
		"two lines":                   {append(lines, stroke), true},
		"lines on both sides":         {append(lines, stroke, Box{5, 24, 25, 38}), false},
		"a letter as high":            {[]Box{stroke, {37, 20, 50, 77}}, false},
		"arms that touch":             {append(lines, stroke, Box{32, 20, 37, 26}, Box{32, 58, 37, 64}), false},
		"stems of lines":              {append(lines, Box{30, 20, 32, 42}, Box{30, 54, 32, 77}), false},
		"as long as the tallest stem": {append(lines, Box{30, 20, 32, 72}), false},
	} {
		b := NewBitmap(100, 120)
		last := 0
		for _, k := range c.ink {
			for y := k.Y0; y < k.Y1; y++ {
				for x := k.X0; x < k.X1; x++ {
					b.Pix[y*100+x] = 1
				}
			}
			if k.X0 == stroke.X0 {
				last = k.Y1
			}
		}
		r := Rule{X0: 31, X1: 31, Y0: 20, Y1: float64(last), Thick: 2, Vertical: true}
		kept := dropStems(b, dropStrokes(image.NewGray(image.Rect(0, 0, 100, 120)), b, []Rule{r}, th), th)
		assert.Equal(t, c.rule, len(kept) == 1, name)
	}
}
