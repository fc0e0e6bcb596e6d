// Package meter finds the counter of a water meter at any angle and reads its wheels as evidence: a detector gives the
// row's oriented box in the whole picture and again in a closer view, a second net finds the row's cells in the
// straightened strip and reads their places on their rings in sight of each other, a third reads each cell by itself in both
// directions. extract/meter decides.
package meter

import (
	_ "embed"
	"errors"
	"math"
	"slices"

	"lensd/extract/meter"
	"lensd/vision/geom"
	"lensd/vision/nets"
	"lensd/vision/picture"
)

//go:embed detector.onnx
var detectorModel []byte

//go:embed reader.onnx
var readerModel []byte

//go:embed line.onnx
var lineModel []byte

//go:embed roll.onnx
var rollModel []byte

//go:embed unit.onnx
var unitModel []byte

// Finder holds the nets: wheelRow and reader for wheels, line for displays, unit for what is printed around a row. It is used by
// one goroutine; Close it.
type Finder struct {
	detector, unit   *nets.Net
	wheelRow, reader *nets.Net
	line             *nets.Net
	big, long, tiles []float32
	window           []float32
}

// Open loads the nets.
func Open() (*Finder, error) {
	f := &Finder{
		big: make([]float32, 3*detectorSide*detectorSide), long: make([]float32, 3*segments().height*segments().width),
		tiles: make([]float32, tileBatch*tileSize), window: make([]float32, 3*unitHeight*unitWidth),
	}
	for _, n := range []struct {
		net   **nets.Net
		model []byte
	}{{&f.detector, detectorModel}, {&f.reader, readerModel}, {&f.line, lineModel}, {&f.wheelRow, rollModel}, {&f.unit, unitModel}} {
		net, err := nets.Open(n.model)
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		*n.net = net
	}
	return f, nil
}

// Close frees the nets.
func (f *Finder) Close() error {
	var errs []error
	for _, n := range []*nets.Net{f.detector, f.reader, f.line, f.wheelRow, f.unit} {
		if n != nil {
			errs = append(errs, n.Close())
		}
	}
	return errors.Join(errs...)
}

// Read finds the counter and decides what it shows; ok is false where no row can be read at all. A picture whose first
// answer is doubtful is looked at again in other light and, unless its counter is plainly there and only hard to read, in parts and
// from other views, at several times the cost.
func (f *Finder) Read(p *picture.Picture, d *meter.Decoder) (best meter.Candidate, ok bool, err error) {
	pyr, err := newPyramid(p.Mat())
	if err != nil {
		return best, false, err
	}
	defer pyr.Close()
	var finds []find
	first := false // the plain view of the whole shows a row
	for i, views := range stages(p.Width(), p.Height()) {
		for _, v := range views {
			more, err := f.detect(pyr, v.to, v.light)
			if err != nil {
				return best, false, err
			}
			finds = append(finds, more...)
		}
		finds = suppress(finds)
		rows, err := f.read(pyr, finds)
		if err != nil {
			return best, false, err
		}
		if best, ok = d.Best(rows); !ok {
			continue
		}
		again, err := f.again(pyr, best)
		if err != nil {
			return best, false, err
		}
		if best, ok = d.Best(append(rows, again...)); best.Plain() || first && best.There() {
			break
		}
		first = first || i == 0
	}
	return best, ok, nil
}

// read takes the best finds as rows, in both directions where it is not plain which way up they stand.
func (f *Finder) read(p *pyramid, finds []find) ([]meter.Row, error) {
	var rows []meter.Row
	for i := range finds {
		c := &finds[i]
		// A clear first find needs no rivals.
		if i >= maxFinds || c.score < finds[0].score/2 {
			break
		}
		if !c.done {
			pair, err := f.rows(p, *c)
			if err != nil {
				return nil, err
			}
			c.rows, c.done = pair, true
		}
		rows = append(append(rows, c.rows...), c.before...)
	}
	return rows, nil
}

