package labels

import (
	"image"
	"math"

	"gocv.io/x/gocv"

	"lensd/vision/geom"
	"lensd/vision/picture"
)

// skewLong is the size to which a label is reduced to measure its angle.
const skewLong = 700

// skew returns by how many degrees the lines of the label descend to the right (negative: ascend), within +-limit.
// It turns the ink and looks for the angle at which its projection on one of the axes is the most jagged: lines of text,
// rules and the bars of a barcode all agree there. Labels turned by 90 degrees give the same angle as upright ones.
func skew(img *image.Gray, limit float64) float64 {
	pts := edgePoints(img)
	if len(pts) < 200 {
		return 0
	}
	// A label that lies straight is the rule: another angle has to be clearly better.
	best, top := 0.0, 1.06*jagged(pts, 0)
	try := func(a float64) {
		if s := jagged(pts, a); s > top {
			best, top = a, s
		}
	}
	for a := -limit; a <= limit; a++ {
		try(a)
	}
	if best == 0 {
		top = jagged(pts, 0)
	}
	for _, step := range []float64{0.25, 0.05} {
		for c, k := best, -4.0; k <= 4; k++ {
			try(c + k*step)
		}
	}
	return best
}

// edgePoints returns the dark side of each horizontal or vertical change of the reduced label, relative to its middle.
// Edges, not areas, because a black box would outweigh all text.
func edgePoints(img *image.Gray) []geom.Point {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	step := max(1, int(math.Round(float64(max(w, h))/skewLong)))
	sw, sh := w/step, h/step
	small, err := reduced(img, step)
	if err != nil {
		return nil
	}
	var pts []geom.Point
	for y := 2; y < sh-2; y++ {
		for x := 2; x < sw-2; x++ {
			v := int(small[y*sw+x])
			if int(small[(y-2)*sw+x])-v > 45 || int(small[y*sw+x-2])-v > 45 {
				// Without the jitter the pixel grid itself would be jagged at 45 degrees and at other simple slopes.
				j := uint32(x)*2654435761 ^ uint32(y)*2246822519
				pts = append(pts, geom.Point{
					X: float64(x-sw/2) + float64(j>>8&255)/255 - 0.5,
					Y: float64(y-sh/2) + float64(j>>16&255)/255 - 0.5,
				})
			}
		}
	}
	if most := 40000; len(pts) > most {
		thin := pts[:0]
		for i := range most {
			thin = append(thin, pts[i*len(pts)/most])
		}
		pts = thin
	}
	return pts
}

// reduced returns a picture's means over squares of the given side.
func reduced(img *image.Gray, side int) ([]byte, error) {
	w, h := img.Rect.Dx()/side, img.Rect.Dy()/side
	if w == 0 || h == 0 {
		return nil, nil
	}
	m, err := picture.GrayMat(img.SubImage(image.Rect(0, 0, w*side, h*side)).(*image.Gray))
	if err != nil {
		return nil, err
	}
	defer m.Close()
	gocv.Resize(m, &m, image.Pt(w, h), 0, 0, gocv.InterpolationArea)
	return m.ToBytes(), nil
}

// jagged returns the larger sum of squared steps of the two projections of the points turned back by the angle.
func jagged(pts []geom.Point, degrees float64) float64 {
	s, c := math.Sincos(-degrees * math.Pi / 180)
	const half = 720
	var rows, cols [2 * half]float64
	for _, p := range pts {
		// Rounded: the jitter then leaves the edges of a label that lies level in the bin of their pixels.
		x, y := int(c*p.X-s*p.Y+half+0.5), int(s*p.X+c*p.Y+half+0.5)
		if x >= 0 && x < 2*half && y >= 0 && y < 2*half {
			cols[x]++
			rows[y]++
		}
	}
	r, k := 0.0, 0.0
	for i := 1; i < 2*half; i++ {
		r += (rows[i] - rows[i-1]) * (rows[i] - rows[i-1])
		k += (cols[i] - cols[i-1]) * (cols[i] - cols[i-1])
	}
	return max(r, k)
}

// level returns the map that turns a w by h picture back by the angle into a frame that just holds it.
func level(degrees, w, h float64) (geom.Homography, int, int) {
	s, c := math.Sincos(-degrees * math.Pi / 180)
	tw, th := math.Abs(c)*w+math.Abs(s)*h, math.Abs(s)*w+math.Abs(c)*h
	return geom.Affine(c, -s, tw/2-c*w/2+s*h/2, s, c, th/2-s*w/2-c*h/2), int(tw), int(th)
}
