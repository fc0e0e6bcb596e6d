package sheet

import (
	"context"
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/internal/printed"
)

func TestPrintIsALinesLettersWithoutTheWhiteAroundThem(t *testing.T) {
	p := printed.NewPage(900, 700)
	for y := 80; y < 640; y += 80 {
		for x := 90; x < 690; x += 30 {
			p.Fill(image.Rect(x, y, x+20, y+30), 0)
		}
	}
	s := sheetOf(t, says("twenty letters in line", 0.9), p)
	layout, err := s.Layout(context.Background())
	require.NoError(t, err)
	bare, err := s.Print(context.Background())
	require.NoError(t, err)
	require.Len(t, bare.Lines, len(layout.Lines))
	for i, l := range bare.Lines {
		box, around := l.Quad.Bounds(), layout.Lines[i].Quad.Bounds()
		assert.InDelta(t, 90, box.X0, 1.5)
		assert.InDelta(t, 30, box.H(), 2)
		assert.Less(t, around.X0, box.X0-4)
		assert.InDelta(t, 30, l.Height, 1.5)
		first, last := l.Words[0].Quad.Bounds(), l.Words[len(l.Words)-1].Quad.Bounds()
		assert.GreaterOrEqual(t, first.X0, box.X0-0.1)
		assert.LessOrEqual(t, last.X1, box.X1+0.1)
	}
	assert.Equal(t, layout.Lines[0].Text.Chars[0].X1, s.lines[0].Text.Chars[0].X1, "the sheet's own lines stay")
}

// bySize answers by how high and wide a crop is: a caption, its value, or both, which are misread.
func bySize(g *image.Gray, _ extract.Hint) extract.Text {
	switch {
	case g.Rect.Dx() > 560:
		return textOf("To: Sumplo Ncmo", 0.4)
	case g.Rect.Dy() < 32:
		return textOf("To:", 0.9)
	}
	return textOf("Sample Name", 0.9)
}

func TestALineOfTwoSizesIsReadByPieces(t *testing.T) {
	p := printed.NewPage(900, 400)
	for y := 60; y < 380; y += 80 {
		for x := 60; x < 200; x += 24 {
			p.Fill(image.Rect(x, y+10, x+16, y+30), 0)
		}
		for x := 214; x < 700; x += 36 {
			p.Fill(image.Rect(x, y, x+26, y+30), 0)
		}
	}
	for parts, want := range map[bool]string{false: "To: Sumplo Ncmo", true: "Sample Name"} {
		sheets, _, err := NewOpener(Config{Recognizer: &reader{answer: bySize}, Parts: parts}).Open(context.Background(), document(pngOf(t, p.Gray)))
		require.NoError(t, err)
		lines, err := sheets[0].Lines(context.Background())
		require.NoError(t, err)
		var said []string
		for _, l := range lines {
			said = append(said, l.Text.Value)
		}
		assert.Contains(t, said, want)
		require.NoError(t, sheets[0].Close())
	}
}
