package layout

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/vision/internal/printed"
)

// coded is ordinary print with a code that a number stands close under and a caption close over.
func coded() *printed.Page {
	p := body(900, 1000)
	p.Text(100, 96, 26, "caption of the code")
	for i := range 40 {
		p.Fill(image.Rect(100+9*i, 104, 103+9*i+i*i%7*2, 184), 0) // some run together
	}
	p.Text(130, 206, 26, "0472299329892104")
	return p
}

func TestPrintCloseToBarsIsALine(t *testing.T) {
	lines := linesOf(t, Analyse(coded().Gray))
	lineAt(t, lines, Box{90, 70, 500, 105})
	lineAt(t, lines, Box{110, 182, 500, 216})
	for _, l := range lines {
		assert.False(t, l.overlapY(Box{0, 120, 900, 170}) > 0, "%v lies in the bars", l.Box)
	}
}

func TestLyingBarsAreNoLines(t *testing.T) {
	p := body(900, 1000)
	for i := range 40 {
		p.Fill(image.Rect(700, 30+9*i, 780, 33+9*i+i*i%5), 0)
	}
	p.Text(100, 96, 26, "print beside it")
	found := Analyse(p.Gray)
	assert.Empty(t, found.Turned)
	for _, l := range linesOf(t, found) {
		assert.False(t, l.X1 > 690, "%v lies in the bars", l.Box)
	}
}

func TestTallLettersAreNoBars(t *testing.T) {
	p := printed.NewPage(900, 400)
	p.Text(60, 100, 60, "Illlll lilll illl")
	cs := Components(Threshold(p.Gray, 128))
	assert.Equal(t, cs, withoutBars(cs, 40))
}

// "Number of …" in each row of a table, in print so small that its letters run together.
func TestWordsOfAColumnAreNoBars(t *testing.T) {
	var words, bars []Component
	for i := range 12 {
		at := Box{10, 20 + 24*i, 70, 32 + 24*i}
		words = append(words, Component{Box: at, Area: 360})
		bars = append(bars, Component{Box: at, Area: 700})
	}
	assert.Equal(t, words, withoutBars(words, 12))
	assert.Empty(t, withoutBars(bars, 12))
}
