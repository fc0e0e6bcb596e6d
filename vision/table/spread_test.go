package table

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/layout"
	"lensd/vision/table/ties"
)

// spreading is a finder that hears of the words at some places that they stand over several columns.
func spreading(over []layout.Box, ps ...layout.Phrase) *finder {
	p := &layout.Page{W: 1600, H: 1200, TextHeight: 10, Space: 5, Phrases: ps}
	h := heard(p, func(layout.Word) (int, int) { return 1, 1 })
	for i, w := range h.web.Words {
		if slices.Contains(over, w.Box) {
			h.said.Words[i] = sure(3, ties.Spanning)
		}
	}
	return &finder{page: p, th: 10, heard: h}
}

func TestCellsSpreadOverTheColumnsThatTheyStandFor(t *testing.T) {
	cols := []column{{95, 250}, {250, 450}, {450, 650}, {650, 800}}
	body := []layout.Phrase{wordAt(100, 140, 140), wordAt(300, 340, 140), wordAt(500, 540, 140), wordAt(700, 740, 140)}
	for _, c := range []struct {
		name  string
		first []layout.Phrase // the first line
		over  int             // which of it stands over several columns, -1: none
		want  [][2]int        // column and columns of the first row's cells
	}{
		{"the title of a section", []layout.Phrase{wordAt(100, 150, 120)}, 0, [][2]int{{0, 4}}},
		{"a name with blank cells beside", []layout.Phrase{wordAt(100, 150, 120)}, -1, [][2]int{{0, 1}, {1, 1}, {2, 1}, {3, 1}}},
		{"a heading amid two columns", []layout.Phrase{wordAt(100, 140, 120), wordAt(410, 445, 120), wordAt(700, 740, 120)}, 1, [][2]int{{0, 1}, {1, 2}, {3, 1}}},
		{"a heading amid three, narrower than the middle one", []layout.Phrase{wordAt(100, 140, 120), wordAt(510, 540, 120)}, 1, [][2]int{{0, 1}, {1, 3}}},
		{"one with no room beside", []layout.Phrase{wordAt(100, 140, 120), wordAt(300, 340, 120), wordAt(500, 540, 120)}, 1, [][2]int{{0, 1}, {1, 1}, {2, 1}, {3, 1}}},
	} {
		var over []layout.Box
		if c.over >= 0 {
			over = append(over, c.first[c.over].Box)
		}
		ps := append(slices.Clone(c.first), body...)
		f := spreading(over, ps...)
		tb := f.spread(tableOf(scene(cols, rowsOf(ps)...), cols))
		var got [][2]int
		places := 0
		for _, k := range tb.Cells {
			if k.Row == 0 {
				got = append(got, [2]int{k.Col, k.ColSpan})
			}
			places += k.ColSpan
		}
		assert.Equal(t, c.want, got, c.name)
		assert.Equal(t, 8, places, "%s: every place is covered once", c.name)
	}
}

func TestAPrintedGridShowsItselfWhatSpans(t *testing.T) {
	cols := []column{{95, 250}, {250, 450}}
	ps := []layout.Phrase{wordAt(100, 150, 120), wordAt(100, 140, 140), wordAt(300, 340, 140)}
	f := spreading([]layout.Box{ps[0].Box}, ps...)
	tb := tableOf(scene(cols, rowsOf(ps)...), cols)
	require.Len(t, f.spread(tb).Cells, 3)
	tb.Ruled = true
	assert.Equal(t, tb, f.spread(tb))
}

// Columns that stand closer than words of a text do are told by the rule between them. The words of the first are broken elsewhere in
// each line, so that nothing else could tell.
func TestARuleDownPartsColumns(t *testing.T) {
	rule := func(x, y1 float64) layout.Rule { return layout.Rule{X0: x, X1: x, Y0: 90, Y1: y1, Vertical: true} }
	var ps []layout.Phrase
	for i, uneven := range []int{0, -11, 7, -4, 12, -8} {
		text := longAt(300, 396, 100+20*i)
		for k := range text.Words[1:] {
			text.Words[k].X1 += uneven / (k + 1)
			text.Words[k+1].X0 += uneven / (k + 1)
		}
		ps = append(ps, wordAt(100, 140, 100+20*i), text)
		w := wordAt(389, 460, 100+20*i)
		p := &ps[len(ps)-1]
		p.Words, p.Box = append(p.Words, w.Words...), p.Union(w.Box)
	}
	at := func(rules ...layout.Rule) map[[2]int]int {
		return shapesOf(t, &layout.Page{W: 1600, H: 1200, TextHeight: 10, Space: 5, Phrases: ps, Rules: rules})
	}
	assert.Positive(t, at(rule(387, 220))[[2]int{6, 3}])
	assert.Zero(t, at()[[2]int{6, 3}], "nothing tells")
	assert.Zero(t, at(rule(387, 130))[[2]int{6, 3}], "a short rule")
	assert.Zero(t, at(rule(430, 220))[[2]int{6, 3}], "one through words")
}

func TestTwoTablesArePartsOfTheirOwn(t *testing.T) {
	p := &layout.Page{W: 1600, H: 1200, TextHeight: 10, Space: 5, Phrases: regular(3)}
	for i := range 2 {
		p.Phrases = append(p.Phrases, wordAt(100, 140, 600+20*i), wordAt(300, 340, 600+20*i))
	}
	f := &finder{page: p, th: 10, heard: heard(p, func(w layout.Word) (int, int) { return 1 + w.Y0/20, 1 + w.X0/200 })}
	cols := []column{{95, 250}, {250, 450}, {450, 600}}
	told := func(ps []layout.Phrase) []float64 {
		f.heard.lay(tableOf(scene(cols, rowsOf(ps)...), cols))
		return f.heard.ofParts()
	}
	assert.InDeltaSlice(t, []float64{1, 1}, told(p.Phrases[9:]), 1e-6, "the small one is whole by itself")
	assert.InDeltaSlice(t, []float64{0.5, 1}, told(p.Phrases[9:11]), 1e-6)
	assert.InDeltaSlice(t, []float64{1, 9.0 / 13}, told(p.Phrases), 1e-6, "both at once")
}
