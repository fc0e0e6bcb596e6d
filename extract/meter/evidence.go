// Package meter turns what was seen of a counter into a reading: which way up the row stands, which digits its wheels show
// together, where the decimals begin, and how sure that is. It is pure Go; vision/meter gathers the evidence.
package meter

import (
	"math"

	"lensd/vision/geom"
)

// Bins is how finely a wheel's ring is resolved: tenths of a digit.
const Bins = 100

// Cell is one place of a counter row, read in the row's direction.
type Cell struct {
	Quad     geom.Quad     // in the sender's picture, corners in reading direction
	Ring     [Bins]float64 // log-probability of each ring position b/10, given that a digit stands here
	Second   [Bins]float64 // the same, of what read the whole row at once; Best joins the two
	Seconded bool          // there is such a second view
	NotDigit float64       // probability that no digit stands here
	Decimal  float64       // logit that the place stands behind the decimal point, from its colour and frame
	Red      float64       // red less the mean of green and blue of the reddest of the place, in levels of 0..255
	Found    float64       // probability that a place of a counter is here at all
	Inside   float64       // share of the place that lies in the picture
}

// share is how much of the cell's ring speaks for a digit, at rest or near it: 0 to 1.
func (c Cell) share(digit int) float64 {
	var own, all float64
	for b, v := range c.Ring {
		p := math.Exp(v)
		all += p
		if (b+5)/10%10 == digit {
			own += p
		}
	}
	return own / all
}

// Row is one way to see a counter: a line of cells read in one of its two directions.
type Row struct {
	Cells   []Cell  // left to right as read
	Beyond  [2]Cell // where one place more before the first cell and after the last would stand; Found 0: nothing is there
	Upright float64 // logit that this direction is the right one, from the row's look
	Score   float64 // of the detector, 0..1
	Display bool    // its digits are segments that light up or darken, not wheels
	Share   float64 // of the picture's longer side that the row spans; 0: not known
	Short   bool    // of a display: without one faint place at an end it would be too short for a counter
	Again   bool    // a second cut of a row that was read already, to see whether it says the same
}

// Reverse returns the row's frame read the other way; the rings must be read anew, so only the frame is kept.
func (r Row) Reverse() Row {
	out := Row{Upright: -r.Upright, Score: r.Score, Share: r.Share, Display: r.Display, Cells: make([]Cell, len(r.Cells))}
	for i, c := range r.Cells {
		out.Cells[len(r.Cells)-1-i] = c.turned()
	}
	out.Beyond = [2]Cell{r.Beyond[1].turned(), r.Beyond[0].turned()}
	return out
}

// turned is the cell's frame upside down.
func (c Cell) turned() Cell {
	q := c.Quad
	return Cell{Quad: geom.Quad{q[2], q[3], q[0], q[1]}, Decimal: c.Decimal, Found: c.Found, Inside: c.Inside}
}
