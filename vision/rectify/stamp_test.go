package rectify

import (
	"image"
	"image/draw"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// stamped is a page of small print with huge letters over it, n in a row, in a tone.
func stamped(n int, tone uint8) *image.Gray {
	g := image.NewGray(image.Rect(0, 0, 900, 1200))
	draw.Draw(g, g.Rect, image.White, image.Point{}, draw.Src)
	fill := func(r image.Rectangle, v uint8) {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				g.Pix[y*g.Stride+x] = min(g.Pix[y*g.Stride+x], v)
			}
		}
	}
	for i := range n { // capitals H
		x := 60 + 110*i
		fill(image.Rect(x, 300, x+24, 420), tone)
		fill(image.Rect(x+56, 300, x+80, 420), tone)
		fill(image.Rect(x, 348, x+80, 372), tone)
	}
	for y := 60; y < 1150; y += 40 {
		for x := 50; x < 850; x += 16 {
			fill(image.Rect(x, y, x+4, y+20), 0)
		}
	}
	return g
}

func TestStampsAreTakenOffAndTheTextOnGreyOnesStays(t *testing.T) {
	for name, c := range map[string]struct {
		letters int
		tone    uint8
		taken   bool
	}{
		"grey": {6, 120, true}, "black": {6, 0, true}, "a sorting code": {3, 0, false},
	} {
		p := Page{Gray: stamped(c.letters, c.tone)}
		require.NoError(t, p.TakeStamps())
		assert.Equal(t, c.taken, p.Gray.GrayAt(72, 310).Y > 200, name)
		if name == "grey" {
			assert.Less(t, p.Gray.GrayAt(68, 350).Y, uint8(100), "print over it")
		}
		assert.Zero(t, p.Gray.GrayAt(52, 70).Y, "print beside it")
	}
}
