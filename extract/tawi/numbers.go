package tawi

import (
	"math"
	"regexp"
	"slices"

	"lensd/extract/form"
	"lensd/extract/thai"
	"lensd/extract/thai/id"
)

// distinct leaves out second readings of a number that was read rightly at the same place, and numbers of ten figures beside ones of thirteen.
func distinct(all []number) []number {
	var out []number
	for _, n := range all {
		again := false
		for _, o := range all {
			near := o.box.Intersect(n.box).Area() > 0.3*min(o.box.Area(), n.box.Area())
			again = again || near && (o.Valid && !n.Valid || len(o.Digits) > len(n.Digits))
		}
		for _, o := range out {
			again = again || o.Digits == n.Digits && o.box.Intersect(n.box).Area() > 0
		}
		if !again {
			out = append(out, n)
		}
	}
	long := slices.DeleteFunc(slices.Clone(out), func(n number) bool { return len(n.Digits) != id.Length })
	if len(long) == 2 {
		return long
	}
	return out
}

// numbers returns all numbers of 13 figures above the table, and those of ten in rows with a caption for them.
func numbers(p *form.Page, top int) []number {
	var out []number
	for row, r := range p.Rows {
		if top >= 0 && row >= top {
			break
		}
		found := id.Find(string(r.Text))
		for _, s := range pieces(r) {
			for _, n := range id.Find(string(r.Text[s[0]:s[1]])) {
				n.Start, n.End = n.Start+s[0], n.End+s[0]
				if len(n.Digits) == id.Length && !slices.ContainsFunc(found, func(o id.Number) bool { return o.Start < n.End && n.Start < o.End }) {
					found = append(found, n)
				}
			}
		}
		for _, n := range found {
			s := form.Span{Row: row, From: n.Start, To: n.End}
			if len(n.Digits) == id.OldLength && !announced(p, s) {
				continue
			}
			out = append(out, number{n, row, p.Box(s), p.Confidence(s)})
		}
	}
	return append(out, stacked(p, top)...)
}

// pieces are the stretches of a row that are of one line of the page each: what stands beside a number, as the 13 of its caption or
// a postcode, is none of its figures.
func pieces(r form.Row) [][2]int {
	var out [][2]int
	line := -1
	for i, g := range r.Glyphs {
		if g.Line < 0 {
			continue
		}
		if g.Line != line {
			out, line = append(out, [2]int{i, i}), g.Line
		}
		out[len(out)-1][1] = i + 1
	}
	return out
}

// announced reports whether the caption of a number stands before a span.
func announced(p *form.Page, s form.Span) bool {
	for _, h := range p.Of("id") {
		if h.Row == s.Row && h.End <= s.From {
			return true
		}
	}
	return false
}

// stacked returns the numbers whose groups stand over several lines of a narrow cell. Their check digits must be right: so do other
// figures stand.
func stacked(p *form.Page, top int) []number {
	var out []number
	for row := range p.Rows {
		if top >= 0 && row >= top {
			break
		}
		for _, s := range p.Cells(row) {
			if n, ok := piled(p, s); ok {
				out = append(out, n)
			}
		}
	}
	return out
}

// piled joins a cell of figures with those right below it.
func piled(p *form.Page, s form.Span) (number, bool) {
	printed, box := p.Text(s), p.Box(s)
	conf := p.Confidence(s)
	if !grouped.MatchString(thai.Digits(printed)) {
		return number{}, false
	}
	last := box
	for _, under := range p.Below(box, 5) {
		b := p.Box(under)
		if b.Y0-last.Y1 > 1.6*p.Unit || math.Abs(b.X0-last.X0) > 1.5*p.Unit || !grouped.MatchString(thai.Digits(p.Text(under))) {
			break
		}
		printed, conf, last, box = printed+" "+p.Text(under), min(conf, p.Confidence(under)), b, box.Union(b)
		if found := id.Find(printed); len(found) == 1 && len(found[0].Digits) == id.Length && found[0].Valid {
			return number{found[0], s.Row, box, conf}, true
		}
	}
	return number{}, false
}

// grouped is a part of a number: figures and what parts their groups.
var grouped = regexp.MustCompile(`^[0-9][0-9 |-]*$`)
