package sheet

import (
	"context"
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/internal/printed"
)

// A caption in small print before its value in large: the line of both is hardly read, the caption is, and the value must not be lost.
func TestWhatRunsOnFromSmallPrintIsReadByItself(t *testing.T) {
	p := printed.NewPage(900, 700)
	p.Text(90, 120, 13, "caption")
	p.Text(165, 120, 30, "a value of some words")
	for y := 240; y < 640; y += 40 {
		p.Text(90, y, 30, "a line of print that stands on paper")
	}
	s := sheetOf(t, &reader{answer: func(g *image.Gray, _ extract.Hint) extract.Text {
		if g.Rect.Dx() < 450 {
			return textOf("a value of some words", 0.9)
		}
		return textOf("all of it", 0.1)
	}}, p)
	line := func(x0, x1, y0, y1 float64, text string, sure float64) extract.Line {
		return extract.Line{Quad: geom.QuadOf(geom.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1}), Text: textOf(text, sure), Height: y1 - y0}
	}
	small := line(88, 142, 106, 126, "caption", 0.9)
	whole := line(88, 560, 94, 130, "all of it", 0.1)
	got, err := s.part(context.Background(), []extract.Line{whole, small})
	require.NoError(t, err)
	require.Len(t, got, 2)
	assert.Equal(t, "caption", got[0].Text.Value)
	assert.Equal(t, "a value of some words", got[1].Text.Value)
	assert.Greater(t, got[1].Quad.Bounds().X0, 150.0)

	for name, lines := range map[string][]extract.Line{
		"a line that is read":                  {line(88, 560, 94, 130, "all of it", 0.6), small},
		"small print that is hardly read":      {whole, line(88, 142, 106, 126, "caption", 0.4)},
		"a line as wide: two touch each other": {whole, line(88, 500, 112, 130, "the lower one", 0.9)},
		"small print elsewhere":                {whole, line(88, 142, 206, 226, "caption", 0.9)},
	} {
		got, err := s.part(context.Background(), lines)
		require.NoError(t, err)
		assert.Equal(t, lines, got, name)
	}
}
