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
	for name, c := range map[string]struct {
		area image.Rectangle
		tone uint8
	}{
		"a bar": {image.Rect(200, 300, 1400, 500), 60},
		"wider than what the light is looked for in": {image.Rect(200, 300, 1400, 1500), 95},
	} {
		t.Run(name, func(t *testing.T) { asDarkAtItsBorders(t, c.area, c.tone) })
	}
}

func asDarkAtItsBorders(t *testing.T, area image.Rectangle, tone uint8) {
	page := printed.NewPage(1600, 2200)
	page.Fill(page.Rect, 225)
	page.Fill(area, tone)
	m, err := picture.GrayMat(page.Gray)
	require.NoError(t, err)
	defer m.Close()
	flat, err := Flatten(m)
	require.NoError(t, err)
	middle := flat.GrayAt((area.Min.X+area.Max.X)/2, (area.Min.Y+area.Max.Y)/2).Y
	inner := area.Inset(6)
	for _, at := range []image.Point{{inner.Min.X, 400}, {800, inner.Min.Y}, inner.Min, {280, 400}, {inner.Max.X - 1, inner.Max.Y - 1}} {
		assert.InDelta(t, int(middle), int(flat.GrayAt(at.X, at.Y).Y), 12, "at %v", at)
	}
}
