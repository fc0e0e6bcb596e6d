package label

import (
	"math"
	"regexp"
	"strings"

	phones "lensd/extract/phone"
	"lensd/vision/geom"
)

// piece is a stretch of a printed line: all of it, or what stands behind a caption or before a phone.
type piece struct {
	entry int
	text  string
}

// block is a candidate for the receiver, or what is known to be the sender.
type block struct {
	caption int // entry of the caption, -1 without one
	rank    int
	name    []piece
	address []piece
	phone   []piece
	used    []int // entries that belong to the block, captions too
	box     geom.Rect
	height  float64 // of its first line
	left    float64 // edge of its first line
	ended   bool    // a postcode was met
}

func (b block) lines() []string {
	out := make([]string, len(b.address))
	for i, p := range b.address {
		out[i] = p.text
	}
	return out
}

// Distances of layout in heights of a line.
const (
	nextGap  = 1.7 // between two lines of one block
	wideGap  = 11  // within a captioned cell, while the postcode is still to come
	beside   = 22  // from a caption to its value on the right
	indent   = 7.0 // of a block under its caption
	sameLeft = 1.2 // of left edges that are meant to be one
)

// follow collects the block that a caption announces.
func (v *view) follow(at int) block {
	e := v.entries[at]
	b := block{caption: at, rank: e.head.rank, used: []int{at}, box: e.box, height: e.h}
	var first int
	switch {
	case e.tab:
		first = v.besideTab(at)
	case letters(e.head.rest)+digits(e.head.rest) >= 2:
		rest := e.head.rest
		if phone, left, ok := phones.Find(rest, false); ok {
			b.phone, rest = append(b.phone, piece{at, phone}), left
		}
		if letters(rest) >= 2 {
			b.take(v, at, rest)
			b.box.X0 = e.box.X0 + (e.box.X1-e.box.X0)*float64(e.head.used)/float64(max(1, len(e.text)))
			v.walk(&b, at, true)
			return b
		}
		first = v.below(at)
	default:
		if first = v.right(at); first < 0 {
			first = v.below(at)
		}
	}
	if first < 0 {
		return b
	}
	b.box, b.height = v.entries[first].box, v.entries[first].h
	b.add(v, first)
	v.walk(&b, first, true)
	return b
}

// value says that an entry can be the first line of a block.
func (v *view) value(i int) bool {
	e := v.entries[i]
	return !e.tab && !e.taken && (e.head.role == none || v.echoes(i) || e.head.role == nameOf && e.head.rest != "") && letters(e.text) >= 2 && e.conf > 0.03
}

// echoed is by how many letters a line is longer than the caption that it begins with when it is a name.
const echoed = 2

// echoes says that a line only looks like a caption: the same caption stands alone on the line above it.
func (v *view) echoes(at int) bool {
	e := v.entries[at]
	if e.head.role != receiver || letters(e.head.rest) < 2 && (hasThai(e.text) || strings.HasSuffix(e.text, ":")) {
		return false
	}
	for i, c := range v.entries {
		gap := e.box.Y0 - c.box.Y1
		if i != at && c.head.role == receiver && c.head.rank == e.head.rank && letters(c.head.rest) == 0 && letters(e.text) >= letters(c.text)+echoed && gap > -0.5*c.h && gap < 1.5*c.h && math.Abs(e.box.X0-c.box.X0) < 4*c.h {
			return true
		}
	}
	return false
}

// right returns the value on the row of a caption, unless one stands aligned right under it, which is nearer.
func (v *view) right(at int) int {
	c := v.entries[at]
	best := -1
	for i, e := range v.entries {
		mid := (e.box.Y0 + e.box.Y1) / 2
		if i == at || !v.value(i) || mid < c.box.Y0-0.35*e.h || mid > c.box.Y1+0.35*e.h || e.box.X0 < c.box.X1-0.3*c.h {
			continue
		}
		if e.box.X0-c.box.X1 < beside*c.h && (best < 0 || e.box.X0 < v.entries[best].box.X0) {
			best = i
		}
	}
	if best < 0 {
		return -1
	}
	if u := v.below(at); u >= 0 {
		under := v.entries[u]
		room := 1.5
		if v.walled(c.box.X1, v.entries[best].box.X0, c.box.Center().Y) {
			room = 2.5 // what stands right of the wall belongs to the caption only where its own cell is empty
		}
		if math.Abs(under.box.X0-c.box.X0) < sameLeft*max(c.h, under.h) && under.box.Y0-c.box.Y1 < room*max(c.h, under.h) {
			return -1
		}
	}
	return best
}

// below returns the nearest line under a caption, stepping over the caption's second language.
func (v *view) below(at int) int {
	c := v.entries[at]
	best, bestCost := -1, math.Inf(1)
	for i, e := range v.entries {
		h := max(c.h, e.h)
		gap := e.box.Y0 - c.box.Y1
		dx := e.box.X0 - c.box.X0
		if i == at || !v.value(i) || gap < -0.5*min(c.h, e.h) || gap > 5*h || dx < -2*h && !(gap < 1.5*h && e.box.X1 > c.box.X0) || dx > indent*h && e.box.X0 > c.box.X1 {
			continue
		}
		if v.barrier(at, i) {
			continue
		}
		if cost := max(gap, 0) + 0.3*math.Abs(dx); cost < bestCost {
			best, bestCost = i, cost
		}
	}
	return best
}

