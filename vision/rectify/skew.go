package rectify

import (
	"math"
	"slices"

	"lensd/vision/geom"
	"lensd/vision/layout"
)

// Turn says how print runs in a picture.
type Turn struct {
	Sideways bool    // lines run up and down
	Angle    float64 // of the lines against the nearer axis, degrees clockwise, within +-45
	Letters  int     // patches that the finding rests on
}

// FindTurn estimates the direction of print from its letters: sideways or not by the direction to each letter's nearest
// neighbour (O'Gorman, The Document Spectrum for Page Layout Analysis, 1993), the angle by the sharpest projection of the
// letters' edges, to 0.02 degrees. limit is the largest angle looked for.
func FindTurn(b *layout.Bitmap, limit float64) Turn {
	letters, th := lettersOf(b)
	t := Turn{Letters: len(letters)}
	if len(letters) < 12 {
		return t
	}
	t.Sideways = sideways(letters, th)
	var pts []geom.Point
	for _, c := range letters {
		if t.Sideways {
			pts = append(pts, geom.Point{X: float64(c.Y0+c.Y1) / 2, Y: -float64(c.X0)}, geom.Point{X: float64(c.Y0+c.Y1) / 2, Y: -float64(c.X1)})
		} else {
			pts = append(pts, geom.Point{X: float64(c.X0+c.X1) / 2, Y: float64(c.Y0)}, geom.Point{X: float64(c.X0+c.X1) / 2, Y: float64(c.Y1)})
		}
	}
	t.Angle = sharpest(pts, limit)
	if !convincing(pts, t.Angle) {
		t.Angle = 0
	}
	return t
}

// convincing reports that the rows at an angle are clearly sharper than level ones: on a page of little print the sharpest
// angle may be chance, and most pages are level. Below half a degree nothing is lost by following it.
func convincing(pts []geom.Point, angle float64) bool {
	if math.Abs(angle) < 0.5 {
		return true
	}
	reach := 1.0
	for _, p := range pts {
		reach = max(reach, math.Hypot(p.X, p.Y))
	}
	rows := make([]float64, int(reach)+4)
	return sharpness(pts, angle, 2, reach, rows) > 1.6*sharpness(pts, 0, 2, reach, rows)
}

// maxLetters bounds the work; more add nothing to the angle.
const maxLetters = 4000

// lettersOf returns the patches of a page that may be letters, and how high most of them are.
func lettersOf(b *layout.Bitmap) (out []layout.Component, th int) {
	cs := layout.Patches(b)
	th = layout.TextHeight(cs)
	for _, c := range cs {
		w, h := c.W(), c.H()
		if 2*max(w, h) >= th && h <= 3*th && w <= 4*th && c.Area >= 4 && max(w, h) >= 4 {
			out = append(out, c)
		}
	}
	if step := len(out)/maxLetters + 1; step > 1 {
		// Every n-th would tear neighbours apart; a band of the page keeps them.
		out = out[len(out)/2-maxLetters/2 : len(out)/2+maxLetters/2]
	}
	return out, th
}

// leastLetter is how large a letter is at least, in heights of letters: marks over and under it are nearer to it than other letters.
const leastLetter = 0.75

// sideways counts the directions to nearest neighbours, which have the least white between: the middles of words that run together
// are nearer to those of the next line.
func sideways(letters []layout.Component, th int) bool {
	cs := slices.DeleteFunc(slices.Clone(letters), func(c layout.Component) bool {
		return float64(max(c.W(), c.H())) < leastLetter*float64(th)
	})
	flat, upright := 0.0, 0.0
	for i, a := range cs {
		best, bx, by := math.Inf(1), 0.0, 0.0
		// Patches come in the order of their first row, so close ones are not far in the list.
		for j := max(0, i-220); j < min(len(cs), i+220); j++ {
			b := cs[j]
			dx := math.Abs(float64(a.X0+a.X1-b.X0-b.X1)) / 2
			dy := math.Abs(float64(a.Y0+a.Y1-b.Y0-b.Y1)) / 2
			white := math.Hypot(max(0, dx-float64(a.W()+b.W())/2), max(0, dy-float64(a.H()+b.H())/2))
			if white < best && max(dx, dy) > 1 {
				best, bx, by = white, dx, dy
			}
		}
		switch {
		case bx > 1.5*by:
			flat++
		case by > 1.5*bx:
			upright++
		}
	}
	return upright > 1.3*flat
}

// sharpest returns the angle at which the points fall into the fewest, fullest rows.
func sharpest(pts []geom.Point, limit float64) float64 {
	best, span, reach := 0.0, limit, 1.0
	for _, p := range pts {
		reach = max(reach, math.Hypot(p.X, p.Y))
	}
	rows := make([]float64, int(2*reach)+4)
	for _, pass := range []struct{ step, bin float64 }{{1, 4}, {0.2, 2}, {0.05, 1.2}, {0.02, 1}} {
		centre, top := best, -1.0
		for a := centre - span; a <= centre+span+1e-9; a += pass.step {
			if s := sharpness(pts, a, pass.bin, reach, rows); s > top || s == top && math.Abs(a) < math.Abs(best) {
				top, best = s, a
			}
		}
		span = 1.5 * pass.step
	}
	return best
}

// sharpness is the sum of squared row counts when rows slope by angle degrees. rows is scratch for the counts.
func sharpness(pts []geom.Point, angle, bin, reach float64, rows []float64) float64 {
	sin, cos := math.Sincos(angle * math.Pi / 180)
	clear(rows)
	for _, p := range pts {
		v := (p.Y*cos-p.X*sin+reach)/bin + 1
		lo := int(v)
		// Shared between two rows, so that the sum does not jump with the bin borders.
		rows[lo] += float64(lo) + 1 - v
		rows[lo+1] += v - float64(lo)
	}
	s := 0.0
	for _, n := range rows {
		s += n * n
	}
	return s
}
