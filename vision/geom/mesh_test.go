package geom

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAMeshIsItsMapBetweenKnotsAndBeyond(t *testing.T) {
	of := func(p Point) Point { return Point{X: 2*p.X + 3, Y: p.Y - 0.1*p.X + 0.01*p.X*p.Y} }
	m := MeshOf(100, 60, 20, of)
	for name, p := range map[string]Point{
		"a knot": {X: 40, Y: 20}, "between": {X: 47, Y: 33}, "the last corner": {X: 100, Y: 60}, "beyond": {X: 130, Y: 85}, "before": {X: -7, Y: -3},
	} {
		got, want := m.Apply(p), of(p)
		assert.InDelta(t, want.X, got.X, 1e-9, name)
		assert.InDelta(t, want.Y, got.Y, 1e-9, name)
	}
	q := QuadOf(Rect{X0: 5, Y0: 7, X1: 50, Y1: 22})
	for i, c := range m.Quad(q) {
		assert.InDelta(t, of(q[i]).Y, c.Y, 1e-9)
	}
}
