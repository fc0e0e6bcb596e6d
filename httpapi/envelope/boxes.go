package envelope

import (
	"math"

	"lensd/vision/geom"
)

// frame is the size in pixels of the picture that boxes refer to.
type frame struct{ w, h float64 }

type (
	pixel     [2]int
	pixelQuad [4]pixel
	share     [2]decimal
	shareQuad [4]share
)

// pixels rounds the corners of q to integer pixels inside the frame.
func (f frame) pixels(q geom.Quad) pixelQuad {
	var out pixelQuad
	for i, p := range q {
		out[i] = pixel{int(math.Round(within(p.X, f.w))), int(math.Round(within(p.Y, f.h)))}
	}
	return out
}

// shares divides the corners of q by the frame's size.
func (f frame) shares(q geom.Quad) shareQuad {
	var out shareQuad
	for i, p := range q {
		out[i] = share{ratio(p.X, f.w), ratio(p.Y, f.h)}
	}
	return out
}

// boxes returns both forms of quads; neither is nil, because the interface shows empty arrays.
func (f frame) boxes(quads []geom.Quad) ([]pixelQuad, []shareQuad) {
	px, sh := make([]pixelQuad, 0, len(quads)), make([]shareQuad, 0, len(quads))
	for _, q := range quads {
		px, sh = append(px, f.pixels(q)), append(sh, f.shares(q))
	}
	return px, sh
}

// upright returns the axis-aligned boxes around quads, as corners.
func upright(quads []geom.Quad) []geom.Quad {
	out := make([]geom.Quad, 0, len(quads))
	for _, q := range quads {
		out = append(out, geom.QuadOf(q.Bounds()))
	}
	return out
}

// within moves v into [0, limit]; a frame of unknown size limits nothing but the lower end.
func within(v, limit float64) float64 {
	if math.IsNaN(v) || v < 0 {
		return 0
	}
	if limit > 0 && v > limit {
		return limit
	}
	return v
}

func ratio(v, size float64) decimal {
	if size <= 0 {
		return 0
	}
	return decimal(within(v, size) / size)
}

// probability keeps a confidence in 0..1.
func probability(c float64) decimal { return decimal(within(c, 1)) }
