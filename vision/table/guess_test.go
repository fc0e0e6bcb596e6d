package table

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/layout"
)

// shapesOf returns how many guesses at tables of each size a page gives.
func shapesOf(t *testing.T, p *layout.Page) map[[2]int]int {
	t.Helper()
	d, err := NewDetector()
	require.NoError(t, err)
	out := map[[2]int]int{}
	for _, g := range d.Guesses(p) {
		out[[2]int{g.Rows, g.Cols}]++
	}
	return out
}

// longAt is a phrase of words that fill it.
func longAt(x0, x1, y int) layout.Phrase {
	p := wordAt(x0, x0+26, y)
	for x := x0 + 30; x+26 <= x1; x += 30 {
		p.Words = append(p.Words, wordAt(x, x+26, y).Words...)
	}
	p.X1 = p.Words[len(p.Words)-1].X1
	return p
}

// regular is print in three columns.
func regular(rows int) (ps []layout.Phrase) {
	for i := range rows {
		ps = append(ps, wordAt(100, 140, 100+20*i), wordAt(300, 340, 100+20*i), wordAt(500, 540, 100+20*i))
	}
	return ps
}

func across(y float64) layout.Rule { return layout.Rule{X0: 95, X1: 1000, Y0: y, Y1: y} }

func TestGuessesReachWhatRunsAndRulesDoNot(t *testing.T) {
	page := func(rules []layout.Rule, ps ...layout.Phrase) *layout.Page {
		return &layout.Page{W: 1600, H: 1200, TextHeight: 10, Space: 5, Phrases: ps, Rules: rules}
	}
	cases := map[string]struct {
		page *layout.Page
		want [2]int
	}{
		"cells of four lines under one another": {page(nil,
			wordAt(100, 140, 100), longAt(300, 500, 100), wordAt(700, 740, 100), longAt(300, 480, 114), longAt(300, 490, 128), longAt(300, 470, 142),
			wordAt(100, 150, 170), longAt(300, 500, 170), wordAt(700, 735, 170), longAt(300, 480, 184), longAt(300, 490, 198), longAt(300, 470, 212),
			wordAt(100, 130, 240), longAt(300, 500, 240), wordAt(700, 740, 240)), [2]int{3, 3}},
		"rows of prose between rules": {page([]layout.Rule{across(90), across(160), across(230), across(300)},
			wordAt(100, 140, 100), longAt(300, 1000, 100), longAt(300, 1000, 114), longAt(300, 1000, 128), longAt(300, 1000, 142),
			wordAt(100, 150, 170), longAt(300, 1000, 170), longAt(300, 1000, 184), longAt(300, 1000, 198), longAt(300, 1000, 212),
			wordAt(100, 130, 240), longAt(300, 1000, 240), longAt(300, 1000, 254), longAt(300, 1000, 268), longAt(300, 1000, 282)), [2]int{3, 2}},
		"far apart between rules down": {page([]layout.Rule{{X0: 250, X1: 250, Y0: 90, Y1: 500, Vertical: true}, {X0: 450, X1: 450, Y0: 90, Y1: 500, Vertical: true}},
			wordAt(100, 140, 100), wordAt(300, 340, 100), wordAt(500, 540, 100),
			wordAt(100, 140, 290), wordAt(300, 340, 290), wordAt(500, 540, 290),
			wordAt(100, 140, 480), wordAt(300, 340, 480), wordAt(500, 540, 480)), [2]int{3, 3}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			assert.Positive(t, shapesOf(t, c.page)[c.want], "%v", shapesOf(t, c.page))
		})
	}
}

func TestStraysBesideATableAreLeftOut(t *testing.T) {
	lines := rowsOf(append(regular(16), wordAt(1400, 1404, 120), wordAt(1400, 1405, 240)))
	cols := []column{{95, 250}, {250, 450}, {450, 900}, {900, 1405}}
	assert.Equal(t, regular(16), withoutStrays(scene(cols, lines...), cols, lines))

	cols = cols[:3]
	lines = rowsOf(regular(16))
	assert.Nil(t, withoutStrays(scene(cols, lines...), cols, lines), "all columns have print")
}

// Cells that wrap may stand at the top of their rows, amid them or at their foot: no line tells where a row begins.
func TestCellsThatWrapAreOneRowWhereverTheyStand(t *testing.T) {
	cols := []column{{95, 250}, {250, 650}, {650, 800}}
	var ps []layout.Phrase
	for i := range 4 {
		y := 100 + 60*i
		ps = append(ps, wordAt(100, 140, y+14), longAt(300, 500, y), longAt(300, 470, y+14), longAt(300, 490, y+28), wordAt(700, 740, y+7), wordAt(700, 730, y+21))
	}
	rows := joinBlocks(scene(cols, rowsOf(ps)...), nil)
	require.Len(t, rows, 4)
	for _, r := range rows {
		assert.Len(t, r.cells, 6)
	}
	assert.Len(t, joinBlocks(scene(cols, rowsOf(ps)...), []layout.Rule{across(107 + 60)}), 5, "a rule parts rows")
}

