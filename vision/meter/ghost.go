package meter

import (
	"math"

	"gocv.io/x/gocv"

	"lensd/extract/meter"
	"lensd/vision/geom"
)

// Unlit places of a liquid crystal shine through when it is driven hard or seen askew: all seven segments, so an 8, paler than
// what is lit. They stand before the first digit.
const (
	ghostShare = 0.6  // of the median contrast of the other places
	eightLead  = -1.5 // log-probability from which a place may be an 8
)

// lit8 leaves out the pale 8s before the first digit of a display's row.
func (f *Finder) lit8(p *pyramid, r meter.Row) (meter.Row, error) {
	if len(r.Cells) < leastLit+1 || !eight(r.Cells[0]) {
		return r, nil
	}
	strength := make([]float64, len(r.Cells))
	for i, c := range r.Cells {
		v, err := contrast(p, c)
		if err != nil {
			return r, err
		}
		strength[i] = v
	}
	for len(r.Cells) > leastLit && eight(r.Cells[0]) {
		if strength[0] > ghostShare*geom.Median(strength[1:]) {
			break
		}
		r.Beyond[0] = meter.Cell{Quad: r.Cells[0].Quad, Inside: r.Cells[0].Inside, NotDigit: 1}
		r.Cells, strength = r.Cells[1:], strength[1:]
	}
	return r, nil
}

// eight tells that a display's place may show an 8.
func eight(c meter.Cell) bool { return c.Ring[8*meter.Bins/10] > eightLead }

// contrast is the standard deviation of a place's light.
func contrast(p *pyramid, c meter.Cell) (float64, error) {
	view, err := tileView(c.Quad, 1)
	if err != nil {
		return 0, nil // seen edge-on
	}
	bgr, err := p.cut(view, tileWidth, tileHeight, gocv.BorderReplicate)
	if err != nil {
		return 0, err
	}
	var sum, square float64
	n := float64(len(bgr) / 3)
	for i := 0; i+2 < len(bgr); i += 3 {
		v := (float64(bgr[i]) + float64(bgr[i+1]) + float64(bgr[i+2])) / 3
		sum, square = sum+v, square+v*v
	}
	return math.Sqrt(math.Max(0, square/n-sum*sum/n/n)), nil
}
