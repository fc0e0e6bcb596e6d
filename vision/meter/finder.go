// Package meter finds the counter of a water meter at any angle and reads its wheels as evidence: a detector gives the
// row's oriented box in the whole picture and again in a closer view, a second net finds the row's cells in the
// straightened strip, a third reads each cell's place on its ring in both directions. extract/meter decides.
package meter

import (
	_ "embed"
	"errors"
	"math"

	"lensd/extract/meter"
	"lensd/vision/geom"
	"lensd/vision/nets"
	"lensd/vision/picture"
)

//go:embed detector.onnx
var detectorModel []byte

//go:embed strip.onnx
var stripModel []byte

//go:embed reader.onnx
var readerModel []byte

// Finder holds the three nets. It is used by one goroutine; Close it.
type Finder struct {
	detector, strip, reader *nets.Net
	big, long, tiles        []float32
}

// Open loads the nets.
func Open() (*Finder, error) {
	f := &Finder{
		big: make([]float32, 3*detectorSide*detectorSide), long: make([]float32, 3*stripHeight*stripWidth),
		tiles: make([]float32, tileBatch*tileSize),
	}
	for _, n := range []struct {
		net   **nets.Net
		model []byte
	}{{&f.detector, detectorModel}, {&f.strip, stripModel}, {&f.reader, readerModel}} {
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
	for _, n := range []*nets.Net{f.detector, f.strip, f.reader} {
		if n != nil {
			errs = append(errs, n.Close())
		}
	}
	return errors.Join(errs...)
}

// Read finds the counter and decides what it shows; ok is false where no row can be read at all. A picture whose first
// answer is doubtful is searched again from other views, at several times the cost.
func (f *Finder) Read(p *picture.Picture, d *meter.Decoder) (best meter.Candidate, ok bool, err error) {
	pyr, err := newPyramid(p.Mat())
	if err != nil {
		return best, false, err
	}
	defer pyr.Close()
	w, h := p.Width(), p.Height()
	finds, err := f.look(pyr, whole(w, h))
	if err != nil {
		return best, false, err
	}
	rows, err := f.read(pyr, finds)
	if err != nil {
		return best, false, err
	}
	if best, ok = d.Best(rows); ok && best.Meter.Confidence >= content {
		return best, true, nil
	}
	if finds, err = f.search(pyr, w, h, finds); err != nil {
		return best, false, err
	}
	if rows, err = f.read(pyr, finds); err != nil {
		return best, false, err
	}
	best, ok = d.Best(rows)
	return best, ok, nil
}

// content is the confidence at which no further search is made.
const content = 0.49

// read takes the best finds as rows, each in both directions.
func (f *Finder) read(p *pyramid, finds []find) ([]meter.Row, error) {
	var rows []meter.Row
	for i, c := range finds {
		// A clear first find needs no rivals.
		if i >= maxFinds || c.score < finds[0].score/2 {
			break
		}
		pair, err := f.rows(p, c)
		if err != nil {
			return nil, err
		}
		rows = append(rows, pair...)
	}
	return rows, nil
}

// search looks at the whole picture turned, which the detector sees as another picture, and at its parts, for meters
// that are small in it.
func (f *Finder) search(p *pyramid, w, h int, finds []find) ([]find, error) {
	for _, view := range otherViews(w, h) {
		more, err := f.look(p, view)
		if err != nil {
			return nil, err
		}
		finds = append(finds, more...)
	}
	return distinct(finds), nil
}

func otherViews(w, h int) []geom.Homography {
	var views []geom.Homography
	at := func(turn, zoom, x, y float64) {
		k := zoom * detectorSide / float64(max(w, h))
		c, s := k*math.Cos(turn), k*math.Sin(turn)
		const m = detectorSide / 2
		views = append(views, geom.Affine(c, -s, m-c*x+s*y, s, c, m-s*x-c*y))
	}
	fw, fh := float64(w), float64(h)
	at(math.Pi/3, 0.9, fw/2, fh/2)
	at(-2*math.Pi/3, 1.2, fw/2, fh/2)
	for _, c := range [][2]float64{{.5, .5}, {.3, .3}, {.7, .3}, {.3, .7}, {.7, .7}} {
		at(0, 1.8, c[0]*fw, c[1]*fh)
	}
	return views
}

// distinct keeps the better of finds that share a centre, best first.
func distinct(finds []find) []find {
	var out []find
	for len(finds) > 0 {
		best := 0
		for i := range finds {
			if finds[i].score > finds[best].score {
				best = i
			}
		}
		top := finds[best]
		length, _ := size(top.quad)
		out = append(out, top)
		rest := finds[:0]
		for _, o := range finds {
			if o.quad.Center().Dist(top.quad.Center()) > length/2 {
				rest = append(rest, o)
			}
		}
		finds = rest
	}
	return out
}

// rows refines one find and reads it in both directions.
func (f *Finder) rows(p *pyramid, c find) ([]meter.Row, error) {
	c, err := f.refine(p, c)
	if err != nil {
		return nil, err
	}
	s, err := f.cells(p, c.quad)
	if err != nil || len(s.cells) == 0 {
		return nil, err
	}
	back, err := s.view.Inverse()
	if err != nil {
		return nil, nil // a row seen edge-on has no cells to read
	}
	l := fit(s.cells)
	row := meter.Row{Upright: s.upright, Score: c.score}
	cell := func(pl place) meter.Cell {
		return meter.Cell{Quad: back.Quad(l.cell(pl)), Decimal: pl.decimal, Found: pl.found}
	}
	for _, pl := range s.cells {
		row.Cells = append(row.Cells, cell(pl))
	}
	before, after := s.beyond()
	row.Beyond = [2]meter.Cell{cell(before), cell(after)}
	pair := []meter.Row{row, row.Reverse()}
	return pair, f.readCells(p, pair)
}

// refine looks again, closer and level. A second look that loses the row or jumps off it is not believed.
func (f *Finder) refine(p *pyramid, c find) (find, error) {
	again, err := f.look(p, closer(c.quad))
	if err != nil {
		return c, err
	}
	length, _ := size(c.quad)
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
	view         geom.Homography // picture to strip
	cells, faint []place
	upright      float64
}

// cells finds the row's cells, cutting the strip anew where the first cut sat badly.
func (f *Finder) cells(p *pyramid, q geom.Quad) (s straightened, err error) {
	for range 3 {
		next, err := stripView(q)
		if err != nil {
			return s, nil // keep what the cut before gave
		}
		found, faint, up, err := f.places(p, next)
		if err != nil || len(found) < 2 {
			return s, err
		}
		s = straightened{view: next, cells: regular(found), faint: append(faint, found...), upright: up}
		l := fit(s.cells)
		if !l.off() {
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
