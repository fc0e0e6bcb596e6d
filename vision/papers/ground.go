package papers

import "lensd/vision/geom"

// What lies around a sheet may be as rich in detail as the sheet, as carpet is under a page with a few lines. The sheet is known all the same
// where an edge shows along plainEdge of its sides, as it does not around a meter's dial, and otherGround of what lies around it has another
// colour than the sheet, or at most darkGround of its brightness, which shade on a page seldom is.
const (
	plainEdge   = 0.9
	otherGround = 0.9
	darkGround  = 0.75
)

// onOtherGround reports that nearly all of the picture around q looks otherwise than q's own ground.
func (j *judge) onOtherGround(q geom.Quad) bool {
	const step = 4
	all, _ := j.tintsIn(q, 0.02, 0.98, 0.02, 0.98)
	pale := palest40(all)
	own, level := middle(pale), bright(pale)
	around := grown(q, 1.06)
	n, other := 0, 0
	for y := 0; y < j.h; y += step {
		for x := 0; x < j.w; x += step {
			if around.Holds(geom.Point{X: float64(x), Y: float64(y)}) {
				continue
			}
			n++
			if t := j.tints[y*j.w+x]; t.apart(own) > otherColour || t.sum < darkGround*level {
				other++
			}
		}
	}
	return float64(other) >= otherGround*float64(n)
}
