package mrz

import (
	"lensd/vision/geom"
)

// complete looks for lines that the finder missed or did not take for neighbours: a zone has at least two. Beside a single
// line it tries the places above and below; beside two lines of 30 it tries for the third.
func (r *Reader) complete(p *pyramid, tracks []track) ([]track, error) {
	for len(tracks) == 1 || len(tracks) == 2 && tracks[0].best().n == 30 {
		more, err := r.grow(p, tracks)
		if err != nil || len(more) == len(tracks) {
			return tracks, err
		}
		tracks = more
	}
	return tracks, nil
}

// grow adds the line above or below, whichever reads better; none if neither reads.
func (r *Reader) grow(p *pyramid, tracks []track) ([]track, error) {
	spacing := 2.5
	if len(tracks) == 2 {
		spacing = between(tracks[0], tracks[1])
	}
	above, err := r.neighbour(p, tracks[0], -spacing)
	if err != nil {
		return nil, err
	}
	below, err := r.neighbour(p, tracks[len(tracks)-1], spacing)
	if err != nil {
		return nil, err
	}
	const credible = -0.7
	if above.best().score > credible && above.best().score >= below.best().score {
		return append([]track{above}, tracks...), nil
	}
	if below.best().score > credible {
		return append(tracks, below), nil
	}
	return tracks, nil
}

// neighbour follows the line that would lie a number of pitches below t; the pass over its ink pulls it straight.
func (r *Reader) neighbour(p *pyramid, t track, pitches float64) (track, error) {
	g := t.best()
	v := pitches * stripPitch
	return r.follow(p, segment{from: t.base.at(g.at(-0.5), v), to: t.base.at(g.at(float64(g.n)-0.5), v), pitch: t.base.pitch() * g.pitch / stripPitch})
}

// between returns how many pitches b lies below a, at the middle of the lines.
func between(a, b track) float64 {
	mid := func(t track) geom.Point { return t.base.at(t.best().at(float64(t.best().n-1)/2), 0) }
	m, n := mid(a), mid(b)
	down := geom.Point{X: a.base.across.X / a.base.pitch() * stripPitch, Y: a.base.across.Y / a.base.pitch() * stripPitch}
	return ((n.X-m.X)*down.X + (n.Y-m.Y)*down.Y) / a.base.pitch()
}
