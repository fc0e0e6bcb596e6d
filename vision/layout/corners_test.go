package layout

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
)

// cornerMark draws a corner mark of arms of 20 pixels, 4 thick, whose window's corner is at p.
func cornerMark(b *Bitmap, at int, p image.Point) { drawMark(b, at, p, 20, 20, 4) }

func drawMark(b *Bitmap, at int, p image.Point, w, h, thick int) {
	box := Box{p.X, p.Y, p.X + w, p.Y + h}
	if at == 1 || at == 2 {
		box.X0, box.X1 = p.X-w, p.X
	}
	if at >= 2 {
		box.Y0, box.Y1 = p.Y-h, p.Y
	}
	across, down := armsOf(box, at, thick)
	for _, a := range []Box{across, down} {
		ink(b, a)
	}
}

func ink(b *Bitmap, a Box) {
	for y := a.Y0; y < a.Y1; y++ {
		for x := a.X0; x < a.X1; x++ {
			b.Pix[y*b.W+x] = 1
		}
	}
}

func TestCornerMarksOfWindowsAreNoPrint(t *testing.T) {
	window := []image.Point{{X: 50, Y: 40}, {X: 250, Y: 40}, {X: 250, Y: 160}, {X: 50, Y: 160}}
	for name, c := range map[string]struct {
		draw func(b *Bitmap)
		want int // marks
	}{
		"all four": {func(b *Bitmap) {
			for at, p := range window {
				cornerMark(b, at, p)
			}
		}, 4},
		"two over the address": {func(b *Bitmap) { cornerMark(b, 0, window[0]); cornerMark(b, 1, window[1]) }, 2},
		"one touches a letter": {func(b *Bitmap) {
			for at, p := range window {
				cornerMark(b, at, p)
			}
			ink(b, Box{60, 43, 66, 70})
		}, 4},
		"one alone, as the letter L":  {func(b *Bitmap) { cornerMark(b, 3, window[3]) }, 0},
		"letters L of a line":         {func(b *Bitmap) { cornerMark(b, 3, window[3]); cornerMark(b, 3, window[2]) }, 0},
		"letters L and J of a line":   {func(b *Bitmap) { cornerMark(b, 3, window[3]); cornerMark(b, 2, window[2]) }, 0},
		"not on one level":            {func(b *Bitmap) { cornerMark(b, 0, window[0]); cornerMark(b, 1, window[2]) }, 0},
		"turned away from each other": {func(b *Bitmap) { cornerMark(b, 1, window[0]); cornerMark(b, 0, window[1]) }, 0},
		"two, and one of another size": {func(b *Bitmap) {
			cornerMark(b, 0, window[0])
			ink(b, Box{240, 40, 250, 42})
			ink(b, Box{248, 40, 250, 50})
		}, 0},
		"thick ones":                   {func(b *Bitmap) { drawMark(b, 0, window[0], 20, 20, 9); drawMark(b, 1, window[1], 20, 20, 9) }, 0},
		"tiny ones":                    {func(b *Bitmap) { drawMark(b, 0, window[0], 6, 6, 1); drawMark(b, 1, window[1], 6, 6, 1) }, 0},
		"uneven ones, as letters have": {func(b *Bitmap) { drawMark(b, 0, window[0], 18, 36, 4); drawMark(b, 1, window[1], 18, 36, 4) }, 0},
		"letters r and AA in words": {func(b *Bitmap) {
			cornerMark(b, 0, window[0])
			ink(b, Box{76, 41, 94, 60})
			cornerMark(b, 1, window[1])
			ink(b, Box{206, 38, 224, 59})
		}, 0},
		"a frame": {func(b *Bitmap) {
			ink(b, Box{50, 40, 70, 44})
			ink(b, Box{50, 40, 54, 60})
			ink(b, Box{66, 40, 70, 60})
			ink(b, Box{50, 56, 70, 60})
		}, 0},
		"opposite ones, nothing between": {func(b *Bitmap) { cornerMark(b, 1, window[1]); cornerMark(b, 3, window[3]) }, 2},
	} {
		b := NewBitmap(300, 200)
		c.draw(b)
		arms := CornerMarks(b, Components(b))
		distinct := map[Box]bool{}
		for _, a := range arms {
			distinct[a.Box] = true
		}
		assert.Len(t, distinct, 2*c.want, name)
	}
}

// What stands in a window is read without the marks at its corners.
func TestAPageHasNoWordsOfCornerMarks(t *testing.T) {
	g := image.NewGray(image.Rect(0, 0, 600, 300))
	for i := range g.Pix {
		g.Pix[i] = 255
	}
	b := NewBitmap(600, 300)
	for at, p := range []image.Point{{X: 90, Y: 80}, {X: 420, Y: 80}, {X: 420, Y: 200}, {X: 90, Y: 200}} {
		cornerMark(b, at, p)
	}
	for x := 120; x < 380; x += 16 {
		ink(b, Box{x, 120, x + 4, 140})
		ink(b, Box{x, 136, x + 10, 140})
	}
	for i, v := range b.Pix {
		if v != 0 {
			g.Pix[i] = 0
		}
	}
	for _, w := range Analyse(g).Words {
		assert.GreaterOrEqual(t, w.Y0, 118)
		assert.LessOrEqual(t, w.Y1, 142)
	}
}
