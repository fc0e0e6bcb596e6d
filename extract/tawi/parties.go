package tawi

import (
	"math"
	"strings"

	"lensd/extract/form"
	"lensd/extract/thai"
	"lensd/extract/thai/id"
	"lensd/vision/geom"
)

// party is what stands in the box of the payer or of the payee.
type party struct {
	head form.Hit
	name []form.Span
	ids  []number
}

// number is an identification number with its place.
type number struct {
	id.Number
	row  int
	box  geom.Rect
	conf float64
}

// parties finds the two boxes above the table of incomes. Their heads stand one over the other or side by side, the payer first.
func parties(p *form.Page, top int) (payer, payee party, ok [2]bool) {
	a, okA := heading(p, "payer", top, nil)
	b, okB := heading(p, "payee", top, nil)
	if okA && okB && b.Box.Y1 < a.Box.Y0 { // the copy line names the payee too: the payee's box follows the payer's
		b, okB = heading(p, "payee", top, &a)
	}
	payer.head, payee.head = a, b
	return payer, payee, [2]bool{okA, okB}
}

// heading returns the hit of a key above row top that has most letters; after, when given, must not stand below it.
func heading(p *form.Page, key string, top int, after *form.Hit) (form.Hit, bool) {
	var best form.Hit
	found := false
	for _, h := range p.Of(key) {
		if top >= 0 && h.Row >= top || after != nil && h.Box.Y1 < after.Box.Y0 {
			continue
		}
		if !found || h.Letters > best.Letters+4 {
			best, found = h, true
		}
	}
	return best, found
}

// owner says which party a caption or number at a place belongs to: the head nearest above, or to the left in its row, of those that do not stand to the right.
func owner(at geom.Rect, heads [2]form.Hit, ok [2]bool, unit float64) int {
	best, least := -1, math.Inf(1)
	y := at.Center().Y
	for i, h := range heads {
		if !ok[i] || h.Box.Y0 > y+unit*0.5 || at.X1 < h.Box.X0-3*unit {
			continue
		}
		d := math.Max(0, y-h.Box.Y1) + 0.5*math.Max(0, h.Box.X0-at.X0)
		if side := at.X0 - h.Box.X0; sideBySide(heads, ok, unit) {
			d = math.Abs(side)
			if side < -3*unit {
				d = math.Inf(1)
			}
		}
		if d < least {
			best, least = i, d
		}
	}
	return best
}

// sideBySide reports whether both heads stand in one row.
func sideBySide(heads [2]form.Hit, ok [2]bool, unit float64) bool {
	return ok[0] && ok[1] && math.Abs(heads[0].Box.Center().Y-heads[1].Box.Center().Y) < 1.5*unit
}

// read fills both parties: names by their captions, else the print right behind or under the head; numbers by their figures.
func read(p *form.Page, both *[2]party, ok [2]bool, top int, combs []number) {
	heads := [2]form.Hit{both[0].head, both[1].head}
	for _, h := range p.Of("name") {
		if top >= 0 && h.Row >= top {
			continue
		}
		if i := owner(h.Box, heads, ok, p.Unit); i >= 0 && both[i].name == nil {
			both[i].name = nameAt(p, h)
		}
	}
	for i := range both {
		if both[i].name == nil && ok[i] {
			both[i].name = nameAt(p, both[i].head)
		}
		if both[i].name == nil && ok[i] {
			both[i].name = uncaptioned(p, heads, ok, i, top)
		}
	}
	for _, n := range append(numbers(p, top), combs...) {
		if i := owner(n.box, heads, ok, p.Unit); i >= 0 {
			both[i].ids = append(both[i].ids, n)
		}
	}
}

// nameAt returns the name at a caption: behind it in its row, with the lines that go on under it in a narrow cell, or below.
func nameAt(p *form.Page, h form.Hit) []form.Span {
	first := p.Behind(h, 30)
	if first.Empty() || letters(p.Text(first)) < 3 {
		below := p.Below(h.Box, 3.2)
		if len(below) == 0 || letters(p.Text(below[0])) < 3 {
			return nil
		}
		return below[:1]
	}
	out := []form.Span{first}
	box := p.Box(first)
	for _, s := range p.Below(box, 8) {
		b := p.Box(s)
		if b.Y0-box.Y1 > 1.6*p.Unit || math.Abs(b.X0-box.X0) > 1.5*p.Unit || captioned(p, s.Row, b, h) {
			break
		}
		out, box = append(out, s), b
	}
	return out
}

// uncaptioned returns the print of a party that begins as names do, where its caption was not read.
func uncaptioned(p *form.Page, heads [2]form.Hit, ok [2]bool, i, top int) []form.Span {
	for row := heads[i].Row; row < len(p.Rows) && (top < 0 || row < top); row++ {
		for _, s := range p.Cells(row) {
			if named := begins(p.Text(s)); named && owner(p.Box(s), heads, ok, p.Unit) == i {
				return []form.Span{s}
			}
		}
	}
	return nil
}

// begins reports whether a text begins with what stands before the names of people and firms.
func begins(s string) bool {
	for _, w := range []string{"นาย", "นาง", "น.ส.", "คุณ", "ดร.", "บริษัท", "บจก", "บมจ", "หจก", "ห้างหุ้นส่วน", "ร้าน", "สหกรณ์", "มูลนิธิ", "สมาคม",
		"โรงเรียน", "โรงพยาบาล", "มหาวิทยาลัย", "Mr", "Mrs", "Ms", "Miss"} {
		if strings.HasPrefix(thai.Skeleton(s), thai.Skeleton(w)) {
			return true
		}
	}
	return false
}

// captioned reports whether a row has a caption of its own to the left of a box, in the column of caption h: then its print is that one's value.
func captioned(p *form.Page, row int, b geom.Rect, h form.Hit) bool {
	y := b.Center().Y
	for _, o := range p.Hits {
		if o.Row == row && o.Box.X0 < b.X0+p.Unit && o.Box.X1 > h.Box.X0-2*p.Unit {
			return true
		}
		if math.Abs(o.Box.Center().Y-y) < 0.9*p.Unit && o.Box.X0 < b.X0+p.Unit && o.Box.X1 > h.Box.X0-2*p.Unit {
			return true
		}
	}
	return false
}

func letters(s string) int {
	n := 0
	for _, r := range s {
		if r > '9' && r != '|' {
			n++
		}
	}
	return n
}

// numbers returns all numbers of 13 figures above the table, and those of ten in rows with a caption for them.
func numbers(p *form.Page, top int) []number {
	var out []number
	for row, r := range p.Rows {
		if top >= 0 && row >= top {
			break
		}
		text := string(r.Text)
		for _, n := range id.Find(text) {
			s := form.Span{Row: row, From: n.Start, To: n.End}
			if len(n.Digits) == id.OldLength && !announced(p, s) {
				continue
			}
			out = append(out, number{n, row, p.Box(s), p.Confidence(s)})
		}
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
