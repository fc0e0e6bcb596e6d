package tawi

import (
	"cmp"
	"math"
	"slices"

	"lensd/extract/form"
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
