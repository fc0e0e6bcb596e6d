package label

import (
	"slices"

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

// SceneOf returns a page's lines, rules and codes as a scene.
func SceneOf(l *extract.Layout) Scene {
	s := Scene{Width: l.Width, Height: l.Height, Lines: slices.Clone(l.Lines), Codes: l.Codes}
	for _, r := range l.Rules {
		half := r.Thick / 2
		if b := (geom.Quad{r.A, r.B, r.B, r.A}).Bounds(); b.W() > b.H() {
			s.Rows = append(s.Rows, geom.Rect{X0: b.X0, Y0: b.Y0 - half, X1: b.X1, Y1: b.Y1 + half})
		} else {
			s.Cols = append(s.Cols, geom.Rect{X0: b.X0 - half, Y0: b.Y0, X1: b.X1 + half, Y1: b.Y1})
		}
	}
	return s
}

// capitals is how much of a line's quad its capital letters or consonants are high.
const capitals = 0.72
