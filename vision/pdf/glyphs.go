package pdf

import (
	"math"

	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"lensd/vision/geom"
)

// glyph is a character of the layer in pixels of the rendered page.
type glyph struct {
	r      rune
	box    geom.Rect  // of its ink; several characters that one drawn sign stands for share its width
	origin geom.Point // on the baseline, where the sign's advance starts
	em     float64    // size of the face
	turn   geom.Turn
	made   bool // a space or line end that PDFium put in
}

// glyphs takes the characters of a page's layer, in content order; to leads from page space to pixels. PDFium's own call for
// all of them at once costs five times as much.
func (r *Renderer) glyphs(page requests.Page, to geom.Homography) ([]glyph, error) {
	loaded, err := r.instance.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page: page})
	if err != nil {
		return nil, err
	}
	text := loaded.TextPage
	defer func() { _, _ = r.instance.FPDFText_ClosePage(&requests.FPDFText_ClosePage{TextPage: text}) }()
	n, err := r.instance.FPDFText_CountChars(&requests.FPDFText_CountChars{TextPage: text})
	if err != nil {
		return nil, err
	}
	out := make([]glyph, 0, max(0, n.Count))
	for i := range n.Count {
		if g, ok := r.glyph(text, i, to); ok {
			out = append(out, g)
		}
	}
	return out, nil
}

// glyph takes one character, ok false where it has no place.
func (r *Renderer) glyph(text references.FPDF_TEXTPAGE, i int, to geom.Homography) (g glyph, ok bool) {
	code, err := r.instance.FPDFText_GetUnicode(&requests.FPDFText_GetUnicode{TextPage: text, Index: i})
	if err != nil {
		return g, false
	}
	g.r = rune(code.Unicode)
	if blank(g.r) {
		made, err := r.instance.FPDFText_IsGenerated(&requests.FPDFText_IsGenerated{TextPage: text, Index: i})
		g.made = err != nil || made.IsGenerated
		return g, true
	}
	box, err := r.instance.FPDFText_GetCharBox(&requests.FPDFText_GetCharBox{TextPage: text, Index: i})
	if err != nil {
		return g, false
	}
	g.box = to.Quad(geom.QuadOf(geom.Rect{X0: box.Left, Y0: min(box.Bottom, box.Top), X1: box.Right, Y1: max(box.Bottom, box.Top)})).Bounds()
	m, err := r.instance.FPDFText_GetMatrix(&requests.FPDFText_GetMatrix{TextPage: text, Index: i})
	if err != nil {
		return g, false
	}
	size, err := r.instance.FPDFText_GetFontSize(&requests.FPDFText_GetFontSize{TextPage: text, Index: i})
	if err != nil {
		return g, false
	}
	x, y := float64(m.Matrix.E), float64(m.Matrix.F)
	g.origin = to.Apply(geom.Point{X: x, Y: y})
	along := to.Apply(geom.Point{X: x + float64(m.Matrix.A), Y: y + float64(m.Matrix.B)})
	up := to.Apply(geom.Point{X: x + float64(m.Matrix.C), Y: y + float64(m.Matrix.D)})
	g.turn = geom.TurnOf(geom.Point{X: along.X - g.origin.X, Y: along.Y - g.origin.Y})
	g.em = math.Abs(size.FontSize) * up.Dist(g.origin)
	return g, true
}