// barrier says that a rule, a barcode or another caption lies between two entries, one above the other.
func (v *view) barrier(upper, lower int) bool {
	a, b := v.entries[upper].box, v.entries[lower].box
	x0, x1 := max(a.X0, b.X0), min(a.X1, b.X1)
	if x1 <= x0 {
		x0, x1 = b.X0, b.X1
	}
	// A caption may stand on the frame of its box.
	near := b.Y0-a.Y1 < 1.6*min(a.H(), b.H())
	if !near && v.ruled(x0, x1, (a.Y0+a.Y1)/2, (b.Y0+b.Y1)/2) || v.coded(x0, x1, a.Y1, b.Y0) {
		return true
	}
	for i, e := range v.entries {
		if i == upper || i == lower || e.tab || e.head.role == none || e.head.role == v.entries[upper].head.role {
			continue
		}
		if e.box.Y0 > a.Y0 && e.box.Y1 < b.Y1 && e.box.X0 < b.X1 && e.box.X1 > b.X0 && e.box.Center().Y < b.Center().Y {
			return true
		}
	}
	return false
}

// besideTab returns the first line of the cell at the side of a caption that is printed across.
func (v *view) besideTab(at int) int {
	t := v.entries[at].box
	top, bottom := t.Y0, t.Y1
	for grow := v.size / 2; grow < 20*v.size; grow += v.size / 2 {
		if !v.ruled(t.X0, t.X1, t.Y0-grow, t.Y0) {
			top = t.Y0 - grow
		}
		if !v.ruled(t.X0, t.X1, t.Y1, t.Y1+grow) {
			bottom = t.Y1 + grow
		}
	}
	right, left := -1, -1
	for i, e := range v.entries {
		mid := e.box.Center().Y
		if !v.value(i) || mid < top || mid > bottom {
			continue
		}
		if e.box.X0 >= t.X1-2 && e.box.X0 < t.X1+beside*v.size && right < 0 {
			right = i
		}
		if e.box.X1 <= t.X0+2 && left < 0 {
			left = i
		}
	}
	if right < 0 && v.entries[at].head.role == receiver {
		return left
	}
	return right
}

// take adds text of an entry to the block: to its name while that is empty, else to its address.
func (b *block) take(v *view, i int, text string) {
	b.used = append(b.used, i)
	text = strings.Trim(text, " |:;,-_")
	if len(b.name) == 0 {
		b.name = append(b.name, piece{i, cutCaption(v.lex, strings.Trim(text, " "))})
		return
	}
	if len(b.address) == 0 && fold(text) == fold(b.name[0].text) {
		return // the same name as contact and as company
	}
	b.address = append(b.address, piece{i, v.entries[i].trailing(text)})
	b.ended = b.ended || endsAddress(text)
}

// trailing keeps the comma that a line of an address may end with.
func (e entry) trailing(text string) string {
	if strings.HasSuffix(e.text, ",") && !strings.HasSuffix(text, ",") {
		return text + ","
	}
	return text
}

// cutCaption drops a caption that the next column put at the end of the line ("... Ltd. Contact:").
func cutCaption(l lexicon, text string) string {
	if i := strings.LastIndexByte(strings.TrimRight(text, ": "), ' '); i > 0 {
		if h := l.match(strings.TrimRight(text[i+1:], ":") + ":"); h.role == contactOf && h.rest == "" {
			return strings.TrimSpace(text[:i])
		}
	}
	return text
}

// frameCorner is the corner of a frame before a line, read as a letter.
var frameCorner = regexp.MustCompile(`^[L|_\[\]]{1,2}[_ ]+`)

// add adds a whole entry, its phone set aside.
func (b *block) add(v *view, i int) {
	e := v.entries[i]
	text := e.text
	captioned := e.head.role == phoneOf || e.head.role == contactOf
	if e.head.role != none && !v.echoes(i) && !(e.head.role == nameOf && len(b.name) > 0) { // "Attn: X" below a firm is printed so
		text = e.head.rest
	}
	if len(b.name) > 0 && e.box.X0 < b.left-0.8*e.h {
		text = frameCorner.ReplaceAllString(text, "")
	}
	if captioned {
		text = phones.Mend(text)
	}
	number := len(b.name) > 0 && longNumber.MatchString(strings.ReplaceAll(text, " ", ""))
	if phone, ok := phones.Whole(text, captioned || number); ok && (captioned || !endsAddress(text)) {
		b.used = append(b.used, i)
		if len(b.phone) == 0 {
			b.phone = append(b.phone, piece{i, phone})
		}
		return
	}
	if captioned {
		b.used = append(b.used, i)
		return
	}
	if phone, rest, ok := phones.Find(text, false); ok && letters(rest) >= 2 {
		if len(b.phone) == 0 {
			b.phone = append(b.phone, piece{i, phone})
		}
		text = stripPhoneCaption(v.lex, rest)
	}
	if text != "" && !mailbox.MatchString(text) {
		b.take(v, i, text)
	}
}

// mailbox is an address of electronic mail; a lone @ is a letter that was misread.
var mailbox = regexp.MustCompile(`[\p{L}\d._+-]@(?:[\p{L}\d-]+\.)*[\p{L}\d-]+\.[a-z]{2,}|^@|@$`)

// stripPhoneCaption drops "โทร" or "Tel." left at the end when a phone was taken out of a line.
func stripPhoneCaption(l lexicon, text string) string {
	words := strings.Fields(text)
	if n := len(words); n > 1 {
		if h := l.match(words[n-1] + ":"); h.role == phoneOf || h.role == contactOf {
			return strings.Join(words[:n-1], " ")
		}
	}
	return text
}
