package form

import (
	"math"
	"slices"
	"unicode"

	"lensd/extract"
	"lensd/extract/caption"
	"lensd/vision/geom"
)

// Page is a layout prepared for reading as a form.
type Page struct {
	Layout *extract.Layout
	Rows   []Row // from top to bottom
	Hits   []Hit // row by row, from left to right
	Unit   float64
	walls  []extract.Rule // the vertical rules
}

// Hit is a caption on the page.
type Hit struct {
	caption.Hit
	Row int
	Box geom.Rect
}

// Span is a part of a row: runes From to To, the end excluded.
type Span struct{ Row, From, To int }

// Empty reports whether the span holds nothing.
func (s Span) Empty() bool { return s.To <= s.From }

// Open prepares a layout; m finds the kind's captions.
func Open(l *extract.Layout, m *caption.Matcher) *Page {
	p := &Page{Layout: l, Unit: unit(l)}
	p.Rows = rows(l, p.Unit)
	for _, r := range l.Rules {
		if math.Abs(r.B.Y-r.A.Y) > math.Abs(r.B.X-r.A.X) {
			p.walls = append(p.walls, r)
		}
	}
	for i := range p.Rows {
		for _, h := range m.Find(string(p.Rows[i].Text)) {
			h.End = min(h.End, len(p.Rows[i].Text))
			if !stands(p.Rows[i], h) {
				continue
			}
			p.Hits = append(p.Hits, Hit{h, i, p.Box(Span{i, h.Start, h.End})})
		}
	}
	return p
}

// short is the number of letters below which a caption must stand apart: a short word is part of many others.
const short = 7

// stands reports whether a hit is a caption and not a part of other words: a short one begins a line or follows a blank,
// and a blank, a sign or a figure follows it; one with a wrong letter also begins its line.
func stands(r Row, h caption.Hit) bool {
	if h.Letters >= short {
		return true
	}
	start := h.Start == 0 || r.Glyphs[h.Start-1].Line != r.Glyphs[h.Start].Line
	if !start && (h.Quality < 1 || unicode.IsLetter(r.Text[h.Start-1]) || unicode.IsMark(r.Text[h.Start-1])) {
		return false
	}
	if h.End >= len(r.Text) || h.Colon || h.End > 0 && r.Text[h.End-1] == ' ' {
		return true
	}
	return !unicode.IsLetter(r.Text[h.End]) && !unicode.IsMark(r.Text[h.End])
}

// unit is the usual letter height: the median over all characters, so that titles and marks count little.
func unit(l *extract.Layout) float64 {
	var hs []float64
	for _, line := range l.Lines {
		for range (len([]rune(line.Text.Value)) + 3) / 4 {
			hs = append(hs, line.Height)
		}
	}
	return max(1, geom.Median(hs))
}

// Of returns the hits that announce any of the keys.
func (p *Page) Of(keys ...string) []Hit {
	var out []Hit
	for _, h := range p.Hits {
		if slices.ContainsFunc(keys, h.Has) {
			out = append(out, h)
		}
	}
	return out
}

// Text returns the print of a span.
func (p *Page) Text(s Span) string {
	if s.Empty() {
		return ""
	}
	return string(p.Rows[s.Row].Text[s.From:s.To])
}

// Box returns the place of a span: its runes from left to right, the full height of the lines that they are of.
func (p *Page) Box(s Span) geom.Rect {
	r := p.Rows[s.Row]
	var out geom.Rect
	for _, g := range r.Glyphs[s.From:s.To] {
		if g.Line < 0 {
			continue
		}
		b := p.Layout.Lines[g.Line].Quad.Bounds()
		out = out.Union(geom.Rect{X0: g.X0, Y0: b.Y0, X1: max(g.X1, g.X0+1), Y1: b.Y1})
	}
	return out
}

// Confidence returns the lowest confidence of the lines of a span.
func (p *Page) Confidence(s Span) float64 {
	c := 1.0
	for _, g := range p.Rows[s.Row].Glyphs[s.From:s.To] {
		if g.Line >= 0 {
			c = min(c, p.Layout.Lines[g.Line].Text.Confidence)
		}
	}
	return c
}

// Trim leaves blanks, leaders and the signs between a caption and its value out of a span.
func (p *Page) Trim(s Span) Span {
	text := p.Rows[s.Row].Text
	for s.From < s.To && parting(text[s.From]) {
		s.From++
	}
	for s.To > s.From && (parting(text[s.To-1]) || text[s.To-1] == '(') && !abbreviated(text, s) {
		s.To--
	}
	return s
}

func parting(r rune) bool {
	switch r {
	case ' ', ':', ';', ',', '|', '_', '.', '·', '•', '‥', '…', '=', '-', '*', '\'', '"', '`', '“', '”', '‘', '’':
		return true
	}
	return false
}

// abbreviated says that the span ends with the single full stop of an abbreviation.
func abbreviated(text []rune, s Span) bool {
	n := s.To
	return n-s.From >= 3 && text[n-1] == '.' && !parting(text[n-2]) && (n < 3 || text[n-3] == '.' || text[n-2] > 0x7F)
}
