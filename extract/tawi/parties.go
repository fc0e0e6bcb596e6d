package tawi

import (
	"cmp"
	"math"
	"slices"
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

// layout of the two boxes: what stands in them lies below their heads, or beside them where the heads have a column of their own.
type boxes struct {
	heads  [2]form.Hit
	ok     [2]bool
	unit   float64
	beside bool // the heads stand to the left of all captions
	middle bool // abreast and to the middle of their boxes: captions stand higher than the heads
}

// arranged finds out how the boxes are set: heads in a column of their own have the captions of names, addresses and numbers to their right.
func arranged(p *form.Page, heads [2]form.Hit, ok [2]bool, top int) boxes {
	b := boxes{heads: heads, ok: ok, unit: p.Unit}
	right, all, higher := 0, 0, 0
	for _, h := range p.Of("name", "address", "id") {
		if top >= 0 && h.Row >= top {
			continue
		}
		all++
		if ok[0] && h.Box.Y1 < heads[0].Box.Y0 && h.Box.X0 > heads[0].Box.X0 {
			higher++
		}
		if (!ok[0] || h.Box.X0 > heads[0].Box.X1) && (!ok[1] || h.Box.X0 > heads[1].Box.X1) {
			right++
		}
	}
	b.middle = b.abreast() && higher > 0
	b.beside = all > 1 && 4*right >= 3*all && !b.abreast()
	return b
}

// abreast reports whether both heads stand in one row.
func (b boxes) abreast() bool {
	return b.ok[0] && b.ok[1] && math.Abs(b.heads[0].Box.Center().Y-b.heads[1].Box.Center().Y) < 1.5*b.unit
}

// owner says which party print at a place belongs to: 0 the payer, 1 the payee, -1 none.
func (b boxes) owner(at geom.Rect) int {
	best, least := -1, math.Inf(1)
	y := at.Center().Y
	for i, h := range b.heads {
		if !b.ok[i] {
			continue
		}
		var d float64
		switch {
		case b.beside:
			d = math.Abs(y - h.Box.Center().Y)
		case b.abreast():
			if d = at.X0 - h.Box.X0; d < -3*b.unit || !b.middle && h.Box.Y0 > y+0.5*b.unit {
				continue
			}
		default:
			if h.Box.Y0 > y+0.5*b.unit {
				continue
			}
			d = math.Max(0, y-h.Box.Y1)
		}
		if d < least {
			best, least = i, d
		}
	}
	return best
}

// before orders places as the parties are: down the page, or across it where the heads stand side by side.
func (b boxes) before(x, y geom.Rect) int {
	if b.abreast() || min(x.Y1, y.Y1)-max(x.Y0, y.Y0) > 0.4*min(x.H(), y.H()) {
		return cmp.Compare(x.X0, y.X0)
	}
	return cmp.Compare(x.Y0, y.Y0)
}

// read fills both parties: names by their captions and by how names begin, numbers by their figures. The payer stands first:
// where there are just two numbers, each party has one.
func read(p *form.Page, both *[2]party, ok [2]bool, top int, combs []number) {
	b := arranged(p, [2]form.Hit{both[0].head, both[1].head}, ok, top)
	for i := range both {
		both[i].name = b.name(p, i, top)
	}
	if !ok[0] || !ok[1] {
		inOrder(p, both, top)
	}
	all := distinct(append(numbers(p, top), combs...))
	if len(all) == 2 {
		slices.SortStableFunc(all, func(x, y number) int { return b.before(x.box, y.box) })
		both[0].ids, both[1].ids = all[:1], all[1:]
		return
	}
	for _, n := range all {
		if i := b.owner(n.box); i >= 0 {
			both[i].ids = append(both[i].ids, n)
		}
	}
}

// inOrder gives the parties the names that begin as names do, the first to the payer, where a head was not read. Other firms
// may stand above them, so that three or more names tell nothing.
func inOrder(p *form.Page, both *[2]party, top int) {
	var names []form.Span
	for row := range p.Rows {
		for _, s := range p.Cells(row) {
			if n := fromBeginning(p, s); (top < 0 || row < top) && !n.Empty() {
				names = append(names, n)
			}
		}
	}
	if len(names) == 2 {
		for i, n := range names {
			both[i].name = goesOn(p, n, form.Hit{Box: p.Box(n)})
		}
	}
}

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

// name returns a party's name. What a caption announces is a name; so is what begins as names do, and both is best.
func (b boxes) name(p *form.Page, i, top int) []form.Span {
	if !b.ok[i] {
		return nil
	}
	var best []form.Span
	score := 0.0
	try := func(spans []form.Span, weight float64) {
		if len(spans) == 0 {
			return
		}
		text := p.Text(spans[0])
		if begins(text) {
			weight += 2
		}
		if rest(text) {
			return
		}
		if letters(text) < 3 || strings.ContainsAny(text, "0123456789๐๑๒๓๔๕๖๗๘๙") && !begins(text) {
			weight -= 1.5
		}
		if weight > score {
			best, score = spans, weight
		}
	}
	for _, h := range p.Of("name") {
		if (top < 0 || h.Row < top) && b.owner(h.Box) == i {
			try(nameAt(p, h), 1.5)
		}
	}
	try(nameAt(p, b.heads[i]), 1)
	for row := range p.Rows {
		if top >= 0 && row >= top {
			break
		}
		for _, s := range p.Cells(row) {
			if n := fromBeginning(p, s); !n.Empty() && b.owner(p.Box(n)) == i {
				try(goesOn(p, n, b.heads[i]), 0.5)
			}
		}
	}
	return best
}

// narrow is the width in letter heights up to which a name may go on in the next line: a wider cell has room for all of it.
const narrow = 16

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
	return goesOn(p, first, h)
}

