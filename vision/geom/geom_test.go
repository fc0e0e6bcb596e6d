package geom

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFromQuadsTakesCornersToCorners(t *testing.T) {
	src := Quad{{10, 20}, {200, 35}, {190, 150}, {5, 140}}
	dst := QuadOf(Rect{0, 0, 320, 48})
	h, err := FromQuads(src, dst)
	require.NoError(t, err)
	back, err := h.Inverse()
	require.NoError(t, err)
	for i := range src {
		assert.InDelta(t, 0, h.Apply(src[i]).Dist(dst[i]), 1e-6)
		assert.InDelta(t, 0, back.Apply(dst[i]).Dist(src[i]), 1e-6)
	}
	round := h.Then(back)
	assert.InDelta(t, 0, round.Apply(Point{77, 88}).Dist(Point{77, 88}), 1e-6)
}

func TestFromQuadsRefusesAFlatQuad(t *testing.T) {
	_, err := FromQuads(Quad{{0, 0}, {1, 0}, {2, 0}, {3, 0}}, QuadOf(Rect{0, 0, 1, 1}))
	assert.ErrorIs(t, err, ErrDegenerate)
}

func TestQuadAngleFollowsTheReadingDirection(t *testing.T) {
	upright := QuadOf(Rect{0, 0, 10, 4})
	assert.InDelta(t, 0, upright.Angle(), 1e-9)
	assert.InDelta(t, 40, upright.Area(), 1e-9)
	turned := Quad{upright[2], upright[3], upright[0], upright[1]}
	assert.InDelta(t, 180, math.Abs(turned.Angle()), 1e-9)
}
