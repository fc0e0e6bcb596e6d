package table

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/layout"
	"lensd/vision/table/ties"
)

// sure are log-probabilities of which one answer takes nearly all.
func sure(answers, is int) []float32 {
	out := make([]float32, answers)
	for k := range out {
		out[k] = float32(math.Log(0.01))
	}
	out[is] = float32(math.Log(1 - 0.01*float64(answers-1)))
	return out
}

// heard is what a net would say that knows each word's row and column, 0 and 0 for one of no table.
func heard(p *layout.Page, at func(layout.Word) (row, column int)) *hearsay {
	web := ties.Of(p)
	said := &ties.Said{}
	for _, w := range web.Words {
		row, _ := at(w)
		said.Words = append(said.Words, sure(3, min(1, row)))
	}
	is := func(t ties.Tie, beside, under int) int {
		r, c := at(web.Words[t.From])
		s, d := at(web.Words[t.To])
		switch {
		case r == 0 || s == 0:
			return ties.Outside
		case r == s && c == d:
			return ties.SameCell
		case r == s:
			return beside
		}
		return under
	}
	for _, t := range web.Beside {
		said.Beside = append(said.Beside, sure(3, is(t, ties.NextCell, ties.NextCell)))
	}
	for _, t := range web.Under {
		said.Under = append(said.Under, sure(4, is(t, ties.SameRow, ties.OtherRow)))
	}
	return newHearsay(web, said)
}

// wrapped is a table of three rows and columns; the second cell of its second row goes on in a further line. A line of prose follows.
func wrapped() *layout.Page {
	p := &layout.Page{W: 1600, H: 1200, TextHeight: 10, Space: 5, Phrases: regular(2)}
	p.Phrases = append(p.Phrases, wordAt(300, 335, 134), wordAt(100, 140, 154), wordAt(300, 340, 154), wordAt(500, 540, 154), longAt(100, 400, 200))
	return p
}

func inWrapped(w layout.Word) (row, column int) {
	row = map[int]int{100: 1, 120: 2, 134: 2, 154: 3}[w.Y0]
	return row, 1 + w.X0/200
}

func TestAGuessThatTheNetSeesTooAgreesWithItBest(t *testing.T) {
	f := &finder{page: wrapped(), th: 10, heard: heard(wrapped(), inWrapped)}
	cols := []column{{95, 250}, {250, 450}, {450, 600}}
	lines := scene(cols, rowsOf(f.page.Phrases[:10])...)
	require.Len(t, lines, 4)
	names := agreementNames()
	told := func(tb Table) map[string]float64 {
		v, gain := f.agreement(tb)
		require.Len(t, v, len(names)-1, "the last one compares guesses")
		out := map[string]float64{"gain": gain}
		for i, x := range v {
			out[names[i]] = x
		}
		return out
	}
	right := told(tableOf(joinLikely(lines, []float64{-9, 9, -9}), cols))
	assert.InDelta(t, math.Log(0.98), right["likelihood of the ties beside"], 1e-3)
	assert.InDelta(t, math.Log(0.97), right["of the ties under"], 1e-3)
	assert.InDelta(t, 0.98, right["expected F1"], 0.015)
	assert.Zero(t, right["unlikely ties"])
	assert.InDelta(t, 1, right["share of words in tables"], 0.02)
	for name, wrong := range map[string]Table{
		"lines for rows": tableOf(lines, cols),
		"a row too few":  tableOf(joinLikely(lines[:3], []float64{-9, 9}), cols),
		"two columns":    tableOf(joinLikely(scene(cols[:2], rowsOf(f.page.Phrases[:10])...), []float64{-9, 9, -9}), cols[:2]),
	} {
		told := told(wrong)
		assert.Less(t, told["expected F1"], right["expected F1"]-0.05, name)
		assert.Less(t, told["gain"], right["gain"]-5, name)
		assert.Positive(t, told["unlikely ties"], name)
	}
	withProse := told(tableOf(joinLikely(scene(cols, rowsOf(f.page.Phrases)...), []float64{-9, 9, -9, -9}), cols))
	assert.Less(t, withProse["share of words in tables"], 0.7)
	assert.Less(t, withProse["gain"], right["gain"])
}

func TestTheNetTellsPiecesRowsAndWhereTablesEnd(t *testing.T) {
	p := wrapped()
	p.Phrases[0] = longAt(100, 160, 100) // two words of one cell
	f := &finder{page: p, th: 10, heard: heard(p, inWrapped)}
	t.Run("words of one cell are a piece, however close those of others stand", func(t *testing.T) {
		line := []layout.Phrase{longAt(100, 160, 100), wordAt(300, 340, 100)}
		line[0].Words, line[0].Box = append(line[0].Words, line[1].Words...), line[0].Union(line[1].Box)
		pieces := f.piecesOf([][]layout.Phrase{line[:1]})
		require.Len(t, pieces[0], 2)
		assert.Equal(t, []int{100, 156, 300, 340}, []int{pieces[0][0].X0, pieces[0][0].X1, pieces[0][1].X0, pieces[0][1].X1})
	})
	t.Run("a line that goes on with a cell is its row", func(t *testing.T) {
		cols := []column{{95, 250}, {250, 450}, {450, 600}}
		odds := f.tiedOdds(scene(cols, rowsOf(p.Phrases[:10])...))
		require.Len(t, odds, 3)
		assert.Negative(t, odds[0])
		assert.Positive(t, odds[1])
		assert.Negative(t, odds[2])
	})
	t.Run("what is expected in one table is looked at by itself", func(t *testing.T) {
		f.guessTied()
		require.NotEmpty(t, f.guesses)
		shapes := map[[2]int]bool{}
		for _, g := range f.guesses {
			shapes[[2]int{g.Rows, g.Cols}] = true
			assert.Less(t, g.Y1, 200, "the prose is left out")
		}
		assert.True(t, shapes[[2]int{3, 3}])
	})
}
