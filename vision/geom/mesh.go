package geom

// Mesh is a map of the plane that is known at the knots of a grid, row by row, and lies evenly between them; beyond the grid it goes on as
// at its edge.
type Mesh struct {
	Step       float64 // between knots
	Cols, Rows int     // at least two each
	Knots      []Point
}

// MeshOf samples a map over w x h at knots step apart.
func MeshOf(w, h, step float64, of func(Point) Point) *Mesh {
	m := &Mesh{Step: step, Cols: int(w/step) + 2, Rows: int(h/step) + 2}
	for y := range m.Rows {
		for x := range m.Cols {
			m.Knots = append(m.Knots, of(Point{X: float64(x) * step, Y: float64(y) * step}))
		}
	}
	return m
}

// Whole reports that m has all its knots, as one of another process may not.
func (m *Mesh) Whole() bool {
	return m != nil && m.Step > 0 && m.Cols > 1 && m.Rows > 1 && len(m.Knots)/m.Cols == m.Rows && len(m.Knots)%m.Cols == 0
}

// Apply returns where p goes.
func (m *Mesh) Apply(p Point) Point {
	gx, gy := p.X/m.Step, p.Y/m.Step
	x, y := min(max(0, int(gx)), m.Cols-2), min(max(0, int(gy)), m.Rows-2)
	dx, dy := gx-float64(x), gy-float64(y)
	between := func(a, b Point, t float64) Point { return Point{X: a.X + t*(b.X-a.X), Y: a.Y + t*(b.Y-a.Y)} }
	i := y*m.Cols + x
	return between(between(m.Knots[i], m.Knots[i+1], dx), between(m.Knots[i+m.Cols], m.Knots[i+m.Cols+1], dx), dy)
}

// Quad takes each corner of q.
func (m *Mesh) Quad(q Quad) Quad {
	for i, c := range q {
		q[i] = m.Apply(c)
	}
	return q
}
