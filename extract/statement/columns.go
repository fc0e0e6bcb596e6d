package statement

import (
	"slices"

	"lensd/vision/geom"
)

// column is one column of a page's table. X0 and X1 are its borders, which meet those of its neighbours; ink is the extent
// of its cells' print.
type column struct {
	x0, x1       float64
	ink0, ink1   float64
	reach        interval // of its heading and its print
	amounts      int
	dates        int
	times        int
	texts        int
	nils         int  // dashes where an amount is not there
	ruled        bool // its borders are printed
	heading      string
	headingQuads []geom.Quad
}

func (c *column) printed() int { return c.amounts + c.dates + c.times + c.texts + c.nils }

// interval is a stretch of a row that print fills.
type interval struct{ x0, x1 float64 }

// solid is what of a row print fills: words of one phrase with the blanks between them, amounts and dates for themselves.
func solid(row *sheetRow, h float64) []interval {
	var out []interval
	for i := range row.atoms {
		a := &row.atoms[i]
		if i > 0 {
			p := &row.atoms[i-1]
			if p.wordy() && a.wordy() && !a.parted && a.X0-p.X1 < 0.65*h {
				out[len(out)-1].x1 = max(out[len(out)-1].x1, a.X1)
				continue
			}
		}
		out = append(out, interval{a.X0, a.X1})
	}
	return out
}

// wordy reports that an atom is part of a phrase.
func (a *atom) wordy() bool { return a.sort == sortText || a.within }

// valley is a stretch that hardly any row prints on.
type valley struct{ x0, x1 float64 }

// valleys finds the stretches between the columns of the given rows, at least narrowest wide.
func valleys(rows []*sheetRow, width int, h, w, narrowest float64) []valley {
	profile := make([]int, width+1)
	for _, r := range rows {
		for _, s := range solid(r, w) {
			// A box has some white around the print.
			for x := max(0, int(s.x0+0.1*h)); x <= min(width, int(s.x1-0.1*h)); x++ {
				profile[x]++
			}
		}
	}
	stray := len(rows) / 12 // a row of words only may run over all columns
	var out []valley
	start := -1
	for x := 0; x <= width; x++ {
		if profile[x] > stray {
			if start >= 0 && float64(x-start) >= narrowest {
				out = append(out, valley{float64(start), float64(x)})
			}
			start = -1
		} else if start < 0 {
			start = x
		}
	}
	if start >= 0 {
		out = append(out, valley{float64(start), float64(width + 1)})
	}
	return out
}

// columnsOf cuts the page where none of the rows prints. Borders stand in the middle of the valleys until a heading moves them.
func columnsOf(rows []*sheetRow, width int, h, w float64) []column {
	vs := valleys(rows, width, h, w, 0.35*h)
	var out []column
	for i := 0; i+1 < len(vs); i++ {
		out = append(out, column{ink0: vs[i].x1, ink1: vs[i+1].x0})
	}
	if len(vs) > 0 && vs[0].x0 > 0 { // print at the very edge of the page
		out = slices.Insert(out, 0, column{ink1: vs[0].x0})
	}
	settle(out, width)
	for _, r := range rows {
		for i := range r.atoms {
			if c := at(out, r.atoms[i].cx()); c >= 0 {
				out[c].count(&r.atoms[i])
			}
		}
	}
	out = slices.DeleteFunc(out, func(c column) bool { return c.printed() == 0 })
	for i := range out {
		out[i].reach = interval{out[i].ink0, out[i].ink1}
	}
	return out
}

// dissolve joins columns that hardly any row prints in, and no heading names, to the text before them: they are the ends of long lines.
func dissolve(cs []column, rows int) []column {
	for i := len(cs) - 1; i > 0; i-- {
		c, before := &cs[i], &cs[i-1]
		if c.heading == "" && c.amounts+c.dates+c.times == 0 && 6*c.texts <= rows+4 && before.texts > before.amounts+before.dates {
			cs = join(cs, i-1)
		}
	}
	return cs
}

func (c *column) count(a *atom) {
	switch {
	case a.sort == sortAmount && !a.within:
		c.amounts++
	case a.sort == sortDate:
		c.dates++
	case a.sort == sortTime:
		c.times++
	default:
		if isNil(a.text) {
			c.nils++
		} else {
			c.texts++
		}
	}
}

// settle puts borders in the middle between the columns' print.
func settle(cs []column, width int) {
	for i := range cs {
		if i == 0 {
			cs[i].x0 = 0
		} else {
			cs[i].x0 = (cs[i-1].ink1 + cs[i].ink0) / 2
			cs[i-1].x1 = cs[i].x0
		}
		cs[i].x1 = float64(width)
	}
}

// at returns the column that x lies in; -1: none.
func at(cs []column, x float64) int {
	for i := range cs {
		if x >= cs[i].x0 && x < cs[i].x1 {
			return i
		}
	}
	return -1
}

// join makes one column of i and i+1.
func join(cs []column, i int) []column {
	a, b := &cs[i], cs[i+1]
	a.x1, a.ink1 = b.x1, b.ink1
	a.reach = interval{min(a.reach.x0, b.reach.x0), max(a.reach.x1, b.reach.x1)}
	a.amounts, a.dates, a.times, a.texts = a.amounts+b.amounts, a.dates+b.dates, a.times+b.times, a.texts+b.texts
	a.nils += b.nils
	if b.heading != "" {
		if a.heading != "" {
			a.heading += " "
		}
		a.heading += b.heading
	}
	a.headingQuads = append(a.headingQuads, b.headingQuads...)
	return slices.Delete(cs, i+1, i+2)
}
