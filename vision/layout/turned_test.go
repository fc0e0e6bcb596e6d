package layout

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// boxesOfInk are patches of ink of the given share.
func boxesOfInk(ink float64, boxes ...Box) (out []Component) {
	for _, b := range boxes {
		out = append(out, Component{Box: b, Area: int(ink * float64(b.W()*b.H()))})
	}
	return out
}

func TestTurnedWordsWhoseLettersTouchAreFound(t *testing.T) {
	word := Box{100, 100, 120, 180}
	for name, c := range map[string]struct {
		ls   []Component
		want []int
	}{
		"one piece":               {boxesOfInk(.55, word), []int{0}},
		"two pieces":              {boxesOfInk(.55, Box{100, 100, 120, 150}, Box{101, 152, 120, 200}), []int{0, 1}},
		"a rule":                  {boxesOfInk(.97, word), nil},
		"a bracket":               {boxesOfInk(.1, word), nil},
		"hardly longer than wide": {boxesOfInk(.55, Box{100, 100, 120, 145}), nil},
		"thinner than print":      {boxesOfInk(.55, Box{100, 100, 110, 180}), nil},
		"a drawing":               {boxesOfInk(.55, Box{100, 100, 160, 400}), nil},
		"a letter of a headline":  {boxesOfInk(.55, word, Box{124, 100, 164, 180}, Box{168, 100, 208, 180}, Box{212, 100, 252, 180}), nil},
	} {
		p := &Page{W: 600, H: 600, TextHeight: 20}
		got, _ := p.turnedLetters(c.ls)
		assert.Equal(t, c.want, got, name)
	}
}

func TestMarksBesideTurnedLettersAreNoneOfTheirRow(t *testing.T) {
	letters := []Box{{85, 88, 116, 119}, {85, 121, 116, 143}, {86, 147, 116, 176}}
	for name, c := range map[string]struct {
		beside []Box
		want   []int
	}{
		"vowels and a tone over and under them":    {[]Box{{72, 115, 84, 138}, {71, 142, 84, 164}, {118, 147, 131, 169}}, []int{0, 1, 2}},
		"letters as large: words under each other": {[]Box{{54, 88, 84, 119}, {54, 121, 84, 143}, {54, 147, 84, 176}, {118, 88, 148, 119}, {118, 121, 148, 143}, {118, 147, 148, 176}}, nil},
	} {
		p := &Page{W: 600, H: 600, TextHeight: 23}
		got, _ := p.turnedLetters(boxesOfInk(.5, append(letters, c.beside...)...))
		assert.Equal(t, c.want, got, name)
	}
}

func TestTurnedFiguresBeforeAndBehindAPointAreOneColumn(t *testing.T) {
	before, behind := []Box{{114, 126, 133, 140}, {114, 143, 134, 157}}, []Box{{114, 177, 134, 191}, {114, 194, 134, 208}}
	p := &Page{W: 600, H: 600, TextHeight: 17}
	got, _ := p.turnedLetters(boxesOfInk(.6, append(before, behind...)...))
	assert.Equal(t, []int{0, 1, 2, 3}, got)
	got, _ = p.turnedLetters(boxesOfInk(.6, before...))
	assert.Empty(t, got, "two figures below each other are two lines")
	far := []Box{{114, 277, 134, 291}, {114, 294, 134, 308}}
	got, _ = p.turnedLetters(boxesOfInk(.6, append(before, far...)...))
	assert.Empty(t, got, "and so are two pairs that stand apart")
}

// grounds fills boxes of a bitmap.
func grounds(on *Bitmap, v byte, boxes ...Box) {
	for _, b := range boxes {
		for y := b.Y0; y < b.Y1; y++ {
			for x := b.X0; x < b.X1; x++ {
				on.Pix[y*on.W+x] = v
			}
		}
	}
}

func TestPaperBetweenDarkCardsPartsThem(t *testing.T) {
	solid := NewBitmap(300, 120)
	fill := func(b Box, v byte) { grounds(solid, v, b) }
	whole := Box{0, 0, 300, 120}
	fill(whole, 1)
	fill(Box{40, 30, 80, 60}, 0) // light print in the first card
	assert.Equal(t, []Box{whole}, solidParts(solid, whole, 12, 0))
	fill(Box{180, 0, 220, 114}, 0) // a white tab, under which a shadow joins the cards
	assert.Equal(t, []Box{{0, 0, 180, 120}, {220, 0, 300, 120}}, solidParts(solid, whole, 12, 0))
	fill(Box{0, 70, 180, 90}, 0)
	assert.Equal(t, []Box{{0, 0, 180, 70}, {0, 90, 180, 120}, {220, 0, 300, 120}}, solidParts(solid, whole, 12, 0))
	fill(Box{180, 0, 220, 120}, 1)
	fill(Box{100, 0, 108, 120}, 0)
	assert.Len(t, betweenPaper(solid, Box{0, 0, 300, 60}, 12), 1, "what is narrower than print holds none")
}

// A bar with a tab that hangs from it is cut where the bar ends, and a tab beside two bars where the tab does.
func TestABarAndItsTabAreTwo(t *testing.T) {
	for _, want := range [][]Box{
		{{0, 0, 300, 40}, {0, 40, 60, 160}},
		{{0, 0, 60, 160}, {60, 0, 300, 40}, {60, 90, 300, 130}},
	} {
		solid := NewBitmap(300, 160)
		grounds(solid, 1, want...)
		assert.Equal(t, want, solidParts(solid, Box{0, 0, 300, 160}, 12, 0))
	}
}

// A frame joins the bars of a table's heading and of its sums to one area; the print of a bar, which leaves less of its rows, does not cut it.
func TestTheBarsThatAFrameJoinsAreWhole(t *testing.T) {
	solid := NewBitmap(300, 160)
	grounds(solid, 1, Box{0, 0, 6, 160}, Box{0, 0, 300, 40}, Box{0, 120, 300, 160})
	for x := 20; x < 290; x += 2 {
		grounds(solid, 0, Box{x, 16, x + 1, 24})
	}
	assert.Equal(t, []Box{{0, 0, 6, 160}, {6, 0, 300, 40}, {6, 120, 300, 160}}, solidParts(solid, Box{0, 0, 300, 160}, 12, 0))

	share := map[int]float64{0: 0.9, 10: 0.8, 20: 0.1, 30: 0.9, 40: 0.5, 48: 0.9, 60: 0.5, 80: 0.9}
	joined := joinSolid([][2]int{{0, 10}, {10, 20}, {20, 30}, {30, 40}, {40, 48}, {48, 60}, {60, 80}, {80, 90}}, 10, func(from, _ int) float64 { return share[from] })
	assert.Equal(t, [][2]int{{0, 20}, {20, 30}, {30, 60}, {60, 80}, {80, 90}}, joined)
}
