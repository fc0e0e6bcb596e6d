package main

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/vision/geom"
)

// A doubtful line is read in a tighter crop and in one with more room too, and all may say the same.
func TestALineGetsTheCropOfItsOwnSize(t *testing.T) {
	own, tight, roomy, last := image.NewGray(image.Rect(0, 0, 201, 31)), image.NewGray(image.Rect(0, 0, 201, 27)), image.NewGray(image.Rect(0, 0, 209, 39)), image.NewGray(image.Rect(0, 0, 201, 31))
	line := geom.QuadOf(geom.Rect{X0: 40, Y0: 50, X1: 240, Y1: 80})
	assert.Same(t, own, nearest([]*image.Gray{own, tight, roomy}, line))
	assert.Same(t, own, nearest([]*image.Gray{roomy, tight, own}, line))
	assert.Same(t, last, nearest([]*image.Gray{own, last}, line), "of several looks in one crop the last was kept")
	assert.Same(t, roomy, nearest([]*image.Gray{roomy}, line), "what only one look read")
	assert.Nil(t, nearest(nil, line))
	turned := geom.Quad{line[3], line[0], line[1], line[2]}
	upright := image.NewGray(image.Rect(0, 0, 31, 201))
	assert.Same(t, upright, nearest([]*image.Gray{own, upright}, turned))
}
