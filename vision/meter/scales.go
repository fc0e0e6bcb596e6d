package meter

import (
	"cmp"
	"encoding/binary"
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"lensd/extract/meter"
	"lensd/vision/geom"
	"lensd/vision/picture"
)

// The plate is the surroundings of a row of wheels, straightened: the row is plateRow px long and its middle stands at plateX, plateY.
// Scales stand under the counter, seldom beside or over it.
const (
	plateWidth, plateHeight = 440, 460
	plateX, plateY          = 220, 170
	plateRow                = 160
)

// plate is the straightened surroundings: bytes row by row, blue, green, red.
type plate struct {
	bgr   []byte
	back  geom.Homography // to the picture
	wheel *wheel
}

// Scales looks for pointers around the row of wheels that was read in p.
func (*Finder) Scales(p *picture.Picture, c meter.Candidate) ([]meter.Scale, error) {
	if c.Display() || len(c.Meter.Digits) == 0 {
		return nil, nil
	}
	pyr, err := newPyramid(p.Mat())
	if err != nil {
		return nil, err
	}
	defer pyr.Close()
	return scalesAround(pyr, c.Meter.Digits)
}

// scalesAround looks for scales of ten with a hand around the row.
func scalesAround(p *pyramid, q []geom.Quad) ([]meter.Scale, error) {
	pl, ok, err := plateOf(p, q)
	if err != nil || !ok {
		return nil, err
	}
	hubs, err := pl.hubs()
	if err != nil {
		return nil, err
	}
	w, h := p.size()
	var out []meter.Scale
	for _, hub := range hubs {
		s, ok := pl.scale(hub)
		if ok && inside(s.Quad, w, h) > 0.9 && !slices.ContainsFunc(out, func(o meter.Scale) bool { return same(o, s) }) {
			out = append(out, s)
		}
	}
	return out, nil
}

// same tells two sights of one scale.
func same(a, b meter.Scale) bool {
	return a.At.Dist(b.At) < math.Max(a.Radius, b.Radius)
}

// plateOf straightens what lies around a row; ok is false where the row is seen edge-on.
func plateOf(p *pyramid, q []geom.Quad) (pl plate, ok bool, err error) {
	first, last := q[0], q[len(q)-1]
	all := geom.Quad{first[0], last[1], last[2], first[3]}
	length, _ := all.Size()
	k := plateRow / math.Max(length, 1)
	a := all.Angle() * math.Pi / 180
	c, s, o := math.Cos(a)*k, math.Sin(a)*k, all.Center()
	view := geom.Affine(c, s, plateX-c*o.X-s*o.Y, -s, c, plateY+s*o.X-c*o.Y)
	pl.back, err = view.Inverse()
	if err != nil {
		return pl, false, nil
	}
	pl.wheel = newWheel()
	pl.bgr, err = p.cut(view, plateWidth, plateHeight, gocv.BorderReplicate)
	return pl, err == nil, err
}

// hub is where a hand's axle may be: the thickest part of something that stands out of its surroundings.
type hub struct {
	at    image.Point
	thick float64 // radius of its thickest part, px
	red   bool
}

// A hand's axle is so thick, in px of the plate, and so many are looked at.
const (
	thinHub, thickHub = 1.3, 22.0
	longestHand       = 70
	mostHubs          = 40
)

// hubs gathers what may be a hand, red ones first: of ten scales nine have red hands, the others black ones.
func (pl plate) hubs() ([]hub, error) {
	var out []hub
	for _, red := range []bool{true, false} {
		some, err := pl.blobs(red)
		if err != nil {
			return nil, err
		}
		for _, h := range some {
			if !slices.ContainsFunc(out, func(o hub) bool { return dist(o.at, h.at) < 3 }) {
				out = append(out, h)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b hub) int { return cmp.Compare(b.worth(), a.worth()) })
	return out[:min(len(out), mostHubs)], nil
}

func (h hub) worth() float64 {
	if h.red {
		return h.thick + thickHub
	}
	return h.thick
}

func dist(a, b image.Point) float64 { return math.Hypot(float64(a.X-b.X), float64(a.Y-b.Y)) }

// blobs finds the connected parts of what is redder, or darker, than its surroundings, each with its thickest point.
func (pl plate) blobs(red bool) ([]hub, error) {
	mask, err := gocv.NewMatFromBytes(plateHeight, plateWidth, gocv.MatTypeCV8U, pl.stands(red))
	if err != nil {
		return nil, err
	}
	defer mask.Close()
	labels, stats, centroids, depth, none := gocv.NewMat(), gocv.NewMat(), gocv.NewMat(), gocv.NewMat(), gocv.NewMat()
	defer func() {
		for _, m := range []gocv.Mat{labels, stats, centroids, depth, none} {
			m.Close()
		}
	}()
	n := gocv.ConnectedComponentsWithStats(mask, &labels, &stats, &centroids)
	gocv.DistanceTransform(mask, &depth, &none, gocv.DistL2, gocv.DistanceMask3, gocv.DistanceLabelCComp)
	part := labels.ToBytes()
	deep, err := depth.DataPtrFloat32()
	if err != nil {
		return nil, err
	}
	best := make([]hub, n)
	for i, v := range deep {
		if v < thinHub {
			continue
		}
		l, d := binary.NativeEndian.Uint32(part[4*i:]), float64(v)
		if d > best[l].thick {
			best[l] = hub{image.Pt(i%plateWidth, i/plateWidth), d, red}
		}
	}
	var out []hub
	for l := 1; l < n; l++ {
		long := max(stats.GetIntAt(l, 2), stats.GetIntAt(l, 3))
		if h := best[l]; h.thick >= thinHub && h.thick <= thickHub && long <= longestHand && float64(long) >= 2.6*h.thick {
			out = append(out, h)
		}
	}
	return out, nil
}

// standsOut is by how many levels a hand stands out of its surroundings at least.
const standsOut = 16

// stands marks what is redder or darker than the mean of a square around it.
func (pl plate) stands(red bool) []byte {
	v := make([]float32, plateWidth*plateHeight)
	for i := range v {
		b, g, r := float32(pl.bgr[3*i]), float32(pl.bgr[3*i+1]), float32(pl.bgr[3*i+2])
		if red {
			v[i] = r - (b+g)/2
		} else {
			v[i] = -(b + g + r) / 3
		}
	}
	out, mean := make([]byte, len(v)), boxed(v, plateWidth, plateHeight, surround)
	for i := range v {
		if v[i]-mean[i] > standsOut {
			out[i] = 255
		}
	}
	return out
}

// surround is half the side of the square that a point is compared with.
const surround = 22

// boxed is the mean of v over the square of half side k around each point, what lies outside left out.
func boxed(v []float32, w, h, k int) []float32 {
	sums := make([]float64, (w+1)*(h+1))
	for y := range h {
		var row float64
		for x := range w {
			row += float64(v[y*w+x])
			sums[(y+1)*(w+1)+x+1] = sums[y*(w+1)+x+1] + row
		}
	}
	out := make([]float32, len(v))
	for y := range h {
		y0, y1 := max(0, y-k), min(h, y+k+1)
		for x := range w {
			x0, x1 := max(0, x-k), min(w, x+k+1)
			s := sums[y1*(w+1)+x1] - sums[y0*(w+1)+x1] - sums[y1*(w+1)+x0] + sums[y0*(w+1)+x0]
			out[y*w+x] = float32(s / float64((y1-y0)*(x1-x0)))
		}
	}
	return out
}
