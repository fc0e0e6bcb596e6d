package layout

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/internal/printed"
)

// highest is the height of a bitmap's highest patch.
func highest(cs []Component) (h int) {
	for _, c := range cs {
		h = max(h, c.H())
	}
	return h
}

// Letters of two lines that touch are two patches; what is as high by itself stays one.
func TestPatchesOfTwoLinesAreCutBetweenThem(t *testing.T) {
	for _, c := range []struct {
		name  string
		draw  func(p *printed.Page)
		fused int // pixels by which strokes grow
		most  int // height of a patch
	}{
		{"a stroke between letters", func(p *printed.Page) {
			p.Text(80, 100, 26, "lines of print that touch")
			p.Text(80, 130, 26, "lines of print that touch")
			p.Fill(image.Rect(114, 96, 117, 116), 0)
		}, 0, 30},
		{"words that have run together", func(p *printed.Page) {
			p.Text(80, 100, 26, "commemorating")
			p.Text(80, 126, 26, "immunologists")
		}, 3, 36},
		{"three such lines", func(p *printed.Page) {
			p.Text(80, 100, 26, "commemorating")
			p.Text(80, 126, 26, "immunologists")
			p.Text(80, 153, 26, "enumerations")
		}, 3, 36},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := printed.NewPage(500, 300)
			c.draw(p)
			b := inSquares(Threshold(p.Gray, 128), c.fused, true)
			cs := Components(b)
			require.Greater(t, highest(cs), c.most)
			assert.LessOrEqual(t, highest(cutBridges(b, cs, 20)), c.most)
		})
	}
}

func TestWhatIsAsHighAsTwoLinesIsNotCut(t *testing.T) {
	for name, draw := range map[string]func(p *printed.Page){
		"a large letter beside two lines": func(p *printed.Page) {
			p.Text(60, 126, 76, "E")
			p.Text(116, 90, 26, "two lines of")
			p.Text(116, 126, 26, "small print")
		},
		"a code beside two lines": func(p *printed.Page) {
			for i := range 400 {
				if i*i%7 < 4 || i%20 == 0 {
					p.Fill(image.Rect(60+i%20*4, 60+i/20*4, 64+i%20*4, 64+i/20*4), 0)
				}
			}
			p.Text(160, 90, 26, "two lines of")
			p.Text(160, 126, 26, "small print")
		},
		"a line with marks over its letters": func(p *printed.Page) {
			p.Text(60, 130, 48, "nnnnnnnn")
			for x := 60; x < 260; x += 30 {
				p.Fill(image.Rect(x, 88, x+18, 91), 0)
				p.Fill(image.Rect(x+7, 88, x+10, 110), 0)
			}
		},
	} {
		p := printed.NewPage(500, 300)
		draw(p)
		b := Threshold(p.Gray, 128)
		cs := Components(b)
		assert.Equal(t, cs, cutBridges(b, cs, 20), name)
	}
}

// A letter's stroke that goes down to the next line's letters joins neither the words nor the lines.
func TestLinesThatTouchAreTwo(t *testing.T) {
	p := body(900, 1000)
	p.Text(80, 100, 26, "lines of print that touch")
	p.Text(80, 130, 26, "lines of print that touch")
	p.Fill(image.Rect(114, 96, 117, 116), 0)
	lines := linesOf(t, Analyse(p.Gray))
	lineAt(t, lines, Box{70, 74, 420, 112})
	lineAt(t, lines, Box{70, 104, 420, 140})
}
