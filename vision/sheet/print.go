package sheet

import (
	"context"
	"slices"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/layout"
)

// Print is Layout with each line as it is printed: its quad without the white that is kept around what is read, its height that of the
// letters which reach up. Finders that learned where lines stand to each other by their print take these.
func (s *Sheet) Print(ctx context.Context) (*extract.Layout, error) {
	out, err := s.Layout(ctx)
	if err != nil {
		return nil, err
	}
	out.Lines = slices.Clone(out.Lines)
	for i := range out.Lines {
		l := &out.Lines[i]
		if !s.trust {
			bare(l)
		}
		if h := s.reaching(*l); h > 0 {
			l.Height = h
		}
		l.Height = max(l.Height, leastLetters*l.Quad[0].Dist(l.Quad[3]))
	}
	return out, nil
}

// bare takes the white off a line's quad and tells its letters' places anew.
func bare(l *extract.Line) {
	w, h := l.Quad[0].Dist(l.Quad[1]), l.Quad[0].Dist(l.Quad[3])
	pad := padding(int(l.Height))
	if w <= 3*pad || h <= 3*pad {
		return
	}
	x, y := pad/w, pad/h
	q := l.Quad
	at := func(u, v float64) geom.Point { return between(between(q[0], q[1], u), between(q[3], q[2], u), v) }
	l.Quad = geom.Quad{at(x, y), at(1-x, y), at(1-x, 1-y), at(x, 1-y)}
	l.Text.Chars = slices.Clone(l.Text.Chars)
	for i := range l.Text.Chars {
		c := &l.Text.Chars[i]
		c.X0, c.X1 = max(0, min(1, (c.X0-x)/(1-2*x))), max(0, min(1, (c.X1-x)/(1-2*x)))
	}
	l.Words = words(l.Text, l.Quad)
}

// What of a line's patches are letters, in its height, and which of them, from the lowest, tells how high those are that reach up.
const (
	glyphLeast = 0.45
	glyphMost  = 1.6
	glyphWide  = 7.0 // times as wide as high is a dash
	glyphAt    = 2.0 / 3
	// leastLetters is how much of its line's height a letter has at least: under Thai letters and over them stand marks.
	leastLetters = 0.3
)

// around is a box with some pixels more on every side.
func around(b layout.Box, by int) layout.Box {
	return layout.Box{X0: b.X0 - by, Y0: b.Y0 - by, X1: b.X1 + by, Y1: b.Y1 + by}
}

// reaching is how high the letters of a line are that reach up, 0 where there are none.
func (s *Sheet) reaching(l extract.Line) float64 {
	var heights []float64
	for _, p := range s.partsIn(around(boxOf(l.Quad.Bounds()), 2), 0) {
		w, h := float64(p.W()), float64(p.H())
		if l.Turn%2 == 1 {
			w, h = h, w
		}
		if h >= glyphLeast*l.Height && h <= glyphMost*l.Height && w < glyphWide*h {
			heights = append(heights, h)
		}
	}
	if len(heights) == 0 {
		return 0
	}
	slices.Sort(heights)
	return heights[int(float64(len(heights))*glyphAt)]
}
