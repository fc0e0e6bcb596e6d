package meter

import (
	"math"

	"lensd/extract/meter"
	"lensd/vision/geom"
)

// middling is how far from a cell's middle, in shares of its width, the row reader's best column for it may lie.
const middling = 0.25

// roll gives the cells of a row the row reader's view of their rings, in a strip cut to the row; of where wheels are and which way up
// the row stands the mean of its word and the search's.
func (f *Finder) roll(p *pyramid, r *meter.Row) error {
	if len(r.Cells) < 2 {
		return nil
	}
	first, last := r.Cells[0].Quad, r.Cells[len(r.Cells)-1].Quad
	view, err := wheels().view(geom.Quad{first[0], last[1], last[2], first[3]})
	if err != nil {
		return nil // seen edge-on: the single cells' reader is alone
	}
	s, err := f.straighten(p, wheels(), view)
	if err != nil {
		return err
	}
	r.Upright = (r.Upright + s.upright) / 2
	s.second(r)
	return nil
}

// second gives the cells of a row in the strip the row reader's view of their rings.
func (s straightened) second(r *meter.Row) {
	for i := range r.Cells {
		s.ring(&r.Cells[i], s.view)
	}
	for i := range r.Beyond {
		s.ring(&r.Beyond[i], s.view)
	}
}

// stripMap is the output of a net over a strip.
type stripMap struct {
	frame
	data []float32
}

func (m stripMap) at(channel, column int) float64 {
	return float64(m.data[channel*m.columns()+column])
}

// ring brings the row reader's word on one cell into it; view leads to the strip.
func (m stripMap) ring(c *meter.Cell, view geom.Homography) {
	q := view.Quad(c.Quad)
	x, w := q.Center().X, (q[0].Dist(q[1])+q[3].Dist(q[2]))/2
	best := -1
	for col := range m.columns() {
		if math.Abs((float64(col)+.5)*stripStride-x) <= math.Max(middling*w, stripStride/2) && (best < 0 || m.at(0, col) > m.at(0, best)) {
			best = col
		}
	}
	if best < 0 {
		return // beyond the strip
	}
	c.Found = (c.Found + 1/(1+math.Exp(-m.at(0, best)))) / 2
	c.Seconded = true
	for b := range c.Second {
		c.Second[b] = m.at(firstDigit+b, best)
	}
	all := meter.LogSum(c.Second[:])
	for b := range c.Second {
		c.Second[b] -= all
	}
}
