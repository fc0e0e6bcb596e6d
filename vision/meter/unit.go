package meter

import (
	"math"

	"gocv.io/x/gocv"

	"lensd/extract/meter"
	"lensd/vision/geom"
	"lensd/vision/picture"
)

// The window around a row in which its unit is looked for; see scripts/train/meter/unit_net.py. Lengths are pixels of it.
const (
	unitWidth, unitHeight = 320, 96
	unitStride            = 8
	unitDigit             = 32 // height of the row's digits
	unitEnd               = 208
	unitColumns, unitRows = unitWidth / unitStride, unitHeight / unitStride
)

// Prints looks for what names a unit around the row that was read in p.
func (f *Finder) Prints(p *picture.Picture, c meter.Candidate) ([]meter.Print, error) {
	pyr, err := newPyramid(p.Mat())
	if err != nil {
		return nil, err
	}
	defer pyr.Close()
	return f.prints(pyr, c.Meter.Digits)
}

// prints looks around a row of digits; none where it is seen edge-on.
func (f *Finder) prints(p *pyramid, q []geom.Quad) ([]meter.Print, error) {
	if len(q) < 2 {
		return nil, nil
	}
	view := unitView(q)
	back, err := view.Inverse()
	if err != nil {
		return nil, nil
	}
	bgr, err := p.cut(view, unitWidth, unitHeight, gocv.BorderReplicate)
	if err != nil {
		return nil, err
	}
	in := f.window[:len(bgr)]
	mean, gain := standardised(bgr)
	planes(in, bgr, mean, gain)
	out, err := f.unit.Forward(in, []int{1, 3, unitHeight, unitWidth})
	if err != nil {
		return nil, err
	}
	m := out[0].Data
	if len(m) < (meter.Prints+1)*unitRows*unitColumns {
		return nil, errEmpty
	}
	return unitMap(probabilities(m)).prints(back), nil
}

// unitView maps the picture to the window: the row level, its digits unitDigit px high, its right end at unitEnd, the middle of its
// first digit at half the height.
func unitView(q []geom.Quad) geom.Homography {
	tall := make([]float64, len(q))
	for i := range q {
		_, tall[i] = q[i].Size()
	}
	first, last := q[0], q[len(q)-1]
	a, b := first.Center(), last.Center()
	turn, k := math.Atan2(b.Y-a.Y, b.X-a.X), unitDigit/math.Max(geom.Median(tall), 1e-3)
	end := geom.Point{X: (last[1].X + last[2].X) / 2, Y: (last[1].Y + last[2].Y) / 2}
	c, s := math.Cos(turn)*k, math.Sin(turn)*k
	return geom.Affine(c, s, unitEnd-c*end.X-s*end.Y, -s, c, unitHeight/2+s*a.X-c*a.Y)
}

// unitMap is the probability of each sort of print, and first of none, at each place of the window.
type unitMap []float64

// probabilities is the softmax over the sorts at each place.
func probabilities(logits []float32) []float64 {
	out := make([]float64, len(logits))
	const n = unitRows * unitColumns
	for i := range n {
		var one [meter.Prints + 1]float64
		for k := range one {
			one[k] = float64(logits[k*n+i])
		}
		all := meter.LogSum(one[:])
		for k := range one {
			out[k*n+i] = math.Exp(one[k] - all)
		}
	}
	return out
}

func (m unitMap) at(kind, row, column int) float64 {
	return m[((kind+1)*unitRows+row)*unitColumns+column]
}

// Print that is less likely is not worth telling.
const printedAt = 0.2

// prints gives each sort of print twice at most: where it is likeliest beside the row's digits, and where aside of them.
func (m unitMap) prints(back geom.Homography) []meter.Print {
	var out []meter.Print
	for kind := range meter.Prints {
		for _, beside := range []bool{true, false} {
			best, row, column := 0.0, 0, 0
			for y := range unitRows {
				for x := range unitColumns {
					if v := m.at(kind, y, x); besideRow(y, x) == beside && v > best {
						best, row, column = v, y, x
					}
				}
			}
			if best >= printedAt {
				out = append(out, meter.Print{Kind: kind, Found: best, Beside: beside, Quad: back.Quad(m.box(kind, row, column))})
			}
		}
	}
	return out
}

// besideRow tells that a place of the window is where a row's unit mostly stands: in its line, behind its last digits or over them.
func besideRow(row, column int) bool {
	y, x := (float64(row)+.5)*unitStride, (float64(column)+.5)*unitStride
	return math.Abs(y-unitHeight/2) < .65*unitDigit && x > unitEnd-2.5*unitDigit
}

// The net marks the middle of a print: so much of its length and of its height.
const markedLength, markedHeight = 0.6, 0.7

// box is about where the print stands whose likeliest place is given, in the window: around the places beside it that are half as likely.
func (m unitMap) box(kind, row, column int) geom.Quad {
	least := m.at(kind, row, column) / 2
	run := func(dy, dx int) float64 {
		n := 0
		for y, x := row+dy, column+dx; y >= 0 && y < unitRows && x >= 0 && x < unitColumns && m.at(kind, y, x) >= least; y, x = y+dy, x+dx {
			n++
		}
		return float64(n) * unitStride
	}
	left, right, up, down := run(0, -1), run(0, 1), run(-1, 0), run(1, 0)
	c := geom.Point{X: (float64(column)+.5)*unitStride + (right-left)/2, Y: (float64(row)+.5)*unitStride + (down-up)/2}
	return oriented(c, 0, (left+right+unitStride)/2/markedLength, (up+down+unitStride)/2/markedHeight)
}