// rows refines one find and reads it.
func (f *Finder) rows(p *pyramid, c find) ([]meter.Row, error) {
	c, err := f.refine(p, c)
	if err != nil {
		return nil, err
	}
	lit, err := f.display(p, c)
	if err != nil || worth(lit) >= plainLit {
		return lit, err
	}
	turned, err := f.wheels(p, c)
	return either(lit, turned), err
}

// wheels reads a find as a row of wheels, in both directions where it is not plain which way up it stands.
func (f *Finder) wheels(p *pyramid, c find) ([]meter.Row, error) {
	s, err := f.cells(p, wheels(), c.quad)
	if err != nil || len(s.cells) == 0 {
		return nil, err
	}
	row, ok := s.row()
	if !ok {
		return nil, nil // seen edge-on, it has no cells to read
	}
	w, h := p.size()
	row = uncut(row, w, h)
	row.Score = c.score
	pair := directions(row)
	for i := range pair {
		if pair[i].Cells[0].Quad == row.Cells[0].Quad { // as the strip shows it
			s.second(&pair[i])
		} else if err := f.roll(p, &pair[i]); err != nil {
			return nil, err
		}
	}
	return pair, f.readCells(p, pair, cropScales())
}

// directions are the row as found and turned by half, but for what the strip's looks tell plainly.
func directions(row meter.Row) []meter.Row {
	switch {
	case row.Upright >= plainWay:
		return []meter.Row{row}
	case row.Upright <= -plainWay:
		return []meter.Row{row.Reverse()}
	}
	return []meter.Row{row, row.Reverse()}
}

// plainWay is the logit of the strip's looks from which wheels are not read the other way round.
const plainWay = 3.0

// row is the strip's row in the picture, not yet read; ok is false where the strip is seen edge-on.
func (s straightened) row() (row meter.Row, ok bool) {
	back, err := s.view.Inverse()
	if err != nil {
		return row, false
	}
	l := fit(s.cells)
	row.Upright = s.upright
	cell := func(pl place) meter.Cell {
		return s.frame.evidence(pl, back.Quad(l.cell(pl)))
	}
	for _, pl := range s.cells {
		row.Cells = append(row.Cells, cell(pl))
	}
	before, after := s.beyond()
	row.Beyond = [2]meter.Cell{cell(before), cell(after)}
	return row, true
}

// refine looks again, closer and level. A second look that loses the row or jumps off it is not believed.
func (f *Finder) refine(p *pyramid, c find) (find, error) {
	again, err := f.detect(p, closer(c.quad), c.light)
	if err != nil {
		return c, err
	}
	length, _ := c.quad.Size()
	for _, a := range again {
		if a.score > 0.3 && a.quad.Center().Dist(c.quad.Center()) < 0.35*length {
			a.score = math.Max(a.score, c.score)
			return a, nil
		}
	}
	c.score *= 0.7
	return c, nil
}

// straightened is a row in its strip.
type straightened struct {
	stripMap
	view         geom.Homography // picture to strip
	cells, faint []place
	upright      float64
}

// straighten cuts a strip and finds the cells of a row in it; it has none where fewer than two places are seen.
func (f *Finder) straighten(p *pyramid, fr frame, view geom.Homography) (s straightened, err error) {
	data, err := f.strips(p, fr, view)
	if err != nil {
		return s, err
	}
	s = straightened{stripMap: stripMap{fr, slices.Clone(data)}, view: view}
	found, faint, up := fr.decode(data)
	if len(found) >= 2 {
		s.cells, s.faint, s.upright = fr.lattice(found), append(faint, found...), up
	}
	return s, nil
}

// cells finds the row's cells, cutting the strip anew where the first cut sat badly.
func (f *Finder) cells(p *pyramid, fr frame, q geom.Quad) (s straightened, err error) {
	for range 3 {
		next, err := fr.view(q)
		if err != nil {
			return s, nil // keep what the cut before gave
		}
		cut, err := f.straighten(p, fr, next)
		if err != nil || len(cut.cells) == 0 {
			return s, err
		}
		s = cut
		l := fit(s.cells)
		if !l.off(fr) {
			break
		}
		back, err := s.view.Inverse()
		if err != nil {
			break
		}
		q = back.Quad(l.quad())
	}
	return s, nil
}
