package label

import (
	"math"
	"strings"

	phones "lensd/extract/phone"
)

// findPhone looks for the receiver's phone around its block when none stands within: behind a caption below or beside it.
func (v *view) findPhone(b *block) {
	if len(b.phone) > 0 {
		return
	}
	h := max(b.height, v.size)
	best, bestCost := -1, math.Inf(1)
	phone := ""
	for i, e := range v.entries {
		if e.taken || e.tab || contains(b.used, i) {
			continue
		}
		captioned := e.head.role == phoneOf || e.head.role == contactOf || v.captionNear(i)
		p, ok := e.phone(captioned)
		if !ok || e.box.Y0 < b.box.Y0-1.6*h || endsAddress(e.text) && !captioned {
			continue
		}
		dy := max(e.box.Y0-b.box.Y1, b.box.Y0+0.3*h-e.box.Center().Y, 0)
		dx := max(e.box.X0-b.box.X1, b.box.X0-e.box.X1, 0)
		limit := 12 * h
		if !captioned && v.ruled(b.box.X0, b.box.X1, b.box.Center().Y, e.box.Center().Y) {
			limit = 2.5 * h
		} else if !captioned {
			limit = 6 * h
		}
		if dy > limit || dx > 20*h || v.senderBetween(*b, i) {
			continue
		}
		if cost := dy + 0.3*dx; cost < bestCost {
			best, bestCost, phone = i, cost, p
		}
	}
	if best >= 0 {
		b.phone = append(b.phone, piece{best, phone})
		b.used = append(b.used, best)
	}
}

// captionNear says that the caption of a phone or contact stands directly left of an entry or over it.
func (v *view) captionNear(at int) bool {
	e := v.entries[at]
	for i, c := range v.entries {
		if i == at || c.taken || c.tab || c.head.role != phoneOf && c.head.role != contactOf || digits(c.head.rest) > 0 {
			continue
		}
		h := max(c.h, e.h)
		sameRow := math.Abs(c.box.Center().Y-e.box.Center().Y) < 0.6*h && e.box.X0 > c.box.X0 && e.box.X0-c.box.X1 < 8*h
		over := e.box.Y0-c.box.Y0 > 0 && e.box.Y0-c.box.Y1 < 1.5*h && e.box.X0 > c.box.X0-3*h && e.box.X0 < c.box.X1+3*h
		if sameRow || over {
			return true
		}
	}
	return false
}

// senderBetween says that a sender's caption lies between the block and an entry below it.
func (v *view) senderBetween(b block, at int) bool {
	e := v.entries[at]
	for _, c := range v.entries {
		if c.head.role == sender && c.box.Center().Y > b.box.Y1 && c.box.Center().Y <= e.box.Y1 {
			return true
		}
	}
	return false
}

// behindIcon takes a phone with its country code that stands at the end of a line behind next to nothing: recognisers
// read the picture of a telephone as some letters.
func behindIcon(line string) (string, bool) {
	phone, rest, ok := phones.Find(line, false)
	ok = ok && strings.HasPrefix(phone, "+") && strings.HasSuffix(line, phone) && len([]rune(rest)) <= 3
	return phone, ok
}

// phone is the number that an entry is or, under a caption, holds.
func (e entry) phone(captioned bool) (p string, ok bool) {
	text := e.text
	if e.head.role != none {
		text = e.head.rest
	}
	if captioned {
		text = phones.Mend(text)
	}
	if p, ok = phones.Whole(text, captioned); !ok && captioned {
		p, _, ok = phones.Find(text, true)
	}
	if !ok {
		p, ok = behindIcon(text)
	}
	return p, ok
}
