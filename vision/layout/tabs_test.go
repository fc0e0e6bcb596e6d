package layout

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/internal/printed"
)

// tabbed is a page of print of 26 pixels with a dark tab of some size on it, which says something in print of a size that runs down.
func tabbed(tab image.Rectangle, says string, size float64, from int) *printed.Page {
	flat := printed.NewPage(tab.Dy(), tab.Dx())
	flat.Fill(flat.Rect, 30)
	flat.Toned(from, tab.Dx()/2+int(size/3), size, says, 250)
	turned := sideways(flat.Gray)
	p := body(900, 800)
	for y := range tab.Dy() {
		copy(p.Pix[(tab.Min.Y+y)*p.Stride+tab.Min.X:(tab.Min.Y+y)*p.Stride+tab.Max.X], turned.Pix[y*turned.Stride:y*turned.Stride+tab.Dx()])
	}
	return p
}

func TestWhatATabSaysIsALineDownThePage(t *testing.T) {
	for name, c := range map[string]struct {
		tab  image.Rectangle
		says string
		size float64
		from int
		want int // lines
	}{
		"as large as the page's print":  {image.Rect(100, 60, 160, 300), "SENDER", 28, 60, 1},
		"half as large":                 {image.Rect(100, 60, 150, 300), "Ship to", 13, 60, 1},
		"two letters":                   {image.Rect(100, 60, 160, 260), "To", 34, 70, 1},
		"level with lines close beside": {image.Rect(150, 60, 190, 300), "Delivery", 20, 60, 1},
		"nothing":                       {image.Rect(100, 60, 160, 300), "", 28, 60, 0},
	} {
		p := tabbed(c.tab, c.says, c.size, c.from)
		for y := 90; y < 300; y += 34 {
			p.Text(c.tab.Max.X+6, y, 26, "lines of an address")
		}
		got := Analyse(p.Gray).Turned
		require.Len(t, got, c.want, name)
		for _, l := range got {
			assert.True(t, within(l.Box, Box{c.tab.Min.X, c.tab.Min.Y, c.tab.Max.X, c.tab.Max.Y}), "%s: %v", name, l.Box)
			assert.Greater(t, l.H(), l.W(), name)
		}
	}
}

func TestABlockThatRunsDownThePageIsTurned(t *testing.T) {
	flat := printed.NewPage(200, 130)
	for y, says := range []string{"CONSIGNEE", "MANCHESTER", "LIVERPOOL"} {
		flat.Text(6, 26+29*y, 26, says)
	}
	turned := sideways(flat.Gray)
	p := body(900, 800)
	for y := range 200 {
		copy(p.Pix[(60+y)*p.Stride+300:(60+y)*p.Stride+430], turned.Pix[y*turned.Stride:y*turned.Stride+130])
	}
	assert.Len(t, Analyse(p.Gray).Turned, 3)
}

func TestLevelPrintInATallAreaIsNotTurned(t *testing.T) {
	p := body(900, 800)
	p.Fill(image.Rect(100, 60, 230, 340), 30)
	for y := 100; y < 330; y += 40 {
		p.Toned(112, y, 26, "12.50", 250)
	}
	assert.Empty(t, Analyse(p.Gray).Turned)
}

func TestPartsOfATabAreOne(t *testing.T) {
	dark := func(b Box) Area { return Area{Box: b, Filled: true, Dark: true} }
	for name, c := range map[string]struct {
		areas []Area
		want  []Box
	}{
		"cut by a reflex":         {[]Area{dark(Box{10, 10, 50, 90}), dark(Box{11, 96, 50, 150})}, []Box{{10, 10, 50, 150}}},
		"in three":                {[]Area{dark(Box{10, 10, 50, 60}), dark(Box{10, 110, 50, 160}), dark(Box{10, 60, 50, 110})}, []Box{{10, 10, 50, 160}}},
		"far from each other":     {[]Area{dark(Box{10, 10, 50, 90}), dark(Box{10, 120, 50, 200})}, []Box{{10, 10, 50, 90}, {10, 120, 50, 200}}},
		"of another width":        {[]Area{dark(Box{10, 10, 50, 90}), dark(Box{10, 92, 90, 250})}, []Box{{10, 10, 50, 90}, {10, 92, 90, 250}}},
		"of another tone":         {[]Area{dark(Box{10, 10, 50, 90}), {Box: Box{10, 90, 50, 170}, Filled: true}}, []Box{{10, 10, 50, 90}, {10, 90, 50, 170}}},
		"a frame is none":         {[]Area{{Box: Box{10, 10, 50, 150}}}, nil},
		"a bar or a cell is none": {[]Area{dark(Box{10, 10, 200, 60}), dark(Box{10, 300, 50, 350})}, nil},
	} {
		p := &Page{TextHeight: 20, Areas: c.areas}
		assert.ElementsMatch(t, c.want, p.tabs(), name)
	}
}

