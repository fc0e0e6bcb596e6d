package recognize

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestVariantsAreDrawnFromOneLine(t *testing.T) {
	line := image.NewGray(image.Rect(0, 0, 60, 20))
	for i := range line.Pix {
		line.Pix[i] = 255
		if i%60 > 20 && i%60 < 30 {
			line.Pix[i] = 20
		}
	}
	got, err := Variants(line)
	require.NoError(t, err)
	require.Len(t, got, 5)
	ink := func(g *image.Gray) float64 {
		n := 0
		for _, v := range g.Pix {
			if v < 128 {
				n++
			}
		}
		return float64(n) / float64(len(g.Pix))
	}
	assert.Same(t, line, got[0])
	assert.Equal(t, image.Pt(120, 40), got[1].Rect.Size())
	assert.Less(t, ink(got[2]), ink(got[1]), "thinner strokes")
	assert.Equal(t, line.Rect.Size(), got[3].Rect.Size())
	assert.Equal(t, image.Pt(78, 30), got[4].Rect.Size())
	_, err = Variants(image.NewGray(image.Rect(0, 0, 0, 0)))
	assert.Error(t, err)
}
