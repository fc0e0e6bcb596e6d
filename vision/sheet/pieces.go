package sheet

import (
	"context"
	"strings"
	"unicode/utf8"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/layout"
)

// When a line is rather its pieces, by the confidence of what is read.
const (
	wellRead   = 0.85 // from which on a line is whole
	surerParts = 0.05 // that pieces have more
	surerFore  = 0.15 // that what is behind a first word has more
)

// piecewise reads level lines whose print changes its size piece by piece as well, and takes the pieces where they are read with more
// confidence than the whole: a caption in small print is misread beside its value in large print, and the value with it, because a
// line is read at one height.
func (s *Sheet) piecewise(ctx context.Context, lines []extract.Line) ([]extract.Line, error) {
	var out []extract.Line
	for _, l := range lines {
		pieces, fore := s.piecesOf(l)
		if len(pieces) == 0 {
			out = append(out, l)
			continue
		}
		quads := make([]geom.Quad, len(pieces))
		for i, p := range pieces {
			quads[i] = quadOf(p.Box, padding(p.Height))
		}
		texts, err := s.readWorth(ctx, quads)
		if err != nil {
			return nil, err
		}
		if !surer(texts, l.Text, fore) {
			out = append(out, l)
			continue
		}
		for i, t := range texts {
			piece := extract.Line{Quad: quads[i], Height: float64(pieces[i].Height), Area: -1, Text: t}
			piece.Words = words(t, quads[i])
			out = append(out, piece)
		}
	}
	return out, nil
}

// piecesOf returns the pieces of a line that are worth reading.
func (s *Sheet) piecesOf(l extract.Line) ([]layout.Line, bool) {
	if l.Text.Confidence >= wellRead || l.Turn != 0 {
		return nil, false
	}
	return s.analysis().Parts(layout.Line{Box: boxOf(l.Quad.Bounds()), Height: int(l.Height)})
}

// surer reports that a line is rather its pieces, by how they are read.
func surer(pieces []extract.Text, whole extract.Text, fore bool) bool {
	if fore {
		return together(pieces) > 0 && pieces[len(pieces)-1].Confidence > whole.Confidence+surerFore
	}
	return together(pieces) > whole.Confidence+surerParts
}

// together is the mean confidence of pieces' letters; 0 where one of them says nothing.
func together(read []extract.Text) float64 {
	sum, n := 0.0, 0.0
	for _, t := range read {
		k := float64(utf8.RuneCountInString(strings.TrimSpace(t.Value)))
		if k == 0 {
			return 0
		}
		sum, n = sum+k*t.Confidence, n+k
	}
	return sum / max(n, 1)
}