// What stands under one another as closely as in a cell begins with a line of one phrase, and ends with one.
func TestARunTakesInTheLinesOfItsFirstAndLastCells(t *testing.T) {
	page := &layout.Page{W: 1600, H: 1200, TextHeight: 10, Space: 5}
	ps := append(regular(4), wordAt(300, 340, 86), wordAt(500, 540, 174), wordAt(100, 140, 220))
	page.Phrases = ps
	f := &finder{page: page, th: 10}
	rows := f.printedRows()
	require.Len(t, rows, 7)
	from, to := f.withTightLines(rows, 1, 5)
	assert.Equal(t, []int{0, 6}, []int{from, to})
}

// A title between two tables ends the first one; a dash stands for a cell.
func TestATitleEndsARun(t *testing.T) {
	page := &layout.Page{W: 1600, H: 1200, TextHeight: 10, Space: 5, Phrases: regular(4)}
	page.Phrases = append(page.Phrases, longAt(100, 400, 190))
	for i := range 5 {
		page.Phrases = append(page.Phrases, wordAt(100, 150, 225+20*i), wordAt(420, 500, 225+20*i))
	}
	shapes := shapesOf(t, page)
	assert.Positive(t, shapes[[2]int{4, 3}])
	assert.Positive(t, shapes[[2]int{5, 2}])
}

func TestADashIsACell(t *testing.T) {
	page := &layout.Page{W: 1600, H: 1200, TextHeight: 10, Space: 5}
	for i := range 6 {
		cell := wordAt(300, 360, 100+20*i)
		if i < 2 {
			cell = wordAt(300, 308, 100+20*i)
			cell.Y0, cell.Y1 = cell.Y0+4, cell.Y0+6
			cell.Words[0].Box = cell.Box
		}
		page.Phrases = append(page.Phrases, wordAt(100, 140, 100+20*i), cell)
	}
	assert.Positive(t, shapesOf(t, page)[[2]int{6, 2}])
}

// Worth tells whether a table stands in a place, rank how it is laid out.
func TestTheBestLaidOutGuessIsTakenWhereATableStands(t *testing.T) {
	guess := func(rows, y1 int, rank, worth float64) Guess {
		return Guess{Table: Table{Box: layout.Box{X0: 100, Y0: 100, X1: 900, Y1: y1}, Rows: rows, Cols: 3}, Rank: rank, Worth: worth}
	}
	for _, c := range []struct {
		name    string
		guesses []Guess
		want    []int
	}{
		{"another guess at the same place is worth it", []Guess{guess(6, 500, 2, 0.2), guess(16, 505, 1.5, 0.6)}, []int{6}},
		{"one at a part of it is", []Guess{guess(6, 500, 2, 0.2), guess(4, 300, 1.5, 0.6)}, []int{4}},
		{"none is", []Guess{guess(6, 500, 2, 0.2), guess(16, 505, 1.5, 0.3)}, nil},
	} {
		var got []int
		for _, f := range choose(c.guesses) {
			got = append(got, f.Rows)
		}
		assert.Equal(t, c.want, got, c.name)
	}
}

func TestNoMoreGuessesThanNoiseMayCost(t *testing.T) {
	for n, want := range map[int]int{0: 1, mostGuesses - 1: mostGuesses, mostGuesses: mostGuesses} {
		f := &finder{page: &layout.Page{W: 1600, H: 1200, TextHeight: 10, Space: 5}, th: 10, guesses: make([]Guess, n)}
		rows := []textRow{{cells: place(regular(1), []column{{90, 200}, {200, 400}, {400, 600}}, 5)}, {cells: place(regular(1), []column{{90, 200}, {200, 400}, {400, 600}}, 5)}}
		f.guess(tableOf(rows, []column{{90, 200}, {200, 400}, {400, 600}}), fromRules)
		assert.Len(t, f.guesses, want)
	}
}

func TestTheNearestLineIsCountedWhole(t *testing.T) {
	ps := regular(4)
	ps[3].Y0, ps[3].Y1 = ps[3].Y0-3, ps[3].Y1-3 // of the second line, a little higher than its neighbours
	f := &finder{page: &layout.Page{W: 1600, H: 1200, TextHeight: 10, Space: 5, Phrases: ps}, th: 10}
	at := func(y0, y1 int) Table { return Table{Box: layout.Box{X0: 90, Y0: y0, X1: 450, Y1: y1}} }
	assert.Equal(t, 2.0, f.nextTo(at(137, 190), true), "the second line, two of three within the width")
	assert.Equal(t, 2.0, f.nextTo(at(90, 112), false))
	assert.Equal(t, 0.0, f.nextTo(at(90, 190), true))
}
