package layout

import (
	"image"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/internal/printed"
)

func TestRulesAreFoundWholeAndNothingElse(t *testing.T) {
	p := printed.NewPage(900, 700)
	p.Grid([]int{100, 400, 800}, []int{100, 200, 300}, 2)
	for y := 400; y < 650; y += 40 {
		p.Text(100, y, 24, "commemorating illustrious immunologists")
	}
	found := Analyse(p.Gray)
	var across, down int
	for _, r := range found.Rules {
		if r.Vertical {
			down++
			assert.InDelta(t, 202, r.Length(), 8)
		} else {
			across++
			assert.InDelta(t, 702, r.Length(), 8)
			assert.Less(t, r.Mid(), 310.0, "no rule is seen in running text")
		}
	}
	assert.Equal(t, 3, across)
	assert.Equal(t, 3, down)
}

func TestASlopingHairlineIsOneRule(t *testing.T) {
	p := printed.NewPage(1000, 200)
	for x := 50; x < 950; x++ {
		y := 80 + x/60
		p.Fill(image.Rect(x, y, x+1, y+1), 150)
	}
	for x := 100; x < 900; x += 120 {
		p.Text(x, 180, 24, "text")
	}
	found := Analyse(p.Gray)
	require.Len(t, found.Rules, 1)
	assert.InDelta(t, 900, found.Rules[0].Length(), 12)
	assert.InDelta(t, 80+500/60, found.Rules[0].At(500), 2)
}

func TestErasingARuleKeepsTheStrokesThatCrossIt(t *testing.T) {
	p := printed.NewPage(400, 120)
	p.Fill(image.Rect(20, 60, 380, 62), 0)
	p.Fill(image.Rect(200, 30, 204, 95), 0)
	b := Threshold(p.Gray, 128)
	EraseRules(b, p.Gray, []Rule{{X0: 20, Y0: 60.5, X1: 380, Y1: 60.5, Thick: 2}})
	assert.False(t, b.At(100, 60))
	assert.Equal(t, uint8(255), p.GrayAt(100, 60).Y)
	assert.True(t, b.At(202, 60), "the crossing stroke stays whole")
	assert.Equal(t, uint8(0), p.GrayAt(202, 60).Y)
}

// A pale rule is no ink; marks right under it stay, a stretch of ink as long as a rule's goes.
func TestMarksUnderAPaleRuleStay(t *testing.T) {
	p := printed.NewPage(400, 120)
	p.Fill(image.Rect(20, 60, 380, 62), 190)
	p.Fill(image.Rect(200, 63, 210, 67), 0)
	p.Fill(image.Rect(300, 62, 340, 64), 0)
	b := Threshold(p.Gray, 128)
	EraseRules(b, p.Gray, []Rule{{X0: 20, Y0: 60.5, X1: 380, Y1: 60.5, Thick: 2}})
	assert.True(t, b.At(205, 65), "the mark stays")
	assert.Equal(t, uint8(0), p.GrayAt(205, 63).Y)
	assert.False(t, b.At(320, 63), "the rule's edge goes")
}

func TestPhrasesAreCutAtColumnsNotAtSpaces(t *testing.T) {
	p := printed.NewPage(1000, 400)
	for i := range 8 {
		p.Text(60, 60+40*i, 26, "two words here")
		p.Text(500, 60+40*i, 26, "12 345.60")
	}
	found := Analyse(p.Gray)
	require.Len(t, found.Phrases, 16)
	for _, ph := range found.Phrases {
		assert.True(t, ph.X1 < 400 || ph.X0 > 450, "%v spans both columns", ph.Box)
	}
}

func TestLightPrintOnADarkBandReadsAsPrint(t *testing.T) {
	p := printed.NewPage(800, 300)
	p.Fill(image.Rect(50, 50, 750, 110), 60)
	p.Toned(80, 90, 28, "heading in white", 255)
	p.Text(80, 200, 28, "body in black")
	found := Analyse(p.Gray)
	require.Len(t, found.Phrases, 2)
	assert.Greater(t, int(found.Clean.GrayAt(60, 60).Y), 200, "the band became paper")
	edges := 0
	for _, r := range found.Rules {
		if r.Edge {
			edges++
		}
	}
	assert.Equal(t, 4, edges)
}

func TestFillsThatTouchAreAreasOfTheirOwn(t *testing.T) {
	p := printed.NewPage(800, 400)
	p.Fill(image.Rect(50, 50, 750, 110), 60)
	p.Fill(image.Rect(50, 110, 400, 170), 200)
	p.Fill(image.Rect(400, 110, 750, 170), 150)
	p.Toned(80, 90, 28, "heading in white", 255)
	p.Text(80, 150, 28, "grey")
	p.Text(480, 150, 28, "darker grey")
	found := Analyse(p.Gray)
	assert.Len(t, found.Phrases, 3)
	for _, at := range []image.Point{{60, 60}, {60, 120}, {740, 120}} {
		assert.Greater(t, int(found.Clean.GrayAt(at.X, at.Y).Y), 200, "%v became paper", at)
	}
}

