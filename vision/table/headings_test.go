package table

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/vision/layout"
)

// places tells row, column, rows and columns of the cells before row end, and of those with print where it begins.
func placesBefore(t Table, end int) (out [][5]int) {
	for _, c := range t.Cells {
		if c.Row < end {
			out = append(out, [5]int{c.Row, c.Col, c.RowSpan, c.ColSpan, printIn(c.Phrases).X0})
		}
	}
	return out
}

func TestHeadingsBesideOneOverSeveralColumnsReachOverBothLines(t *testing.T) {
	cols := []column{{95, 250}, {250, 450}, {450, 650}, {650, 800}}
	below := []layout.Phrase{wordAt(300, 340, 140), wordAt(500, 540, 140)}
	body := []layout.Phrase{wordAt(100, 140, 160), wordAt(300, 340, 160), wordAt(500, 540, 160), wordAt(700, 740, 160)}
	over := wordAt(410, 445, 120) // amid the second and third column
	for _, c := range []struct {
		name string
		rows [][]layout.Phrase
		want [][5]int
	}{
		{"printed on the upper line and on the lower",
			[][]layout.Phrase{{wordAt(100, 140, 120), over}, append(below, wordAt(700, 740, 140)), body},
			[][5]int{{0, 0, 2, 1, 100}, {0, 1, 1, 2, 410}, {0, 3, 2, 1, 700}, {1, 1, 1, 1, 300}, {1, 2, 1, 1, 500}}},
		{"nothing over the row names",
			[][]layout.Phrase{{over, wordAt(700, 740, 120)}, below, body},
			[][5]int{{0, 0, 1, 1, 0}, {0, 1, 1, 2, 410}, {0, 3, 2, 1, 700}, {1, 0, 1, 1, 0}, {1, 1, 1, 1, 300}, {1, 2, 1, 1, 500}}},
		{"two headings over each other in one column: the upper one stands over the blank one beside it, too",
			[][]layout.Phrase{{over, wordAt(660, 690, 120)}, {wordAt(100, 140, 140), wordAt(300, 340, 140), wordAt(500, 540, 140), wordAt(700, 740, 140)}, body},
			[][5]int{{0, 0, 2, 1, 100}, {0, 1, 1, 2, 410}, {0, 3, 1, 1, 660}, {1, 1, 1, 1, 300}, {1, 2, 1, 1, 500}, {1, 3, 1, 1, 700}}},
		{"no heading over several columns: what is blank stays so",
			[][]layout.Phrase{{wordAt(100, 140, 120), wordAt(300, 340, 120)}, below, body},
			[][5]int{{0, 0, 1, 1, 100}, {0, 1, 1, 1, 300}, {0, 2, 1, 1, 0}, {0, 3, 1, 1, 0}, {1, 0, 1, 1, 0}, {1, 1, 1, 1, 300}, {1, 2, 1, 1, 500}, {1, 3, 1, 1, 0}}},
	} {
		tb := tableOf(scene(cols, c.rows...), cols).spreadWhere(func(k Cell) bool { return k.Row == 0 && printIn(k.Phrases).X0 == over.X0 })
		assert.Equal(t, c.want, placesBefore(tb.reachingHeadings(), 2), c.name)
		tb.Ruled = true
		assert.Equal(t, tb, tb.reachingHeadings(), "%s: a printed grid shows itself what reaches where", c.name)
	}
}

func TestAHeadingWithAnotherOneUnderItStandsOverTheBlankOnesBeside(t *testing.T) {
	cols := []column{{95, 250}, {250, 450}, {450, 650}, {650, 800}, {800, 950}}
	rows := [][]layout.Phrase{
		{wordAt(410, 445, 120), wordAt(765, 795, 120)},
		{wordAt(100, 140, 140), wordAt(300, 340, 140), wordAt(500, 540, 140), wordAt(700, 740, 140), wordAt(850, 900, 140)},
		{wordAt(100, 140, 160), wordAt(300, 340, 160), wordAt(500, 540, 160), wordAt(700, 740, 160), wordAt(850, 900, 160)},
	}
	tb := tableOf(scene(cols, rows...), cols).spreadWhere(func(k Cell) bool { return k.Row == 0 && printIn(k.Phrases).X0 == 410 })
	assert.Equal(t, [][5]int{{0, 0, 2, 1, 100}, {0, 1, 1, 2, 410}, {0, 3, 1, 2, 765}}, placesBefore(tb.reachingHeadings(), 1))
}

