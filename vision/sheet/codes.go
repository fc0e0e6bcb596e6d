package sheet

import (
	"context"
	"image"

	"lensd/extract/trace"
	"lensd/vision/codes"
	"lensd/vision/geom"
)

// findCodes reads the sheet's codes with codes.Read or codes.Squares and takes what looks like one out of the sheet: it holds no
// text for a reader of lines.
func (s *Sheet) findCodes(ctx context.Context, read func(context.Context, *image.Gray) (codes.Found, error)) error {
	defer trace.Stage(ctx, "codes")()
	found, err := read(ctx, s.page.Gray)
	if err != nil {
		return err
	}
	s.codes = found.Codes
	s.page.Changed()
	g := s.page.Gray
	for _, q := range found.Areas {
		b := q.Bounds().Intersect(geom.Rect{X1: float64(g.Rect.Dx()), Y1: float64(g.Rect.Dy())})
		for y := int(b.Y0); y < int(b.Y1); y++ {
			row := g.Pix[y*g.Stride : y*g.Stride+g.Rect.Dx()]
			for x := int(b.X0); x < int(b.X1); x++ {
				if q.Holds(geom.Point{X: float64(x) + 0.5, Y: float64(y) + 0.5}) {
					row[x] = 255
				}
			}
		}
	}
	return nil
}

// upend turns the sheet by half a turn, with what is known of it already.
func (s *Sheet) upend() {
	s.page.Upend()
	s.found, s.layer = nil, nil
	w, h := s.Size()
	s.turnCodes(geom.Affine(-1, 0, float64(w-1), 0, -1, float64(h-1)))
}

// quarter turns the sheet by a quarter clockwise.
func (s *Sheet) quarter() {
	_, h := s.Size()
	s.page.Quarter()
	s.found, s.layer = nil, nil
	s.turnCodes(geom.Affine(0, -1, float64(h-1), 1, 0, 0))
}

func (s *Sheet) turnCodes(turn geom.Homography) {
	for i := range s.codes {
		s.codes[i].Quad = turn.Quad(s.codes[i].Quad)
	}
}
