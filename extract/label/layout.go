package label

import (
	"lensd/extract"
	"lensd/vision/geom"
)

// Layout returns the scene's lines and rules as the field finder takes them.
func (s Scene) Layout() *extract.Layout {
	l := &extract.Layout{Number: 1, Width: s.Width, Height: s.Height, Codes: s.Codes}
	for _, line := range s.Lines {
		line.Turn, line.Area = quarter(line.Quad), -1
		line.Text.Value = tidy(line.Text.Value)
		if line.Height <= 0 {
			line.Height = capitals * line.Quad[0].Dist(line.Quad[3])
		}
		l.Lines = append(l.Lines, line)
	}
	rule := func(r geom.Rect, a, b geom.Point) {
		l.Rules = append(l.Rules, extract.Rule{A: a, B: b, Thick: min(r.W(), r.H())})
	}
	for _, r := range s.Rows {
		y := r.Center().Y
		rule(r, geom.Point{X: r.X0, Y: y}, geom.Point{X: r.X1, Y: y})
	}
	for _, r := range s.Cols {
		x := r.Center().X
		rule(r, geom.Point{X: x, Y: r.Y0}, geom.Point{X: x, Y: r.Y1})
	}
	return l
}

// capitals is how much of a line's quad its capital letters or consonants are high.
const capitals = 0.72
