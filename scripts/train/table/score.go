package main

import "lensd/vision/table"

// foreign is the first number of cells that are none of the truth's.
const foreign = 1 << 30

// identified returns a guess's cells with the true cells that they are. A cell is a true one when four fifths of the words
// of both are the same.
func (s *sample) identified(t table.Table) []placed {
	var out []placed
	for i, c := range t.Cells {
		count, all := map[int]int{}, 0
		for _, p := range c.Phrases {
			for _, w := range p.Words {
				all++
				if id, ok := s.Owner[w.Box]; ok {
					count[id]++
				}
			}
		}
		p := placed{c.Row, c.Col, c.RowSpan, c.ColSpan, foreign + i}
		if all == 0 {
			p.id = -1
		}
		for id, n := range count {
			if 5*n >= 4*all && 5*n >= 4*s.Words[id] {
				p.id = id
			}
		}
		out = append(out, p)
	}
	return out
}

// quality is what the scores of a guess are trained on: its F1, and whether it has as many rows and columns as the only true table
// that it reaches into. Adjacency hardly tells two tables from one that holds both, nor a title that was taken in.
func (s *sample) quality(t table.Table) (f1 float64, exact bool) {
	ks := s.tablesTouchedByWords(t)
	exact = len(ks) == 1 && t.Rows == s.Tables[ks[0]].Rows && t.Cols == s.Tables[ks[0]].Cols
	return s.f1([]table.Table{t}, true), exact
}

// f1 compares tables with the page's; touched: only with those true tables that they reach into.
func (s *sample) f1(found []table.Table, touched bool) float64 {
	want, got, hit := 0, 0, 0
	counted := map[int]bool{}
	for _, t := range found {
		cells := s.identified(t)
		all := map[relation]bool{}
		for _, k := range s.tablesTouchedByWords(t) {
			wanted := s.wanted(k)
			if !counted[k] {
				want += len(wanted)
				counted[k] = true
			}
			for r := range wanted {
				all[r] = true
			}
		}
		rel := relations(cells)
		got += len(rel)
		for r := range rel {
			if all[r] {
				hit++
			}
		}
	}
	if !touched {
		for k := range s.Tables {
			if !counted[k] {
				want += len(s.wanted(k))
			}
		}
	}
	if want+got == 0 {
		return 0
	}
	return 2 * float64(hit) / float64(want+got)
}

// tablesTouchedByWords returns the true tables of which a guess holds words.
func (s *sample) tablesTouchedByWords(t table.Table) []int {
	var ids []placed
	for _, c := range t.Cells {
		for _, p := range c.Phrases {
			for _, w := range p.Words {
				if id, ok := s.Owner[w.Box]; ok {
					ids = append(ids, placed{id: id})
				}
			}
		}
	}
	return s.tablesTouched(ids)
}

// shape returns the share of true tables that were found with as many rows and columns.
func (s *sample) shape(found []table.Table) float64 {
	left := map[[2]int]int{}
	for _, t := range found {
		left[[2]int{t.Rows, t.Cols}]++
	}
	n := 0.0
	for _, t := range s.Tables {
		if k := [2]int{t.Rows, t.Cols}; left[k] > 0 {
			left[k]--
			n++
		}
	}
	return n / float64(len(s.Tables))
}