func TestColumnsAreReadOneAfterTheOther(t *testing.T) {
	p := printed.NewPage(1200, 700)
	p.Text(80, 80, 40, "Title across both columns of the page")
	for i := range 10 {
		p.Text(80, 180+40*i, 24, "left column of running text")
		p.Text(640, 180+40*i, 24, "right column of running text")
	}
	lines := linesOf(t, Analyse(p.Gray))
	require.Len(t, lines, 21)
	for i, l := range lines[1:11] {
		assert.Less(t, l.X0, 600, "line %d", i+1)
	}
	for i, l := range lines[11:] {
		assert.Greater(t, l.X0, 600, "line %d", i+11)
	}
	assert.Equal(t, lines[1].Block, lines[10].Block)
	assert.NotEqual(t, lines[1].Block, lines[11].Block)
}

func TestComponentsCountTouchingDiagonalsOnce(t *testing.T) {
	b := NewBitmap(10, 10)
	for i := range 5 {
		b.Pix[i*10+i] = 1
	}
	b.Pix[9*10] = 1
	cs := Components(b)
	require.Len(t, cs, 2)
	assert.Equal(t, Component{Box: Box{0, 0, 5, 5}, Area: 5}, cs[0])
}

func TestRuleIsStraight(t *testing.T) {
	r := Rule{X0: 10, Y0: 20, X1: 110, Y1: 30}
	assert.InDelta(t, 25, r.At(60), 1e-9)
	s := r.swapped()
	assert.True(t, s.Vertical)
	assert.InDelta(t, 25, s.At(60), 1e-9)
	assert.False(t, math.IsNaN(Rule{X0: 3, X1: 3}.At(3)))
}

func FuzzAnalyse(f *testing.F) {
	f.Add(uint8(40), []byte("noise"))
	f.Add(uint8(1), []byte{0})
	f.Add(uint8(7), []byte{0, 255, 0, 255, 0, 0, 0, 255, 9, 9, 9, 9, 200, 100})
	f.Fuzz(func(t *testing.T, width uint8, pix []byte) {
		w := max(1, int(width))
		h := max(1, min(200, len(pix)))
		g := image.NewGray(image.Rect(0, 0, w, h))
		for i := range g.Pix {
			if len(pix) > 0 {
				g.Pix[i] = pix[(i*7+i/w)%len(pix)]
			}
		}
		p := Analyse(g)
		for _, ph := range p.Phrases {
			if ph.X0 < 0 || ph.Y0 < 0 || ph.X1 > w || ph.Y1 > h {
				t.Fatalf("%v lies outside %d x %d", ph.Box, w, h)
			}
		}
		linesOf(t, p)
	})
}

// Print that stands close to a rule on both sides does not make it strokes of letters, nor does a slope make a thick one print.
func TestThickRulesBetweenTightRowsAreFound(t *testing.T) {
	p := printed.NewPage(1400, 400)
	for i := range 5 {
		y := 100 + 36*i
		for x := 60; x < 1340; x++ {
			at := y - (x-60)/80
			p.Fill(image.Rect(x, at, x+1, at+10), 0)
		}
		p.Text(80+37*i, y-4, 24, "commemorating illustrious immunologists and commemorating immunologists again")
	}
	found := Analyse(p.Gray)
	require.Len(t, found.Rules, 5)
	for _, r := range found.Rules {
		assert.InDelta(t, 1280, r.Length(), 12)
		assert.InDelta(t, 10, r.Thick, 2)
	}
	assert.Greater(t, len(found.Words), 20, "the print between them is read")
}

// The letters of a bold face meet at their heads, which is no rule; one that is printed right over letters is.
func TestLettersThatMeetAreNoRule(t *testing.T) {
	for _, c := range []struct {
		name   string
		bar, n int // top of the bar; rules
	}{{"at the letters' heads", 186, 0}, {"over the letters", 172, 1}} {
		p := body(1200, 900)
		p.Text(100, 200, 26, "mmmm mmmm mmmm mmmm mmmm")
		p.Fill(image.Rect(100, c.bar, 420, c.bar+3), 0)
		assert.Len(t, Analyse(p.Gray).Rules, c.n, c.name)
	}
}

// typed is columns of letters under each other, all of one pitch, as a typewriter sets them.
func typed(columns, letters, w, h, across, down int) (ls []Component) {
	for c := range columns {
		for k := range letters {
			x, y := 100+c*across, 100+k*down
			ls = append(ls, Component{Box: Box{x, y, x + w, y + h}, Area: w * h / 2})
		}
	}
	return ls
}

func TestTurnedPrintOfATypewriterIsTurned(t *testing.T) {
	p := &Page{TextHeight: 19}
	for name, c := range map[string]struct {
		ls    []Component
		taken int
	}{
		"lines of it, their letters level with each other": {typed(4, 8, 19, 13, 55, 18), 32},
		"a table's figures":                 {typed(4, 8, 9, 15, 55, 22), 0},
		"a table's words that run together": {typed(4, 8, 45, 15, 140, 22), 0},
	} {
		got, _ := p.turnedLetters(c.ls)
		assert.Len(t, got, c.taken, name)
	}
}
