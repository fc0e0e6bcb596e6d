package sheet

import (
	"context"
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/internal/printed"
	"lensd/vision/layout"
)

func TestALoneStrokeIsADash(t *testing.T) {
	const height = 20
	for _, c := range []struct {
		w, h int
		want rune
	}{{7, 3, '-'}, {14, 3, '–'}, {28, 3, '—'}, {12, 12, 0}, {3, 3, 0}, {80, 3, 0}} {
		assert.Equal(t, c.want, dashOf(layout.Box{X0: 10, Y0: 10, X1: 10 + c.w, Y1: 10 + c.h}, height), "%d x %d", c.w, c.h)
	}
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
		box := layout.Box{X0: 415, Y0: 155, X1: 480, Y1: 195}
		assert.Equal(t, "1"+want+"2", s.measured(textOf("1-2", 0.9), box, 18).Value, "among figures")
		assert.Equal(t, "1-2-3", s.measured(textOf("1-2-3", 0.9), box, 18).Value, "two dashes of which one was printed")
		s.trust = true
		assert.Equal(t, "1-2", s.measured(textOf("1-2", 0.9), box, 18).Value, "a text layer is believed")
	}
}
