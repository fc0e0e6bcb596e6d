package sheet

import (
	"context"
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/table"
)

func TestFiguresAreToldByTheirColumn(t *testing.T) {
	cases := []struct {
		name  string
		cells [][]string // by row; what is read at first
		want  map[string]bool
	}{
		{"letters for figures", [][]string{{"Delay", "Mean"}, {"Patient", "SS3"}, {"Service", "76.5"}, {"Total", "131"}, {"Other", "S"}, {"Late", "7"}, {"Last", "12"}, {"All", "90"}}, map[string]bool{"S": true}},
		{"beside other figures", [][]string{{"Delay", "Mean", "SD", "Max"}, {"Patient", "SS3", "40", "59"}, {"Service", "76.5", "91", "45"}, {"Total", "131", "94", "104"}, {"Other", "7", "8", "9"}}, map[string]bool{"SS3": true}},
		{"headings stay", [][]string{{"Year", "Q1", "Q2"}, {"2021", "10", "20"}, {"2022", "11", "21"}, {"2023", "12", "22"}}, nil},
		{"codes stay", [][]string{{"Part", "S1"}, {"Nut", "S2"}, {"Bolt", "B8"}, {"Pin", "12"}}, nil},
		{"words stay", [][]string{{"Delay", "10"}, {"Patient", "12"}, {"Service", "none"}, {"Total", "13"}}, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := &reader{answer: func(_ *image.Gray, h extract.Hint) extract.Text {
				assert.Equal(t, extract.ScriptDigit, h.Script)
				return textOf("5", 0.5)
			}}
			s := sheetOf(t, says("", 0), ruled())
			s.reader = r
			found, owner, quads, texts := asked(c.cells)
			require.NoError(t, s.figures(context.Background(), found, owner, quads, texts))
			got := map[string]bool{}
			i := 0
			for _, row := range c.cells {
				for _, first := range row {
					if texts[i].Value != first {
						got[first] = true
					}
					i++
				}
			}
			if len(c.want) == 0 {
				assert.Empty(t, got)
				assert.Zero(t, r.crops)
				return
			}
			assert.Equal(t, c.want, got)
		})
	}
}

// asked lays cells out as a table with a line in each.
func asked(cells [][]string) (found []table.Table, owner []place, quads []geom.Quad, texts []extract.Text) {
	t := table.Table{Rows: len(cells), Cols: len(cells[0])}
	for i, row := range cells {
		for k, text := range row {
			owner = append(owner, place{0, len(t.Cells)})
			t.Cells = append(t.Cells, table.Cell{Row: i, Col: k, RowSpan: 1, ColSpan: 1})
			quads = append(quads, geom.QuadOf(geom.Rect{X0: 10, Y0: 10, X1: 40, Y1: 30}))
			texts = append(texts, textOf(text, 0.6))
		}
	}
	return []table.Table{t}, owner, quads, texts
}

func TestASureReadingStays(t *testing.T) {
	assert.True(t, passesForFigures(textOf("S9", 0.6)))
	for _, x := range []extract.Text{textOf("S9", 0.97), textOf("59", 0.6), textOf("Ab", 0.6), {}} {
		assert.False(t, passesForFigures(x), x.Value)
	}
}
