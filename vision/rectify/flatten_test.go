package rectify

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/internal/printed"
	"lensd/vision/picture"
)

// The light of a page that is plainly white need not be measured: measured, it is even.
func TestPlainlyWhitePagesAreEvenlyLit(t *testing.T) {
	for name, c := range map[string]struct {
		dim   int // rows whose light falls off
		white bool
	}{"drawn": {0, true}, "a dim foot": {100, true}, "half in the shade": {400, false}} {
		t.Run(name, func(t *testing.T) {
			p := printed.NewPage(600, 800)
			p.Text(60, 100, 30, "A line of print")
			p.Text(60, 760, 30, "and one more")
			for i := 600 * (800 - c.dim); i < len(p.Pix); i++ {
				p.Pix[i] = byte(int(p.Pix[i]) * 3 / 4)
			}
			assert.Equal(t, c.white, whitePaper(p.Gray))
			if !c.white {
				return
			}
			m, err := picture.GrayMat(p.Gray)
			require.NoError(t, err)
			defer m.Close()
			light, err := background(m)
			require.NoError(t, err)
			assert.Nil(t, light)
		})
	}
}

func TestLightPrintOnAWideDarkAreaIsNotDividedOut(t *testing.T) {
	page := printed.NewPage(800, 1100)
	page.Fill(page.Rect, 225) // in no even white, so that the light is divided out
	page.Fill(image.Rect(40, 100, 760, 600), 85)
	page.Toned(80, 160, 26, "light print", 250)
	m, err := picture.GrayMat(page.Gray)
	require.NoError(t, err)
	defer m.Close()
	flat, err := Flatten(m)
	require.NoError(t, err)
	assert.Less(t, int(flat.GrayAt(400, 350).Y), 128, "the area stays dark")
	assert.Greater(t, int(flat.GrayAt(20, 1000).Y), 240, "the paper is white")
}

func TestADarkAreaIsAsDarkAtItsBorders(t *testing.T) {
	page := printed.NewPage(1600, 2200)
	page.Fill(page.Rect, 225)
	page.Fill(image.Rect(200, 300, 1400, 500), 60)
	m, err := picture.GrayMat(page.Gray)
	require.NoError(t, err)
	defer m.Close()
	flat, err := Flatten(m)
	require.NoError(t, err)
	middle := flat.GrayAt(800, 400).Y
	for _, at := range []image.Point{{206, 400}, {800, 306}, {206, 306}, {1393, 493}} {
		assert.InDelta(t, int(middle), int(flat.GrayAt(at.X, at.Y).Y), 12, "at %v", at)
	}
}
