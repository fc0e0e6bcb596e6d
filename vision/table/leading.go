package table

import (
	"math"
	"slices"

	"lensd/vision/layout"
)

// leadingNames are the features that tell whether rows and columns are cut where the print is.
func leadingNames() []string {
	return []string{"widest step in a cell", "usual step in a cell", "narrowest step between rows", "usual step between rows", "between to within",
		"widest gap in a cell", "cells with a wide gap", "least common rows", "mean common rows",
		"rules across in rows", "fills in rows", "rules down in columns", "rules down above", "rules down below", "rules across beside",
		"first row filled", "last row filled", "rows that name", "phrases above", "phrases below", "words of the first row to the others"}
}

// leading returns them.
func (f *finder) leading(t Table) []float64 {
	return slices.Concat(f.steps(t), f.gaps(t), f.rulesThrough(t), f.ends(t))
}

// steps compares how lines of print follow each other within cells and from row to row.
func (f *finder) steps(t Table) []float64 {
	var within, between []float64
	last := map[int]layout.Box{} // of each column, the last line of the cell above
	for _, c := range t.Cells {  // from top to bottom
		if len(c.Phrases) == 0 || c.ColSpan != 1 {
			continue
		}
		var before layout.Box
		for i, row := range rowsOf(c.Phrases) {
			b := printIn(row)
			if up, ok := last[c.Col]; i == 0 && ok {
				between = append(between, float64(b.Y0+b.Y1-up.Y0-up.Y1)/2/f.th)
			} else if i > 0 {
				within = append(within, float64(b.Y0+b.Y1-before.Y0-before.Y1)/2/f.th)
			}
			before = b
		}
		last[c.Col] = before
	}
	slices.Sort(within)
	slices.Sort(between)
	out := []float64{0, 0, 20, 20, 10}
	if n := len(within); n > 0 {
		out[0], out[1] = within[n-1], within[n/2]
	}
	if n := len(between); n > 0 {
		out[2], out[3] = between[0], between[n/2]
	}
	if out[0] > 0 {
		out[4] = min(10, out[2]/out[0])
	}
	return out
}

// wideGap is a gap between words, in usual spaces, that looks like one between columns.
const wideGap = 2.5

// gaps tells of white within cells, and of columns that are hardly ever filled in one row.
func (f *finder) gaps(t Table) []float64 {
	widest, wide, n := 0.0, 0.0, 0.0
	rows := make([][]bool, t.Rows)
	for i := range rows {
		rows[i] = make([]bool, t.Cols)
	}
	for _, c := range t.Cells {
		if len(c.Phrases) == 0 {
			continue
		}
		n++
		if c.ColSpan == 1 {
			rows[c.Row][c.Col] = true
			g := f.widestGap(c)
			widest, wide = max(widest, g), wide+indicator(g > wideGap)
		}
	}
	least, mean := 1.0, 0.0
	for k := 1; k < t.Cols; k++ {
		either, both := 0.0, 0.0
		for _, r := range rows {
			either += indicator(r[k-1] || r[k])
			both += indicator(r[k-1] && r[k])
		}
		least, mean = min(least, both/max(1, either)), mean+both/max(1, either)/float64(t.Cols-1)
	}
	return []float64{widest, wide / max(1, n), least, mean}
}

// widestGap returns the widest white between words on one line of a cell, in usual spaces.
func (f *finder) widestGap(c Cell) float64 {
	widest := 0.0
	for _, row := range rowsOf(c.Phrases) {
		end := math.MinInt
		for _, p := range row {
			for _, w := range p.Words {
				if end != math.MinInt {
					widest = max(widest, float64(w.X0-end)/max(1, f.page.Space))
				}
				end = max(end, w.X1)
			}
		}
	}
	return min(50, widest)
}

