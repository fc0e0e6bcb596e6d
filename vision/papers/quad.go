package papers

import (
	"image"
	"image/color"
	"math"

	"gocv.io/x/gocv"

	"lensd/vision/geom"
)

// plausibleShape reports corner angles between 45 and 135 degrees and sides that are not slivers.
func plausibleShape(q geom.Quad) bool {
	for i, p := range q {
		a, b := q[(i+3)%4], q[(i+1)%4]
		la, lb := p.Dist(a), p.Dist(b)
		if la < 20 || lb < 20 || la > 8*lb || lb > 8*la {
			return false
		}
		cos := ((a.X-p.X)*(b.X-p.X) + (a.Y-p.Y)*(b.Y-p.Y)) / (la * lb)
		if math.Abs(cos) > math.Sqrt2/2 {
			return false
		}
	}
	return true
}

// grown scales q about its middle.
func grown(q geom.Quad, f float64) geom.Quad {
	c := q.Center()
	return q.Map(func(p geom.Point) geom.Point { return geom.Point{X: c.X + (p.X-c.X)*f, Y: c.Y + (p.Y-c.Y)*f} })
}

// fill paints q into mask.
func fill(mask *gocv.Mat, q geom.Quad, v uint8) {
	pts := make([]image.Point, 4)
	for i, p := range q {
		pts[i] = image.Pt(int(math.Round(p.X)), int(math.Round(p.Y)))
	}
	pv := gocv.NewPointsVectorFromPoints([][]image.Point{pts})
	defer pv.Close()
	gocv.FillPoly(mask, pv, color.RGBA{v, v, v, 0})
}

func maskedCount(m, mask gocv.Mat) int {
	both := gocv.NewMat()
	defer both.Close()
	gocv.BitwiseAnd(m, mask, &both)
	return gocv.CountNonZero(both)
}
