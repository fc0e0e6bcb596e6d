package layout

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/vision/internal/printed"
)

// What stands on a dark rest of a page: words that its ground surrounds are light print, and the ground around them is taken whole.
func TestLightWordsInDarkRests(t *testing.T) {
	const dark = 30
	for _, c := range []struct {
		name string
		draw func(p *printed.Page)
		want []Box // grounds, half a letter more or less
	}{
		{"a word on a bar that meets another", func(p *printed.Page) {
			p.Fill(image.Rect(100, 100, 500, 160), dark)
			p.Fill(image.Rect(460, 100, 500, 380), dark)
			p.Toned(240, 140, 30, "light", 250)
		}, []Box{{100, 100, 500, 160}}},
		{"a window with dark print", func(p *printed.Page) {
			p.Fill(image.Rect(100, 100, 500, 400), dark)
			p.Fill(image.Rect(200, 200, 400, 260), 255)
			p.Text(240, 240, 30, "dark")
		}, nil},
		{"stripes", func(p *printed.Page) {
			p.Fill(image.Rect(100, 100, 500, 400), dark)
			for x := 112; x < 500; x += 24 {
				p.Fill(image.Rect(x, 100, x+8, 400), 255)
			}
		}, nil},
		{"small print on a bar lower than a line", func(p *printed.Page) {
			p.Fill(image.Rect(100, 100, 500, 128), dark)
			p.Toned(120, 119, 14, "caption", 250)
		}, []Box{{100, 100, 500, 128}}},
		{"small print down a narrow tab", func(p *printed.Page) {
			p.Fill(image.Rect(100, 100, 126, 260), dark)
			for y := 130; y < 230; y += 9 {
				p.Fill(image.Rect(107, y, 119, y+6), 250)
			}
		}, []Box{{100, 100, 126, 260}}},
		{"a thick rule", func(p *printed.Page) { p.Fill(image.Rect(100, 100, 500, 120), dark) }, nil},
		{"thick bars of a code", func(p *printed.Page) {
			for x := 100; x < 500; x += 30 {
				p.Fill(image.Rect(x, 100, x+16, 200), dark)
			}
		}, nil},
		{"a heavy word that runs together", func(p *printed.Page) {
			p.Fill(image.Rect(100, 100, 400, 130), dark)
			for x := 110; x < 390; x += 20 {
				p.Fill(image.Rect(x, 100, x+5, 108), 255)
				p.Fill(image.Rect(x, 114, x+6, 121), 255)
				p.Fill(image.Rect(x+10, 122, x+14, 130), 255)
			}
		}, nil},
		{"letters with marks over them", func(p *printed.Page) {
			p.Fill(image.Rect(100, 100, 500, 160), dark)
			for x := 140; x < 280; x += 16 {
				p.Fill(image.Rect(x, 120, x+9, 146), 250)
				p.Fill(image.Rect(x+2, 114, x+9, 119), 250)
			}
		}, []Box{{100, 100, 500, 160}}},
		{"a soft colon at the end of a word", func(p *printed.Page) {
			p.Fill(image.Rect(100, 100, 500, 160), dark)
			for x := 140; x < 280; x += 16 {
				p.Fill(image.Rect(x, 120, x+9, 146), 250)
			}
			for _, y := range []int{124, 138} {
				p.Fill(image.Rect(279, y-1, 288, y+5), 70)
				p.Fill(image.Rect(280, y, 287, y+4), 250)
			}
		}, []Box{{100, 100, 500, 160}}},
		{"letters as large as a headline", func(p *printed.Page) {
			p.Text(60, 300, 220, "ABOD")
		}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := printed.NewPage(600, 500)
			c.draw(p)
			b := Threshold(p.Gray, 150)
			got := evenRests(p.Gray, b, 150, 20)
			assert.Len(t, got, len(c.want))
			for i, a := range got {
				assert.True(t, a.Dark && a.Filled)
				for k, at := range [4]int{a.X0, a.Y0, a.X1, a.Y1} {
					w := c.want[min(i, len(c.want)-1)]
					assert.InDelta(t, [4]int{w.X0, w.Y0, w.X1, w.Y1}[k], at, 10)
				}
				assert.Greater(t, tone(p.Gray, a.Box), 240, "its ground is paper")
			}
		})
	}
}

func TestADarkAreaOfNoiseHoldsNoWords(t *testing.T) {
	p := printed.NewPage(1400, 2000)
	p.Fill(image.Rect(20, 20, 1380, 1980), 30)
	for y := 60; y < 1940; y += 26 {
		for x := 60; x < 1340; x += 17 {
			p.Fill(image.Rect(x, y, x+7, y+16), 250)
		}
	}
	assert.Empty(t, evenRests(p.Gray, Threshold(p.Gray, 150), 150, 20))
}

func TestPaperInADarkBoxIsNoLightPrint(t *testing.T) {
	assert.True(t, besidePaper(100, 900, 2000), "a wedge of paper")
	assert.False(t, besidePaper(700, 900, 2000), "print, and a sliver of paper")
	assert.False(t, besidePaper(40, 200, 2000), "little of either")
}

// A desk beside a slanting edge of paper: turned dark on light as a whole, it would take the print on the paper with it.
func TestADeskBesidePaperIsNoGroundOfPrint(t *testing.T) {
	box := Box{0, 0, 400, 600}
	for name, c := range map[string]struct {
		slant int // pixels over its height
		want  bool
	}{"a level edge": {0, true}, "a slanting one": {160, false}} {
		t.Run(name, func(t *testing.T) {
			p := printed.NewPage(500, 600)
			for y := range 600 {
				p.Fill(image.Rect(0, y, 400-c.slant*y/600, y+1), 60)
			}
			p.Toned(10, 60, 30, "light", 250)
			p.Text(300, 560, 20, "on paper")
			_, ok := evenBox(p.Gray, Threshold(p.Gray, 150), box, 150, 20)
			assert.Equal(t, c.want, ok)
		})
	}
}
