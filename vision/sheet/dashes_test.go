package sheet

import (
	"context"
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/internal/printed"
	"lensd/vision/layout"
	"lensd/vision/table"
)

// A dash is one sign however many bytes it takes: it fills its line.
func TestAMarkFillsItsLine(t *testing.T) {
	for _, mark := range []string{"-", "–", "—", "..."} {
		chars := markText(mark).Chars
		assert.Equal(t, 0.0, chars[0].X0, mark)
		assert.Equal(t, 1.0, chars[len(chars)-1].X1, mark)
	}
}

func TestALoneStrokeIsADash(t *testing.T) {
	const height = 20
	for _, c := range []struct {
		w, h int
		want rune
	}{{7, 3, '-'}, {14, 3, '–'}, {28, 3, '—'}, {12, 12, 0}, {3, 3, 0}, {80, 3, 0}} {
		assert.Equal(t, c.want, dashOf(layout.Box{X0: 10, Y0: 10, X1: 10 + c.w, Y1: 10 + c.h}, height), "%d x %d", c.w, c.h)
	}
}

// Words with tails are higher than figures: what is an em dash beside the one is an en dash beside the other.
func TestDashesAreMeasuredByFigures(t *testing.T) {
	const words, figures = 24, 17
	stroke := cellLine{box: layout.Box{X0: 10, Y0: 10, X1: 29, Y1: 12}, height: words}
	for _, c := range []struct {
		read string
		n    int
		want string
	}{
		{"27", 3, "—"},
		{"3.5", 3, "—"},
		{"27", 2, "–"},    // too few to tell
		{"1,200", 3, "–"}, // commas hang
		{"(27)", 3, "–"},  // brackets are higher
		{"Gypsies", 3, "–"},
	} {
		lines, marks := []cellLine{{box: layout.Box{Y1: words}, height: words}}, []cellLine{stroke, {place: place{1, 0}, box: stroke.box, height: words}, {mark: ".."}}
		texts := []extract.Text{textOf("Gypsies", 0.9)}
		for range c.n {
			lines, texts = append(lines, cellLine{box: layout.Box{Y1: figures}, height: words}), append(texts, textOf(c.read, 0.9))
		}
		figureHeights(lines, marks, texts)
		assert.Equal(t, c.want, marks[0].said(), "%d x %q", c.n, c.read)
		assert.Equal(t, "–", marks[1].said(), "another table's figures")
		assert.Equal(t, "..", marks[2].said())
	}
}

func TestADashOfATableIsMeasuredByItsFigures(t *testing.T) {
	p := printed.NewPage(900, 600)
	p.Grid([]int{100, 400, 700}, []int{100, 150, 200, 250, 300, 350}, 2)
	for i, figures := range []string{"929", "", "820", "771", "605"} {
		p.Text(120, 135+50*i, 24, "gypsy jargon")
		p.Text(420, 135+50*i, 24, figures)
	}
	p.Fill(image.Rect(440, 175, 460, 178), 0)
	r := says("929", 0.9)
	r.answer = func(g *image.Gray, _ extract.Hint) extract.Text {
		if g.Rect.Dx() > 3*g.Rect.Dy() {
			return textOf("gypsy jargon", 0.9)
		}
		return textOf("929", 0.9)
	}
	tables, err := sheetOf(t, r, p).Tables(context.Background())
	require.NoError(t, err)
	require.Len(t, tables, 1)
	require.Equal(t, "gypsy jargon", tables[0].Cells[2].Text)
	assert.Equal(t, "—", tables[0].Cells[3].Text)
}

// strokes is a grid whose cells hold words, and one a stroke of this width.
func strokes(width int) *printed.Page {
	p := printed.NewPage(900, 600)
	p.Grid([]int{100, 400, 700}, []int{100, 150, 200, 250}, 2)
	for i, row := range [][2]string{{"Austria", "929"}, {"Belgium", ""}, {"Cyprus", "820"}} {
		p.Text(120, 135+50*i, 24, row[0])
		p.Text(420, 135+50*i, 24, row[1])
	}
	p.Fill(image.Rect(440, 175, 440+width, 178), 0)
	return p
}

func TestDashesAreToldByTheirWidth(t *testing.T) {
	for width, want := range map[int]string{8: "-", 14: "–", 26: "—"} {
		s := sheetOf(t, says("cell", 0.9), strokes(width))
		tables, err := s.Tables(context.Background())
		require.NoError(t, err)
		require.Len(t, tables, 1)
		assert.Equal(t, want, tables[0].Cells[3].Text, "a stroke alone")
		line := cellLine{box: layout.Box{X0: 415, Y0: 155, X1: 480, Y1: 195}, height: 18}
		for read, told := range map[string]string{"1-2": "1" + want + "2", "1-2-3": "1-2-3"} { // of two only one was printed
			texts := []extract.Text{textOf(read, 0.9)}
			s.tellDashes([]table.Table{{Cells: make([]table.Cell, 1)}}, []cellLine{line}, texts)
			assert.Equal(t, told, texts[0].Value)
			assert.Equal(t, told, spelt(texts[0].Chars))
			s.trust = true
			s.tellDashes([]table.Table{{Cells: make([]table.Cell, 1)}}, []cellLine{line}, texts)
			assert.Equal(t, told, texts[0].Value, "a text layer is believed")
			s.trust = false
		}
	}
}

func spelt(chars []extract.Char) (out string) {
	for _, c := range chars {
		out += string(c.Rune)
	}
	return out
}

// A dash that touches its figures is that of the other ranges of its column.
func TestTheRangesOfAColumnHaveOneDash(t *testing.T) {
	s := sheetOf(t, says("cell", 0.9), strokes(14))
	printed, touching := layout.Box{X0: 415, Y0: 155, X1: 480, Y1: 195}, layout.Box{X0: 120, Y0: 155, X1: 180, Y1: 195}
	found := []table.Table{{Cells: []table.Cell{{Row: 0, Col: 1}, {Row: 1, Col: 1}, {Row: 1, Col: 0}}}}
	lines := []cellLine{{place: place{0, 0}, box: printed, height: 18}, {place: place{0, 1}, box: touching, height: 18}, {place: place{0, 2}, box: touching, height: 18}}
	texts := []extract.Text{textOf("1-2", 0.9), textOf("33-40", 0.9), textOf("33-40", 0.9)}
	s.tellDashes(found, lines, texts)
	assert.Equal(t, []string{"1–2", "33–40", "33-40"}, []string{texts[0].Value, texts[1].Value, texts[2].Value})
}

func TestMarksForNoValueAreTold(t *testing.T) {
	for _, c := range []struct {
		name  string
		marks []image.Rectangle
		want  string
	}{
		{"a blurred hyphen", []image.Rectangle{image.Rect(440, 173, 448, 179)}, "-"},
		{"two dots", []image.Rectangle{image.Rect(440, 182, 443, 185), image.Rect(448, 182, 451, 185)}, ".."},
		{"dirt over the line", []image.Rectangle{image.Rect(440, 158, 448, 164)}, ""},
		{"dots at different heights", []image.Rectangle{image.Rect(440, 182, 443, 185), image.Rect(448, 170, 451, 173)}, ""},
		{"a point", []image.Rectangle{image.Rect(440, 182, 443, 185)}, ""},
	} {
		p := strokes(0)
		for _, r := range c.marks {
			p.Fill(r, 0)
		}
		tables, err := sheetOf(t, says("cell", 0.9), p).Tables(context.Background())
		require.NoError(t, err)
		require.Len(t, tables, 1)
		assert.Equal(t, c.want, tables[0].Cells[3].Text, c.name)
	}
}
