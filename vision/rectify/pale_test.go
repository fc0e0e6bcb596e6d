package rectify

import (
	"image"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/internal/printed"
	"lensd/vision/layout"
	"lensd/vision/levels"
	"lensd/vision/picture"
)

// veiled is a page with rules and lines of print, whose black differs from its paper by contrast grey levels.
func veiled(paper, contrast uint8, lines int) *image.Gray {
	page := printed.NewPage(1000, 1200)
	page.Fill(page.Rect, paper)
	r := rand.New(rand.NewPCG(5, 4))
	for i := range page.Pix {
		page.Pix[i] = uint8(min(255, float64(paper)+1.5*r.NormFloat64()))
	}
	for i := range lines {
		y := 100 + 60*i
		page.Toned(80, y, 32, "nineteen crates of oranges", paper-contrast)
		page.Toned(620, y, 32, "412.50", paper-contrast/3*2)
		page.Fill(image.Rect(70, y+20, 900, y+21), paper-contrast/2)
	}
	return page.Gray
}

func upright(t *testing.T, g *image.Gray) Page {
	t.Helper()
	m, err := picture.GrayMat(g)
	require.NoError(t, err)
	defer m.Close()
	page, err := Upright(m)
	require.NoError(t, err)
	return page
}

// However pale, print and its rules are seen like those in black.
func TestPalePrintIsSeenLikeBlackPrint(t *testing.T) {
	black := upright(t, veiled(230, 210, 12))
	want := black.Layout()
	require.Len(t, want.Rules, 12)
	for _, contrast := range []uint8{150, 90, 60, 40} {
		page := upright(t, veiled(230, contrast, 12))
		got := page.Layout()
		assert.Len(t, got.Words, len(want.Words), "%d levels: words", contrast)
		assert.Len(t, got.Rules, len(want.Rules), "%d levels: rules", contrast)
	}
}

// What is as dark as print is usually stays as it is, and paper stays paper.
func TestOnlyPalePrintIsMadeDark(t *testing.T) {
	for name, c := range map[string]struct {
		page *image.Gray
		same bool
	}{
		"black print": {veiled(230, 210, 12), true},
		"grey print":  {veiled(230, 140, 12), true},
		"pale print":  {veiled(230, 80, 12), false},
		"paper":       {veiled(230, 80, 0), true},
	} {
		m, err := picture.GrayMat(c.page)
		require.NoError(t, err)
		flat, err := Flatten(m)
		m.Close()
		require.NoError(t, err)
		got := upright(t, c.page).Gray
		assert.Equal(t, c.same, string(flat.Pix) == string(got.Pix), name)
		if !c.same {
			hist := levels.Count(got.Pix)
			assert.InDelta(t, darkInk, hist.Quantile(printShare), 4, name)
		}
	}
	assert.Empty(t, layout.Components(layout.Binarize(upright(t, veiled(230, 80, 0)).Gray).Ink), "paper has no print")
}

// A page of one tone has nothing to part.
func TestAPageOfOneToneStaysAsItIs(t *testing.T) {
	page := printed.NewPage(600, 600)
	page.Fill(page.Rect, 200)
	require.NoError(t, deepen(page.Gray))
	assert.Equal(t, levels.Histogram{200: 600 * 600}, levels.Count(page.Pix))
}
