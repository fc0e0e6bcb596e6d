package rectify

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/vision/layout"
)

// block fills a box of a bitmap.
func block(b *layout.Bitmap, x, y, w, h int) {
	for i := y; i < y+h; i++ {
		for j := x; j < x+w; j++ {
			b.Pix[i*b.W+j] = 1
		}
	}
}

// letter is a stem and a bowl of a letter, or of letters that touch, about so wide.
func letter(b *layout.Bitmap, r *rand.Rand, x, y, w int) {
	w += r.IntN(3)
	top := y + r.IntN(3)
	block(b, x, top, 3, y+17-top)
	block(b, x, y+14-r.IntN(4), w, 3)
	block(b, x+w-3, y+4, 3, 13)
}

// onItsSide is a bitmap turned by a quarter.
func onItsSide(b *layout.Bitmap) *layout.Bitmap {
	out := layout.NewBitmap(b.H, b.W)
	for y := range b.H {
		for x := range b.W {
			out.Pix[x*out.W+b.H-1-y] = b.Pix[y*b.W+x]
		}
	}
	return out
}

// What is nearest to a letter is not always its neighbour in the line.
func TestWhichWayPrintRuns(t *testing.T) {
	for name, draw := range map[string]func(*layout.Bitmap, *rand.Rand){
		"letters with room between them": func(b *layout.Bitmap, r *rand.Rand) {
			for i := range 400 {
				letter(b, r, 40+24*(i%25), 40+40*(i/25), 12)
			}
		},
		"letters with marks over and under them": func(b *layout.Bitmap, r *rand.Rand) {
			for i := range 400 {
				x, y := 40+20*(i%25), 40+44*(i/25)
				letter(b, r, x, y, 12)
				block(b, x+1, y-9, 6+r.IntN(4), 5)
				block(b, x+2, y+19, 5+r.IntN(3), 7)
			}
		},
		"words that run together": func(b *layout.Bitmap, r *rand.Rand) {
			for i := range 20 {
				for x := 40; x < 640; {
					w := 30 + r.IntN(50)
					letter(b, r, x, 40+34*i, w)
					x += w + 9
				}
			}
		},
	} {
		b := layout.NewBitmap(760, 900)
		draw(b, rand.New(rand.NewPCG(2, 9)))
		level := FindTurn(b, 6)
		assert.Greater(t, level.Letters, 100, name)
		assert.False(t, level.Sideways, name)
		assert.True(t, FindTurn(onItsSide(b), 6).Sideways, "%s, on their side", name)
	}
}
