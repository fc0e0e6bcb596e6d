package sheet

import (
	"context"
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/codes"
	"lensd/vision/geom"
	"lensd/vision/internal/printed"
	"lensd/vision/picture"
	"lensd/vision/rectify"
)

// What looks like a code is taken out of the sheet, though its ink was seen before, when the page was looked at for a bend.
func TestACodeThatIsTakenOutIsNoPrint(t *testing.T) {
	p := printed.NewPage(600, 400)
	for y := 100; y < 400; y += 100 {
		p.Text(40, y, 30, "a line of print")
	}
	pic, err := picture.FromGray(p.Gray)
	require.NoError(t, err)
	defer pic.Close()
	page, err := rectify.Rectify(pic.Mat())
	require.NoError(t, err)
	s := newSheet(1, pic, page, nil, says("x", 1))
	area := geom.QuadOf(geom.Rect{X0: 20, Y0: 60, X1: 580, Y1: 120})
	require.NoError(t, s.findCodes(context.Background(), func(context.Context, *image.Gray) (codes.Found, error) {
		return codes.Found{Areas: []geom.Quad{area}}, nil
	}))
	require.NotEmpty(t, s.analysis().Words)
	for _, w := range s.analysis().Words {
		assert.Greater(t, w.Y0, 120)
	}
}
