package meter

import (
	"cmp"
	"math"
	"slices"

	"lensd/extract"
	"lensd/vision/geom"
)

// Reading is which of several rows of digits is the meter's reading, by the units that they have (nil: not known): the first, which
// looks most like a counter, unless another one has a total's unit and it has none.
func Reading(units []*extract.Unit) int {
	best := 0
	for i, u := range units {
		switch {
		case u == nil || !u.Total:
		case units[best] == nil || !units[best].Total || best > 0 && u.Confidence > units[best].Confidence:
			best = i
		}
	}
	return best
}

// FromTheTop brings registers into the order in which they stand on a display that hangs at an angle, in degrees.
func FromTheTop(all []extract.Register, angle float64) {
	s, c := math.Sincos(angle * math.Pi / 180)
	down := func(r extract.Register) float64 {
		var p geom.Point
		if len(r.Digits) > 0 {
			p = r.Digits[0].Center()
		}
		return c*p.Y - s*p.X
	}
	slices.SortStableFunc(all, func(a, b extract.Register) int { return cmp.Compare(down(a), down(b)) })
}
