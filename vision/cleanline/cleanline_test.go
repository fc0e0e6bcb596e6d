package cleanline

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// crop draws on grey paper whose light falls off to the right.
type crop struct{ *image.Gray }

func newCrop(w, h int) crop {
	c := crop{image.NewGray(image.Rect(0, 0, w, h))}
	for i := range c.Pix {
		c.Pix[i] = byte(230 - 60*(i%w)/w)
	}
	return c
}

func (c crop) fill(x0, y0, x1, y1 int) crop {
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			c.Pix[y*c.Stride+x] = 40
		}
	}
	return c
}

// letters draws strokes like a line of print, 20 rows high, with a thin foot and a round dot now and then.
func (c crop) letters() crop {
	for x := 20; x+6 < c.Rect.Dx()-20; x += 13 {
		c.fill(x, 15, x+3, 35).fill(x, 25, x+7, 28)
	}
	return c
}

// ink counts the dark pixels in a rectangle.
func inkIn(g *image.Gray, x0, y0, x1, y1 int) (n int) {
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			if g.Pix[y*g.Stride+x] < 128 {
				n++
			}
		}
	}
	return n
}

func cleaned(t *testing.T, c crop) *image.Gray {
	t.Helper()
	g, err := Clean(c.Gray)
	require.NoError(t, err)
	require.Equal(t, c.Rect, g.Rect, "a crop of this height keeps its size")
	return g
}

func TestCleanKeepsPrintAndTakesTheRest(t *testing.T) {
	plain := cleaned(t, newCrop(300, 48).letters())
	want := inkIn(plain, 0, 12, 300, 37)
	require.Greater(t, want, 1000)
	t.Run("even light", func(t *testing.T) {
		assert.Greater(t, plain.Pix[2*plain.Stride+295], byte(245), "paper is white at the dark end too")
	})
	t.Run("leader", func(t *testing.T) {
		c := newCrop(300, 48).letters()
		for x := 2; x < 298; x += 6 {
			c.fill(x, 39, x+2, 41)
		}
		g := cleaned(t, c)
		assert.Zero(t, inkIn(g, 0, 37, 300, 48))
		assert.InDelta(t, want, inkIn(g, 0, 12, 300, 37), 20)
	})
	t.Run("rule under and borders beside", func(t *testing.T) {
		g := cleaned(t, newCrop(300, 48).letters().fill(0, 42, 300, 44).fill(3, 0, 5, 48).fill(295, 0, 297, 48))
		assert.Zero(t, inkIn(g, 0, 38, 300, 48))
		assert.Zero(t, inkIn(g, 0, 0, 12, 48)+inkIn(g, 288, 0, 300, 48))
		assert.InDelta(t, want, inkIn(g, 12, 12, 288, 37), 20)
	})
	t.Run("rule through: the strokes stay whole", func(t *testing.T) {
		g := cleaned(t, newCrop(300, 48).letters().fill(0, 20, 300, 22))
		assert.GreaterOrEqual(t, inkIn(g, 20, 15, 23, 35), 50)
		assert.Zero(t, inkIn(g, 0, 19, 18, 23))
	})
	t.Run("fringe of the next line", func(t *testing.T) {
		c := newCrop(300, 48).letters()
		for x := 20; x < 280; x += 11 {
			c.fill(x, 44, x+3, 48)
		}
		g := cleaned(t, c)
		assert.Zero(t, inkIn(g, 0, 40, 300, 48))
		assert.InDelta(t, want, inkIn(g, 0, 12, 300, 37), 20)
	})
	t.Run("a vowel beside the next line's letters", func(t *testing.T) {
		c := newCrop(300, 48).letters().fill(60, 39, 64, 43) // under a letter of the line
		for x := 120; x < 280; x += 11 {
			c.fill(x, 42, x+3, 48)
		}
		g := cleaned(t, c)
		assert.InDelta(t, 16, inkIn(g, 56, 37, 68, 45), 8)
		assert.Zero(t, inkIn(g, 110, 40, 300, 48))
	})
	t.Run("a vowel that runs into the next line's letters", func(t *testing.T) {
		c := newCrop(300, 48).letters().fill(60, 37, 64, 48) // close under a letter of the line
		for x := 120; x < 280; x += 11 {
			c.fill(x, 42, x+3, 48)
		}
		g := cleaned(t, c)
		assert.InDelta(t, 44, inkIn(g, 56, 36, 68, 48), 12)
		assert.Zero(t, inkIn(g, 110, 40, 300, 48))
	})
	t.Run("a tone that runs into the line above", func(t *testing.T) {
		c := newCrop(300, 52).fill(60, 0, 64, 10)
		for x := 20; x < 280; x += 13 {
			c.fill(x, 12, x+4, 46)
		}
		for x := 120; x < 280; x += 11 {
			c.fill(x, 0, x+3, 5)
		}
		g := cleaned(t, c)
		assert.InDelta(t, 40, inkIn(g, 56, 0, 68, 11), 14)
		assert.Zero(t, inkIn(g, 110, 0, 300, 7))
	})
	t.Run("tone marks are no leader", func(t *testing.T) {
		c := newCrop(300, 48).letters()
		marks := 0
		for i, x := range []int{24, 60, 81, 140, 166, 201, 250} {
			c.fill(x, 7, x+2+i%2, 11)
			marks += 4 * (2 + i%2)
		}
		assert.InDelta(t, marks, inkIn(cleaned(t, c), 0, 5, 300, 12), 6)
	})
	t.Run("full stops are no leader", func(t *testing.T) {
		c := newCrop(300, 48).letters()
		for _, x := range []int{29, 42, 55} {
			c.fill(x, 32, x+3, 35)
		}
		assert.Greater(t, inkIn(cleaned(t, c), 0, 12, 300, 37), want+15)
	})
}

func TestCleanTurnsInversePrint(t *testing.T) {
	c := newCrop(300, 48).letters()
	for i := range c.Pix {
		c.Pix[i] = 255 - c.Pix[i]
	}
	g := cleaned(t, c)
	assert.Greater(t, g.Pix[5*g.Stride+5], byte(245))
	assert.Greater(t, inkIn(g, 0, 12, 300, 37), 1000)
}

func TestCleanLeavesBlankPaperBlank(t *testing.T) {
	assert.Zero(t, inkIn(cleaned(t, newCrop(200, 48)), 0, 0, 200, 48))
	tiny := image.NewGray(image.Rect(0, 0, 3, 3))
	g, err := Clean(tiny)
	require.NoError(t, err)
	assert.Same(t, tiny, g)
}

func FuzzClean(f *testing.F) {
	f.Add(uint16(60), uint16(30), []byte{0, 255, 3})
	f.Add(uint16(200), uint16(7), []byte{1, 1, 1, 200})
	f.Fuzz(func(t *testing.T, w, h uint16, pixels []byte) {
		g := image.NewGray(image.Rect(0, 0, int(w%400), int(h%120)))
		for i := range g.Pix {
			if len(pixels) > 0 {
				g.Pix[i] = pixels[i%len(pixels)]
			}
		}
		out, err := Clean(g)
		if err != nil {
			return
		}
		sx, sy := float64(out.Rect.Dx())/float64(g.Rect.Dx()), float64(out.Rect.Dy())/float64(g.Rect.Dy())
		if d := sx - sy; g.Rect.Dx() >= 4 && (d > 0.2 || d < -0.2) {
			t.Fatalf("%v became %v", g.Rect, out.Rect)
		}
	})
}
