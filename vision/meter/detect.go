package meter

import (
	"math"

	"gocv.io/x/gocv"

	"lensd/extract/meter"
	"lensd/vision/geom"
)

// The detector's frame; see scripts/train/meter/detector_net.py.
const (
	detectorSide   = 256
	detectorStride = 8
	grid           = detectorSide / detectorStride
	rowChannels    = 7
)

// find is a row that the detector saw, in picture pixels.
type find struct {
	quad  geom.Quad
	score float64
	light tone // in which it was seen
	rows  []meter.Row
	done  bool // rows are read
	// What was read of finds of this place that had a lower score: the better score may come of a worse cut.
	before []meter.Row
}

// detect runs the detector on one view of the picture and returns its rows, best first.
func (f *Finder) detect(p *pyramid, view geom.Homography, light tone) ([]find, error) {
	bgr, err := p.cut(view, detectorSide, detectorSide, gocv.BorderConstant)
	if err != nil {
		return nil, err
	}
	if light == evened {
		if err := even(bgr, detectorSide); err != nil {
			return nil, err
		}
	}
	planes(f.big, bgr, 127, 1.0/64)
	out, err := f.detector.Forward(f.big, []int{1, 3, detectorSide, detectorSide})
	if err != nil {
		return nil, err
	}
	back, err := view.Inverse()
	if err != nil {
		return nil, err
	}
	finds := decodeRows(out[0].Data)
	for i := range finds {
		finds[i].quad, finds[i].light = back.Quad(finds[i].quad), light
	}
	return finds, nil
}

// rowMap reads the detector's output; see detector_net.py for the channels.
type rowMap []float32

func (m rowMap) at(channel, cell int) float64 { return float64(m[channel*grid*grid+cell]) }

func (m rowMap) prob(cell int) float64 { return 1 / (1 + math.Exp(-m.at(0, cell))) }

const (
	seenAt   = 0.15 // least probability of a row's best cell
	maxFinds = 3
)

// decodeRows gathers the map's connected rows, each cell's box weighted by its probability.
func decodeRows(data []float32) []find {
	if len(data) < rowChannels*grid*grid {
		return nil
	}
	m := rowMap(data)
	prob := make([]float64, grid*grid)
	for i := range prob {
		prob[i] = m.prob(i)
	}
	taken := make([]bool, grid*grid)
	var finds []find
	for len(finds) < maxFinds {
		top := -1
		for i, p := range prob {
			if !taken[i] && p >= seenAt && (top < 0 || p > prob[top]) {
				top = i
			}
		}
		if top < 0 {
			break
		}
		if q, ok := m.box(prob, flood(prob, taken, top)); ok {
			finds = append(finds, find{quad: q, score: prob[top]})
		}
	}
	return finds
}

// flood takes the cells around top that are at least half as probable, four-connected.
func flood(prob []float64, taken []bool, top int) []int {
	limit := math.Max(prob[top]/2, seenAt)
	cells, next := []int{top}, []int{top}
	taken[top] = true
	for len(next) > 0 {
		c := next[len(next)-1]
		next = next[:len(next)-1]
		for _, n := range neighbours(c) {
			if n >= 0 && !taken[n] && prob[n] >= limit {
				taken[n] = true
				cells, next = append(cells, n), append(next, n)
			}
		}
	}
	// The rim belongs to this row and must not come back as another.
	for _, c := range cells {
		for _, n := range neighbours(c) {
			if n >= 0 {
				taken[n] = true
			}
		}
	}
	return cells
}

func neighbours(c int) [4]int {
	out := [4]int{c - grid, c + grid, -1, -1}
	if c%grid > 0 {
		out[2] = c - 1
	}
	if c%grid < grid-1 {
		out[3] = c + 1
	}
	if out[1] >= grid*grid {
		out[1] = -1
	}
	return out
}

// box averages what the cells say about their row. The doubled angle tells its axis alone: the box is given as it would hang, never
// more than level, and which way up it stands is left to those who read it.
func (m rowMap) box(prob []float64, cells []int) (geom.Quad, bool) {
	var sum [rowChannels]float64
	var weight float64
	for _, c := range cells {
		w := prob[c]
		weight += w
		sum[1] += w * (float64(c%grid) + .5 + m.at(1, c))
		sum[2] += w * (float64(c/grid) + .5 + m.at(2, c))
		for k := 3; k < rowChannels; k++ {
			sum[k] += w * m.at(k, c)
		}
	}
	for k := range sum {
		sum[k] /= weight
	}
	a := math.Atan2(sum[6], sum[5]) / 2
	long, high := math.Exp(sum[3])*detectorStride, math.Exp(sum[4])*detectorStride
	if !(long > 2 && high > 1) || math.IsInf(long, 0) || math.IsInf(high, 0) || math.IsNaN(a) {
		return geom.Quad{}, false
	}
	return oriented(geom.Point{X: sum[1] * detectorStride, Y: sum[2] * detectorStride}, a, long, high), true
}

// oriented returns the rectangle around c with the given direction (radians) and half sizes.
func oriented(c geom.Point, a, long, high float64) geom.Quad {
	ux, uy, vx, vy := math.Cos(a)*long, math.Sin(a)*long, -math.Sin(a)*high, math.Cos(a)*high
	return geom.Quad{
		{X: c.X - ux - vx, Y: c.Y - uy - vy}, {X: c.X + ux - vx, Y: c.Y + uy - vy},
		{X: c.X + ux + vx, Y: c.Y + uy + vy}, {X: c.X - ux + vx, Y: c.Y - uy + vy},
	}
}

// whole is the view of the entire picture, room times the size at which it fills the view, in the middle.
func whole(w, h int, room float64) geom.Homography {
	k := room * detectorSide / float64(max(w, h))
	return geom.Affine(k, 0, (detectorSide-k*float64(w))/2, 0, k, (detectorSide-k*float64(h))/2)
}

// close looks at one row: level, filling two thirds of the view.
func closer(q geom.Quad) geom.Homography {
	length, height := q.Size()
	k := math.Min(0.62*detectorSide/math.Max(length, 1), 0.4*detectorSide/math.Max(height, 1))
	a := q.Angle() * math.Pi / 180
	c, s := math.Cos(a)*k, math.Sin(a)*k
	o := q.Center()
	return geom.Affine(c, s, detectorSide/2-c*o.X-s*o.Y, -s, c, detectorSide/2+s*o.X-c*o.Y)
}
