package tawi

import (
	"math"
	"strings"

	"lensd/extract/form"
	"lensd/extract/thai"
	"lensd/extract/thai/name"
	"lensd/vision/geom"
)

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
		if name.Begins(text) {
			weight += 2
		}
		if rest(text) {
			return
		}
		if letters(text) < 3 || strings.ContainsAny(text, "0123456789๐๑๒๓๔๕๖๗๘๙") && !name.Begins(text) {
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
	if box.W() > narrow*p.Unit && !open(so) {
		return out
	}
	left, below := box.X0, p.Below(box, 8)
	if h.Row == first.Row && open(so) && (len(below) == 0 || math.Abs(p.Box(below[0]).X0-box.X0) > 1.5*p.Unit) {
		left, below = min(left, h.Box.X0), p.Below(box.Union(h.Box), 8) // a line that is full goes on below its caption
	}
	for _, s := range below {
		b := p.Box(s)
		text := p.Text(s)
		if b.Y0-box.Y1 > 1.6*p.Unit || math.Abs(b.X0-box.X0) > 1.5*p.Unit && math.Abs(b.X0-left) > 1.5*p.Unit || strings.ContainsAny(text, "0123456789๐๑๒๓๔๕๖๗๘๙:") ||
			ended(so) || captioned(p, s.Row, b, h, p.Box(first)) && !open(so) {
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
		if (k == s.From || text[k-1] == ' ') && text[k] != ' ' && text[k] != ':' && name.Begins(string(text[k:s.To])) {
			return form.Span{Row: s.Row, From: k, To: s.To}
		}
	}
	return form.Span{}
}

// captioned reports whether a row has a caption of its own to the left of a box, in the column of caption h: then its print is that
// one's value. A caption at the middle of a name's lines stands beside the first, too.
func captioned(p *form.Page, row int, b geom.Rect, h form.Hit, first geom.Rect) bool {
	y := b.Center().Y
	for _, o := range p.Hits {
		if math.Abs(o.Box.Center().Y-first.Center().Y) < 1.2*p.Unit {
			continue
		}
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
