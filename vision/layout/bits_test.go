package layout

import (
	"image"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// speckled is a page of random greys, some of them the same in long stretches.
func speckled(r *rand.Rand, w, h int) *image.Gray {
	g := image.NewGray(image.Rect(0, 0, w, h))
	for i := range g.Pix {
		g.Pix[i] = byte(140 + r.IntN(116))
	}
	for range 2 + r.IntN(12) {
		x, y, l, v := r.IntN(w), r.IntN(h), 1+r.IntN(max(w, h)), byte(r.IntN(256))
		for k := range l {
			if r.IntN(2) == 0 && x+k < w {
				g.Pix[y*w+x+k] = v
			} else if y+k < h {
				g.Pix[(y+k)*w+x] = v
			}
		}
	}
	return g
}

func TestThresholdTakesWhatIsDarker(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, level := range []byte{0, 1, 127, 128, 129, 150, 200, 255} {
		g := image.NewGray(image.Rect(0, 0, 259, 3))
		for i := range g.Pix {
			g.Pix[i] = byte(r.IntN(256))
		}
		b := Threshold(g, level)
		for i, v := range g.Pix {
			if (v < level) != (b.Pix[i] == 1) || b.Pix[i] > 1 {
				t.Fatalf("%d against %d gave %d", v, level, b.Pix[i])
			}
		}
	}
}

// everyStretch finds stretches by looking at every pixel of a page drawn out in full, or of its transpose.
func everyStretch(s strokes, minLen int, down bool) ([]run, []int) {
	w, h, line := s.ink.W, s.ink.H, s.lineAcross
	if down {
		w, h, line = h, w, func(x, y int) bool { return s.lineDown(y, x) }
	}
	b := NewBitmap(w, h)
	for y := range h {
		for x := range w {
			if line(x, y) || y > 0 && line(x, y-1) || y+1 < h && line(x, y+1) {
				b.Pix[y*w+x] = 1
			}
		}
	}
	return b.runs(minLen)
}

func TestNoStretchIsMissed(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	found := 0
	for range 300 {
		g := speckled(r, 1+r.IntN(90), 1+r.IntN(90))
		s := strokes{g.Pix, g.Stride, Threshold(g, byte(120+r.IntN(80))), 3 + r.IntN(4)}
		minLen := 1 + r.IntN(40)
		want, wantFirst := everyStretch(s, minLen, false)
		got, first := s.across(minLen)
		assert.Equal(t, want, got)
		assert.Equal(t, wantFirst, first)
		found += len(got)
		want, wantFirst = everyStretch(s, minLen, true)
		got, first = s.down(minLen)
		assert.Equal(t, want, got)
		assert.Equal(t, wantFirst, first)
		found += len(got)
	}
	assert.Greater(t, found, 1000)
}

func TestOpeningKeepsWhatASquareFitsInto(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 100 {
		b, half := NewBitmap(1+r.IntN(60), 1+r.IntN(60)), r.IntN(4)
		for i := range b.Pix {
			if r.IntN(9) > 0 {
				b.Pix[i] = 1
			}
		}
		want := NewBitmap(b.W, b.H)
		square := func(x, y int, visit func(x, y int)) {
			for dy := -half; dy <= half; dy++ {
				for dx := -half; dx <= half; dx++ {
					visit(x+dx, y+dy)
				}
			}
		}
		for y := range b.H {
			for x := range b.W {
				fits := true
				square(x, y, func(x, y int) { fits = fits && b.At(x, y) })
				if fits {
					square(x, y, func(x, y int) { want.Pix[y*want.W+x] = 1 })
				}
			}
		}
		assert.Equal(t, want, opened(b, 2*half))
		assert.Equal(t, want, opened(b, 2*half+1))
	}
}
