package rectify

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/vision/internal/printed"
)

// A dark area of a page in which print is dark lies in a shadow, however deep; all others are printed so.
func TestDeepShadowsAreLitUp(t *testing.T) {
	all := image.Rect(0, 0, 800, 600)
	lines := func(p *printed.Page, from, to int, tone uint8) {
		for y := from; y < to; y += 40 {
			p.Toned(80, y, 26, "lines of print in the dark", tone)
		}
	}
	for name, c := range map[string]struct {
		area   image.Rectangle
		ground uint8
		print  func(p *printed.Page)
		want   bool
	}{
		"dark print":           {all, 85, func(p *printed.Page) { lines(p, 160, 560, 15) }, true},
		"a deeper shadow":      {all, 60, func(p *printed.Page) { lines(p, 160, 560, 10) }, true},
		"light print":          {all, 85, func(p *printed.Page) { lines(p, 160, 560, 250) }, false},
		"dark print and light": {all, 85, func(p *printed.Page) { lines(p, 160, 380, 15); lines(p, 400, 560, 250) }, false},
		"no print":             {all, 85, func(*printed.Page) {}, false},
		"black":                {all, 30, func(p *printed.Page) { lines(p, 160, 560, 5) }, false},
		"a tinted table":       {image.Rect(40, 100, 760, 600), 85, func(p *printed.Page) { lines(p, 160, 560, 15) }, false},
		"light that falls off slowly": {image.Rectangle{}, 0, func(p *printed.Page) {
			for y := range 560 {
				p.Fill(image.Rect(0, y, 800, y+1), uint8(100+125*y/560))
			}
			p.Fill(image.Rect(200, 60, 600, 300), 90)
			lines(p, 360, 560, 15)
		}, false},
		"a small box": {image.Rect(300, 100, 460, 200), 85, func(p *printed.Page) { p.Toned(310, 160, 26, "a box of print", 15) }, false},
		"a soft border about it": {all, 85, func(p *printed.Page) {
			p.Fill(image.Rect(0, 0, 800, 624), 130)
			p.Fill(all, 85)
			lines(p, 160, 320, 15)
		}, true},
	} {
		page := printed.NewPage(800, 1100)
		page.Fill(page.Rect, 225)
		lines(page, 700, 1050, 30)
		page.Fill(image.Rect(480, 740, 790, 960), 60)
		page.Toned(500, 800, 26, "light on a bar", 235)
		page.Fill(c.area, c.ground)
		c.print(page)
		flat := flattened(t, page)
		at := flat.GrayAt(max(430, c.area.Max.X-30), max(150, (c.area.Min.Y+c.area.Max.Y)/2)).Y
		assert.Equal(t, c.want, at > 240, "%s: %d", name, at)
		assert.Less(t, int(flat.GrayAt(640, 900).Y), 110, "%s: a bar stays dark", name)
		assert.Greater(t, int(flat.GrayAt(700, 1080).Y), 240, name)
		if c.want {
			ink := 0
			for y := 140; y < 170; y++ {
				for x := 80; x < 300; x++ {
					if flat.GrayAt(x, y).Y < 100 {
						ink++
					}
				}
			}
			assert.Greater(t, ink, 300, "%s: the print stays", name)
		}
	}
}
