package geom_test

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/geom"
)

func TestConvexHull(t *testing.T) {
	square := []geom.Point{{X: 0, Y: 0}, {X: 4, Y: 0}, {X: 4, Y: 4}, {X: 0, Y: 4}}
	inside := append([]geom.Point{{X: 2, Y: 2}, {X: 2, Y: 0}}, square...)
	assert.Equal(t, square, geom.ConvexHull(inside))
	assert.Len(t, geom.ConvexHull(square[:2]), 2)
	assert.Empty(t, geom.ConvexHull(nil))
}

func TestQuadAround(t *testing.T) {
	whole := geom.Quad{{X: 10, Y: 10}, {X: 110, Y: 10}, {X: 110, Y: 60}, {X: 10, Y: 60}}
	for name, c := range map[string]struct {
		outline []image.Point
		want    geom.Quad
	}{
		"four corners":    {[]image.Point{{110, 10}, {110, 60}, {10, 60}, {10, 10}}, whole},
		"a folded corner": {[]image.Point{{10, 10}, {100, 10}, {110, 20}, {110, 60}, {10, 60}}, whole},
		"a torn corner":   {[]image.Point{{10, 10}, {110, 10}, {110, 52}, {104, 57}, {98, 60}, {10, 60}}, whole},
		"a dent is none":  {[]image.Point{{10, 10}, {60, 20}, {110, 10}, {110, 60}, {10, 60}}, whole},
	} {
		t.Run(name, func(t *testing.T) {
			q, ok := geom.QuadAround(geom.Points(c.outline))
			require.True(t, ok)
			for i := range q {
				assert.InDelta(t, c.want[i].X, q[i].X, 1e-9)
				assert.InDelta(t, c.want[i].Y, q[i].Y, 1e-9)
			}
		})
	}
	_, ok := geom.QuadAround(geom.Points([]image.Point{{0, 0}, {9, 0}, {0, 9}}))
	assert.False(t, ok, "a triangle")
	_, ok = geom.QuadAround(nil)
	assert.False(t, ok)
}

func TestOrderedStartsAtTheTopLeft(t *testing.T) {
	want := geom.Quad{{X: 1, Y: 1}, {X: 9, Y: 2}, {X: 8, Y: 7}, {X: 0, Y: 6}}
	assert.Equal(t, want, want.Ordered())
	assert.Equal(t, want, geom.Quad{want[2], want[3], want[0], want[1]}.Ordered())
	assert.Equal(t, want, geom.Quad{want[0], want[3], want[2], want[1]}.Ordered(), "counter-clockwise")
}
