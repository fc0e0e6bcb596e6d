package linenet

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// page draws ink rectangles on paper.
func page(w, h int, paper, ink byte, boxes ...image.Rectangle) *image.Gray {
	g := image.NewGray(image.Rect(0, 0, w, h))
	for i := range g.Pix {
		g.Pix[i] = paper
	}
	for _, b := range boxes {
		for y := b.Min.Y; y < b.Max.Y; y++ {
			for x := b.Min.X; x < b.Max.X; x++ {
				g.Pix[y*g.Stride+x] = ink
			}
		}
	}
	return g
}

// bars are upright strokes like a line of print.
func bars(x0, x1, y0, y1 int) []image.Rectangle {
	var out []image.Rectangle
	for x := x0; x+3 <= x1; x += 8 {
		out = append(out, image.Rect(x, y0, x+3, y1))
	}
	return out
}

func TestFindBand(t *testing.T) {
	flat := func(w, h int, boxes ...image.Rectangle) band {
		return findBand(page(w, h, 0, 255, boxes...).Pix, w, h)
	}
	text := bars(20, 180, 26, 54)
	assert.Equal(t, band{26, 54, 20, 175}, flat(200, 80, text...))
	assert.Equal(t, band{20, 54, 20, 175}, flat(200, 80, append(text, image.Rect(60, 20, 64, 23))...), "a tone mark above belongs to the line")
	for name, c := range map[string]struct {
		y0, y1, from int
	}{
		"a tone that floats":              {2, 7, 2},
		"one that the crop's edge cut":    {0, 5, 26},
		"dust":                            {5, 7, 26},
		"a part of the line above":        {1, 13, 26},
		"a tone of the line, as by rules": {18, 23, 18},
	} {
		assert.Equal(t, band{c.from, 54, 20, 175}, flat(200, 80, append(text, image.Rect(60, c.y0, 64, c.y1))...), name)
	}
	assert.Equal(t, band{26, 54, 20, 175}, flat(200, 90, append(text, image.Rect(60, 70, 64, 75))...), "below a line nothing floats")
	assert.Equal(t, band{26, 54, 20, 175}, flat(200, 80, append(text, image.Rect(0, 59, 200, 61))...), "a rule does not")
	assert.Equal(t, band{26, 54, 20, 175}, flat(200, 80, append(text, bars(0, 200, 76, 80)...)...), "nor does the fringe of the next line")
	assert.Equal(t, band{0, 10, 0, 30}, flat(30, 10), "an empty crop has no band but itself")
}

func TestNormaliseFramesTheInkAndKnowsTheWayBack(t *testing.T) {
	for name, g := range map[string]*image.Gray{
		"dark on light": page(300, 96, 230, 20, bars(50, 250, 30, 60)...),
		"inverse":       page(300, 96, 20, 230, bars(50, 250, 30, 60)...),
		"high crop":     page(600, 192, 230, 20, bars(100, 500, 60, 120)...),
	} {
		f, err := normalise(g)
		require.NoError(t, err, name)
		require.NotNil(t, f, name)
		require.Len(t, f.pixels, netHeight*f.width, name)
		first, last := inkColumns(f.pixels, f.width, netHeight/2, netHeight/2+1)
		assert.InDelta(t, 50.0/300, f.at(float64(first)), 0.015, name)
		assert.InDelta(t, 250.0/300, f.at(float64(last)), 0.025, name)
	}
}

func TestNormaliseTakesAnyCrop(t *testing.T) {
	for _, size := range []image.Point{{1, 1}, {2, 4}, {3, 500}, {4000, 5}, {1, 40}} {
		_, err := normalise(page(size.X, size.Y, 255, 0))
		assert.NotPanics(t, func() { _ = err })
	}
}

func TestBatches(t *testing.T) {
	line := func(w int) *framed { return &framed{width: w, pixels: make([]byte, w*netHeight)} }
	lines := []*framed{line(300), nil, line(40), line(310), line(44), line(2000)}
	got := batches(lines)
	require.Len(t, got, 3)
	assert.Equal(t, batch{[]int{2, 4}, narrowest}, got[0])
	assert.Equal(t, batch{[]int{0, 3}, 320}, got[1])
	assert.Equal(t, batch{[]int{5}, 2000}, got[2])
	many := make([]*framed, 100)
	for i := range many {
		many[i] = line(320)
	}
	for _, b := range batches(many) {
		assert.LessOrEqual(t, len(b.lines)*b.width, batchColumns)
		assert.Len(t, b.input(many), len(b.lines)*netHeight*b.width)
	}
}

func FuzzNormalise(f *testing.F) {
	f.Add(uint16(60), uint16(30), []byte{0, 255, 3})
	f.Add(uint16(2), uint16(4), []byte{1})
	f.Fuzz(func(t *testing.T, w, h uint16, pixels []byte) {
		g := image.NewGray(image.Rect(0, 0, int(w%400), int(h%200)))
		for i := range g.Pix {
			if len(pixels) > 0 {
				g.Pix[i] = pixels[i%len(pixels)]
			}
		}
		line, err := normalise(g)
		if err == nil && line != nil && len(line.pixels) != netHeight*line.width {
			t.Fatalf("%d pixels for %d columns", len(line.pixels), line.width)
		}
	})
}

// A crop may be a rule or the seam of two pictures: one such line must not fail the page around it.
func TestWhatIsTooLongForPrintReadsAsNothing(t *testing.T) {
	f, err := normalise(page(4000, 24, 255, 0, bars(10, 3990, 8, 16)...))
	require.NoError(t, err)
	assert.Nil(t, f)
}