// goesOn returns a name's first line with those that go on with it in a narrow cell: right below, up to figures, a caption or
// the end that a firm's name has. Captions of names may stand beside any line of a firm's name that has not come to its end.
func goesOn(p *form.Page, first form.Span, h form.Hit) []form.Span {
	out := []form.Span{first}
	box, so := p.Box(first), p.Text(first)
	if box.W() > narrow*p.Unit {
		return out
	}
	for _, s := range p.Below(box, 8) {
		b := p.Box(s)
		text := p.Text(s)
		if b.Y0-box.Y1 > 1.6*p.Unit || math.Abs(b.X0-box.X0) > 1.5*p.Unit || strings.ContainsAny(text, "0123456789๐๑๒๓๔๕๖๗๘๙:") ||
			ended(so) || captioned(p, s.Row, b, h) && !open(so) {
			break
		}
		out, box, so = append(out, s), b, so+" "+text
	}
	return out
}

// ended reports whether a firm's name has come to its end, open whether it surely has not: companies end with จำกัด, partnerships
// have it before the name.
func ended(name string) bool {
	return strings.Contains(thai.Skeleton(name), "จากด") && !partnership(name)
}

func open(name string) bool {
	s := thai.Skeleton(name)
	if partnership(name) {
		_, after, ok := strings.Cut(s, "จากด")
		return !ok || len([]rune(after)) < 4
	}
	return strings.HasPrefix(s, thai.Skeleton("บริษัท")) && !strings.Contains(s, "จากด")
}

func partnership(name string) bool {
	return strings.HasPrefix(thai.Skeleton(name), thai.Skeleton("ห้างหุ้นส่วน"))
}

// rest reports whether a text is but a part of the captions of the parties, as where a caption goes on in the next line.
func rest(s string) bool {
	return strings.Contains(thai.Skeleton("ผู้มีหน้าที่หักภาษี ณ ที่จ่าย ผู้ถูกหักภาษี ณ ที่จ่าย (13 หลัก)"), thai.Skeleton(s))
}

// fromBeginning returns the part of a span from a word on that begins a name: what stands before it is the rest of a caption.
func fromBeginning(p *form.Page, s form.Span) form.Span {
	text := p.Rows[s.Row].Text
	for k := s.From; k < s.To; k++ {
		if (k == s.From || text[k-1] == ' ') && text[k] != ' ' && text[k] != ':' && begins(string(text[k:s.To])) {
			return form.Span{Row: s.Row, From: k, To: s.To}
		}
	}
	return form.Span{}
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
