package layout

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A stroke that goes from border to border with a step in it cuts a bar into parts that reach into each other.
func TestABarThatItsPrintCutsIsOneArea(t *testing.T) {
	p := body(900, 1000)
	bar := image.Rect(60, 400, 840, 470)
	p.Fill(bar, 60)
	p.Fill(image.Rect(200, 400, 206, 440), 250)
	p.Fill(image.Rect(200, 434, 246, 440), 250)
	p.Fill(image.Rect(240, 434, 246, 470), 250)
	p.Toned(270, 445, 26, "received", 250)
	page := Analyse(p.Gray)
	var dark []Area
	for _, a := range page.Areas {
		if a.Dark {
			dark = append(dark, a)
		}
	}
	require.Len(t, dark, 1)
	assert.InDelta(t, bar.Min.X, dark[0].X0, 2)
	assert.InDelta(t, bar.Max.X, dark[0].X1, 2)
	assert.Greater(t, page.Clean.GrayAt(225, 415).Y, byte(200), "between the parts of the stroke the ground is paper")
	assert.Less(t, page.Clean.GrayAt(225, 437).Y, byte(100), "and the stroke is ink")
}

func TestPartsOfABarAreJoined(t *testing.T) {
	box := func(x0, y0, x1, y1 int) Component { return Component{Box: Box{x0, y0, x1, y1}} }
	for name, c := range map[string]struct {
		parts []Component
		want  []Box
	}{
		"that reach into each other":             {[]Component{box(0, 0, 60, 40), box(50, 1, 200, 40), box(190, 0, 300, 39)}, []Box{{0, 0, 300, 40}}},
		"down the page":                          {[]Component{box(0, 0, 40, 60), box(0, 50, 40, 300)}, []Box{{0, 0, 40, 300}}},
		"cells of a heading, with rules between": {[]Component{box(0, 0, 60, 40), box(62, 0, 200, 40)}, []Box{{0, 0, 60, 40}, {62, 0, 200, 40}}},
		"a tab in the corner of a frame":         {[]Component{box(0, 0, 300, 300), box(10, 10, 90, 50)}, []Box{{0, 0, 300, 300}, {10, 10, 90, 50}}},
		"specks are none":                        {[]Component{box(0, 0, 5, 5)}, []Box{}},
	} {
		assert.Equal(t, c.want, bands(c.parts, 10), name)
	}
}
