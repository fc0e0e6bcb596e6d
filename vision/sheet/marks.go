package sheet

import (
	"math"
	"slices"
	"strings"

	"lensd/vision/layout"
	"lensd/vision/table"
)

// Marks that stand for a value that is not there, in heights of the table's print: they are too small for words, and blurred
// dashes are hardly wider than high.
const (
	speck     = 0.12 // less is dirt
	flatter   = 1.3  // width over height of a dash
	thickest  = 0.42 // dash
	narrowest = 0.22
	dotSize   = 0.34
	dotGap    = 0.9
	mostDots  = 4
)

// markOf tells the dots or the stroke of a dash that a cell without words holds, neither for anything else. They stand level with other
// print of the row, which tells them from dirt.
func (s *Sheet) markOf(c table.Cell, row []layout.Phrase, height int) (dots string, stroke layout.Box) {
	if s.trust {
		if t, _ := s.layerText(quadOf(c.Box, 0)); strings.Trim(t.Value, ".*-–—… ") == "" {
			return t.Value, stroke
		}
		return "", stroke
	}
	h := float64(height)
	parts := s.partsIn(c.Box, max(2, height/6))
	parts = slices.DeleteFunc(parts, func(p layout.Component) bool { return float64(max(p.W(), p.H())) < max(2, speck*h) })
	if len(parts) == 0 || len(parts) > mostDots {
		return "", stroke
	}
	if p := parts[0]; len(parts) == 1 {
		w, thick := float64(p.W()), float64(p.H())
		if w < flatter*thick || thick > thickest*h || w < narrowest*h || w >= emDash*h || !amid(p.Box, row) {
			return "", stroke
		}
		return "", p.Box
	}
	for i, p := range parts {
		if float64(max(p.W(), p.H())) > dotSize*h || !onBase(p.Box, row, h) || i > 0 && float64(p.X0-parts[i-1].X1) > dotGap*h {
			return "", stroke
		}
	}
	return strings.Repeat(".", len(parts)), stroke
}

// partsIn returns the patches of ink within a box, from left to right, without those that its edges cut or touch.
func (s *Sheet) partsIn(b layout.Box, margin int) []layout.Component {
	b = layout.Box{X0: b.X0 + margin, Y0: b.Y0 + margin, X1: b.X1 - margin, Y1: b.Y1 - margin}
	if b.W() <= 0 || b.H() <= 0 {
		return nil
	}
	parts := slices.DeleteFunc(layout.Components(s.inkIn(b)), func(p layout.Component) bool {
		return p.X0 == 0 || p.Y0 == 0 || p.X1 == b.W() || p.Y1 == b.H()
	})
	for i := range parts {
		p := &parts[i]
		p.X0, p.X1, p.Y0, p.Y1 = p.X0+b.X0, p.X1+b.X0, p.Y0+b.Y0, p.Y1+b.Y0
	}
	slices.SortFunc(parts, func(a, b layout.Component) int { return a.X0 - b.X0 })
	return parts
}

// inkIn cuts a part out of the page's print.
func (s *Sheet) inkIn(b layout.Box) *layout.Bitmap {
	ink, out := s.analysis().Ink, layout.NewBitmap(b.W(), b.H())
	for y := range b.H() {
		for x := range b.W() {
			if ink.At(b.X0+x, b.Y0+y) {
				out.Pix[y*out.W+x] = 1
			}
		}
	}
	return out
}

// amid reports that a patch stands at half the height of some print beside it.
func amid(b layout.Box, row []layout.Phrase) bool {
	return slices.ContainsFunc(row, func(p layout.Phrase) bool {
		return math.Abs(float64(b.Y0+b.Y1-p.Y0-p.Y1)) <= 0.5*float64(p.H())
	})
}

// onBase reports that a patch stands on the baseline of some print beside it.
func onBase(b layout.Box, row []layout.Phrase, height float64) bool {
	return slices.ContainsFunc(row, func(p layout.Phrase) bool {
		return slices.ContainsFunc(p.Words, func(w layout.Word) bool { return math.Abs(float64(b.Y1-w.Base)) <= max(2, 0.15*height) })
	})
}
