package table

import (
	"math"
	"slices"

	"lensd/vision/layout"
)

// Names returns what the features of a Guess are, in their order. Lengths are in letter heights of the page.
func Names() []string {
	return append([]string{"rows", "columns", "filled", "rows of several", "emptiest column", "words a cell", "cells of 4 words", "cells of 7 words",
		"misalignment", "worst misalignment", "narrowest valley", "mean valley", "narrowest gap in spaces", "pitch", "pitch deviation", "widest pitch", "lines a row",
		"rows of several lines", "spanning cells", "empty rows", "rules across", "rules down", "rule below the heading", "rule on top", "rule at the foot", "rule at the left", "rule at the right",
		"fills", "width", "height", "top", "drawings", "letters", "origin", "first column", "print beside", "print cut", "white above", "white below", "aligned above", "aligned below",
		"flat words", "height deviation", "prose columns", "share of the page", "tallest cell", "likelihood of the rows", "of the least likely", "rows known",
		"rows of the most", "columns of the most", "width of the most", "height of the most", "cells of the most",
		"common with rules of thumb", "rows more than they", "columns more than they"}, slices.Concat(leadingNames(), agreementNames(), partNames())...)
}

// features tells a guess by its geometry.
func (f *finder) features(t Table, from origin) []float32 {
	s := f.statistics(t)
	out := []float64{float64(t.Rows), float64(t.Cols), s.filled, s.several, s.emptiest, s.words, s.wordy4, s.wordy7}
	out = append(out, f.alignment(t)...)
	out = append(out, f.pitches(t)...)
	out = append(out, s.spanning, s.empty)
	out = append(out, f.printedLines(t)...)
	w, h := float64(f.page.W), float64(f.page.H)
	out = append(out, float64(t.W())/w, float64(t.H())/h, float64(t.Y0)/h, f.drawn(t.Box, 0.5), s.letters/f.th, float64(from), s.first/f.th)
	out = append(out, f.around(t)...)
	out = append(out, s.flat, s.deviation, s.prose, s.print/max(1, float64(len(f.page.Phrases))), s.tallest/f.th)
	out = append(out, t.likely.mean, t.likely.worst, indicator(t.likely.known))
	v := make([]float32, len(out))
	for i, x := range out {
		v[i] = float32(max(-50, min(1000, x)))
	}
	return v
}

// statistics are counts over a table's cells.
type statistics struct {
	filled, several, emptiest, words, wordy4, wordy7, spanning, empty float64
	letters, first, flat, deviation, prose, print, tallest            float64
}

func (f *finder) statistics(t Table) statistics {
	var s statistics
	rows, cols := make([]int, t.Rows), make([]int, t.Cols)
	colWords := make([]int, t.Cols)
	var cells, phrases, flat, first, firsts float64
	var heights []float64
	for _, c := range t.Cells {
		if len(c.Phrases) == 0 {
			continue
		}
		cells++
		n := 0
		for _, p := range c.Phrases {
			n += len(p.Words)
			phrases++
			heights = append(heights, float64(p.Height))
			if p.H()*100 <= p.Height*112 {
				flat++
			}
		}
		rows[c.Row]++
		cols[c.Col]++
		colWords[c.Col] += n
		s.words += float64(n)
		s.wordy4 += indicator(n >= 4)
		s.wordy7 += indicator(n >= 7)
		s.spanning += indicator(c.ColSpan > 1 || c.RowSpan > 1)
		s.tallest = max(s.tallest, float64(printIn(c.Phrases).H()))
		if c.Col == 0 && c.ColSpan == 1 {
			first += float64(printIn(c.Phrases).W())
			firsts++
		}
	}
	if cells == 0 {
		return s
	}
	s.filled = cells / float64(t.Rows*t.Cols)
	s.shares(t, rows, cols, colWords)
	s.words, s.wordy4, s.wordy7, s.spanning = s.words/cells, s.wordy4/cells, s.wordy7/cells, s.spanning/cells
	s.letters, s.deviation = meanOf(heights), deviation(heights)/max(1, meanOf(heights))
	s.first, s.flat, s.print = first/max(1, firsts), flat/phrases, phrases
	return s
}

