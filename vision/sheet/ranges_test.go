package sheet

import (
	"image"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/geom"
)

// Figures of 30 pixels from x 100 on, with dashes in places of 40 pixels: a width of 9 is a hyphen's, 18 an en dash's, 36 an em dash's.
func TestTheFreeDashOfARangeIsMeasured(t *testing.T) {
	const free, bound = 60, 0
	type dash struct{ width, room int }
	for name, c := range map[string]struct {
		dashes []dash
		read   string
		want   string
	}{
		"an en dash read as a hyphen":             {[]dash{{18, free}}, "12 - 34", "12 – 34"},
		"a hyphen read as an en dash":             {[]dash{{9, free}}, "12 – 34", "12 - 34"},
		"an em dash":                              {[]dash{{36, free}}, "12 - 34", "12 — 34"},
		"the dates' own hyphens stay":             {[]dash{{9, bound}, {18, free}, {9, bound}}, "1-2 - 3-4", "1-2 – 3-4"},
		"a typewriter's hyphens are as wide":      {[]dash{{18, bound}, {18, free}, {18, bound}}, "1-2 - 3-4", "1-2 - 3-4"},
		"a blank that was not read":               {[]dash{{9, bound}, {18, free}}, "1-2- 34", "1-2– 34"},
		"a hyphen that touches its figures":       {[]dash{{18, free}}, "1-2 - 34", "1-2 – 34"},
		"a phone in a wide face":                  {[]dash{{18, free}, {18, free}}, "08-12-34", "08-12-34"},
		"dates in a wide face":                    {[]dash{{18, free}, {18, free}, {18, free}}, "1-2 - 3-4", "1-2 - 3-4"},
		"a dash that is printed and was not read": {[]dash{{18, free}, {18, free}}, "12 - 34 56", "12 - 34 56"},
		"a dash that was read and is not printed": {[]dash{{18, free}}, "12 - 34 - 56", "12 - 34 - 56"},
		"no range": {[]dash{{18, free}}, "BANGKOK - THAILAND", "BANGKOK - THAILAND"},
		"a phone":  {[]dash{{18, bound}}, "081-2345678", "081-2345678"},
	} {
		p, x := letter(), 100
		p.Fill(p.Rect, 255)
		figure := func() {
			p.Fill(image.Rect(x, 70, x+20, 100), 0)
			x += 24
		}
		figure()
		for _, d := range c.dashes {
			figure()
			x += d.room / 4
			p.Fill(image.Rect(x, 83, x+d.width, 87), 0)
			x += d.width + 4 + d.room/4
			figure()
		}
		lines := []extract.Line{{Quad: geom.QuadOf(geom.Rect{X0: 94, Y0: 64, X1: float64(x), Y1: 106}), Height: 30, Text: textOf(c.read, 0.5)}}
		s := sheetOf(t, says("a line", 0.9), p)
		require.Equal(t, p.Rect.Size(), s.Gray().Rect.Size())
		s.tellRanges(lines)
		assert.Equal(t, c.want, lines[0].Text.Value, name)
		var said []rune
		for _, char := range lines[0].Text.Chars {
			said = append(said, char.Rune)
		}
		assert.Equal(t, []rune(c.want), said, name)
		if at := strings.IndexAny(c.want, "–—"); at >= 0 && c.want != c.read {
			assert.InDelta(t, strokeSure, lines[0].Text.Chars[at].Confidence, 1e-9, name)
			assert.InDelta(t, 0.5, lines[0].Text.Chars[0].Confidence, 1e-9, name)
		}
		lines[0].Turn, lines[0].Text = 1, textOf(c.read, 0.9)
		s.tellRanges(lines)
		assert.Equal(t, c.read, lines[0].Text.Value, "turned")
	}
}
