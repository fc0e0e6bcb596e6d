package label

import (
	"lensd/extract"
	"lensd/extract/find"
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

// sceneOf is a layout as the rules see it.
func sceneOf(l *extract.Layout) Scene {
	s := Scene{Width: l.Width, Height: l.Height, Lines: l.Lines, Codes: l.Codes}
	for _, r := range l.Rules {
		if b := (geom.Quad{r.A, r.B, r.B, r.A}).Bounds(); b.W() > b.H() {
			s.Rows = append(s.Rows, b)
		} else {
			s.Cols = append(s.Cols, b)
		}
	}
	return s
}

// opinion is what the rules take for the receiver's fields, as evidence for the finder.
func (r *Reader) opinion(l *extract.Layout) (out []find.Said) {
	v, b, score := r.find(sceneOf(l))
	if score <= 0 {
		return nil
	}
	for _, f := range []struct {
		name   string
		pieces []piece
	}{{FieldName, b.name}, {FieldAddress, b.address}, {FieldPhone, b.phone}} {
		said := find.Said{Field: f.name, Score: score}
		for _, p := range f.pieces {
			if p.text != "" {
				said.Lines, said.Texts = append(said.Lines, v.entries[p.entry].line), append(said.Texts, p.text)
			}
		}
		if len(said.Lines) > 0 {
			out = append(out, said)
		}
	}
	return out
}

// capitals is how much of a line's quad its capital letters or consonants are high.
const capitals = 0.72