func TestAHeadingAmidTheColumnsOfFiguresIsNoneOfTheWholeTable(t *testing.T) {
	cols := []column{{95, 250}, {250, 450}, {450, 650}, {650, 800}}
	body := []layout.Phrase{wordAt(100, 140, 140), wordAt(300, 340, 140), wordAt(500, 540, 140), wordAt(700, 740, 140)}
	for _, c := range []struct {
		name string
		from int // where it begins, of forty pixels
		want [][5]int
	}{
		{"amid all columns", 430, [][5]int{{0, 0, 1, 4, 430}}},
		{"amid all but the first", 505, [][5]int{{0, 0, 1, 1, 0}, {0, 1, 1, 3, 505}}},
		{"amid the last two", 605, [][5]int{{0, 0, 1, 1, 0}, {0, 1, 1, 1, 0}, {0, 2, 1, 2, 605}}},
		{"at the table's begin, as titles of sections stand", 100, [][5]int{{0, 0, 1, 4, 100}}},
		{"in the last column", 700, [][5]int{{0, 0, 1, 1, 0}, {0, 1, 1, 1, 0}, {0, 2, 1, 2, 700}}},
	} {
		heading := wordAt(c.from, c.from+40, 120)
		tb := tableOf(scene(cols, []layout.Phrase{heading}, body), cols).spreadWhere(func(k Cell) bool { return k.Row == 0 })
		assert.Equal(t, c.want, placesBefore(tb.centredHeadings(10), 1), c.name)
	}
}

func TestHeadingsOverARuleSpanWhatItReachesOver(t *testing.T) {
	cols := []column{{95, 250}, {250, 450}, {450, 650}, {650, 800}}
	body := []layout.Phrase{wordAt(100, 140, 150), wordAt(300, 340, 150), wordAt(500, 540, 150), wordAt(700, 740, 150)}
	across := func(x0, x1, y float64) layout.Rule { return layout.Rule{X0: x0, X1: x1, Y0: y, Y1: y} }
	heading := wordAt(260, 300, 120) // over the second column alone
	whole, three := [][5]int{{0, 0, 1, 1, 0}, {0, 1, 1, 1, 260}, {0, 2, 1, 1, 0}, {0, 3, 1, 1, 0}}, [][5]int{{0, 0, 1, 1, 0}, {0, 1, 1, 3, 260}}
	for name, c := range map[string]struct {
		rule  layout.Rule
		first []layout.Phrase
		want  [][5]int
		lower []layout.Phrase // in place of a whole row
	}{
		"under three columns":             {across(255, 795, 136), []layout.Phrase{heading}, three, nil},
		"under its own":                   {across(255, 445, 136), []layout.Phrase{heading}, whole, nil},
		"under the whole table":           {across(95, 800, 136), []layout.Phrase{heading}, whole, nil},
		"over the heading":                {across(255, 795, 112), []layout.Phrase{heading}, whole, nil},
		"beside it":                       {across(455, 795, 136), []layout.Phrase{heading}, whole, nil},
		"down":                            {layout.Rule{X0: 400, X1: 400, Y0: 100, Y1: 160, Vertical: true}, []layout.Phrase{heading}, whole, nil},
		"the border of a fill":            {layout.Rule{X0: 255, X1: 795, Y0: 136, Y1: 136, Edge: true}, []layout.Phrase{heading}, whole, nil},
		"under two headings side by side": {across(255, 795, 136), []layout.Phrase{heading, wordAt(500, 540, 120)}, [][5]int{{0, 0, 1, 1, 0}, {0, 1, 1, 1, 260}, {0, 2, 1, 1, 500}, {0, 3, 1, 1, 0}}, nil},
		"over a row with a blank, as rows of a group are parted": {across(255, 795, 136), []layout.Phrase{heading}, whole, []layout.Phrase{wordAt(300, 340, 150), wordAt(700, 740, 150)}},
	} {
		rows := [][]layout.Phrase{c.first, body}
		if c.lower != nil {
			rows[1] = c.lower
		}
		tb := tableOf(scene(cols, rows...), cols)
		assert.Equal(t, c.want, placesBefore(tb.ruledHeadings([]layout.Rule{c.rule}, 10), 1), name)
		tb.Ruled = true
		assert.Equal(t, tb, tb.ruledHeadings([]layout.Rule{c.rule}, 10), "%s: a printed grid shows itself what spans", name)
	}
}
