package labels

import (
	"image"
	"math"
	"sort"

	"lensd/vision/geom"
)

// Strip is one printed line of a label before it is read.
type Strip struct {
	Quad   geom.Quad // in the label's frame, in reading direction as far as known
	Glyph  float64   // height of a capital letter or consonant in pixels
	Glyphs int       // pieces of ink without marks and dots
	Turned bool      // runs across the others: along y instead of along x
	Parts  []Strip   // what it may rather be: pieces side by side whose print differs in size
	fore   bool      // Parts are a first word, which may be a small caption, and the rest
	alien  []blob    // print of other lines that reaches into it
	stops  int       // full stops and commas that are seen on it
}

// Layout is the geometry of a label: its lines, top to bottom, and its rules.
type Layout struct {
	Strips []Strip
	Rows   []geom.Rect // horizontal rules
	Cols   []geom.Rect // vertical rules
	gray   *image.Gray // the label with white-on-black print inverted: what crops are cut from
}

// layoutOf finds the lines of a label. masks are areas without text, such as decoded barcodes.
func layoutOf(img *image.Gray, masks []geom.Rect) (Layout, error) {
	in, err := findInk(img, masks)
	if err != nil {
		return Layout{}, err
	}
	w, h := img.Rect.Dx(), img.Rect.Dy()
	most := max(40, max(w, h)/9)
	across := chains(in.blobs, in.cols, most)
	along := chains(transposeBlobs(in.blobs), transposeRects(in.rows), most)
	across, along = contest(across, along)
	lend(across)
	out := Layout{Rows: in.rows, Cols: in.cols, gray: in.gray}
	for i, c := range across {
		s := c.strip()
		s.alien = append(alien(across, i, s.Quad.Bounds()), in.marks...)
		pieces := c.parts()
		if pieces == nil {
			pieces, s.fore = c.fore(), true
		}
		for _, part := range pieces {
			p := part.strip()
			p.alien = s.alien
			s.Parts = append(s.Parts, p)
		}
		out.Strips = append(out.Strips, s)
	}
	for _, c := range along {
		s := c.strip()
		s.Turned, s.stops = true, 0
		s.Quad = s.Quad.Map(func(p geom.Point) geom.Point { return geom.Point{X: p.Y, Y: p.X} })
		// Swapping x and y mirrors; taking the corners the other way round makes it the turn of text that runs downwards.
		s.Quad = geom.Quad{s.Quad[3], s.Quad[2], s.Quad[1], s.Quad[0]}
		if !onEdge(s.Quad.Bounds(), float64(w)) {
			out.Strips = append(out.Strips, s)
		}
	}
	sort.SliceStable(out.Strips, func(i, j int) bool { return out.Strips[i].Quad[0].Y < out.Strips[j].Quad[0].Y })
	return out, nil
}

// edgeShare is the part of a label's width next to its left and right edge where no line runs along the edge.
const edgeShare = 0.02

// onEdge says that what looks like a line along the edge of a paper is the edge: its shadow comes apart into pieces like
// letters, which take a recogniser ten times as long as print.
func onEdge(b geom.Rect, width float64) bool {
	return b.X0 < edgeShare*width || b.X1 > (1-edgeShare)*width
}

// strip returns the line's quad with room for the marks above and below that may have been lost.
func (c chain) strip() Strip {
	top, bottom := math.Inf(1), math.Inf(-1)
	for _, b := range c.blobs {
		base := c.origin.Y + c.slope*(float64(b.x0+b.x1)/2-c.origin.X)
		top, bottom = min(top, float64(b.y0)-base), max(bottom, float64(b.y1)-base)
	}
	at := func(x, d float64) geom.Point { return geom.Point{X: x, Y: c.origin.Y + c.slope*(x-c.origin.X) + d} }
	x0, x1 := float64(c.box.x0), float64(c.box.x1)
	return Strip{
		Quad:   geom.Quad{at(x0, top), at(x1, top), at(x1, bottom), at(x0, bottom)},
		Glyph:  c.glyph,
		Glyphs: c.core,
		stops:  c.stops(),
	}
}

// contest resolves blobs claimed by a line across and by one along: the longer line keeps them, for in the wrong
// direction only chance neighbours chain up.
func contest(across, along []chain) ([]chain, []chain) {
	owner := map[blob]int{}
	for _, c := range across {
		for _, b := range c.blobs[:c.core] {
			owner[b] = c.core
		}
	}
	var keep []chain
	lost := map[blob]bool{}
	for _, c := range along {
		beaten := 0
		for _, b := range c.blobs[:c.core] {
			t := blob{b.y0, b.x0, b.y1, b.x1, b.area}
			if owner[t] >= c.core {
				beaten++
			}
		}
		if c.core >= 3 && beaten*3 < c.core {
			keep = append(keep, c)
			for _, b := range c.blobs[:c.core] {
				lost[blob{b.y0, b.x0, b.y1, b.x1, b.area}] = true
			}
		}
	}
	var left []chain
	for _, c := range across {
		gone := 0
		for _, b := range c.blobs[:c.core] {
			if lost[b] {
				gone++
			}
		}
		if gone*2 < c.core {
			left = append(left, c)
		}
	}
	return left, keep
}

func transposeBlobs(in []blob) []blob {
	out := make([]blob, len(in))
	for i, b := range in {
		out[i] = blob{b.y0, b.x0, b.y1, b.x1, b.area}
	}
	return out
}

func transposeRects(in []geom.Rect) []geom.Rect {
	out := make([]geom.Rect, len(in))
	for i, r := range in {
		out[i] = geom.Rect{X0: r.Y0, Y0: r.X0, X1: r.Y1, Y1: r.X1}
	}
	return out
}
