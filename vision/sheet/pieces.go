package sheet

import (
	"cmp"
	"context"
	"slices"
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
			if pieces[i].More && located(out[len(out)-1].Text) && located(t) {
				piece = runOn(out[len(out)-1], piece)
				out = out[:len(out)-1]
			}
			piece.Words = words(piece.Text, piece.Quad)
			out = append(out, piece)
		}
	}
	return out, nil
}

// located reports that it is known where the characters of a text stand, without which a line has no words.
func located(t extract.Text) bool { return len(t.Chars) > 0 }

// runOn is the line of two pieces that stand side by side in print of one size, whose characters' places are known. It is read right where
// both are.
func runOn(a, b extract.Line) extract.Line {
	q := geom.QuadOf(a.Quad.Bounds().Union(b.Quad.Bounds()))
	ta, tb := along(a.Text, a.Quad.Bounds(), q), along(b.Text, b.Quad.Bounds(), q)
	t := extract.Text{Value: ta.Value + " " + tb.Value, Confidence: ta.Confidence * tb.Confidence}
	blank := extract.Char{Rune: ' ', X0: ta.Chars[len(ta.Chars)-1].X1, X1: tb.Chars[0].X0, Confidence: 1}
	t.Chars = slices.Concat(ta.Chars, []extract.Char{blank}, tb.Chars)
	for _, o := range ta.Alternatives {
		t.Alternatives = append(t.Alternatives, extract.Alternative{Value: o.Value + " " + tb.Value, Confidence: o.Confidence * tb.Confidence})
	}
	for _, o := range tb.Alternatives {
		t.Alternatives = append(t.Alternatives, extract.Alternative{Value: ta.Value + " " + o.Value, Confidence: ta.Confidence * o.Confidence})
	}
	slices.SortStableFunc(t.Alternatives, func(a, b extract.Alternative) int { return cmp.Compare(b.Confidence, a.Confidence) })
	return extract.Line{Quad: q, Height: max(a.Height, b.Height), Area: -1, Text: t}
}

// piecesOf returns the pieces of a line that are worth reading.
func (s *Sheet) piecesOf(l extract.Line) ([]layout.Part, bool) {
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
