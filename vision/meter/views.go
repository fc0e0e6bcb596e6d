package meter

import (
	"math"
	"slices"

	"lensd/vision/geom"
)

// view is one way to look at the picture.
type view struct {
	to    geom.Homography
	light tone
}

// elongated is the ratio of sides from which a picture may hold the counter alone, which then needs ground around it.
const elongated = 2.2

// stages are the views of a picture, those that most pictures need first: the whole; the whole in evened light and from
// farther off; the whole turned, which the detector sees as another picture; its parts, for meters that are small in it.
func stages(w, h int) [4][]view {
	first := 1.0
	if float64(max(w, h)) > elongated*float64(min(w, h)) {
		first = 0.85
	}
	out := [4][]view{{{whole(w, h, first), asTaken}}, {{whole(w, h, 1), evened}, {whole(w, h, 0.7), asTaken}}}
	at := func(stage int, turn, zoom, x, y float64, light tone) {
		k := zoom * detectorSide / float64(max(w, h))
		c, s := k*math.Cos(turn), k*math.Sin(turn)
		const m = detectorSide / 2
		out[stage] = append(out[stage], view{geom.Affine(c, -s, m-c*x+s*y, s, c, m-s*x-c*y), light})
	}
	fw, fh := float64(w), float64(h)
	at(2, math.Pi/3, 0.9, fw/2, fh/2, asTaken)
	at(2, -2*math.Pi/3, 1.2, fw/2, fh/2, evened)
	for _, c := range [][2]float64{{.5, .5}, {.3, .3}, {.7, .3}, {.3, .7}, {.7, .7}} {
		at(3, 0, 1.8, c[0]*fw, c[1]*fh, asTaken)
	}
	return out
}

// covers tells that the middle of another find lies so near to that of f that both mean one row: within half its length along it
// and its height across. Print stands close over and under a counter.
func (f find) covers(o geom.Point) bool {
	length, height := f.quad.Size()
	c := f.quad.Center()
	sin, cos := math.Sincos(f.quad.Angle() * math.Pi / 180)
	dx, dy := o.X-c.X, o.Y-c.Y
	return math.Abs(dx*cos+dy*sin) <= length/2 && math.Abs(dy*cos-dx*sin) <= height
}

// suppress is greedy non-maximum suppression by where the middles lie: rows of one counter lie askew to each other, so that their
// overlap says little. Best first.
func suppress(finds []find) []find {
	var out []find
	for len(finds) > 0 {
		best := 0
		for i := range finds {
			if finds[i].score > finds[best].score {
				best = i
			}
		}
		top := finds[best]
		rest := finds[:0]
		for i, o := range finds {
			switch {
			case !top.covers(o.quad.Center()):
				rest = append(rest, o)
			case i != best:
				top.before = slices.Concat(top.before, o.rows, o.before)
			}
		}
		out = append(out, top)
		finds = rest
	}
	return out
}
