package table

import (
	"math"
	"slices"

	"lensd/vision/layout"
)

// column is the room between two valleys of white, x1 exclusive.
type column struct{ x0, x1 int }

// columnsOf finds the columns of rows of print by the white that runs down between them. A few rows may cross a valley:
// headings that span columns do. minWidth is the narrowest valley in pixels.
func columnsOf(rows [][]layout.Phrase, minWidth int, tolerance float64) []column {
	x0, x1 := 1<<30, 0
	multi := 0
	for _, r := range rows {
		if len(r) > 1 {
			multi++
		}
		for _, p := range r {
			x0, x1 = min(x0, p.X0), max(x1, p.X1)
		}
	}
	if multi < 1 || x1 <= x0 {
		return nil
	}
	cover := coverage(rows, x0, x1)
	limit := int(tolerance * float64(multi))
	if multi < 4 {
		limit = 0
	}
	var cuts []column // valleys
	for x := 0; x < len(cover); {
		if int(cover[x]) > limit {
			x++
			continue
		}
		start := x
		for x < len(cover) && int(cover[x]) <= limit {
			x++
		}
		if x-start >= minWidth && start > 0 && x < len(cover) {
			cuts = append(cuts, column{x0 + start, x0 + x})
		}
	}
	return supported(rows, cuts, x0, x1)
}

// What parts a column of tightly set figures: words side by side in most rows, with white between them that no space
// between words of a text reaches.
const (
	pairedRows    = 5    // rows of several words at least
	pairedShare   = 0.7  // of the column's rows
	pairedGap     = 0.7  // letter heights
	pairedSpaces  = 1.5  // usual spaces
	pairedCrossed = 0.15 // share of the rows that may cross
)

// finer parts columns whose phrases are several columns set so tightly that they looked like the words of one text.
func (f *finder) finer(rows [][]layout.Phrase, cols []column) []column {
	var out []column
	for _, c := range cols {
		out = append(out, f.parted(rows, c)...)
	}
	return out
}

// parted returns the columns of words in one column of phrases.
func (f *finder) parted(rows [][]layout.Phrase, c column) []column {
	var words [][]layout.Phrase
	several := 0
	for _, r := range rows {
		var in []layout.Phrase
		for _, p := range r {
			if p.X0 < c.x0-2 || p.X1 > c.x1+2 {
				continue
			}
			for _, w := range p.Words {
				in = append(in, layout.Phrase{Box: w.Box, Words: []layout.Word{w}})
			}
		}
		if len(in) > 0 {
			words = append(words, in)
		}
		if len(in) > 1 {
			several++
		}
	}
	if several < pairedRows || float64(several) < pairedShare*float64(len(words)) {
		return []column{c}
	}
	least := math.Max(pairedGap*f.th, pairedSpaces*f.page.Space)
	cols := columnsOf(words, int(math.Ceil(least)), pairedCrossed)
	if len(cols) < 2 {
		return []column{c}
	}
	cols[0].x0, cols[len(cols)-1].x1 = c.x0, c.x1
	return cols
}

// coverage counts for each x how many rows of several phrases have print there.
func coverage(rows [][]layout.Phrase, x0, x1 int) []int16 {
	cover := make([]int16, x1-x0)
	for _, r := range rows {
		if len(r) < 2 {
			continue
		}
		end := x0
		for _, p := range r {
			for x := max(end, p.X0); x < p.X1; x++ {
				cover[x-x0]++
			}
			end = max(end, p.X1)
		}
	}
	return cover
}

// supported turns valleys into columns and gives up a valley beside which a column would be nearly empty.
func supported(rows [][]layout.Phrase, cuts []column, x0, x1 int) []column {
	for {
		cols := between(cuts, x0, x1)
		weak := -1
		for i, c := range cols {
			n := 0
			for _, r := range rows {
				if slices.ContainsFunc(r, func(p layout.Phrase) bool { return p.X0 >= c.x0-2 && p.X1 <= c.x1+2 }) {
					n++
				}
			}
			if n < 2 && len(rows) > 3 {
				weak = i
				break
			}
		}
		if weak < 0 || len(cuts) == 0 {
			return cols
		}
		// The narrower of the valleys beside it goes.
		k := min(weak, len(cuts)-1)
		if weak > 0 && weak < len(cuts) && cuts[weak-1].x1-cuts[weak-1].x0 < cuts[weak].x1-cuts[weak].x0 {
			k = weak - 1
		}
		cuts = slices.Delete(cuts, k, k+1)
	}
}

// between returns the columns that the middles of the valleys leave.
func between(cuts []column, x0, x1 int) []column {
	var out []column
	left := x0
	for _, v := range cuts {
		mid := (v.x0 + v.x1) / 2
		out = append(out, column{left, mid})
		left = mid
	}
	return append(out, column{left, x1})
}

// placed is a phrase with the columns that it covers, c1 exclusive.
type placed struct {
	layout.Phrase
	c0, c1 int
}

// place puts the phrases of a row into columns. A phrase over several columns is cut where a word gap lies in the valley and
// is wider than a space; else it spans, unless it has a word gap, however narrow, in each of several valleys.
func place(row []layout.Phrase, cols []column, cut float64) []placed {
	var out []placed
	for _, p := range row {
		for _, part := range cutAt(p, cols, cut) {
			for _, own := range atEveryColumn(part, cols) {
				c0, c1 := covered(own.Box, cols)
				out = append(out, placed{own, c0, c1})
			}
		}
	}
	return out
}

// atEveryColumn cuts a phrase over many columns that has a word gap in each valley between them; others stay whole.
func atEveryColumn(p layout.Phrase, cols []column) []layout.Phrase {
	c0, c1 := covered(p.Box, cols)
	if c1-c0 < manyColumns {
		return []layout.Phrase{p}
	}
	if parts := cutAt(p, cols, 0); len(parts) == c1-c0 {
		return parts
	}
	return []layout.Phrase{p}
}

// manyColumns is over how many columns no text happens to have its word gaps in all valleys between.
const manyColumns = 3

// covered returns the columns that b reaches into by more than a little of either.
func covered(b layout.Box, cols []column) (int, int) {
	first, last := -1, -1
	best, most := 0, -1<<30
	for i, c := range cols {
		over := min(b.X1, c.x1) - max(b.X0, c.x0)
		if over > most {
			best, most = i, over
		}
		if over*4 > min(b.W(), c.x1-c.x0) {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 {
		return best, best + 1
	}
	return first, last + 1
}

func cutAt(p layout.Phrase, cols []column, cut float64) []layout.Phrase {
	var out []layout.Phrase
	rest := p
	for i := 0; i+1 < len(cols); i++ {
		mid := cols[i].x1
		if mid <= rest.X0 || mid >= rest.X1 {
			continue
		}
		for k := 1; k < len(rest.Words); k++ {
			a, b := rest.Words[k-1], rest.Words[k]
			if a.X1 <= mid+2 && b.X0 >= mid-2 && float64(b.X0-a.X1) >= cut {
				left := rest
				left.Words, left.Box = rest.Words[:k], boxOf(rest.Words[:k])
				out = append(out, left)
				rest.Words, rest.Box = rest.Words[k:], boxOf(rest.Words[k:])
				break
			}
		}
	}
	return append(out, rest)
}

func boxOf(ws []layout.Word) layout.Box {
	var b layout.Box
	for _, w := range ws {
		b = b.Union(w.Box)
	}
	return b
}
