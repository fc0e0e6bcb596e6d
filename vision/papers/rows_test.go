package papers

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/geom"
	"lensd/vision/internal/printed"
)

// A form on grey paper that fills the picture, with a white box in it; with print around the box, or on a bare desk.
func TestABoxWithPrintAroundItIsNoSheet(t *testing.T) {
	for name, around := range map[string]bool{"a box on a form": true, "a label on a desk": false} {
		p := printed.NewPage(800, 1000)
		p.Fill(p.Rect, 190)
		box := image.Rect(140, 380, 660, 720)
		p.Fill(box, 245)
		for y := 430; y < 700; y += 45 {
			p.Text(170, y, 26, "a line of print in a box")
		}
		if around {
			p.Text(60, 120, 60, "Headline")
			p.Text(60, 250, 26, "what it is about")
			p.Text(60, 850, 26, "and a line below")
		}
		q, ok := FindOne(bgr(t, p.Gray).Mat())
		quads, framed := Find(bgr(t, p.Gray).Mat())
		require.Len(t, quads, 1, name)
		assert.Equal(t, !around, ok, name)
		assert.Equal(t, around, framed, name)
		if !around {
			assert.Less(t, cornerError(q, geom.QuadOf(geom.Rect{X0: 140, Y0: 380, X1: 660, Y1: 720})), 12.0, name)
		}
	}
}

func TestRowsOfLetters(t *testing.T) {
	for name, c := range map[string]struct {
		draw func(p *printed.Page)
		want bool
	}{
		"dark print": {func(p *printed.Page) { p.Text(60, 200, 30, "letters in a row") }, true},
		"light print": {func(p *printed.Page) {
			p.Fill(image.Rect(40, 160, 500, 230), 40)
			p.Toned(60, 200, 30, "letters in a row", 250)
		}, true},
		"three letters": {func(p *printed.Page) { p.Text(60, 200, 30, "abc") }, false},
		"keys with gaps": {func(p *printed.Page) {
			for x := 60; x < 500; x += 60 {
				p.Text(x, 200, 26, "k")
			}
		}, false},
		"strokes of the grain": {func(p *printed.Page) {
			for y := 60; y < 500; y += 20 {
				p.Fill(image.Rect(40, y, 560, y+3), 100)
			}
		}, false},
	} {
		p := printed.NewPage(600, 600)
		c.draw(p)
		assert.Equal(t, c.want, len(printOf(bgr(t, p.Gray).Mat()).inRows) > 0, name)
	}
}
