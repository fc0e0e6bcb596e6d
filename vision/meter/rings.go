package meter

import (
	"math"
	"slices"

	"gocv.io/x/gocv"

	"lensd/extract/meter"
	"lensd/vision/geom"
)

// The reader's frame; see scripts/train/meter/reader_net.py.
const (
	tileHeight, tileWidth = 48, 32
	tileSize              = 3 * tileHeight * tileWidth
	tileBatch             = 8 // one size of batch for all, or OpenCV plans the net anew each time
)

// cropScales are the test-time augmentation: how much a tile shows around the window; the one without anything around it tells the redness too. A cell's box is
// never quite right, so each cell is read with a tighter and a wider one, and the answers are averaged as logarithms. A third one
// won nothing beside the row reader's word (170 of 200 own rows right with two, 169 with three).
func cropScales() []float64 { return []float64{1.0, 1.16} }

// look is one crop of a cell, grow times its window.
type look struct {
	cell int
	grow float64
}

// readCells fills Ring and NotDigit of every cell: from what the row reader said where that settles it, else from crops of the given
// scales. The crops of all cells fill the batches together.
func (f *Finder) readCells(p *pyramid, rows []meter.Row, scales []float64) error {
	var cells []*meter.Cell
	for r := range rows {
		for i := range rows[r].Cells {
			c := &rows[r].Cells[i]
			if !settled(c) {
				cells = append(cells, c)
				continue
			}
			c.Ring, c.Seconded, c.NotDigit = c.Second, false, 1-c.Found
			if _, _, err := f.tile(p, c, 1); err != nil {
				return err
			}
		}
		for c := range rows[r].Beyond {
			cells = append(cells, &rows[r].Beyond[c])
		}
	}
	var looks []look
	for i := range cells {
		for _, grow := range scales {
			looks = append(looks, look{i, grow})
		}
	}
	sums := make([]sum, len(cells))
	for batch := range slices.Chunk(looks, tileBatch) {
		if err := f.readBatch(p, cells, batch, sums); err != nil {
			return err
		}
	}
	for i, c := range cells {
		sums[i].into(c)
	}
	return nil
}

// sum gathers the logits of a cell's crops.
type sum struct {
	logits [meter.Bins + 1]float64
	n      int
}

// into writes the mean of the crops; a cell that none could be cut of is no digit.
func (s *sum) into(c *meter.Cell) {
	if s.n == 0 {
		c.NotDigit = 1
		return
	}
	for i := range s.logits {
		s.logits[i] /= float64(s.n)
	}
	split(s.logits[:], c)
}

// readBatch adds the logits of each look, a batch at most, to its cell's sum.
func (f *Finder) readBatch(p *pyramid, cells []*meter.Cell, looks []look, sums []sum) error {
	clear(f.tiles)
	seen := make([]bool, len(looks))
	for i, l := range looks {
		bgr, ok, err := f.tile(p, cells[l.cell], l.grow)
		if err != nil {
			return err
		}
		if seen[i] = ok; !ok {
			continue
		}
		mean, gain := standardised(bgr)
		planes(f.tiles[i*tileSize:(i+1)*tileSize], bgr, mean, gain)
	}
	out, err := f.reader.Forward(f.tiles, []int{tileBatch, 3, tileHeight, tileWidth})
	if err != nil {
		return err
	}
	if len(out[0].Data) != tileBatch*(meter.Bins+1) {
		return errEmpty
	}
	for i, l := range looks {
		if seen[i] {
			sums[l.cell].add(out[0].Data[i*(meter.Bins+1) : (i+1)*(meter.Bins+1)])
		}
	}
	return nil
}

// tile is the crop of a cell, grow times its window, and tells the cell how red it is; ok is false where it is seen edge-on.
func (f *Finder) tile(p *pyramid, c *meter.Cell, grow float64) (bgr []byte, ok bool, err error) {
	view, err := tileView(c.Quad, grow)
	if err != nil {
		return nil, false, nil
	}
	if bgr, err = p.cut(view, tileWidth, tileHeight, gocv.BorderReplicate); err != nil {
		return nil, false, err
	}
	if grow == 1 {
		c.Red = redness(bgr)
	}
	return bgr, true, nil
}

// A wheel is settled that the row reader holds for one (probability) and whose place it leaves within half a digit (share of its ring).
const (
	settledWheel = 0.9
	settledPlace = 0.995
)

// settled tells that a crop of the cell by itself would add nothing to what the row reader says.
func settled(c *meter.Cell) bool {
	if !c.Seconded || c.Found < settledWheel {
		return false
	}
	best := 0
	for b, v := range c.Second {
		if v > c.Second[best] {
			best = b
		}
	}
	var share float64
	const half = meter.Bins / 20
	for d := -half; d <= half; d++ {
		share += math.Exp(c.Second[(best+d+meter.Bins)%meter.Bins])
	}
	return share > settledPlace
}

// add takes a crop's logits, each part normalised: the ring's given a digit, then the odds that there is none.
func (s *sum) add(logits []float32) {
	digits := meter.LogSum(logits[:meter.Bins])
	for b := range meter.Bins {
		s.logits[b] += float64(logits[b]) - digits
	}
	s.logits[meter.Bins] += float64(logits[meter.Bins]) - digits
	s.n++
}

// Redness is measured in blocks of redBlock pixels of a tile, rim pixels off its border; a reddest-th of them passes it.
const (
	redBlock = 2
	redRim   = 4
	reddest  = 32
)

// redness is how much more red than green and blue the reddest of the tile is, in levels of 0..255; decimals are told by it. Ink is
// a part of its wheel only, and of a one a smaller one than of an eight: the mean of the tile tells more of the digit than of the ink.
func redness(bgr []byte) float64 {
	var levels []int
	for y := redRim; y < tileHeight-redRim; y += redBlock {
		for x := redRim; x < tileWidth-redRim; x += redBlock {
			levels = append(levels, redOfBlock(bgr[3*(y*tileWidth+x):]))
		}
	}
	slices.Sort(levels)
	return float64(levels[len(levels)-1-len(levels)/reddest]) / (2 * redBlock * redBlock)
}

// redOfBlock is twice red less green and blue, summed over the block at the start of bgr.
func redOfBlock(bgr []byte) (sum int) {
	for y := range redBlock {
		row := bgr[3*y*tileWidth:]
		for i := 0; i < 3*redBlock; i += 3 {
			sum += 2*int(row[i+2]) - int(row[i+1]) - int(row[i])
		}
	}
	return sum
}

// tileView maps the picture to the tile of a cell, with grow times its window.
func tileView(q geom.Quad, grow float64) (geom.Homography, error) {
	c := q.Center()
	src := q.Map(func(p geom.Point) geom.Point {
		return geom.Point{X: c.X + (p.X-c.X)*grow, Y: c.Y + (p.Y-c.Y)*grow}
	})
	return geom.FromQuads(src, geom.QuadOf(geom.Rect{X1: tileWidth, Y1: tileHeight}))
}

// split turns mean logits into the cell's ring and its probability to be none. The odds of none were taken against the
// digits of each crop, so they stand as they are.
func split(logits []float64, c *meter.Cell) {
	digits := meter.LogSum(logits[:meter.Bins])
	for b := range c.Ring {
		c.Ring[b] = logits[b] - digits
	}
	c.NotDigit = 1 / (1 + math.Exp(-logits[meter.Bins]))
}
