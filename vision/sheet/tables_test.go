package sheet

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/internal/printed"
	"lensd/vision/layout"
)

// ruled is a page with a grid of three rows and two columns.
func ruled() *printed.Page {
	p := printed.NewPage(900, 600)
	p.Grid([]int{100, 400, 700}, []int{100, 150, 200, 250}, 2)
	for i, row := range [][2]string{{"Austria", "92.9"}, {"Belgium", "10.0"}, {"Cyprus", "8.2"}} {
		p.Text(120, 135+50*i, 24, row[0])
		p.Text(420, 135+50*i, 24, row[1])
	}
	return p
}

func TestTablesAreReadInOneBatch(t *testing.T) {
	r := says("cell", 0.9)
	s := sheetOf(t, r, ruled())
	asked := len(r.hints)
	tables, err := s.Tables(context.Background())
	require.NoError(t, err)
	assert.Equal(t, asked+1, len(r.hints))
	require.Len(t, tables, 1)
	assert.Equal(t, 3, tables[0].Rows)
	assert.Equal(t, 2, tables[0].Columns)
	for i, c := range tables[0].Cells {
		assert.Equal(t, [2]int{i/2 + 1, i%2 + 1}, [2]int{c.Row, c.Column})
		assert.Equal(t, "cell", c.Text)
		assert.InDelta(t, 0.9, c.Confidence, 1e-9)
	}
	again, err := s.Tables(context.Background())
	require.NoError(t, err)
	assert.Equal(t, tables, again)
	assert.Equal(t, asked+1, len(r.hints), "kept")
}

func TestWhatCannotBeReadIsNoTable(t *testing.T) {
	s := sheetOf(t, says("x", 0.3), ruled())
	tables, err := s.Tables(context.Background())
	require.NoError(t, err)
	assert.Empty(t, tables)
}

func TestWordsOfALineHaveTheirPlaces(t *testing.T) {
	text := textOf("ab  cde", 0.9)
	text.Chars[4].Confidence = 0.4
	got := words(text, quadOf(layout.Box{X0: 100, Y0: 50, X1: 170, Y1: 70}, 0))
	require.Len(t, got, 2)
	assert.Equal(t, "ab", got[0].Text.Value)
	assert.Equal(t, "cde", got[1].Text.Value)
	assert.InDelta(t, 120, got[0].Quad[1].X, 0.01)
	assert.InDelta(t, 140, got[1].Quad[0].X, 0.01)
	assert.InDelta(t, 0.4, got[1].Text.Confidence, 1e-9, "a word is as sure as its weakest letter")
	assert.InDelta(t, 0, got[1].Text.Chars[0].X0, 1e-9, "extents are the word's own")
	assert.InDelta(t, 1, got[1].Text.Chars[2].X1, 1e-9)
	assert.Empty(t, words(textOf("  ", 1), quadOf(layout.Box{X1: 5, Y1: 5}, 0)))
}

func TestLinesAreReadOnceAndBlankOnesLeftOut(t *testing.T) {
	r := says("a line", 0.9)
	s := sheetOf(t, r, letter())
	lines, err := s.Lines(context.Background())
	require.NoError(t, err)
	assert.Len(t, lines, 14)
	asked := len(r.hints)
	_, err = s.Lines(context.Background())
	require.NoError(t, err)
	assert.Equal(t, asked, len(r.hints))
	r.answer = says("", 0).answer
	s = sheetOf(t, r, letter())
	lines, err = s.Lines(context.Background())
	require.NoError(t, err)
	assert.Empty(t, lines)
}

func TestTheScriptIsLearntFromASample(t *testing.T) {
	for text, want := range map[string]extract.Script{
		"a line of print": extract.ScriptLatin, "เลขที่ 42": extract.ScriptAny, "": extract.ScriptAny, "Total 42 บาท only": extract.ScriptAny,
	} {
		assert.Equal(t, want, classify([]extract.Text{textOf(text, 0.95)}), text)
	}
	// A sign that the mixed model doubts is probably a smudge.
	doubted := textOf("a line of print that goes on", 0.95)
	doubted.Chars = append(doubted.Chars, extract.Char{Rune: 'ก', Confidence: 0.3})
	assert.Equal(t, extract.ScriptLatin, classify([]extract.Text{doubted}))
}

func TestBitsOfDrawingsAreNoTable(t *testing.T) {
	table := func(texts ...string) extract.Table {
		var out extract.Table
		for _, text := range texts {
			out.Cells = append(out.Cells, extract.Cell{Text: text, Confidence: 0.9})
		}
		return out
	}
	assert.False(t, speaks(table("w", "E", ")", "O =", "–", "a", "<", "3"), 0.6), "single letters and signs")
	assert.True(t, speaks(table("Item", "a", "b", "12", "–", "–"), 0.6), "a word and a number beside them")
	assert.True(t, speaks(table("7", "–", "–", "–"), 0.6), "dashes for want of values do not count")
	unsure := table("wall", "tell", "ill")
	for i := range unsure.Cells {
		unsure.Cells[i].Confidence = 0.2
	}
	assert.False(t, speaks(unsure, 0.6))
	assert.True(t, speaks(unsure, 0.1), "print that had to be enlarged is read with less confidence anyway")
}