// shares fills in what is counted by rows and columns, from the printed cells of each and the words of each column.
func (s *statistics) shares(t Table, rows, cols, colWords []int) {
	s.emptiest = float64(slices.Min(cols)) / float64(t.Rows)
	for _, n := range rows {
		s.several += indicator(n > 1) / float64(t.Rows)
		s.empty += indicator(n == 0) / float64(t.Rows)
	}
	for k, n := range cols {
		s.prose += indicator(n > 0 && colWords[k]*10 >= n*35)
	}
}

// alignment returns how far the print of the columns is from standing flush left, flush right or centred, mean and worst,
// and how much white parts the columns.
func (f *finder) alignment(t Table) []float64 {
	type edges struct{ left, right, mid []float64 }
	cols := make([]edges, t.Cols)
	for _, c := range t.Cells {
		if c.ColSpan != 1 || len(c.Phrases) == 0 {
			continue
		}
		b := printIn(c.Phrases)
		e := &cols[c.Col]
		e.left, e.right, e.mid = append(e.left, float64(b.X0)), append(e.right, float64(b.X1)), append(e.mid, float64(b.X0+b.X1)/2)
	}
	sum, worst := 0.0, 0.0
	narrowest, mean, valleys := math.Inf(1), 0.0, 0.0
	for k, e := range cols {
		d := min(deviation(e.left), deviation(e.right), deviation(e.mid)) / f.th
		sum, worst = sum+d, max(worst, d)
		if k > 0 && len(e.left) > 0 && len(cols[k-1].right) > 0 {
			v := (slices.Min(e.left) - slices.Max(cols[k-1].right)) / f.th
			narrowest, mean, valleys = min(narrowest, v), mean+v, valleys+1
		}
	}
	if valleys == 0 {
		narrowest, valleys = 0, 1
	}
	return []float64{sum / float64(t.Cols), worst, narrowest, mean / valleys, f.narrowestGap(t)}
}

// narrowestGap returns the least white between neighbours of a row, in usual spaces.
func (f *finder) narrowestGap(t Table) float64 {
	least := 50.0
	rows := make([][]layout.Box, t.Rows)
	for _, c := range t.Cells {
		if len(c.Phrases) > 0 && c.RowSpan == 1 {
			rows[c.Row] = append(rows[c.Row], printIn(c.Phrases))
		}
	}
	for _, r := range rows {
		slices.SortFunc(r, func(a, b layout.Box) int { return a.X0 - b.X0 })
		for i := 1; i < len(r); i++ {
			least = min(least, float64(r[i].X0-r[i-1].X1)/max(1, f.page.Space))
		}
	}
	return least
}

// pitches returns how evenly the rows follow each other, and how many lines they hold.
func (f *finder) pitches(t Table) []float64 {
	tops := make([]float64, t.Rows)
	for i := range tops {
		tops[i] = math.Inf(1)
	}
	lines, several := 0.0, 0.0
	most := make([]int, t.Rows)
	for _, c := range t.Cells {
		if len(c.Phrases) > 0 && c.RowSpan == 1 {
			tops[c.Row] = min(tops[c.Row], float64(printIn(c.Phrases).Y0))
			most[c.Row] = max(most[c.Row], len(rowsOf(c.Phrases)))
		}
	}
	var ds []float64
	last := math.Inf(1)
	for i, y := range tops {
		lines += float64(most[i])
		several += indicator(most[i] > 1)
		if !math.IsInf(y, 1) {
			if !math.IsInf(last, 1) {
				ds = append(ds, y-last)
			}
			last = y
		}
	}
	if len(ds) == 0 {
		ds = []float64{0}
	}
	m, n := meanOf(ds), float64(t.Rows)
	return []float64{m / f.th, deviation(ds) / max(1, m), slices.Max(ds) / max(1, m), lines / n, several / n}
}

