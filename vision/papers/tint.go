package papers

import (
	"cmp"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"lensd/vision/geom"
)

// tint is the colour of a place without its brightness, which light and shade change: blue and green by the sum of all three, and the
// sum itself, from 0 to 765.
type tint struct{ b, g, sum float64 }

// otherColour is the difference of two tints from which they are no longer those of one sheet.
const otherColour = 0.02

// tintsOf returns each pixel's tint in a BGR picture.
func tintsOf(bgr gocv.Mat) []tint {
	px := bgr.ToBytes()
	out := make([]tint, len(px)/3)
	for i := range out {
		b, g, r := float64(px[3*i]), float64(px[3*i+1]), float64(px[3*i+2])
		sum := max(1, b+g+r)
		out[i] = tint{b / sum, g / sum, sum}
	}
	return out
}

func (t tint) apart(u tint) float64 { return max(math.Abs(t.b-u.b), math.Abs(t.g-u.g)) }

// oneColour reports that what lies along q's sides is of the colour of what is palest in it. Bars and pictures that are printed on a sheet
// darken it; cardboard around a label is not like the label.
func (j *judge) oneColour(q geom.Quad) bool {
	all, rim := j.tintsIn(q, 0.02, 0.98, 0.02, 0.98)
	return middle(rim).apart(middle(palest40(all))) <= otherColour
}

// tintsIn returns the tints of a part of q, in shares of its sides, from what is left of the picture without print, and which of them lie
// along the part's own sides.
func (j *judge) tintsIn(q geom.Quad, u0, u1, v0, v1 float64) (all, rim []tint) {
	const steps = 40
	for y := range steps {
		for x := range steps {
			u, v := (float64(x)+0.5)/steps, (float64(y)+0.5)/steps
			t, ok := j.tintAt(j.tints, q.At(u0+u*(u1-u0), v0+v*(v1-v0)))
			if !ok {
				continue
			}
			all = append(all, t)
			if x == 0 || y == 0 || x == steps-1 || y == steps-1 {
				rim = append(rim, t)
			}
		}
	}
	return all, rim
}

// bright is the median brightness of some tints.
func bright(of []tint) float64 {
	sums := make([]float64, len(of))
	for i, t := range of {
		sums[i] = t.sum
	}
	return geom.Median(sums)
}

// tintAt returns the tint at a place, of the picture or of what is left of it without print.
func (j *judge) tintAt(of []tint, p geom.Point) (tint, bool) {
	x, y := int(math.Round(p.X)), int(math.Round(p.Y))
	if x < 0 || y < 0 || x >= j.w || y >= j.h {
		return tint{}, false
	}
	return of[y*j.w+x], true
}

// palest40 returns the palest 40 % of some tints.
func palest40(of []tint) []tint {
	slices.SortFunc(of, func(a, b tint) int { return cmp.Compare(b.sum, a.sum) })
	return of[:len(of)*2/5]
}

// middle returns the median tint; the brightness stays 0.
func middle(of []tint) tint {
	if len(of) == 0 {
		return tint{}
	}
	var b, g []float64
	for _, t := range of {
		b, g = append(b, t.b), append(g, t.g)
	}
	return tint{b: geom.Median(b), g: geom.Median(g)}
}
