// Package formtest builds small pages for the tests of kinds that read forms: lines at given places and a recogniser that
// reads what stands there.
package formtest

import (
	"context"
	"strings"

	"lensd/extract"
	"lensd/vision/geom"
)

// Sheet is a page made of lines. It implements extract.Sheet; reading a region gives the lines in it, left to right.
type Sheet struct{ Page extract.Layout }

// letter is the width of a letter on such a page, height the height of a line.
const (
	letter = 10.0
	height = 20.0
)

// New makes a page of 1200 x 1700 pixels.
func New() *Sheet { return &Sheet{extract.Layout{Number: 1, Width: 1200, Height: 1700}} }

// Put prints a text with its left edge at x and its middle at y.
func (s *Sheet) Put(x, y float64, text string) *Sheet {
	q := geom.QuadOf(geom.Rect{X0: x, Y0: y - height*0.75, X1: x + letter*float64(len([]rune(text))), Y1: y + height*0.75})
	s.Page.Lines = append(s.Page.Lines, extract.Line{Quad: q, Height: height, Area: -1, Text: extract.Text{Value: text, Confidence: 0.95}})
	return s
}

// Rule draws a straight line.
func (s *Sheet) Rule(x0, y0, x1, y1 float64) *Sheet {
	s.Page.Rules = append(s.Page.Rules, extract.Rule{A: geom.Point{X: x0, Y: y0}, B: geom.Point{X: x1, Y: y1}, Thick: 2})
	return s
}

// Tick draws a box to be ticked, its middle at (x, y).
func (s *Sheet) Tick(x, y, ink float64) *Sheet {
	s.Page.Ticks = append(s.Page.Ticks, extract.Tick{Quad: geom.QuadOf(geom.Rect{X0: x - 12, Y0: y - 12, X1: x + 12, Y1: y + 12}), Ink: ink})
	return s
}

// Number implements extract.Sheet, as all that follows does.
func (s *Sheet) Number() int { return s.Page.Number }

// Size returns the page's size.
func (s *Sheet) Size() (width, height int) { return s.Page.Width, s.Page.Height }

// SourceSize is the same: the sender's picture is the page.
func (s *Sheet) SourceSize() (width, height int) { return s.Page.Width, s.Page.Height }

// ToSource changes nothing.
func (s *Sheet) ToSource(q geom.Quad) geom.Quad { return q }

// Lines returns the lines.
func (s *Sheet) Lines(context.Context) ([]extract.Line, error) { return s.Page.Lines, nil }

// Layout returns the page.
func (s *Sheet) Layout(context.Context) (*extract.Layout, error) { return &s.Page, nil }

// Tables returns none.
func (s *Sheet) Tables(context.Context) ([]extract.Table, error) { return nil, nil }

// Read returns the lines whose middle lies in a region.
func (s *Sheet) Read(_ context.Context, regions []geom.Quad, _ extract.Hint) ([]extract.Text, error) {
	out := make([]extract.Text, len(regions))
	for i, q := range regions {
		var parts []string
		for _, l := range s.Page.Lines {
			if q.Bounds().Contains(l.Quad.Center()) {
				parts = append(parts, l.Text.Value)
			}
		}
		out[i] = extract.Text{Value: strings.Join(parts, " "), Confidence: 0.9}
	}
	return out, nil
}
