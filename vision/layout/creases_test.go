package layout

import (
	"bytes"
	"image"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/vision/internal/printed"
)

// stroke draws a straight stroke of a tone, so many pixels thick, where the page is lighter.
func stroke(p *printed.Page, x0, y0, x1, y1, thick float64, tone uint8) {
	long := math.Hypot(x1-x0, y1-y0)
	for y := range p.Rect.Dy() {
		for x := range p.Rect.Dx() {
			dx, dy := float64(x)-x0, float64(y)-y0
			along, off := (dx*(x1-x0)+dy*(y1-y0))/long, math.Abs(dx*(y1-y0)-dy*(x1-x0))/long
			if i := y*p.Stride + x; along >= 0 && along <= long && off <= thick/2 {
				p.Pix[i] = min(p.Pix[i], tone)
			}
		}
	}
}

// creasedLetter is a page of a heading, twelve lines and a table, to be creased.
func creasedLetter() *printed.Page {
	p := printed.NewPage(1200, 1500)
	p.Text(100, 120, 44, "Weights and measures")
	for i := range 12 {
		p.Text(100, 200+60*i, 28, "forty sacks of barley and nine of oats")
	}
	p.Grid([]int{100, 420, 740, 1100}, []int{1000, 1080, 1160, 1240}, 3)
	for i := range 9 {
		p.Text(130+320*(i%3), 1050+80*(i/3), 28, []string{"sacks", "barley", "oats"}[i%3])
	}
	return p
}

// A stroke across the page, at any angle but that of a rule, joins no words, and leaves what it crosses.
func TestCreasesJoinNoWords(t *testing.T) {
	want := Analyse(creasedLetter().Gray)
	for name, c := range map[string]struct {
		strokes [][4]float64
		thick   float64
		tone    uint8
	}{
		"a crease from corner to corner": {[][4]float64{{0, 0, 1200, 1500}}, 4, 120},
		"two that cross":                 {[][4]float64{{0, 300, 1200, 1400}, {900, 0, 200, 1500}}, 3, 150},
		"a steep one":                    {[][4]float64{{500, 0, 640, 1500}}, 5, 90},
		"nearly level":                   {[][4]float64{{0, 500, 1200, 600}}, 3, 140},
		"a pen's":                        {[][4]float64{{150, 1400, 1100, 100}}, 3, 40},
	} {
		p := creasedLetter()
		for _, s := range c.strokes {
			stroke(p, s[0], s[1], s[2], s[3], c.thick, c.tone)
		}
		got := Analyse(p.Gray)
		assert.InDelta(t, len(want.Words), len(got.Words), float64(len(want.Words))/20, "%s: words", name)
		assert.Len(t, got.Rules, len(want.Rules), "%s: rules", name)
		assert.Empty(t, got.Figures, "%s: drawings", name)
	}
}

// What is printed askew in a drawing, and what is short, stays.
func TestStrokesOfDrawingsStay(t *testing.T) {
	for name, course := range map[string][]image.Point{
		"a chart's curve": {{200, 900}, {330, 700}, {470, 860}, {610, 640}, {750, 820}, {900, 600}},
		"a tick":          {{300, 700}, {340, 760}, {440, 620}},
		"a trend":         {{150, 1290}, {1100, 1470}},
	} {
		p := creasedLetter()
		b := NewBitmap(1200, 1500)
		for i := 1; i < len(course); i++ {
			stroke(p, float64(course[i-1].X), float64(course[i-1].Y), float64(course[i].X), float64(course[i].Y), 4, 0)
		}
		copy(b.Pix, Threshold(p.Gray, 128).Pix)
		before := append([]byte(nil), b.Pix...)
		assert.False(t, eraseCreases(b, p.Gray, Components(b), 20), name)
		assert.True(t, bytes.Equal(before, b.Pix), name)
	}
}
