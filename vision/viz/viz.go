// Package viz cuts the visual zone of a travel document's page out of a picture, once its plane is known, and finds and
// reads the print in it. It implements passport.Print.
package viz

import (
	"context"
	"image"
	"math"

	"gocv.io/x/gocv"

	"lensd/extract"
	"lensd/extract/passport"
	"lensd/vision/geom"
	"lensd/vision/layout"
	"lensd/vision/recognize"
	"lensd/vision/rectify"
)

// Resolution of the cut in pixels a millimetre: small print of 1.2 mm needs the lower bound, more than the upper one only
// costs time.
const (
	leastDensity = 8.0
	mostDensity  = 11.0
)

// Page is the visual zone of one page.
type Page struct {
	grey     *image.Gray
	all      *layout.Page // every print, captions too
	dark     *layout.Page // only what is as black as the values
	density  float64      // pixels a millimetre
	area     geom.Rect
	toSource geom.Homography // millimetres -> picture
	reader   recognize.Recognizer
	figures  []geom.Rect // millimetres: pictures, whose texture is no print
}

var _ passport.Print = (*Page)(nil)

// Cut takes area (millimetres) out of a picture of type 8UC3. toSource leads from millimetres to its pixels; figures are
// areas in which no print is looked for. The picture may be closed afterwards.
func Cut(m gocv.Mat, toSource geom.Homography, area geom.Rect, figures []geom.Rect, r recognize.Recognizer) (*Page, error) {
	if m.Empty() || m.Type() != gocv.MatTypeCV8UC3 {
		return nil, extract.Errorf(extract.KindInternal, "the page is no colour picture")
	}
	q := toSource.Quad(geom.QuadOf(area))
	source := math.Sqrt(q.Area() / area.Area())
	d := math.Max(leastDensity, math.Min(mostDensity, source*1.3))
	w, h := int(area.W()*d), int(area.H()*d)
	back, err := toSource.Inverse()
	if err != nil {
		return nil, extract.Errorf(extract.KindInternal, "the page's plane is not known: %w", err)
	}
	toCut := back.Then(geom.Affine(d, 0, -area.X0*d, 0, d, -area.Y0*d))
	warped, err := rectify.Warp(m, toCut, w, h)
	if err != nil {
		return nil, err
	}
	defer warped.Close()
	ink := inkOf(warped)
	defer ink.Close()
	grey, err := rectify.Flatten(ink)
	if err != nil {
		return nil, err
	}
	return &Page{grey: grey, density: d, area: area, toSource: toSource, reader: r, figures: figures}, nil
}

// inkOf makes black print stand out against coloured stamps and security patterns: half luminance, half the brightest
// channel, in which any pure colour is light.
func inkOf(bgr gocv.Mat) gocv.Mat {
	parts := gocv.Split(bgr)
	most := gocv.NewMat()
	defer most.Close()
	gocv.Max(parts[0], parts[1], &most)
	gocv.Max(most, parts[2], &most)
	for i := range parts {
		parts[i].Close()
	}
	grey, out := gocv.NewMat(), gocv.NewMat()
	defer grey.Close()
	gocv.CvtColor(bgr, &grey, gocv.ColorBGRToGray)
	gocv.AddWeighted(grey, 0.4, most, 0.6, 0, &out)
	return out
}

// Gray returns the cut's pixels, flattened, for drawing.
func (p *Page) Gray() *image.Gray { return p.grey }

// analyse finds the print once: on all ink, and again on the blackest alone. Values are printed black over a tinted
// pattern, close under grey captions; what sticks to them at one level comes off at the other.
func (p *Page) analyse() {
	if p.all == nil {
		p.all = layout.AnalyseBold(p.grey)
		p.dark = layout.AnalyseBold(blackest(p.grey))
	}
}

// blackest stretches the grey levels so that whatever is not clearly ink becomes paper.
func blackest(g *image.Gray) *image.Gray {
	var count [256]int
	for _, v := range g.Pix {
		count[v]++
	}
	black, seen := 0, 0
	for seen < len(g.Pix)/100 && black < 200 { // the hundredth part of a page that is surely print
		seen += count[black]
		black++
	}
	level := black + (240-black)*45/100
	out := &image.Gray{Pix: make([]byte, len(g.Pix)), Stride: g.Stride, Rect: g.Rect}
	for i, v := range g.Pix {
		out.Pix[i] = byte(min(255, max(0, int(v)-black/2)*255/max(1, level-black/2)))
	}
	return out
}