func TestALineDownThePageIsHalvedAtItsWidestGap(t *testing.T) {
	ink := NewBitmap(60, 300)
	for _, y := range []int{20, 62, 120, 162} { // letters of 36 rows, gaps of 6, 22 and 6
		for k := range 36 {
			for x := 20; x < 40; x++ {
				ink.Pix[(y+k)*60+x] = 1
			}
		}
	}
	p := &Page{Ink: ink}
	half := p.Halves(Line{Box: Box{20, 20, 40, 198}, Height: 20, Turn: 1})
	require.Len(t, half, 2)
	assert.Equal(t, Box{20, 20, 40, 98}, half[0].Box)
	assert.Equal(t, Box{20, 120, 40, 198}, half[1].Box)
	assert.Empty(t, p.Halves(Line{Box: Box{20, 20, 40, 98}, Height: 20}), "the gap is less than a space")
	assert.Empty(t, p.Halves(Line{Box: Box{20, 62, 40, 198}, Height: 28}), "one half is a letter")
}

// Two tabs of one tone that touch look like one, and the space in the lower caption is as wide as the white between both.
func TestCaptionsOfTwoTabsArePartedWhereARuleEnds(t *testing.T) {
	ink := NewBitmap(300, 300)
	for _, y := range []int{20, 62, 120, 162, 220} { // letters of 36 rows: gaps of 6, 22, 6 and 22
		for k := range 36 {
			for x := 20; x < 40; x++ {
				ink.Pix[(y+k)*300+x] = 1
			}
		}
	}
	rule := func(x0, x1, y float64) Rule { return Rule{X0: x0, X1: x1, Y0: y, Y1: y, Thick: 2} }
	tab := Box{10, 0, 50, 290}
	for name, c := range map[string]struct {
		rules []Rule
		want  [][2]int
	}{
		"none":                            {nil, [][2]int{{20, 256}}},
		"to the right of the tab":         {[]Rule{rule(51, 290, 108)}, [][2]int{{20, 98}, {120, 256}}},
		"to the left of it":               {[]Rule{rule(0, 8, 210)}, [][2]int{{20, 198}, {220, 256}}},
		"two":                             {[]Rule{rule(51, 290, 208), rule(51, 290, 108)}, [][2]int{{20, 98}, {120, 198}, {220, 256}}},
		"over the page":                   {[]Rule{rule(51, 290, -3)}, [][2]int{{20, 256}}},
		"under it":                        {[]Rule{rule(51, 290, 302)}, [][2]int{{20, 256}}},
		"beside a letter":                 {[]Rule{rule(51, 290, 135)}, [][2]int{{20, 256}}},
		"between letters of a word":       {[]Rule{rule(51, 290, 159)}, [][2]int{{20, 256}}},
		"one that ends elsewhere":         {[]Rule{rule(90, 290, 108)}, [][2]int{{20, 256}}},
		"down the page, beside the space": {[]Rule{{X0: 51, X1: 51, Y0: 108, Y1: 200, Vertical: true}}, [][2]int{{20, 256}}},
	} {
		p := &Page{Ink: ink, TextHeight: 20, Rules: c.rules}
		var got [][2]int
		for _, l := range p.cutAtRules(Line{Box: Box{20, 20, 40, 256}, Height: 20, Turn: 1}, tab) {
			got = append(got, [2]int{l.Y0, l.Y1})
		}
		assert.Equal(t, c.want, got, name)
	}
}
