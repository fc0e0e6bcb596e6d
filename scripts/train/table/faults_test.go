package main

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/layout"
)

// twoByTwo is a page with a table of two rows and columns, a heading over both columns, and a line of prose below.
func twoByTwo() *sample {
	s := &sample{File: "a", Page: layout.Page{W: 1000, H: 1000, TextHeight: 10, Space: 5}, Owner: map[layout.Box]int{},
		Tables: []truth{{Rows: 3, Cols: 2, Cells: []cell{{Row: 1, Column: 1, ColSpan: 2}, {Row: 2, Column: 1}, {Row: 2, Column: 2}, {Row: 3, Column: 1}, {Row: 3, Column: 2}}}}}
	put := func(x, y, owner int) {
		b := layout.Box{X0: x, Y0: y, X1: x + 60, Y1: y + 10}
		w := layout.Word{Box: b, Height: 10, Base: y + 10}
		s.Page.Phrases = append(s.Page.Phrases, layout.Phrase{Box: b, Height: 10, Base: y + 10, Words: []layout.Word{w}})
		if owner >= 0 {
			s.Owner[b] = owner
		}
	}
	put(200, 100, 0)
	put(100, 130, 1)
	put(300, 130, 2)
	put(100, 160, 3)
	put(300, 160, 4)
	put(300, 176, 4) // goes on
	put(100, 220, -1)
	s.Page.Rules = []layout.Rule{{X0: 90, X1: 400, Y0: 120, Y1: 120}, {X0: 250, X1: 250, Y0: 125, Y1: 190, Vertical: true}}
	return s
}

func TestTheTruthOfTies(t *testing.T) {
	w := twoByTwo().web()
	assert.Equal(t, []int{spanning, inTable, inTable, inTable, inTable, inTable, outside}, w.Of)
	told := func(of tiesOf) map[[2]int]int {
		out := map[[2]int]int{}
		for k, e := range of.Ends {
			out[e] = of.Of[k]
		}
		return out
	}
	assert.Equal(t, map[[2]int]int{{1, 2}: nextCell, {3, 4}: nextCell}, told(w.Beside))
	under := told(w.Under)
	for ends, want := range map[[2]int]int{{1, 3}: otherRow, {2, 4}: otherRow, {4, 5}: sameCell, {3, 5}: sameRow, {3, 6}: outside} {
		got, ok := under[ends]
		assert.True(t, ok && got == want, "%v: %d, %v", ends, got, ok)
	}
}

func TestSpoiltPagesKeepWhatIsTrue(t *testing.T) {
	s := twoByTwo()
	rules, words, mirrored, changed := 0, 0, 0, 0
	for k := range uint64(60) {
		o := s.spoilt(rand.New(rand.NewPCG(1, k)), 0.25)
		rules += len(o.Page.Rules)
		first := map[int]layout.Box{}
		for _, p := range o.Page.Phrases {
			for _, w := range p.Words {
				words++
				if id, ok := o.Owner[w.Box]; ok && id != mixed {
					first[id] = w.Box
				}
			}
		}
		if a, b := first[1], first[2]; a.X1 > 0 && b.X1 > 0 {
			changed++
			if a.X0 > b.X0 {
				mirrored++
			}
			assert.InDelta(t, a.Y0, b.Y0, 8, "one row stays one")
		}
	}
	assert.Equal(t, twoByTwo(), s, "the page itself is left alone")
	assert.Less(t, rules, 120)
	assert.Greater(t, rules, 30)
	assert.Less(t, words, 60*8)
	assert.Greater(t, words, 60*4)
	assert.Greater(t, changed, 20)
	assert.Greater(t, mirrored, 3)
	assert.Less(t, mirrored, changed/2)
}

// A copy says how many rows and columns it still shows, and which words its cells have.
func TestSpoiltPagesTellTheirOwnSizes(t *testing.T) {
	s := twoByTwo()
	s.settle(s)
	require.Equal(t, []int{3, 2}, []int{s.Tables[0].Rows, s.Tables[0].Cols})
	fewer := twoByTwo()
	for b, id := range fewer.Owner {
		if id == 2 || id == 4 { // the second column
			delete(fewer.Owner, b)
		}
	}
	fewer.settle(s)
	assert.Equal(t, []int{3, 1}, []int{fewer.Tables[0].Rows, fewer.Tables[0].Cols})
	assert.Equal(t, map[int]int{0: 1, 1: 1, 3: 1}, fewer.Words)
	assert.Equal(t, 2, s.Tables[0].Cols, "the page itself is left alone")
}
