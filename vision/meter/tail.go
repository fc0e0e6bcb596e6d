package meter

import (
	"cmp"
	"math"
	"slices"

	"lensd/vision/geom"
)

// A display's smaller decimals are few pixels high in a strip that is cut to the first digits. They are looked at once more by
// themselves, cut to their own height.
const (
	tailLeast = 0.65 // of the height expected: what is lower is a point or a sign
	tailMost  = 1.45 // and what is higher is one of the first digits
	tailFound = 0.6  // probability of a place beyond the last that the first cut shows
	tailGap   = 2.0  // widths from it to the place before it at most
)

// tail reads the smaller decimals of a display's strip anew, and leaves them as they were where the closer look shows none.
func (f *Finder) tail(p *pyramid, s straightened) (straightened, error) {
	begin := tailBegin(s.cells)
	if begin == 0 {
		return s, nil
	}
	back, err := s.view.Inverse()
	if err != nil {
		return s, nil // seen edge-on
	}
	near, err := s.frame.view(back.Quad(tailQuad(s.cells, begin)))
	if err != nil {
		return s, nil
	}
	found, _, _, err := f.places(p, s.frame, near)
	if err != nil {
		return s, err
	}
	out, err := near.Inverse()
	if err != nil {
		return s, nil
	}
	to := func(pl place) place {
		q := s.view.Quad(out.Quad(oriented(geom.Point{X: pl.x, Y: pl.y}, 0, pl.w/2, pl.h/2)))
		c := q.Center()
		pl.x, pl.y = c.X, c.Y
		pl.w, pl.h = q.Size()
		return pl
	}
	s.cells = retailed(s.cells, begin, found, to)
	return s, nil
}

// tailBegin is the first of the smaller decimals; 0 where there are none.
func tailBegin(cells []place) int {
	n := len(cells)
	if n < 2 {
		return 0
	}
	tall := median(cells[:(n+1)/2], func(c place) float64 { return c.h })
	begin := n
	for begin > 0 && cells[begin-1].h < smaller*tall {
		begin--
	}
	return begin % n
}

// tailQuad is the box of the places from begin on.
func tailQuad(cells []place, begin int) geom.Quad {
	tail := cells[begin:]
	l := fit(tail)
	l.slope = fit(cells).slope
	return l.quad()
}

// retailed is the row with what the closer look shows behind the first digits; to brings its places into the row's strip.
func retailed(cells []place, begin int, found []place, to func(place) place) []place {
	last, end := cells[begin-1], cells[len(cells)-1]
	tall := median(cells[begin:], func(c place) float64 { return c.h })
	decimal := median(cells[begin:], func(c place) float64 { return c.decimal })
	var tail []place
	for _, pl := range found {
		pl = to(pl)
		beyond := pl.x > end.x+end.w/2
		switch {
		case pl.x < last.x+last.w/2, pl.h < tailLeast*tall, pl.h > tailMost*tall, beyond && pl.found < tailFound:
			continue
		}
		pl.decimal = math.Max(pl.decimal, decimal)
		tail = append(tail, pl)
	}
	if len(tail) == 0 {
		return cells
	}
	slices.SortFunc(tail, func(a, b place) int { return cmp.Compare(a.x, b.x) })
	return append(slices.Clone(cells[:begin]), joined(tail, end.x+end.w/2)...)
}

// joined leaves out what stands beyond the last place with a gap before it: an icon or a unit.
func joined(tail []place, beyond float64) []place {
	for i := 1; i < len(tail); i++ {
		if tail[i].x > beyond && tail[i].x-tail[i-1].x > tailGap*tail[i].w {
			return tail[:i]
		}
	}
	return tail
}