// millimetres converts a box of the cut.
func (p *Page) millimetres(b layout.Box) geom.Rect {
	return geom.Rect{
		X0: float64(b.X0)/p.density + p.area.X0, Y0: float64(b.Y0)/p.density + p.area.Y0,
		X1: float64(b.X1)/p.density + p.area.X0, Y1: float64(b.Y1)/p.density + p.area.Y0,
	}
}

// oneLine is how high a line of print is at most, in millimetres, with accents and what hangs below it.
const oneLine = 3.3

// spots returns the places of all print in millimetres.
func (p *Page) spots() []geom.Rect {
	p.analyse()
	return standing(p.boxes(p.all), p.boxes(p.dark))
}

// standing joins two versions of the print. A phrase of the whole ink stands unless it is taller than a line and much taller than
// the black print inside it: then it has drawn in a caption or a pattern, and the black pieces stand for it. Of a single line
// they may be no more than the strokes that happen to be blackest.
func standing(all, black []geom.Rect) []geom.Rect {
	gone := make([]bool, len(black))
	var out []geom.Rect
	for _, b := range all {
		inside, tallest, width := []int(nil), 0.0, 0.0
		for i, d := range black {
			if !gone[i] && b.Intersect(d).Area() > 0.5*d.Area() {
				inside = append(inside, i)
				tallest = max(tallest, d.H())
				width += d.W()
			}
		}
		if len(inside) > 0 && b.H() > max(oneLine, 1.35*tallest) && (width > 0.25*b.W() || b.H() > 4) {
			continue
		}
		for _, i := range inside {
			gone[i] = true
		}
		out = append(out, b)
	}
	for i, d := range black {
		if !gone[i] {
			out = append(out, d)
		}
	}
	return out
}

// boxes returns the plausible phrases of a version in millimetres.
func (p *Page) boxes(version *layout.Page) []geom.Rect {
	var out []geom.Rect
	for _, ph := range version.Phrases {
		if b := p.millimetres(ph.Box); p.plausible(ph, b) {
			out = append(out, b)
		}
	}
	return out
}

// plausible tells print from texture: letters between 0.8 and 6 mm high on the page, not inside a figure.
func (p *Page) plausible(ph layout.Phrase, b geom.Rect) bool {
	if b.H() < 0.8 || b.H() > 8 || b.W() < 0.5 || float64(ph.Height)/p.density < 0.7 {
		return false
	}
	speck := b.W() < 1.1 && b.H() < 1.3
	if x := b.Center().X; speck || x < 0 || x > passport.PageWidth {
		return false // stains, and the table beside the page
	}
	for _, f := range p.figures {
		if b.Intersect(f).Area() > 0.5*b.Area() {
			return false
		}
	}
	return true
}

// What is left unread: the state's name and the word for a passport at the head of the page, above the first line of the standard,
// and stains smaller than any letter of a value.
const (
	headEnds    = 7.8 // millimetres
	leastWidth  = 2.6
	leastHeight = 1.5
	// A signature may have been found in scraps alone.
	strokesBegin = 56.0
)

// worthReading leaves out heads and stains.
func worthReading(spots []geom.Rect) []geom.Rect {
	out := spots[:0]
	for _, s := range spots {
		if s.Y1 > headEnds && (s.W() >= leastWidth || s.H() >= leastHeight || s.Y1 > strokesBegin) {
			out = append(out, s)
		}
	}
	return out
}

// Phrases implements passport.Print.
func (p *Page) Phrases(ctx context.Context, script extract.Script) ([]passport.Phrase, error) {
	spots := worthReading(p.spots())
	texts, err := p.read(ctx, spots, script)
	if err != nil {
		return nil, err
	}
	var out []passport.Phrase
	for i, t := range texts {
		if t.Value != "" {
			out = append(out, passport.Phrase{Box: spots[i], Text: t})
		}
	}
	return out, nil
}

// ToSource implements passport.Print.
func (p *Page) ToSource(r geom.Rect) geom.Quad { return p.toSource.Quad(geom.QuadOf(r)) }
