package main

import (
	"encoding/json"
	"errors"
	"io"
	"math"
	"math/rand/v2"

	"lensd/vision/table/ties"
)

// What the true tables say of words and of ties between them. unknown is left out of the training.
const (
	unknown = -1
	outside = 0 // not of one table

	sameCell = 1
	nextCell = 2 // beside: another cell of the table
	sameRow  = 2 // under: another cell that shares a row
	otherRow = 3

	inTable  = 1
	spanning = 2 // in a cell of several columns
)

// web is a line of what `table webs` prints: traits of words and ties, and the truth.
type web struct {
	File   string      `json:"file"`
	Words  [][]float32 `json:"words"`
	Of     []int       `json:"of"`
	Beside tiesOf      `json:"beside"`
	Under  tiesOf      `json:"under"`
}

type tiesOf struct {
	Ends   [][2]int    `json:"ends"`
	Traits [][]float32 `json:"traits"`
	Of     []int       `json:"of"`
}

// webs prints each page of a cache, then as often as faults says with faults that the page analysis may make.
func webs(cache string, faults int, out io.Writer) error {
	w := json.NewEncoder(out)
	k := uint64(0)
	var failed error
	err := each(cache, func(s *sample) {
		if err := w.Encode(s.web()); err != nil {
			failed = err
		}
		for range faults {
			k++
			if err := w.Encode(s.spoilt(rand.New(rand.NewPCG(17, k)), 0.25).web()); err != nil {
				failed = err
			}
		}
	})
	return errors.Join(err, failed)
}

func (s *sample) web() web {
	w := ties.Of(&s.Page)
	out := web{File: s.File, Words: rounded(w.Traits)}
	cells := make([]*cell, len(w.Words))
	tables := make([]int, len(w.Words))
	for i, word := range w.Words {
		id, ok := s.Owner[word.Box]
		switch {
		case !ok:
			tables[i] = none
			out.Of = append(out.Of, outside)
		case id < 0:
			tables[i] = mixed
			out.Of = append(out.Of, unknown)
		default:
			tables[i], cells[i] = id/10000, &s.Tables[id/10000].Cells[id%10000]
			if cells[i].ColSpan > 1 {
				out.Of = append(out.Of, spanning)
			} else {
				out.Of = append(out.Of, inTable)
			}
		}
	}
	out.Beside = labelled(w.Beside, tables, cells, func(a, b *cell) int { return nextCell })
	out.Under = labelled(w.Under, tables, cells, func(a, b *cell) int {
		if a.Row < b.Row+max(1, b.RowSpan) && b.Row < a.Row+max(1, a.RowSpan) {
			return sameRow
		}
		return otherRow
	})
	return out
}

// Tables of words that are of none, and of those that several cells share.
const (
	none  = -1
	mixed = -2
)

func labelled(of []ties.Tie, tables []int, cells []*cell, apart func(a, b *cell) int) (out tiesOf) {
	for _, t := range of {
		label := outside
		switch a, b := tables[t.From], tables[t.To]; {
		case a == mixed || b == mixed:
			label = unknown
		case a == none || a != b:
		case cells[t.From] == cells[t.To]:
			label = sameCell
		default:
			label = apart(cells[t.From], cells[t.To])
		}
		out.Ends, out.Of = append(out.Ends, [2]int{t.From, t.To}), append(out.Of, label)
		out.Traits = append(out.Traits, t.Traits)
	}
	out.Traits = rounded(out.Traits)
	return out
}

// rounded keeps three places: files stay small.
func rounded(rows [][]float32) [][]float32 {
	for _, r := range rows {
		for k, v := range r {
			r[k] = float32(math.Round(float64(v)*1000) / 1000)
		}
	}
	return rows
}
