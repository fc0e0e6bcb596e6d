package sheet

import (
	"context"
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/geom"
)

// Pieces are read each by itself, and those of one print stand in one line again: a word of low letters passes for smaller print than the
// figures beside it.
func TestPiecesOfOnePrintAreOneLine(t *testing.T) {
	for name, c := range map[string]struct {
		size float64 // of the second word
		want []string
	}{
		"low letters":           {26, []string{"2351 asomeneb"}},
		"print of another size": {14, []string{"2351", "asomeneb"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := letter()
			p.Text(90, 680, 26, "2351")
			p.Text(164, 680, c.size, "asomeneb")
			right := 0
			s := sheetOf(t, &reader{answer: func(*image.Gray, extract.Hint) extract.Text {
				right++
				return []extract.Text{textOf("asomeneb", 0.8), textOf("2351", 0.9)}[right%2]
			}}, p)
			right = 0
			whole := extract.Line{Quad: geom.QuadOf(geom.Rect{X0: 86, Y0: 656, X1: 300, Y1: 684}), Height: 20, Text: textOf("235I asoneneb", 0.4)}
			lines, err := s.piecewise(context.Background(), []extract.Line{whole})
			require.NoError(t, err)
			var got []string
			for _, l := range lines {
				got = append(got, l.Text.Value)
				require.NotEmpty(t, l.Words)
				assert.Equal(t, l.Quad.Bounds().X0, l.Words[0].Quad.Bounds().X0)
			}
			assert.Equal(t, c.want, got)
			if len(lines) == 1 {
				assert.InDelta(t, 0.72, lines[0].Text.Confidence, 1e-9, "both are read right")
				require.Len(t, lines[0].Words, 2)
				assert.Less(t, lines[0].Words[0].Quad.Bounds().X1, 164.0)
				assert.Greater(t, lines[0].Words[1].Quad.Bounds().X0, 155.0)
			}
		})
	}
}

// Where nobody tells where the letters stand, each piece keeps its place.
func TestPiecesWithoutPlacesStayApart(t *testing.T) {
	p := letter()
	p.Text(90, 680, 26, "2351")
	p.Text(164, 680, 26, "asomeneb")
	s := sheetOf(t, &reader{answer: func(*image.Gray, extract.Hint) extract.Text { return extract.Text{Value: "2351", Confidence: 0.9} }}, p)
	whole := extract.Line{Quad: geom.QuadOf(geom.Rect{X0: 86, Y0: 656, X1: 300, Y1: 684}), Height: 20, Text: textOf("235I asoneneb", 0.4)}
	lines, err := s.piecewise(context.Background(), []extract.Line{whole})
	require.NoError(t, err)
	assert.Len(t, lines, 2)
}

func TestWhatElseAPieceMayBeIsSaidOfTheLine(t *testing.T) {
	at := func(x0, x1 float64, t extract.Text, other ...extract.Alternative) extract.Line {
		t.Alternatives = other
		return extract.Line{Quad: geom.QuadOf(geom.Rect{X0: x0, Y0: 10, X1: x1, Y1: 30}), Height: 12, Text: t}
	}
	got := runOn(at(0, 40, textOf("235l", 0.5), extract.Alternative{Value: "2351", Confidence: 0.4}), at(50, 90, textOf("Alson", 0.8), extract.Alternative{Value: "Alsom", Confidence: 0.9})).Text
	assert.Equal(t, "235l Alson", got.Value)
	assert.Equal(t, []string{"235l Alsom", "2351 Alson"}, []string{got.Alternatives[0].Value, got.Alternatives[1].Value}, "the likelier first")
	assert.InDelta(t, 0.45, got.Alternatives[0].Confidence, 1e-9)
}
