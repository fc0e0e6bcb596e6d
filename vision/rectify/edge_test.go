package rectify

import (
	"image"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/internal/printed"
	"lensd/vision/layout"
)

// Where a paper does not lie on the straight lines between its corners, what it lies on shows at its edges: a column of dashes
// that is no print. A page that is the whole picture keeps what is printed to its edges.
func TestTheEdgesOfAPaperAreNoPrint(t *testing.T) {
	page := printed.NewPage(800, 1130)
	for y := 100; y < 1000; y += 40 {
		page.Text(100, y, 22, "a line that gives the page its direction")
		page.Fill(image.Rect(797, y-20, 800, y), 0)
	}
	dashes := func(g *image.Gray) (n int) {
		for _, c := range layout.Components(layout.Threshold(g, 128)) {
			if c.X0 > g.Rect.Dx()*99/100 {
				n++
			}
		}
		return n
	}
	shot := printed.Shot(rand.New(rand.NewPCG(8, 9)), page.Gray, 900, 1200, 0, 5, -5)
	out, err := Rectify(bgr(t, shot.Image).Mat())
	require.NoError(t, err)
	require.NotNil(t, out.Paper)
	assert.Zero(t, dashes(out.Gray))
	flat, err := Rectify(bgr(t, page.Gray).Mat())
	require.NoError(t, err)
	require.Nil(t, flat.Paper)
	assert.NotZero(t, dashes(flat.Gray))
}