// rulesThrough tells of rules that run through rows and columns instead of between them, and of rules that go on outside.
func (f *finder) rulesThrough(t Table) []float64 {
	ys, xs := t.rowBounds(), t.columnBounds()
	tol := 0.8 * f.th
	off := func(at float64, bounds []int) bool {
		return !slices.ContainsFunc(bounds, func(b int) bool { return math.Abs(float64(b)-at) <= tol })
	}
	var across, fills, down, above, below, beside float64
	x0, x1, y0, y1 := float64(t.X0), float64(t.X1), float64(t.Y0), float64(t.Y1)
	for _, r := range f.page.Rules {
		if r.Vertical {
			if common := min(r.Y1, y1) - max(r.Y0, y0); r.Mid() > x0-tol && r.Mid() < x1+tol && common > f.th && !r.Edge {
				down += indicator(off(r.Mid(), xs)) * common / max(1, y1-y0)
				above, below = max(above, y0-r.Y0), max(below, r.Y1-y1)
			}
			continue
		}
		common := min(r.X1, x1) - max(r.X0, x0)
		if r.Mid() < y0-tol || r.Mid() > y1+tol || common < 2*f.th {
			continue
		}
		if share := common / max(1, x1-x0); off(r.Mid(), ys) && r.Edge {
			fills += share
		} else if off(r.Mid(), ys) {
			across += share
		}
		if !r.Edge {
			beside = max(beside, x0-r.X0, r.X1-x1)
		}
	}
	return []float64{across / float64(t.Rows), fills / float64(t.Rows), down, max(0, above) / f.th, max(0, below) / f.th, max(0, beside) / f.th}
}

// ends compares the first and last rows with the others and with what stands next to them.
func (f *finder) ends(t Table) []float64 {
	filled, words := make([]float64, t.Rows), make([]float64, t.Rows)
	named := 0.0
	first := make([]bool, t.Rows)
	for _, c := range t.Cells {
		if len(c.Phrases) == 0 {
			continue
		}
		filled[c.Row] += float64(c.ColSpan)
		first[c.Row] = first[c.Row] || c.Col == 0
		for _, p := range c.Phrases {
			words[c.Row] += float64(len(p.Words))
		}
	}
	others := 0.0
	for i := range t.Rows {
		named += indicator(first[i] && filled[i] == 1) / float64(t.Rows)
		if i > 0 {
			others += words[i] / float64(t.Rows-1)
		}
	}
	cols := float64(t.Cols)
	return []float64{filled[0] / cols, filled[t.Rows-1] / cols, named, f.nextTo(t, true), f.nextTo(t, false), words[0] / max(0.5, others)}
}

// nextTo counts the phrases of the nearest line over (or under) a table that stand within its width.
func (f *finder) nextTo(t Table, over bool) float64 {
	aside := func(p *layout.Phrase) bool {
		return p.X1 > t.X0 && p.X0 < t.X1 && (over && p.Y1 <= t.Y0+p.H()/2 || !over && p.Y0 >= t.Y1-p.H()/2)
	}
	nearest := math.MinInt
	for i := range f.page.Phrases {
		if p := &f.page.Phrases[i]; aside(p) {
			nearest = max(nearest, towards(p, over))
		}
	}
	var near []layout.Phrase // of a whole page no other line matters
	for i := range f.page.Phrases {
		if p := &f.page.Phrases[i]; aside(p) && float64(nearest-towards(p, over)) <= 2*nearLines*f.th {
			near = append(near, *p)
		}
	}
	rows := rowsOf(near)
	if len(rows) == 0 {
		return 0
	}
	row := rows[0]
	if over {
		row = rows[len(rows)-1]
	}
	return float64(len(row))
}

// nearLines is within how many letter heights of the nearest phrase all of its line stands.
const nearLines = 5.0

// towards is twice the height of a phrase's middle on the page: the more, the nearer to a table below it, or above it.
func towards(p *layout.Phrase, over bool) int {
	if over {
		return p.Y0 + p.Y1
	}
	return -p.Y0 - p.Y1
}
