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

func TestCommonIsWhatTwoQuadsCover(t *testing.T) {
	square := geom.QuadOf(geom.Rect{X1: 10, Y1: 10})
	turned := geom.Quad{{5, -5}, {15, 5}, {5, 15}, {-5, 5}} // stands on a corner, and cuts a corner off none of square's
	for name, c := range map[string]struct {
		q    geom.Quad
		want float64
	}{
		"the same":              {square, 100},
		"beside it":             {geom.QuadOf(geom.Rect{X0: 20, X1: 30, Y1: 10}), 0},
		"a quarter":             {geom.QuadOf(geom.Rect{X0: 5, Y0: 5, X1: 20, Y1: 20}), 25},
		"inside":                {geom.QuadOf(geom.Rect{X0: 2, Y0: 3, X1: 4, Y1: 6}), 6},
		"around it, turned":     {turned, 100},
		"corners the other way": {geom.Quad{{5, 5}, {5, 20}, {20, 20}, {20, 5}}, 25},
		"on its corner":         {geom.Quad{{10, 5}, {15, 10}, {10, 15}, {5, 10}}, 12.5},
	} {
		assert.InDelta(t, c.want, square.Common(c.q), 1e-9, name)
		assert.InDelta(t, c.want, c.q.Common(square), 1e-9, name+", the other way")
	}
}

func TestAtIsAPlaceBetweenTheSides(t *testing.T) {
	q := geom.Quad{{0, 0}, {10, 0}, {12, 20}, {0, 10}}
	assert.Equal(t, q[0], q.At(0, 0))
	assert.Equal(t, q[2], q.At(1, 1))
	assert.Equal(t, geom.Point{X: 5.5, Y: 7.5}, q.At(0.5, 0.5))
}

func TestAQuadHoldsWhatLiesBetweenItsSides(t *testing.T) {
	askew := geom.Quad{{X: 10, Y: 0}, {X: 30, Y: 10}, {X: 20, Y: 30}, {X: 0, Y: 20}}
	for p, want := range map[geom.Point]bool{{X: 15, Y: 15}: true, {X: 10, Y: 0}: true, {X: 2, Y: 2}: false, {X: 29, Y: 29}: false, {X: 40, Y: 15}: false} {
		assert.Equal(t, want, askew.Holds(p), "%v", p)
		assert.Equal(t, want, geom.Quad{askew[3], askew[2], askew[1], askew[0]}.Holds(p), "%v, corners the other way round", p)
	}
}