// printedLines returns which borders between rows and columns, and around them, are printed, and how many of them are
// borders of fills.
func (f *finder) printedLines(t Table) []float64 {
	ys, xs := t.rowBounds(), t.columnBounds()
	tol := 0.8 * f.th
	across := func(y int) float64 { return f.covers(float64(y), float64(t.X0), float64(t.X1), false, tol) }
	down := func(x int) float64 { return f.covers(float64(x), float64(t.Y0), float64(t.Y1), true, tol) }
	var h, v float64
	for k := 1; k < t.Rows; k++ {
		h += indicator(across(ys[k]) > 0.6)
	}
	for k := 1; k < t.Cols; k++ {
		v += indicator(down(xs[k]) > 0.6)
	}
	head := 0.0
	for k := 1; k < min(3, t.Rows); k++ {
		head = max(head, across(ys[k]))
	}
	fills, all := 0.0, 1.0
	for _, r := range f.page.Rules {
		if r.Mid() >= float64(t.Y0) && r.Mid() <= float64(t.Y1) && !r.Vertical && r.X1 > float64(t.X0) && r.X0 < float64(t.X1) {
			all++
			fills += indicator(r.Edge)
		}
	}
	return []float64{h / max(1, float64(t.Rows-1)), v / max(1, float64(t.Cols-1)), head, across(t.Y0), across(t.Y1), down(t.X0), down(t.X1), fills / all}
}

// covers returns the share of a stretch along which a rule runs within tol.
func (f *finder) covers(at, lo, hi float64, vertical bool, tol float64) float64 {
	sum := 0.0
	for _, r := range f.page.Rules {
		if r.Vertical != vertical || math.Abs(r.Mid()-at) > tol {
			continue
		}
		a, b := r.X0, r.X1
		if vertical {
			a, b = r.Y0, r.Y1
		}
		sum += max(0, min(b, hi)-max(a, lo))
	}
	return min(1, sum/max(1, hi-lo))
}

// rowBounds returns the y of each border between rows, 0 where no cell shows it.
func (t Table) rowBounds() []int {
	out := make([]int, t.Rows+1)
	for _, c := range t.Cells {
		out[c.Row] = c.Y0
		out[c.Row+c.RowSpan] = c.Y1
	}
	return out
}

// around tells what stands beside, over and under a table: print that the guess left out, or cut.
func (f *finder) around(t Table) []float64 {
	in, beside, cut := 0.0, 0.0, 0.0
	above, below := 20*f.th, 20*f.th
	reach := max(2.5, 1.3*f.pitches(t)[0]) * f.th // a further row may stand as far off as the rows do
	var over, under []layout.Phrase
	for _, p := range f.page.Phrases {
		y, x := (p.Y0+p.Y1)/2, (p.X0+p.X1)/2
		within := x >= t.X0 && x < t.X1
		switch {
		case y >= t.Y0 && y < t.Y1 && within:
			in++
			cut += indicator(float64(p.X0) < float64(t.X0)-f.th || float64(p.X1) > float64(t.X1)+f.th)
		case y >= t.Y0 && y < t.Y1:
			beside++
		case p.X1 < t.X0 || p.X0 > t.X1:
		case y < t.Y0:
			above = min(above, float64(t.Y0-p.Y1))
			if float64(t.Y0-p.Y1) < reach {
				over = append(over, p)
			}
		default:
			below = min(below, float64(p.Y0-t.Y1))
			if float64(p.Y0-t.Y1) < reach {
				under = append(under, p)
			}
		}
	}
	return []float64{beside / max(1, in), cut / max(1, in), above / f.th, below / f.th, f.inColumns(t, over), f.inColumns(t, under)}
}

// inColumns returns the share of a table's columns in which one of the phrases stands alone.
func (f *finder) inColumns(t Table, ps []layout.Phrase) float64 {
	xs := t.columnBounds()
	hit := 0.0
	for k := range t.Cols {
		hit += indicator(slices.ContainsFunc(ps, func(p layout.Phrase) bool {
			return float64(p.X0) >= float64(xs[k])-f.th/2 && float64(p.X1) <= float64(xs[k+1])+f.th/2
		}))
	}
	return hit / float64(t.Cols)
}

func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func meanOf(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / max(1, float64(len(v)))
}

// deviation returns the standard deviation, 0 for fewer than two values.
func deviation(v []float64) float64 {
	if len(v) < 2 {
		return 0
	}
	m, sum := meanOf(v), 0.0
	for _, x := range v {
		sum += (x - m) * (x - m)
	}
	return math.Sqrt(sum / float64(len(v)))
}
