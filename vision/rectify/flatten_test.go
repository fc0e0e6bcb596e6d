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
	flat := flattened(t, page)
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

// Print near the border of a dark area, as close to it as strokes are wide, lightens no ground; nor does print in the next one that is
// wider than what the light is looked for in.
func TestTheGroundOfLightPrintIsAsDarkEverywhere(t *testing.T) {
	type area struct {
		at   image.Rectangle
		tone uint8
	}
	for name, areas := range map[string][]area{
		"near a border":       {{image.Rect(24, 500, 700, 684), 108}},
		"beside a wider area": {{image.Rect(24, 40, 700, 252), 104}, {image.Rect(24, 276, 700, 580), 62}},
	} {
		page := printed.NewPage(840, 1250)
		page.Fill(page.Rect, 240)
		for _, a := range areas {
			page.Fill(a.at, a.tone)
			for y := a.at.Min.Y + 60; y < a.at.Min.Y+170; y += 40 {
				page.Toned(54, y, 32, "SHIPPED TO", 235)
			}
		}
		flat := flattened(t, page)
		for _, a := range areas {
			middle := int(flat.GrayAt(600, (a.at.Min.Y+a.at.Max.Y)/2).Y)
			for _, off := range []image.Point{{16, 100}, {76, 10}, {76, 176}, {36, 75}, {200, 180}} {
				at := a.at.Min.Add(off)
				assert.InDelta(t, middle, int(flat.GrayAt(at.X, at.Y).Y), 16, "%s: at %v", name, at)
			}
		}
	}
}

func flattened(t *testing.T, page *printed.Page) *image.Gray {
	m, err := picture.GrayMat(page.Gray)
	require.NoError(t, err)
	defer m.Close()
	flat, err := Flatten(m)
	require.NoError(t, err)
	return flat
}

func asDarkAtItsBorders(t *testing.T, area image.Rectangle, tone uint8) {
	page := printed.NewPage(1600, 2200)
	page.Fill(page.Rect, 225)
	page.Fill(area, tone)
	flat := flattened(t, page)
	middle := flat.GrayAt((area.Min.X+area.Max.X)/2, (area.Min.Y+area.Max.Y)/2).Y
	inner := area.Inset(6)
	for _, at := range []image.Point{{inner.Min.X, 400}, {800, inner.Min.Y}, inner.Min, {280, 400}, {inner.Max.X - 1, inner.Max.Y - 1}} {
		assert.InDelta(t, int(middle), int(flat.GrayAt(at.X, at.Y).Y), 12, "at %v", at)
	}
}
