package form

import (
	"math"
	"slices"

	"lensd/vision/geom"
)

// reach is the widest white within a value, in letter heights: wider than a blank between words, narrower than the gap
// between columns that no rule parts.
const reach = 2.6

// Wall reports whether a vertical rule stands between x0 and x1 at the height of row r.
func (p *Page) Wall(row int, x0, x1 float64) bool {
	b := p.Rows[row].Box
	y := (b.Y0 + b.Y1) / 2
	for _, w := range p.walls {
		top, bottom := min(w.A.Y, w.B.Y), max(w.A.Y, w.B.Y)
		if y < top || y > bottom {
			continue
		}
		x := w.A.X
		if w.B.Y != w.A.Y {
			x += (w.B.X - w.A.X) * (y - w.A.Y) / (w.B.Y - w.A.Y)
		}
		if x > x0 && x < x1 {
			return true
		}
	}
	return false
}

// Cell widens the single rune at index k of a row to all print that stands together with it: no rule, no wide white and
// no caption between.
func (p *Page) Cell(row, k int) Span {
	r := p.Rows[row]
	s := Span{row, k, k + 1}
	for s.To < len(r.Text) && !p.parted(row, s.To) {
		s.To++
	}
	for s.From > 0 && !p.parted(row, s.From) {
		s.From--
	}
	return p.Trim(s)
}

// parted reports whether something parts rune k of a row from the one before.
func (p *Page) parted(row, k int) bool {
	for _, h := range p.Hits {
		if h.Row == row && (h.Start == k || h.End == k) {
			return true
		}
	}
	g := p.Rows[row].Glyphs
	if g[k].Line == g[k-1].Line && g[k].Line >= 0 {
		return false
	}
	if g[k].Line < 0 { // a blank between lines: look across it
		if k+1 >= len(g) {
			return false
		}
		white := g[k+1].X0 - g[k-1].X1
		return white > reach*p.Rows[row].Height || p.Wall(row, g[k-1].X1-1, g[k+1].X0+1)
	}
	return false
}

// Behind returns the print that follows a caption in its row: up to the next caption, rule or wide white. A rule or white
// right behind the caption is passed over, as tables of two columns have it, up to far letter heights wide.
func (p *Page) Behind(h Hit, far float64) Span {
	r := p.Rows[h.Row]
	k := h.End
	for k < len(r.Text) && (r.Glyphs[k].Line < 0 || parting(r.Text[k])) {
		k++
	}
	if k >= len(r.Text) || p.taken(h.Row, k) || r.Glyphs[k].X0-h.Box.X1 > far*p.Unit {
		return Span{Row: h.Row}
	}
	s := Span{h.Row, k, k + 1}
	for s.To < len(r.Text) && !p.parted(h.Row, s.To) {
		s.To++
	}
	return p.Trim(s)
}

// taken reports whether rune k of a row is part of a caption.
func (p *Page) taken(row, k int) bool {
	for _, h := range p.Hits {
		if h.Row == row && h.Start <= k && k < h.End {
			return true
		}
	}
	return false
}

// Below returns the print under a box, row by row down to depth letter heights, that has a good part of its width in common with the
// box and is no caption.
func (p *Page) Below(box geom.Rect, depth float64) []Span {
	var out []Span
	for row, r := range p.Rows {
		if r.Box.Y1 < box.Y1 || (r.Box.Y0+r.Box.Y1)/2 < box.Y1 || r.Box.Y0 > box.Y1+depth*p.Unit {
			continue
		}
		for k := 0; k < len(r.Text); {
			if r.Glyphs[k].Line < 0 || p.taken(row, k) || parting(r.Text[k]) {
				k++
				continue
			}
			s := p.Cell(row, k)
			if s.Empty() || s.To <= k {
				k++
				continue
			}
			if b := p.Box(s); min(b.X1, box.X1)-max(b.X0, box.X0) > 0.25*min(b.W(), box.W()) && (b.Y0+b.Y1)/2 > box.Y1 {
				out = append(out, s)
			}
			k = s.To
		}
	}
	return out
}

