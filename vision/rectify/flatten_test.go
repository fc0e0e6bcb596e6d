package rectify

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/internal/printed"
	"lensd/vision/picture"
)

// A page that is white for the most part is evenly lit, and its tones are printed; unless its light falls off little by little.
func TestWhereTheLightIsDividedOut(t *testing.T) {
	for name, c := range map[string]struct {
		light   func(y int) float64
		white   bool // on the face of it
		divided bool
	}{
		"drawn":                    {func(int) float64 { return 1 }, true, false},
		"a tinted foot":            {func(y int) float64 { return edge(y >= 700, 0.75) }, false, false},
		"a tinted head and foot":   {func(y int) float64 { return edge(y < 160 || y >= 640, 0.9) }, false, false},
		"half in the shade":        {func(y int) float64 { return edge(y >= 400, 0.75) }, false, true},
		"exposed too long":         {func(y int) float64 { return 1 - 0.45*max(0, float64(y)-480)/320 }, false, true},
		"dim towards the foot":     {func(y int) float64 { return 1 - 0.3*max(0, float64(y)-600)/200 }, false, true},
		"no dimmer than scans are": {func(y int) float64 { return 1 - 0.06*max(0, float64(y)-480)/320 }, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			p := printed.NewPage(600, 800)
			p.Text(60, 100, 30, "A line of print")
			p.Text(60, 760, 30, "and one more")
			for i, v := range p.Pix {
				p.Pix[i] = byte(float64(v) * c.light(i/600))
			}
			assert.Equal(t, c.white, whitePaper(p.Gray))
			flat := flattened(t, p)
			for _, y := range []int{20, 500, 700, 790} {
				want, within := 255.0, 20.0 // at the border the light is known roughly
				if !c.divided {
					want, within = 255*c.light(y), 1.0
				}
				assert.InDelta(t, want, float64(flat.GrayAt(500, y).Y), within, "at %d", y)
			}
			assert.Less(t, darkest(flat, image.Rect(60, 740, 300, 800)), byte(60), "print stays")
		})
	}
}

func edge(dim bool, light float64) float64 {
	if dim {
		return light
	}
	return 1
}

func darkest(g *image.Gray, in image.Rectangle) byte {
	least := byte(255)
	for y := in.Min.Y; y < in.Max.Y; y++ {
		for x := in.Min.X; x < in.Max.X; x++ {
			least = min(least, g.GrayAt(x, y).Y)
		}
	}
	return least
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
