package label

import (
	"math"
	"sort"
	"strings"

	phones "lensd/extract/phone"
	"lensd/vision/geom"
)

// receiverIn finds the receiver among the lines of one direction. The score says how sure that is; 0: none.
func (v *view) receiverIn() (block, float64) {
	b, score := v.choose()
	if score > 0 {
		return b, score
	}
	// A sender in small print with the receiver, whom nothing announces, far below: what follows the sender's caption
	// line by line went down to him. Once more, with only what stands close.
	v.close = true
	for i := range v.entries {
		v.entries[i].taken = false
	}
	return v.choose()
}

// choose takes the senders out and picks the best of the blocks that are left.
func (v *view) choose() (block, float64) {
	// The senders first: whatever belongs to them is out of question.
	for i, e := range v.entries {
		if e.head.role == sender && !e.taken {
			v.claim(v.follow(i))
		}
	}
	var best block
	top := 0.0
	for i, e := range v.entries {
		if e.head.role != receiver {
			continue
		}
		b := v.follow(i)
		v.complete(&b)
		if score := b.score(); score > top {
			best, top = b, score
		}
	}
	if top >= 2 && len(best.address) > 0 {
		return best, top
	}
	other, score := v.eliminate()
	if score > 0 && top >= 2 && best.rank >= 2 && v.apart(best, other) {
		return v.collected(best, other), top
	}
	if score > 0 {
		return other, score
	}
	if top < 2 {
		return block{}, 0
	}
	return best, top // a name and a phone: the parcel waits in a locker or shop
}

// apart says that two blocks share no line.
func (v *view) apart(a, b block) bool {
	for _, i := range a.used {
		if contains(b.used, i) {
			return false
		}
	}
	return true
}

// collected gives a receiver who has a name and a phone, but no address, the address of the shop or locker where the
// parcel waits: the one block left that has one, with its name as the first line.
func (v *view) collected(to, at block) block {
	to.address = append(append([]piece{}, at.name...), at.address...)
	to.used = append(to.used, at.used...)
	return to
}

// claim takes a block's entries out of the search.
func (v *view) claim(b block) {
	for _, i := range b.used {
		v.entries[i].taken = true
	}
}

// score rates a captioned block: a name is a must, an address or at least a phone too.
func (b block) score() float64 {
	if len(b.name) == 0 {
		return 0
	}
	a := addressness(b.lines())
	if a == 0 && len(b.phone) == 0 {
		return 0
	}
	s := 1.5*float64(b.rank) + a
	if len(b.address) == 0 {
		s -= 2
	}
	return max(s, 0.1)
}

// complete fills what a table-like label keeps in rows of its own, each with a caption at the left: address and phone.
func (v *view) complete(b *block) {
	if len(b.name) == 0 {
		return
	}
	start := v.entries[b.caption].box
	if v.entries[b.caption].tab {
		start = b.box // a tab is as high as its whole cell
		start.Y1 = start.Y0 + b.height
	}
	for i, e := range v.entries {
		if e.taken || e.tab || e.box.Center().Y < start.Y0-start.H() || e.box.X0 > start.X1+3*start.H() && e.box.X0 > b.box.X1 {
			continue
		}
		if e.head.role == sender || e.head.role == receiver && i != b.caption && len(b.address) > 0 {
			break
		}
		switch {
		case e.head.role == addressOf && len(b.address) == 0:
			v.cell(b, i, false)
		case e.head.role == phoneOf && len(b.phone) == 0:
			v.cell(b, i, true)
		}
	}
}

// cell reads the value of a caption: behind it on its line, or the lines right of it down to the next rule or caption,
// or the lines under it.
func (v *view) cell(b *block, at int, phone bool) {
	c := v.entries[at]
	if rest := c.head.rest; letters(rest)+digits(rest) >= 4 {
		if phone {
			if p, _, ok := phones.Find(rest, true); ok {
				b.phone = append(b.phone, piece{at, p})
			}
			return
		}
		b.take(v, at, rest)
		b.box, b.height = c.box, c.h
		v.walk(b, at, true)
		return
	}
	bottom := v.cellBottom(at)
	for i, e := range v.entries {
		mid := e.box.Center().Y
		if i == at || e.taken || e.tab || contains(b.used, i) || e.box.X0 < c.box.X1-0.3*c.h || mid < c.box.Y0-0.6*e.h || mid > bottom || e.head.role == other {
			continue
		}
		if v.ruled(e.box.X0, e.box.X1, min(mid, c.box.Center().Y), max(mid, c.box.Center().Y)) && !v.sameCell(c.box, e.box) {
			continue
		}
		if !phone {
			if letters(e.text)+digits(e.text) >= 2 && e.conf > 0.03 && e.head.role != contactOf {
				b.add(v, i)
				b.box = b.box.Union(e.box)
			}
			continue
		}
		if p, _, ok := phones.Find(e.text, true); ok {
			b.phone = append(b.phone, piece{i, p})
			b.used = append(b.used, i)
			return
		}
	}
	if phone && len(b.phone) == 0 || !phone && len(b.address) == 0 {
		v.cellBelow(b, at, phone)
	}
}

