package sheet

import (
	"context"
	"fmt"
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/recognize"
)

// classed answers by the class of lines that it is asked for, and keeps what it was asked, as class, effort and number of lines.
type classed struct {
	said  map[extract.Script]extract.Text
	asked []string
}

func (c *classed) Read(_ context.Context, lines recognize.Request) ([]extract.Text, error) {
	out := make([]extract.Text, len(lines.Crops))
	for i := range out {
		out[i] = c.said[lines.Hint.Script]
	}
	how := ""
	switch {
	case lines.Effort.All:
		how = " all"
	case lines.Effort.Once:
		how = " once"
	}
	if len(out) > 0 {
		c.asked = append(c.asked, fmt.Sprintf("%s%s %d", lines.Hint.Script, how, len(out)))
	}
	return out, nil
}

func (c *classed) Close() error { return nil }

// read is a sheet of three printed lines that were read so.
func read(t *testing.T, by recognize.Recognizer, texts ...extract.Text) *Sheet {
	s := sheetOf(t, says("a line", 0.9), letter())
	s.reader, s.memo, s.read = by, recognize.NewMemo(), true
	for i, said := range texts {
		y := 60 + 40*float64(i)
		s.lines = append(s.lines, extract.Line{Quad: geom.QuadOf(geom.Rect{X0: 80, Y0: y, X1: 500, Y1: y + 30}), Height: 20, Text: said})
	}
	return s
}

func TestOnlyDoubtfulLatinLinesAreReadAgain(t *testing.T) {
	by := &classed{said: map[extract.Script]extract.Text{extract.ScriptLatin: textOf("Fő út 4", 0.95)}}
	s := read(t, by, textOf("Fo ut 4", 0.6), textOf("ถนนทดลอง 4", 0.5), textOf("Rord 12", 0.5), textOf("Tel. 12345", 0.75))
	require.NoError(t, s.Again(context.Background(), []int{0, 1, 3, 7, -1}))
	assert.Equal(t, []string{"latin 1"}, by.asked)
	assert.Equal(t, "Fő út 4", s.lines[0].Text.Value)
	require.Len(t, s.lines[0].Words, 3, "words are cut anew")
	assert.Equal(t, "Fő", s.lines[0].Words[0].Text.Value)
	assert.Equal(t, "ถนนทดลอง 4", s.lines[1].Text.Value)
	assert.Equal(t, "Rord 12", s.lines[2].Text.Value, "a line that was not named")
	assert.Equal(t, "Tel. 12345", s.lines[3].Text.Value)
}

// A second opinion of a line that other looks did not settle is one look more: it has to be surer than what they left.
func TestASecondOpinionAloneCountsLess(t *testing.T) {
	second := func(value string, sure float64) extract.Text {
		by := &classed{said: map[extract.Script]extract.Text{extract.ScriptLatin: textOf(value, sure)}}
		s := read(t, by, textOf("Road 12", 0.6))
		require.NoError(t, s.Again(context.Background(), []int{0}))
		return s.lines[0].Text
	}
	assert.Equal(t, "Road 12", second("Rord 12", 0.9).Value)
	assert.InDelta(t, 0.6, second("Road 12", 0.95).Confidence, 1e-9, "the same recogniser may have said it")
	assert.Equal(t, "Rord 12", second("Rord 12", 0.95).Value)
	assert.InDelta(t, 0.95*aloneLook, second("Rord 12", 0.95).Confidence, 1e-9)
}

func TestWhatSecondOpinionsDoNotKnowStays(t *testing.T) {
	by := &classed{}
	s := read(t, by, textOf("99/1 ถนนทดลอง", 0.4), textOf("นายทดลชง", 0.5), textOf("Rord 12", 0.5))
	require.NoError(t, s.Again(context.Background(), []int{0, 1}))
	assert.Empty(t, by.asked, "Thai")
	s.trust = true
	require.NoError(t, s.Again(context.Background(), []int{2}))
	assert.Empty(t, by.asked, "a PDF's own text")
}

// Letters of 30 pixels on a base line at 100, and what stands between them.
func TestStopsOfALineAreCounted(t *testing.T) {
	for name, c := range map[string]struct {
		small []image.Rectangle
		want  int
	}{
		"none":                           {nil, 0},
		"between letters and at the end": {[]image.Rectangle{image.Rect(123, 96, 127, 100), image.Rect(213, 96, 217, 101)}, 2},
		"a comma":                        {[]image.Rectangle{image.Rect(213, 96, 218, 107)}, 1},
		"a colon":                        {[]image.Rectangle{image.Rect(123, 96, 127, 100), image.Rect(123, 80, 127, 84)}, 0},
		"a dot in the middle":            {[]image.Rectangle{image.Rect(123, 83, 127, 87)}, 0},
		"a vowel under a letter":         {[]image.Rectangle{image.Rect(112, 103, 119, 113)}, 0},
	} {
		p := letter()
		p.Fill(p.Rect, 255)
		for x := 100; x < 200; x += 30 {
			p.Fill(image.Rect(x, 70, x+20, 100), 0)
		}
		for _, r := range c.small {
			p.Fill(r, 0)
		}
		s := sheetOf(t, says("a line", 0.9), p)
		require.Equal(t, p.Rect.Size(), s.Gray().Rect.Size())
		line := extract.Line{Quad: geom.QuadOf(geom.Rect{X0: 94, Y0: 64, X1: 230, Y1: 116}), Height: 30}
		assert.Equal(t, c.want, s.stopsOn(line), name)
	}
}
