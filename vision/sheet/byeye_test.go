package sheet

import (
	"context"
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/internal/printed"
	"lensd/vision/layout"
)

// heavyLeft answers a crop by the side on which it is darker: print that stands on its feet here begins with a heavy bar.
func heavyLeft(g *image.Gray, _ extract.Hint) extract.Text {
	dark := [2]int{}
	for y := range g.Rect.Dy() {
		for x := range g.Rect.Dx() {
			if g.Pix[y*g.Stride+x] < 128 {
				dark[2*x/g.Rect.Dx()]++
			}
		}
	}
	if dark[0] > dark[1] {
		return textOf("caption", 0.9)
	}
	return textOf("uopydeo", 0.3)
}

func TestTurnedLinesAreReadTheWayThatMakesSense(t *testing.T) {
	p := printed.NewPage(600, 600)
	p.Fill(image.Rect(100, 60, 130, 110), 0) // heavy at the top: reads downwards
	p.Fill(image.Rect(110, 150, 114, 220), 0)
	p.Fill(image.Rect(310, 60, 314, 130), 0) // heavy at the foot: reads upwards
	p.Fill(image.Rect(300, 170, 330, 220), 0)
	r := &reader{answer: heavyLeft}
	s := sheetOf(t, r, p)
	lines, no, err := s.readTurned(context.Background(), []layout.Line{
		{Box: layout.Box{X0: 100, Y0: 60, X1: 130, Y1: 220}, Height: 30}, {Box: layout.Box{X0: 300, Y0: 60, X1: 330, Y1: 220}, Height: 30},
	})
	require.NoError(t, err)
	require.Len(t, lines, 2)
	assert.Empty(t, no)
	assert.Equal(t, []int{1, 3}, []int{lines[0].Turn, lines[1].Turn})
	assert.Greater(t, lines[0].Quad[1].Y, lines[0].Quad[0].Y)
	assert.Less(t, lines[1].Quad[1].Y, lines[1].Quad[0].Y)
}

func TestACaptionDownThePageIsReadInAnyScriptAndByHalves(t *testing.T) {
	for name, c := range map[string]struct {
		answer func(g *image.Gray, h extract.Hint) extract.Text
		want   []string
	}{
		"Thai on a page of Latin print": {func(g *image.Gray, h extract.Hint) extract.Text {
			if h.Script == extract.ScriptLatin {
				return textOf("UGBATNA", 0.1)
			}
			return heavyLeft(g, h)
		}, []string{"caption"}},
		"two that are turned opposite ways": {func(g *image.Gray, h extract.Hint) extract.Text {
			if g.Rect.Dx() > 250 {
				return textOf("caption uopydeo", 0.2)
			}
			return heavyLeft(g, h)
		}, []string{"caption", "caption"}},
		"of two halves one makes no sense": {func(g *image.Gray, h extract.Hint) extract.Text {
			if w := g.Rect.Dx(); w > 250 || w > 105 && w < 125 { // the whole, and the lower half
				return textOf("uopydeo", 0.2)
			}
			return heavyLeft(g, h)
		}, nil},
		"read clearly better than on its head": {func(g *image.Gray, h extract.Hint) extract.Text {
			if t := heavyLeft(g, h); t.Confidence > 0.5 {
				return textOf("Remetente", 0.28)
			}
			return textOf("01u01", 0.02)
		}, []string{"Remetente"}},
		"figures read with doubt either way": {func(g *image.Gray, h extract.Hint) extract.Text {
			if t := heavyLeft(g, h); t.Confidence > 0.5 {
				return textOf("76-6368-21", 0.4)
			}
			return textOf("IZ-89E9.9L", 0.3)
		}, []string{"76-6368-21"}},
		"figures that make hardly more sense": {func(g *image.Gray, h extract.Hint) extract.Text {
			if t := heavyLeft(g, h); t.Confidence > 0.5 {
				return textOf("96-8968-91", 0.4)
			}
			return textOf("16-8968-96", 0.3)
		}, nil},
		"letters that make more sense, but are read little better": {func(g *image.Gray, h extract.Hint) extract.Text {
			if t := heavyLeft(g, h); t.Confidence > 0.5 {
				return textOf("Remetente", 0.4)
			}
			return textOf("a1u0.7U", 0.3)
		}, nil},
		"read hardly better": {func(g *image.Gray, h extract.Hint) extract.Text {
			if t := heavyLeft(g, h); t.Confidence > 0.5 {
				return textOf("Remetente", 0.28)
			}
			return textOf("01u01", 0.1)
		}, nil},
	} {
		p := printed.NewPage(600, 600)
		p.Fill(image.Rect(100, 60, 130, 120), 0) // heavy at the top, and another one heavy at its foot
		p.Fill(image.Rect(110, 125, 114, 180), 0)
		p.Fill(image.Rect(110, 240, 114, 290), 0)
		p.Fill(image.Rect(100, 295, 130, 340), 0)
		s := sheetOf(t, &reader{answer: c.answer}, p)
		latin := extract.ScriptLatin
		s.script = &latin
		lines, no, err := s.readTurned(context.Background(), []layout.Line{{Box: layout.Box{X0: 100, Y0: 60, X1: 130, Y1: 340}, Height: 30}})
		require.NoError(t, err)
		var got []string
		for _, l := range lines {
			got = append(got, l.Text.Value)
		}
		assert.Equal(t, c.want, got, name)
		assert.Equal(t, len(c.want) == 0, len(no) == 1, name)
	}
}