// sameCell says that a rule seen between two boxes is a stroke of the print: they overlap in height.
func (v *view) sameCell(a, b geom.Rect) bool {
	return min(a.Y1, b.Y1)-max(a.Y0, b.Y0) > 0.4*min(a.H(), b.H())
}

// cellBottom returns where the row of a caption ends: at the next rule, the next caption of something else or a barcode.
func (v *view) cellBottom(at int) float64 {
	c := v.entries[at].box
	bottom := c.Y1 + 12*v.size
	for _, r := range v.rows {
		y := (r.Y0 + r.Y1) / 2
		if y > c.Center().Y && r.X0 < c.X1 && r.X1 > c.X1 {
			bottom = min(bottom, y)
		}
	}
	for i, e := range v.entries {
		if i != at && e.head.role != none && e.head.role != v.entries[at].head.role && e.box.Y0 > c.Y0 && e.box.X0 < c.X1 {
			bottom = min(bottom, e.box.Y0)
		}
	}
	for _, r := range v.codes {
		if r.Y0 > c.Y0 && r.X0 < c.X1+10*v.size {
			bottom = min(bottom, r.Y0)
		}
	}
	return bottom
}

// cellBelow reads the value under a caption.
func (v *view) cellBelow(b *block, at int, phone bool) {
	c := v.entries[at]
	for i, e := range v.entries {
		gap := e.box.Y0 - c.box.Y1
		if i == at || e.taken || e.tab || contains(b.used, i) || gap < -0.5*e.h || gap > 2*max(e.h, c.h) || math.Abs(e.box.X0-c.box.X0) > 4*c.h {
			continue
		}
		if phone {
			if p, _, ok := phones.Find(e.text, true); ok {
				b.phone = append(b.phone, piece{i, p})
				b.used = append(b.used, i)
				return
			}
			continue
		}
		if e.head.role == none && letters(e.text)+digits(e.text) >= 2 {
			b.add(v, i)
			b.box, b.height = e.box, e.h
			v.walk(b, i, true)
			return
		}
	}
}

// eliminate finds the receiver on labels that caption nobody or only the sender, among the blocks that read like a name
// over an address.
func (v *view) eliminate() (block, float64) {
	var found []block
	seen := map[int]bool{}
	for i, e := range v.entries {
		if seen[i] || !v.value(i) || e.head.role != none {
			continue
		}
		b := block{caption: -1, box: e.box, height: e.h}
		b.add(v, i)
		v.walk(&b, i, false)
		if !v.resembles(b) {
			continue
		}
		for _, u := range b.used {
			seen[u] = true
		}
		found = append(found, b)
	}
	if len(found) == 0 {
		return block{}, 0
	}
	return v.last(found)
}

// resembles says that a block without a caption reads like a person or firm over a postal address.
func (v *view) resembles(b block) bool {
	if len(b.name) == 0 || len(b.address) == 0 || len(b.address) > 7 {
		return false
	}
	name := b.name[0].text
	if letters(name) < 3 || digits(name) > letters(name)/2 || strings.ContainsAny(name, ":#=@") || digits(name) > 0 && thaiPlace.MatchString(name) || endsAddress(name) {
		return false
	}
	lines := b.lines()
	ended := false
	for _, l := range append(lines, name) {
		if len([]rune(l)) > 75 {
			return false // running text
		}
	}
	// The postcode stands in the last lines; what follows it is a country.
	for _, l := range lines[max(0, len(lines)-2):] {
		ended = ended || endsAddress(l)
	}
	return ended && addressness(lines) >= 2.5
}

// last picks the receiver of several uncaptioned blocks: senders stand first, so it is the last one, unless that is in
// much smaller print than another.
func (v *view) last(found []block) (block, float64) {
	largest := 0.0
	for _, b := range found {
		largest = max(largest, v.print(b))
	}
	best := -1
	for i, b := range found {
		if v.print(b) < 0.7*largest {
			continue
		}
		if best < 0 || b.box.Center().Y > found[best].box.Center().Y {
			best = i
		}
	}
	return found[best], 1 + addressness(found[best].lines())
}

// print returns the median height of a block's address lines: a letterhead's large name does not count.
func (v *view) print(b block) float64 {
	var hs []float64
	for _, p := range b.address {
		hs = append(hs, v.entries[p.entry].h)
	}
	sort.Float64s(hs)
	return hs[len(hs)/2]
}
