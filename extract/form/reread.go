package form

import (
	"context"
	"strings"

	"lensd/extract"
	"lensd/extract/thai"
	"lensd/vision/geom"
)

// Value is the print of a field.
type Value struct {
	Value      string
	Confidence float64
	Places     []geom.Rect // on the sheet, one a line
}

// The white that is taken over and under the letters of a span when it is read again, in letter heights: two marks stand
// over a Thai consonant, one below.
const (
	above = 0.75
	under = 0.45
)

// Reread reads spans again, each as one whole line with room for its marks, and keeps of both readings the surer one, without
// the colon of its caption. A line that
// the page's first reading cut into parts is so read in one, with its words around it.
func Reread(ctx context.Context, s extract.Sheet, p *Page, spans []Span, hint extract.Hint) (Value, error) {
	regions := make([]geom.Quad, len(spans))
	v := Value{Confidence: 1}
	for i, sp := range spans {
		b := p.Box(sp)
		v.Places = append(v.Places, b)
		regions[i] = geom.QuadOf(p.roomy(sp, b))
	}
	texts, err := s.Read(ctx, regions, hint)
	if err != nil {
		return v, err
	}
	parts := make([]string, 0, len(spans))
	for i, sp := range spans {
		text, conf := strings.TrimLeft(p.Text(sp), ":; "), p.Confidence(sp)
		if again := strings.TrimLeft(strings.TrimSpace(thai.Fold(texts[i].Value)), ":; "); again != "" && texts[i].Confidence > conf {
			text, conf = again, texts[i].Confidence
		}
		parts = append(parts, text)
		v.Confidence = min(v.Confidence, conf)
	}
	v.Value = thai.Fold(strings.Join(parts, " "))
	return v, nil
}

// roomy is a span's box with room for marks, as far as no other row's letters begin.
func (p *Page) roomy(s Span, b geom.Rect) geom.Rect {
	h := p.Rows[s.Row].Height
	mid := b.Center().Y
	out := geom.Rect{X0: b.X0 - 0.3*h, Y0: min(b.Y0, mid-h/2-above*h), X1: b.X1 + 0.3*h, Y1: max(b.Y1, mid+h/2+under*h)}
	return out
}