func TestWhatMakesNoSenseTurnedIsReadLevel(t *testing.T) {
	p := printed.NewPage(900, 900)
	for y := 100; y < 220; y += 40 {
		p.Text(420, y, 26, "no")
		p.Text(80, y+400, 26, "a line of ordinary print on paper")
	}
	s := sheetOf(t, &reader{answer: func(g *image.Gray, _ extract.Hint) extract.Text {
		if g.Rect.Dx() > 90 { // turned: longer than a short word
			return textOf("==", 0.1)
		}
		return textOf("no", 0.9)
	}}, p)
	column := layout.Line{Box: layout.Box{X0: 415, Y0: 70, X1: 460, Y1: 190}, Height: 30}
	s.analysis().Turned = []layout.Line{column}
	turned, no, err := s.readTurned(context.Background(), []layout.Line{column})
	require.NoError(t, err)
	assert.Empty(t, turned)
	assert.Equal(t, []layout.Line{column}, no)
	again, err := s.readLevel(context.Background(), s.analysis().LevelIn(no))
	require.NoError(t, err)
	assert.Len(t, again, 3)
}

func TestLinesHoldTurnedPrintOrWhatStandsInItsPlace(t *testing.T) {
	for name, c := range map[string]struct {
		turned      extract.Text
		lines, turn int
	}{
		"a line down the page":         {textOf("DOWN", 0.9), 1, 1},
		"short lines below each other": {textOf("==", 0.1), 6, 0},
	} {
		p := letter()
		for y := 200; y < 356; y += 26 {
			p.Text(760, y, 26, "E")
		}
		s := sheetOf(t, &reader{answer: func(g *image.Gray, _ extract.Hint) extract.Text {
			switch {
			case g.Rect.Dx() > 250:
				return textOf("a line of print that stands on paper", 0.95)
			case g.Rect.Dx() > 100:
				return c.turned
			}
			return textOf("word", 0.9)
		}}, p)
		require.Len(t, s.analysis().Turned, 1, name)
		lines, err := s.Lines(context.Background())
		require.NoError(t, err)
		n := 0
		for _, l := range lines {
			if l.Quad.Bounds().X0 > 700 {
				n++
				assert.Equal(t, c.turn, l.Turn, name)
			}
		}
		assert.Equal(t, c.lines, n, name)
	}
}

func TestALineOnItsHeadIsTurned(t *testing.T) {
	p := printed.NewPage(600, 300)
	p.Fill(image.Rect(400, 100, 480, 130), 0)
	p.Fill(image.Rect(200, 115, 300, 119), 0)
	r := &reader{answer: heavyLeft}
	s := sheetOf(t, r, p)
	quads := []geom.Quad{quadOf(layout.Box{X0: 200, Y0: 100, X1: 480, Y1: 130}, 4)}
	texts := []extract.Text{textOf("uopydeo", 0.3)}
	turns, err := s.otherSide(context.Background(), quads, texts)
	require.NoError(t, err)
	assert.Equal(t, []int{2}, turns)
	assert.Equal(t, "caption", texts[0].Value)
	assert.Greater(t, quads[0][0].X, quads[0][1].X)
}

func TestFiguresThatPassForOthersOnTheirHeadAreTurned(t *testing.T) {
	for name, c := range map[string]struct {
		up, down string
		conf     float64
		want     int
	}{
		"figures amid letters":   {"0LT9/99/0T", "10/66/6170", 0.97, 2},
		"ones with a foot":       {"ESTL/TT/6S", "59/11/7153", 0.97, 2},
		"a number of goods":      {"SS853134", "a line of print", 0.99, 0},
		"what reads worse there": {"A1B2-C3D4", "aE3-ZBlV", 0.3, 0},
		"a few letters":          {"Aəౄၜ/!|", "ogb", 0.95, 0},
	} {
		s := sheetOf(t, says(c.down, c.conf), letter())
		turns, err := s.otherSide(context.Background(), []geom.Quad{quadOf(layout.Box{X0: 90, Y0: 60, X1: 300, Y1: 84}, 4)}, []extract.Text{textOf(c.up, 0.97)})
		require.NoError(t, err)
		assert.Equal(t, []int{c.want}, turns, name)
	}
}

