// Package mrz finds and reads machine-readable zones in pictures: any rotation, perspective, 4.5 to 22 pixels a
// character and beyond. A fully convolutional net marks the cores of code lines with direction and pitch; each line is
// cut out as a strip, a second net names every column of it, and a grid of 44, 36 or 30 cells is registered on its
// answer. What the check digits say is left to extract/passport/mrz; this package asks it only to tell layouts apart.
package mrz

import (
	_ "embed"
	"errors"
	"math"

	"gocv.io/x/gocv"

	mrztext "lensd/extract/passport/mrz"
	"lensd/vision/geom"
	"lensd/vision/nets"
)

//go:embed finder.onnx
var finderModel []byte

//go:embed reader.onnx
var readerModel []byte

// Reader finds and reads zones. It is used by one goroutine at a time.
type Reader struct {
	finder *nets.Net
	reader *nets.Net
}

// Open loads both nets.
func Open() (*Reader, error) {
	f, err := nets.Open(finderModel)
	if err != nil {
		return nil, err
	}
	r, err := nets.Open(readerModel)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &Reader{f, r}, nil
}

// Close frees the nets.
func (r *Reader) Close() error { return errors.Join(r.finder.Close(), r.reader.Close()) }

// Line is one code line in the picture.
type Line struct {
	Quad  geom.Quad   // around the characters, in reading direction
	Chars []geom.Quad // one a character
	Cells []mrztext.Cell
	Score float64 // mean log likelihood of the grid a column; near 0 is good
}

// Zone is a machine-readable zone in the picture.
type Zone struct {
	Lines   []Line
	Reading mrztext.Reading
	Quality float64 // mean log probability of the chosen characters a cell; near 0 is good
}

// What a zone must reach to count as one. Print that is no zone fails the grid by far (below -1.5), and so does a zone
// that is read upside down.
const (
	leastGrid    = -0.9
	leastQuality = -1.1
	clear        = -0.35 // no further search after a zone as clear as this
)

// Read returns the zones of a picture (8-bit BGR or grey), the best first; none is no error. Quads are in its pixels.
func (r *Reader) Read(picture gocv.Mat) ([]Zone, error) {
	if picture.Empty() || picture.Type() != gocv.MatTypeCV8UC3 && picture.Type() != gocv.MatTypeCV8UC1 {
		return nil, errors.New("mrz: the picture is neither 8-bit BGR nor grey")
	}
	grey := gocv.NewMat()
	defer grey.Close()
	if picture.Channels() == 3 {
		gocv.CvtColor(picture, &grey, gocv.ColorBGRToGray)
	} else {
		picture.CopyTo(&grey)
	}
	p := newPyramid(grey)
	defer p.Close()
	var zones []Zone
	for _, side := range []int{firstSide, secondSide} {
		m, err := detect(r.finder, grey, side)
		if err != nil {
			return nil, err
		}
		found, err := r.readBlocks(p, blocks(segments(m)))
		if err != nil {
			return nil, err
		}
		zones = keepBest(append(zones, found...))
		if len(zones) > 0 && zones[0].Quality > clear {
			break
		}
	}
	return zones, nil
}

// maxBlocks bounds the work on pictures full of print.
const maxBlocks = 4

// readBlocks reads the most promising blocks until one is clear.
func (r *Reader) readBlocks(p *pyramid, list []block) ([]Zone, error) {
	var out []Zone
	for _, b := range list[:min(len(list), maxBlocks)] {
		z, ok, err := r.readBlock(p, b)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, z)
			if z.Quality > clear {
				break
			}
		}
	}
	return out, nil
}

// readBlock tries the guesses at the pitch, each as the block stands and upside down, until one reads clearly.
func (r *Reader) readBlock(p *pyramid, b block) (Zone, bool, error) {
	best, found := Zone{}, false
	for _, pitch := range b.pitches() {
		for _, way := range []block{b, b.turned()} {
			z, ok, err := r.readUpright(p, way, pitch)
			if err != nil {
				return z, false, err
			}
			if ok && (!found || z.Quality > best.Quality) {
				best, found = z, true
			}
			if found && best.Quality > clear {
				return best, true, nil
			}
		}
	}
	return best, found, nil
}

// turned reads the block from its other end.
func (b block) turned() block {
	out := block{weight: b.weight}
	for i := len(b.lines) - 1; i >= 0; i-- {
		s := b.lines[i]
		s.from, s.to = s.to, s.from
		out.lines = append(out.lines, s)
	}
	return out
}

// keepBest sorts zones by quality and drops the ones that overlap a better one.
func keepBest(zones []Zone) []Zone {
	var out []Zone
	for len(zones) > 0 {
		best := 0
		for i := range zones {
			if zones[i].Quality > zones[best].Quality {
				best = i
			}
		}
		z := zones[best]
		zones = append(zones[:best:best], zones[best+1:]...)
		fresh := true
		for _, k := range out {
			near := z.Lines[0].Quad.Center().Dist(k.Lines[0].Quad.Center())
			fresh = fresh && near > math.Sqrt(k.Lines[0].Quad.Area())/2
		}
		if fresh {
			out = append(out, z)
		}
	}
	return out
}