// Rest returns a span without its first word, empty when it has but one.
func (p *Page) Rest(s Span) Span {
	text := p.Rows[s.Row].Text
	for k := s.From; k < s.To; k++ {
		if text[k] == ' ' {
			return p.Trim(Span{s.Row, k, s.To})
		}
	}
	return Span{Row: s.Row}
}

// Beside returns the print to the right of a caption that stands a little higher or lower, as where a caption is set to the middle of
// a value of two lines: the nearest cell of each row.
func (p *Page) Beside(h Hit) []Span {
	var out []Span
	y := h.Box.Center().Y
	for row := max(0, h.Row-3); row < min(len(p.Rows), h.Row+4); row++ {
		if d := math.Abs(p.Rows[row].Box.Center().Y - y); row == h.Row || d > 1.9*p.Unit {
			continue
		}
		for _, s := range p.Cells(row) {
			if b := p.Box(s); b.X0 > h.Box.X1 && b.X0-h.Box.X1 < 40*p.Unit {
				out = append(out, s)
				break
			}
		}
	}
	return out
}

// Column returns the print below a caption, cut at the columns of the captions beside it in its row: without rules, values of
// neighbouring columns may stand as close as words.
func (p *Page) Column(h Hit, depth float64) []Span {
	x0, x1, beside := p.neighbours(h)
	box := h.Box
	if beside > 2 { // a row of heads: all between its neighbours is the column
		box.X0, box.X1 = max(x0, box.X0-6*p.Unit), min(x1, box.X1+6*p.Unit)
	}
	out := p.Below(box, depth)
	for i, s := range out {
		g := p.Rows[s.Row].Glyphs
		text := p.Rows[s.Row].Text
		for k := s.From; k < s.To; k++ { // leave out whole words that stand in other columns
			if text[k] != ' ' {
				continue
			}
			if middle := (g[s.From].X0 + g[k-1].X1) / 2; middle < x0 {
				s.From = k + 1
			}
		}
		for k := s.To - 1; k > s.From; k-- {
			if text[k] != ' ' {
				continue
			}
			if g[k+1].X0 > x1-0.3*p.Unit { // it begins under the next head
				s.To = k
			}
		}
		if s = p.Trim(s); !s.Empty() {
			if c := p.Box(s).Center().X; c < x0 || c > x1 {
				s.To = s.From
			}
		}
		out[i] = s
	}
	return slices.DeleteFunc(out, Span.Empty)
}

// neighbours returns where the captions at both sides of one in its row end and begin, and how many captions the row has.
func (p *Page) neighbours(h Hit) (x0, x1 float64, beside int) {
	x0, x1 = h.Box.X0-1e9, h.Box.X1+1e9
	for _, o := range p.Hits {
		if o.Row != h.Row {
			continue
		}
		beside++
		switch {
		case o.Start == h.Start:
		case o.Box.X1 <= h.Box.X0:
			x0 = max(x0, o.Box.X1)
		case o.Box.X0 >= h.Box.X1:
			x1 = min(x1, o.Box.X0)
		}
	}
	return x0, x1, beside
}

// Cells returns all print of a row in parts.
func (p *Page) Cells(row int) []Span {
	var out []Span
	r := p.Rows[row]
	for k := 0; k < len(r.Text); {
		if r.Glyphs[k].Line < 0 || p.taken(row, k) || parting(r.Text[k]) {
			k++
			continue
		}
		s := p.Cell(row, k)
		if s.To <= k {
			k++
			continue
		}
		out = append(out, s)
		k = s.To
	}
	return out
}

// Line reports whether a horizontal rule parts two boxes of which b stands below a.
func (p *Page) Line(a, b geom.Rect) bool {
	x := (max(a.X0, b.X0) + min(a.X1, b.X1)) / 2
	from, to := a.Center().Y, b.Center().Y
	for _, r := range p.Layout.Rules {
		if math.Abs(r.B.Y-r.A.Y) > math.Abs(r.B.X-r.A.X) || x < min(r.A.X, r.B.X) || x > max(r.A.X, r.B.X) {
			continue
		}
		if y := (r.A.Y + r.B.Y) / 2; y > from && y < to {
			return true
		}
	}
	return false
}
