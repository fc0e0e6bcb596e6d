package label

import (
	"math"

	phones "lensd/extract/phone"
)

// walk goes down from the block's last line and takes what belongs to it. A captioned block may have wide gaps.
func (v *view) walk(b *block, from int, captioned bool) {
	last := v.entries[from]
	left := b.box.X0
	b.left = left
	v.sideways(b, from)
	for i := 0; i < len(v.entries); i++ {
		e := v.entries[i]
		if i == from || e.tab || e.taken || contains(b.used, i) || e.box.Center().Y < last.box.Center().Y+0.35*min(last.h, e.h) || !v.column(*b, left, e, captioned) {
			continue
		}
		if v.captionBetween(*b, last, e) {
			return
		}
		switch v.judge(*b, last, e, captioned) {
		case stop:
			return
		case skip:
			continue
		}
		if e.head.role == addressOf && e.head.rest == "" || e.head.role == phoneOf && digits(phones.Mend(e.head.rest)) < 4 {
			// A caption on a line of its own: its value is the next line of the same column.
			b.used = append(b.used, i)
			last = e
			continue
		}
		b.add(v, i)
		b.box = b.box.Union(e.box)
		v.sideways(b, i)
		last = e
	}
}

type verdict int

const (
	accept verdict = iota
	skip
	stop
)

// judge decides on the next line of a block's column.
func (v *view) judge(b block, last, e entry, captioned bool) verdict {
	gap := e.box.Y0 - last.box.Y1
	h := max(last.h, min(e.h, 1.5*last.h))
	x0, x1 := max(last.box.X0, e.box.X0), min(last.box.X1, e.box.X1)
	switch {
	case e.head.role == sender || e.head.role == other && len(b.address) > 0, v.otherBeside(b, e):
		return stop
	case e.head.role == receiver && !v.echoes(v.index(e)):
		if len(b.address) > 0 || letters(e.head.rest) > 1 || v.announcesSender(b) {
			return stop
		}
		return skip
	case e.head.role == other:
		return skip
	case v.ruled(min(x0, x1), max(x0, x1, x0+1), last.box.Center().Y, e.box.Center().Y), v.coded(e.box.X0, e.box.X1, last.box.Y1, e.box.Y0):
		return stop
	case e.h > 2.3*b.height && e.h > 2*last.h:
		return stop
	case e.conf < 0.05 && letters(e.text) < 4 && !isCountry(e.text), letters(e.text)+digits(e.text) < 2:
		return skip
	}
	_, isPhone := phones.Whole(e.text, e.head.role == phoneOf)
	isPhone = isPhone || longNumber.MatchString(e.text) && gap < 1.2*h
	field := e.head.role == phoneOf || e.head.role == addressOf || e.head.role == contactOf || isPhone
	if b.ended && !field {
		// Behind the postcode there is room for the country, or for the town where the postcode stood alone.
		if gap < nextGap*h && (isCountry(e.text) || onlyCode.MatchString(b.address[len(b.address)-1].text) && digits(e.text) == 0) {
			return accept
		}
		return stop
	}
	if gap > v.farthest(b, e, h, captioned && !b.ended && !(v.close && v.announcesSender(b)) || field) {
		return stop
	}
	return accept
}

// farthest is how far below a block's last line another may begin, wide for fields and behind captions.
func (v *view) farthest(b block, e entry, h float64, wide bool) float64 {
	aside := math.Abs(e.box.X0 - b.box.X0)
	switch {
	case wide && aside > sameLeft*h:
		return 2.5 * h
	case wide:
		return wideGap * h
	case aside < 0.4*h && !b.ended:
		return 2.4 * h // lines that stand exactly under each other may be set wide
	}
	return nextGap * h
}

// captionBetween says that between a block's last line and another, over that one, stands a caption that announces somebody
// else than the block's: short captions often lie outside of the block's column.
func (v *view) captionBetween(b block, last, e entry) bool {
	own := none
	if b.caption >= 0 {
		own = v.entries[b.caption].head.role
	}
	for _, c := range v.entries {
		if (c.head.role == sender || c.head.role == receiver) && c.head.role != own && !c.tab && letters(c.head.rest) == 0 &&
			c.box.Center().Y > last.box.Y1 && c.box.Y1 <= e.box.Center().Y && c.box.X0 < e.box.X1 && c.box.X1 > e.box.X0 {
			return true
		}
	}
	return false
}

// announcesSender says that a block hangs on a sender's caption.
func (v *view) announcesSender(b block) bool {
	return b.caption >= 0 && v.entries[b.caption].head.role == sender
}

// column says that a line stands in the column of a block: on its left edge, or under it and not far from that edge.
func (v *view) column(b block, left float64, e entry, captioned bool) bool {
	h := max(e.h, b.height)
	if math.Abs(e.box.X0-left) <= sameLeft*h {
		return true
	}
	overlap := min(e.box.X1, b.box.X1) - max(e.box.X0, b.box.X0)
	if overlap < 0.5*min(e.box.W(), b.box.W()) || v.walled(min(left, e.box.X0)+1, max(left, e.box.X0), e.box.Center().Y) {
		return false
	}
	centred := math.Abs(e.box.Center().X-b.box.Center().X) < 1.5*h
	return centred || e.box.X0 > left-2.2*h && e.box.X0 < left+4*h && (captioned || e.box.Y0-b.box.Y1 < 0.8*h)
}

// beforeTown says that a text is a postcode behind which a town may stand; British and Canadian ones end an address.
func beforeTown(text string) bool {
	return onlyCode.MatchString(text) && !ukCode.MatchString(text) && !caCode.MatchString(text)
}

// sideways adds what stands further right on the same row: a town beside its postcode, a country in brackets.
func (v *view) sideways(b *block, at int) {
	for range 4 {
		parts := b.address
		if len(parts) == 0 {
			parts = b.name
		}
		if len(parts) == 0 {
			return
		}
		cur := parts[len(parts)-1]
		row := v.entries[at].box
		right := v.entries[cur.entry].box.X1
		best := -1
		for i, e := range v.entries {
			gap := e.box.X0 - right
			if e.tab || e.taken || e.head.role != none || contains(b.used, i) || gap < 0 || math.Abs(e.box.Center().Y-row.Center().Y) > 0.65*max(row.H(), e.h) {
				continue
			}
			if v.walled(right, e.box.X0, e.box.Center().Y) || letters(e.text)+digits(e.text) < 2 || e.h > 1.6*row.H() || e.conf < 0.05 {
				continue
			}
			near := gap < 2*row.H() && (len(b.address) > 0 || e.h > 0.7*row.H() && digits(e.text) == 0) || len(b.address) > 0 && gap < 5*row.H() && (beforeTown(cur.text) || onlyCode.MatchString(e.text)) || len(b.address) > 0 && isCountry(e.text)
			if near && (best < 0 || e.box.X0 < v.entries[best].box.X0) {
				best = i
			}
		}
		if best < 0 {
			return
		}
		if len(b.address) == 0 {
			b.name = append(b.name, piece{best, v.entries[best].text})
			b.used = append(b.used, best)
		} else {
			b.take(v, best, v.entries[best].text)
		}
		b.box = b.box.Union(v.entries[best].box)
	}
}

// index finds an entry by its line.
func (v *view) index(e entry) int {
	for i := range v.entries {
		if v.entries[i].line == e.line {
			return i
		}
	}
	return -1
}

func contains(s []int, x int) bool {
	for _, v := range s {
		if v == x {
			return true
		}
	}
	return false
}
