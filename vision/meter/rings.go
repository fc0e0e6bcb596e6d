package meter

import (
	"math"

	"gocv.io/x/gocv"

	"lensd/extract/meter"
	"lensd/vision/geom"
)

// The reader's frame; see scripts/train/meter/reader_net.py.
const (
	tileHeight, tileWidth = 48, 32
	tileSize              = 3 * tileHeight * tileWidth
	tileBatch             = 8   // one size of batch for all, or OpenCV plans the net anew each time
	tileGrow              = 1.1 // a tile shows the window and a little around it, as in training
)

// readCells fills Ring and NotDigit of every cell.
func (f *Finder) readCells(p *pyramid, rows []meter.Row) error {
	var todo []*meter.Cell
	for r := range rows {
		for c := range rows[r].Cells {
			todo = append(todo, &rows[r].Cells[c])
		}
	}
	for len(todo) > 0 {
		n := min(len(todo), tileBatch)
		if err := f.readBatch(p, todo[:n]); err != nil {
			return err
		}
		todo = todo[n:]
	}
	return nil
}

func (f *Finder) readBatch(p *pyramid, cells []*meter.Cell) error {
	clear(f.tiles)
	for i, c := range cells {
		view, err := tileView(c.Quad)
		if err != nil {
			c.NotDigit = 1
			continue
		}
		bgr, err := p.cut(view, tileWidth, tileHeight, gocv.BorderReplicate)
		if err != nil {
			return err
		}
		c.Red = redness(bgr)
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
	for i, c := range cells {
		if c.NotDigit < 1 {
			split(out[0].Data[i*(meter.Bins+1):(i+1)*(meter.Bins+1)], c)
		}
	}
	return nil
}

// redness is how much more red than green and blue the tile is on the whole; decimals are told by it.
func redness(bgr []byte) float64 {
	var sum int
	for i := 0; i+2 < len(bgr); i += 3 {
		sum += 2*int(bgr[i+2]) - int(bgr[i+1]) - int(bgr[i])
	}
	return float64(sum) / 2 / float64(max(1, len(bgr)/3))
}

// tileView maps the picture to the tile of a cell.
func tileView(q geom.Quad) (geom.Homography, error) {
	c := q.Center()
	src := q.Map(func(p geom.Point) geom.Point {
		return geom.Point{X: c.X + (p.X-c.X)*tileGrow, Y: c.Y + (p.Y-c.Y)*tileGrow}
	})
	return geom.FromQuads(src, geom.QuadOf(geom.Rect{X1: tileWidth, Y1: tileHeight}))
}

// split turns the net's logits into the cell's ring and its probability to be none.
func split(logits []float32, c *meter.Cell) {
	top := math.Inf(-1)
	for _, v := range logits[:meter.Bins] {
		top = math.Max(top, float64(v))
	}
	var sum float64
	for _, v := range logits[:meter.Bins] {
		sum += math.Exp(float64(v) - top)
	}
	digits := top + math.Log(sum)
	for b := range c.Ring {
		c.Ring[b] = float64(logits[b]) - digits
	}
	c.NotDigit = 1 / (1 + math.Exp(digits-float64(logits[meter.Bins])))
}
