package layout

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/internal/printed"
)

// pageOf is a page that is nothing but its ink.
func pageOf(p *printed.Page, th int) *Page {
	b := p.Gray.Rect
	return &Page{W: b.Dx(), H: b.Dy(), TextHeight: th, Ink: Threshold(p.Gray, 128), Clean: p.Gray}
}

func TestALineAsHighAsSeveralIsCutWhereItHasTheLeastInk(t *testing.T) {
	for name, c := range map[string]struct {
		draw func(p *printed.Page)
		box  Box
		tops []int // of the storeys, within some pixels; nil: it stays whole
	}{
		"two lines that a stroke joins": {func(p *printed.Page) {
			p.Text(50, 60, 26, "blurred")
			p.Text(50, 92, 26, "immunos")
			p.Fill(image.Rect(60, 40, 63, 90), 0)
		}, Box{48, 38, 160, 96}, []int{40, 67}},
		"three lines": {func(p *printed.Page) {
			p.Text(50, 60, 26, "blurred")
			p.Text(50, 92, 26, "immunos")
			p.Text(50, 124, 26, "holders")
		}, Box{48, 38, 160, 128}, []int{40, 72, 104}},
		"one line": {func(p *printed.Page) {
			p.Text(50, 60, 26, "blurred")
		}, Box{48, 38, 160, 68}, nil},
		"one large letter": {func(p *printed.Page) {
			p.Fill(image.Rect(50, 40, 60, 100), 0)
			p.Fill(image.Rect(60, 40, 90, 50), 0)
		}, Box{48, 38, 100, 102}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			p := printed.NewPage(300, 200)
			c.draw(p)
			got := pageOf(p, 20).Storeys(Line{Box: c.box, Height: c.box.H()})
			require.Len(t, got, len(c.tops))
			for i, top := range c.tops {
				assert.InDelta(t, top, got[i].Y0, 4)
				assert.LessOrEqual(t, got[i].Height, 20, "print of the page's height")
				assert.GreaterOrEqual(t, got[i].X0, 50, "no white beside it")
			}
		})
	}
}

// A storey over large letters may be small print or the letters' vowels and tones: reading tells, where these passed for marks.
func TestAStoreyOfWhatPassedForMarksSaysSo(t *testing.T) {
	for name, c := range map[string]struct {
		word Word
		want []bool
	}{
		"marks over their letters": {Word{Box: Box{50, 40, 160, 92}, Height: 24, Base: 92, hung: []Box{{50, 40, 100, 60}, {110, 40, 160, 60}}}, []bool{true, false}},
		"marks under them":         {Word{Box: Box{50, 40, 160, 92}, Height: 24, Base: 60, hung: []Box{{50, 72, 100, 92}, {110, 72, 160, 92}}}, []bool{false, false}}, // or tones of the next line
		"one mark of a line":       {Word{Box: Box{50, 40, 160, 92}, Height: 24, Base: 92, hung: []Box{{50, 40, 60, 60}}}, []bool{false, false}},
		"of another line":          {Word{Box: Box{250, 40, 290, 92}, Height: 24, Base: 92, hung: []Box{{50, 40, 160, 60}}}, []bool{false, false}},
		"letters":                  {Word{Box: Box{50, 40, 160, 92}, Height: 24, Base: 92, parts: []Box{{50, 40, 160, 60}}}, []bool{false, false}},
	} {
		t.Run(name, func(t *testing.T) {
			d := printed.NewPage(300, 200)
			d.Fill(image.Rect(50, 40, 100, 60), 0)
			d.Fill(image.Rect(110, 40, 160, 60), 0)
			d.Fill(image.Rect(50, 72, 100, 92), 0)
			d.Fill(image.Rect(110, 72, 160, 92), 0)
			p := pageOf(d, 20)
			p.level = []Word{c.word}
			var got []bool
			for _, s := range p.Storeys(Line{Box: Box{48, 38, 162, 94}, Height: 24}) {
				got = append(got, s.Marks)
			}
			assert.Equal(t, c.want, got)
		})
	}
}