func TestALinePartOfAnotherIsDropped(t *testing.T) {
	line := func(x0, y0, x1, y1 float64, value string, confidence float64) extract.Line {
		return extract.Line{Quad: geom.QuadOf(geom.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1}), Text: textOf(value, confidence)}
	}
	under := []extract.Line{
		{Quad: quadOf(layout.Box{X0: 21, Y0: 418, X1: 85, Y1: 437}, padding(12)), Height: 12, Text: textOf("Receiver", 0.96)},
		{Quad: quadOf(layout.Box{X0: 23, Y0: 431, X1: 318, Y1: 466}, padding(33)), Height: 33, Text: textOf("Name: Somebody", 0.3)},
	}
	for name, c := range map[string]struct {
		lines []extract.Line
		want  []string
	}{
		"in the white of another":   {under, []string{"Receiver", "Name: Somebody"}},
		"hardly print":              {[]extract.Line{under[0], {Quad: under[1].Quad, Height: 33, Text: textOf("/.:_ ~", 0.1)}}, []string{"Receiver"}},
		"marks in a line":           {[]extract.Line{line(100, 100, 300, 140, "ผู้ส่ง", 0.9), line(120, 100, 140, 140, "eze", 0.8)}, []string{"ผู้ส่ง"}},
		"the same twice":            {[]extract.Line{line(100, 100, 300, 140, "one", 0.6), line(100, 100, 300, 140, "two", 0.5)}, []string{"one"}},
		"two lines run together":    {[]extract.Line{line(100, 100, 300, 180, "1Toน", 0.1), line(100, 100, 300, 140, "TOTAL", 0.95)}, []string{"TOTAL"}},
		"lines that touch":          {[]extract.Line{line(100, 100, 300, 140, "one", 0.9), line(100, 130, 300, 170, "two", 0.9)}, []string{"one", "two"}},
		"a speck does not undo one": {[]extract.Line{line(100, 100, 300, 180, "faint", 0.3), line(100, 100, 110, 110, "x", 0.95)}, []string{"faint"}},
	} {
		var got []string
		for _, l := range outdone(c.lines) {
			got = append(got, l.Text.Value)
		}
		assert.Equal(t, c.want, got, name)
	}
}

func TestSpecksAreNoLines(t *testing.T) {
	s := sheetOf(t, says("a line", 0.9), letter())
	inside, edge := geom.Rect{X0: 300, Y0: 300, X1: 340, Y1: 320}, geom.Rect{X0: 2, Y0: 300, X1: 30, Y1: 320}
	for name, c := range map[string]struct {
		at   geom.Rect
		text string
		conf float64
		want bool
	}{
		"a stain":                     {inside, "๐", 0.05, true},
		"a figure":                    {inside, "7", 0.8, false},
		"a scrap":                     {inside, "l!", 0.5, true},
		"a short word in doubt":       {inside, "TO:x", 0.5, false},
		"the shadow of the edge":      {edge, "II", 0.3, true},
		"a figure at the edge":        {edge, "12", 0.9, false},
		"a doubtful word at the edge": {edge, "worn print", 0.05, false},
	} {
		assert.Equal(t, c.want, s.speck(c.at, textOf(c.text, c.conf)), name)
	}
}

func TestRestsOfADarkAreasBorderAreNoLines(t *testing.T) {
	p := letter()
	p.Fill(image.Rect(60, 10, 840, 60), 20)
	p.Toned(100, 45, 28, "LIGHT ON DARK", 255)
	s := sheetOf(t, says("a line", 0.9), p)
	for name, c := range map[string]struct {
		at   geom.Rect
		text string
		want bool
	}{
		"a hole of a perforation": {geom.Rect{X0: 835, Y0: 30, X1: 843, Y1: 42}, "]", true},
		"a round corner":          {geom.Rect{X0: 60, Y0: 10, X1: 70, Y1: 20}, "L", true},
		"a figure in the area":    {geom.Rect{X0: 400, Y0: 25, X1: 412, Y1: 45}, "7", false},
		"a figure far from it":    {geom.Rect{X0: 400, Y0: 300, X1: 412, Y1: 320}, "1", false},
		"a word over the border":  {geom.Rect{X0: 800, Y0: 30, X1: 860, Y1: 50}, "word", false},
	} {
		assert.Equal(t, c.want, s.speck(c.at, textOf(c.text, 0.9)), name)
	}
}

