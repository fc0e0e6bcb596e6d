package layout

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/internal/printed"
)

// blurred is a page out of focus, by so many pixels.
func blurred(g *image.Gray, reach int) *image.Gray {
	out := image.NewGray(g.Rect)
	for y := range g.Rect.Dy() {
		for x := range g.Rect.Dx() {
			sum, n := 0, 0
			for v := max(0, y-reach); v <= min(g.Rect.Dy()-1, y+reach); v++ {
				for u := max(0, x-reach); u <= min(g.Rect.Dx()-1, x+reach); u++ {
					sum, n = sum+int(g.Pix[v*g.Stride+u]), n+1
				}
			}
			out.Pix[y*out.Stride+x] = byte(sum / n)
		}
	}
	return out
}

// inkOn counts the ink of a part of a page.
func inkOn(p *Page, b Box) (n int) { return int(share(p.Ink, b)*float64(b.W()*b.H()) + 0.5) }

func TestPrintThatTouchesADarkAreaStays(t *testing.T) {
	p := body(900, 1000)
	p.Fill(image.Rect(60, 100, 840, 150), 10)
	p.Toned(80, 134, 28, "a heading in a bar", 250)
	for x := 200; x < 500; x += 60 {
		p.Fill(image.Rect(x, 150, x+14, 164), 0)
	}
	p.Text(180, 190, 28, "marks over letters")
	found := Analyse(p.Gray)
	require.Len(t, found.Areas, 1)
	assert.InDelta(t, 150, found.Areas[0].Y1, 3, "the area ends where the bar does")
	assert.Greater(t, inkOn(found, Box{200, 152, 214, 164}), 130, "the mark stays")
	lineAt(t, linesOf(t, found), Box{70, 104, 400, 146})
}

func TestTheRaggedEdgeOfADarkAreaIsNoPrint(t *testing.T) {
	p := body(900, 1000)
	p.Fill(image.Rect(60, 100, 840, 150), 10)
	for x := 62; x < 836; x += 12 + x*x%67 { // ragged
		p.Fill(image.Rect(x, 96+x%3, x+5, 101), 10)
		p.Fill(image.Rect(x, 149, x+5, 152+x%3), 10)
	}
	p.Toned(80, 134, 28, "a heading in a bar", 250)
	found := Analyse(p.Gray)
	lineAt(t, linesOf(t, found), Box{70, 104, 400, 146})
	for _, rim := range []Box{{50, 90, 850, 104}, {50, 146, 850, 160}, {50, 90, 64, 160}, {836, 90, 850, 160}} {
		assert.Zero(t, inkOn(found, rim), "%v", rim)
	}
}

func TestBoldPrintOutOfFocusIsNoDarkArea(t *testing.T) {
	p := printed.NewPage(900, 1000)
	for y := 500; y < 970; y += 30 {
		p.Text(80, y, 14, "a line of ordinary print on paper")
	}
	for dx := range 3 {
		p.Text(80+dx, 120, 24, "commemo")
	}
	soft := blurred(p.Gray, 2)
	copy(soft.Pix[200*soft.Stride:], p.Pix[200*p.Stride:])
	found := Analyse(soft)
	assert.Empty(t, found.Areas)
	lineAt(t, linesOf(t, found), Box{60, 80, 420, 140})
}

// Where the ground of light print goes on behind a letter whose blur is none of both, the area does.
func TestADarkAreaGoesOnBehindItsPrint(t *testing.T) {
	p := printed.NewPage(600, 300)
	p.Fill(image.Rect(40, 100, 400, 150), 10)
	p.Fill(image.Rect(380, 100, 400, 280), 10)
	p.Toned(80, 134, 28, "light print", 250)
	p.Fill(image.Rect(226, 104, 228, 146), 60) // what is neither ground nor print
	r := rest{g: p.Gray, box: Box{40, 100, 400, 150}, ground: 10, th: 20}
	words := r.words()
	require.Len(t, words, 1)
	assert.Equal(t, Box{40, 100, 400, 150}, r.grown(words[0]))
}
