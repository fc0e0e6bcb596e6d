package trace

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/extract/overlay"
	"lensd/vision/geom"
)

// A stage's time is its own: what it calls by another name is that one's. The sum is the time of the whole.
func TestStagesShareTheTimeOut(t *testing.T) {
	at := time.Unix(0, 0)
	pass := func(s int) { at = at.Add(time.Duration(s) * time.Second) }
	tr := begin(false, func() time.Time { return at })
	ctx := With(context.Background(), tr)
	pass(1)
	end := Stage(ctx, "lines")
	pass(2)
	for range 2 {
		inner := Stage(ctx, "net")
		pass(5)
		inner()
	}
	pass(3)
	end()
	pass(1)
	assert.Equal(t, map[string]Time{"rest": {2, 1}, "lines": {5, 1}, "net": {10, 2}}, tr.Report().Stages)
}

func TestNobodyWantsATrace(t *testing.T) {
	var none *Trace
	assert.Same(t, none, From(context.Background()))
	Stage(context.Background(), "x")()
	none.Page(1)
	none.Gray("sheet", "", nil, nil)
	none.Picture("sheet", "", nil, nil)
	none.Rows("x", "", nil, nil)
	none.Lines("net", []*image.Gray{nil}, nil, extract.Hint{}, nil)
	none.Result(extract.Result{Pages: make([]extract.Page, 1)})
	assert.Nil(t, none.Report())
	times := New(false)
	times.Rows("x", "", nil, nil)
	times.Lines("net", []*image.Gray{nil}, nil, extract.Hint{}, nil)
	assert.Empty(t, times.Report().Steps, "times alone")
}

func TestReadingsOfALineStandTogether(t *testing.T) {
	tr := New(true)
	a, b := image.NewGray(image.Rect(0, 0, 2000, 20)), image.NewGray(image.Rect(0, 0, 30, 20))
	tr.Page(1)
	tr.Lines("net", []*image.Gray{a, b}, []*image.Gray{a, b}, extract.Hint{}, []extract.Text{
		{Value: "one", Confidence: 0.4, Alternatives: []extract.Alternative{{Value: "ono", Confidence: 0.2}}}, {Value: "two", Confidence: 0.9}})
	tr.Lines("tesseract", []*image.Gray{a}, []*image.Gray{a}, extract.Hint{Script: extract.ScriptLatin, Charset: "on"}, []extract.Text{{Value: "oné", Confidence: 0.8}})
	tr.Page(2)
	tr.Gray("sheet", "flat", image.NewGray(image.Rect(0, 0, 3200, 1000)), []overlay.Mark{{Quad: geom.QuadOf(geom.Rect{X0: 100, Y0: 100, X1: 900, Y1: 500}), Confidence: 1}})
	steps := tr.Report().Steps
	require.Len(t, steps, 2)
	var cells [][]string
	for _, r := range steps[0].Rows {
		cells = append(cells, r.Cells)
	}
	assert.Equal(t, [][]string{
		{"1", "net", "any", "one", "0.40", "ono (0.20)"},
		{"1", "tesseract", "latin, held to a wish", "oné", "0.80", ""},
		{"2", "net", "any", "two", "0.90", ""},
	}, cells)
	assert.Equal(t, 1, steps[0].Page)
	assert.NotEmpty(t, steps[0].Rows[0].Crop)
	assert.Empty(t, steps[0].Rows[1].Crop, "shown once")
	got, err := jpeg.Decode(bytes.NewReader(steps[1].Picture))
	require.NoError(t, err)
	assert.Equal(t, image.Pt(1600, 500), got.Bounds().Size())
	r, g, _, _ := got.At(50, 100).RGBA()
	assert.Greater(t, g, r+0x4000, "the mark is drawn where it lies")
}

func TestPicturesBeyondTheRoomAreCounted(t *testing.T) {
	tr := New(true)
	tr.room = 10
	tr.Gray("sheet", "", image.NewGray(image.Rect(0, 0, 40, 40)), nil)
	report := tr.Report()
	assert.Equal(t, 1, report.LeftOut)
	assert.Empty(t, report.Steps[0].Picture)
}

func TestAnswersAreRows(t *testing.T) {
	tr := New(true)
	tr.Result(extract.Result{Pages: []extract.Page{
		{Number: 1, Items: []extract.Item{{Meter: &extract.Meter{Value: "12.3", Confidence: 0.5}, Fields: []extract.Field{{Name: "f", Value: "v", Confidence: 1, Printed: "V"}},
			Tables: []extract.Table{{Cells: []extract.Cell{{Row: 1, Column: 2, Text: "c"}}}}, Codes: []extract.Code{{Format: "QR_CODE", Text: "q"}}}}},
		{Number: 2, Err: extract.Errorf(extract.KindNotFound, "nothing here")},
	}})
	steps := tr.Report().Steps
	require.Len(t, steps, 2)
	assert.Len(t, steps[0].Rows, 4)
	assert.Equal(t, "nothing here", steps[1].Note)
}