func TestLinesTellTheirGround(t *testing.T) {
	p := letter()
	p.Fill(image.Rect(60, 10, 840, 60), 20)
	p.Toned(100, 45, 28, "LIGHT ON DARK", 255)
	s := sheetOf(t, says("a line", 0.9), p)
	l, err := s.Layout(context.Background())
	require.NoError(t, err)
	reversed := 0
	for _, line := range l.Lines {
		if line.Reversed {
			reversed++
			require.GreaterOrEqual(t, line.Area, 0)
			assert.True(t, l.Areas[line.Area].Dark)
		}
	}
	assert.Equal(t, 1, reversed)
}

func TestWhatIsOddMakesLessSense(t *testing.T) {
	for right, wrong := range map[string]string{
		"62-9033-90": "06-€€06-Z9", "54/76/8885": "9898/9L/pG", "SHIP TO": "01 dIHS", "ผู้รับ": "nsuผ", "(มหาชน)": "(noLun)", "BUYER": "HヨA∩B",
		"10/66/6170": "0LT9/99/0T", "02/92/2988": "886Z/Z6/Z0", "WL035391": "L6ESEOIM", "50.00": "00°0S",
	} {
		assert.Greater(t, sense(textOf(right, 0.7)), sense(textOf(wrong, 0.75)), "%s / %s", right, wrong)
	}
}

func TestWhatReadsPlainerStandsOnItsFeet(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"35/51/7726", "9ZLL/IS/SC", true},
		{"Bob Suarez", "zozens qog", true},
		{"CW299486", "98966ZMO", true},
		{"15.00", "00'SI", true},
		{"9ZLL/IS/SC", "35/51/7726", false}, // figures that have one way up
		{"98-6810", "0189-86", false},       // no plainer
		{"HOME", "ร้าน", false},             // Thai has one way up
	} {
		assert.Equal(t, c.want, plainer(textOf(c.a, 0.9), textOf(c.b, 0.95)), "%s for %s", c.a, c.b)
	}
	assert.False(t, plainer(textOf("15.00", 0.6), textOf("00'SI", 0.95)), "what is read far worse")
}

func TestAThaiLineOnALatinPageIsReadAsMixedPrint(t *testing.T) {
	for name, c := range map[string]struct {
		latin extract.Text
		want  string
	}{
		"doubtful":                                  {textOf("nuuya9", 0.1), "ถนนทดลอง"},
		"hardly a letter in the place of a word":    {textOf("l", 0.02), "ถนนทดลอง"},
		"nothing in the place of a word":            {extract.Text{}, "ถนนทดลอง"},
		"what is read with some trust stays so":     {textOf("Mock Road", 0.8), "Mock Road"},
		"a sign or two are not worth a second look": {textOf("n9", 0.75), "n9"},
	} {
		t.Run(name, func(t *testing.T) {
			s := sheetOf(t, says("a line of print that stands on paper", 0.95), letter())
			require.Equal(t, extract.ScriptLatin, s.Script())
			s.reader = &reader{answer: func(_ *image.Gray, h extract.Hint) extract.Text {
				if h.Script == extract.ScriptLatin {
					return c.latin
				}
				return textOf("ถนนทดลอง", 0.9)
			}}
			lines, err := s.Lines(context.Background())
			require.NoError(t, err)
			require.NotEmpty(t, lines)
			assert.Equal(t, c.want, lines[0].Text.Value)
		})
	}
}

// A second opinion would be asked of both ways, and be sure of nonsense on its head.
func TestWhichWayALineRunsIsAskedOnce(t *testing.T) {
	by := &classed{said: map[extract.Script]extract.Text{extract.ScriptAny: textOf("DOWN", 0.9)}}
	s := read(t, by)
	_, err := s.downOrUp(context.Background(), []layout.Line{{Box: layout.Box{X0: 100, Y0: 60, X1: 130, Y1: 340}, Height: 30}}, extract.Hint{})
	require.NoError(t, err)
	require.Len(t, by.asked, 1)
	assert.Contains(t, by.asked[0], " once 2")
}

func TestAWordMayBeAsHighAsItIsWide(t *testing.T) {
	s := sheetOf(t, says("a line of print that stands on paper", 0.95), letter())
	high := float64(s.analysis().TextHeight)
	for name, c := range map[string]struct {
		w, h float64
		want bool
	}{
		"a caption with marks above and below its letters": {2 * high, 2.1 * high, true},
		"a longer one":             {3 * high, 2 * high, true},
		"a stroke":                 {0.5 * high, 2 * high, false},
		"a dash, lower than print": {2 * high, 0.4 * high, false},
	} {
		assert.Equal(t, c.want, s.wordWide(geom.Rect{X1: c.w, Y1: c.h}), name)
	}
}
