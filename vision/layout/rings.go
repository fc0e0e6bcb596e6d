package layout

import (
	"math"
	"slices"

	"lensd/vision/geom"
)

// ring is a patch of ink that is nothing but the four sides of a rectangle: a box around print, a cell that is framed by itself.
type ring struct {
	Box
	sides [4]Rule
}

// What a frame is, in pixels or as shares: its least size, how thick its sides are at most, how far they may lean, how much of each is
// printed in one line, how much of the patch the four make up, and how much thicker one may be than another. A round letter has no
// sides, a grid has more than four, and a filled heading is none.
const (
	frameWide, frameHigh = 24, 14
	frameThick           = 0.2
	frameLean            = 0.06
	frameSide            = 0.85
	frameAll             = 0.8
	frameEven            = 2.0
	frameFine            = 4.0 // pixels that no side is too thick with
)

// rings returns the rings among patches.
func rings(b *Bitmap, cs []Component) []ring {
	var out []ring
	for _, c := range cs {
		ring := 2 * (c.W() + c.H())
		if c.W() < frameWide || c.H() < frameHigh || 2*c.Area < ring || float64(c.Area) > frameThick*float64(ring*min(c.W(), c.H())) || c.fills(b) {
			continue
		}
		if f, ok := b.ringOf(c); ok {
			out = append(out, f)
		}
	}
	return out
}

// Patches returns the patches of a page's ink whose usual height is not known yet without those that are no print: the dashes of rules,
// and the frames of cells, of which an empty form has more than letters.
func Patches(b *Bitmap) []Component {
	cs := Components(b)
	return unframed(withoutDashes(cs), rings(b, cs))
}

// unframed returns the patches that are no frames.
func unframed(cs []Component, framed []ring) []Component {
	if len(framed) == 0 {
		return cs
	}
	boxes := map[Box]bool{}
	for _, f := range framed {
		boxes[f.Box] = true
	}
	return slices.DeleteFunc(slices.Clone(cs), func(c Component) bool { return boxes[c.Box] })
}

// Frames are larger than a letter: this wide and high in letter heights.
const (
	framesWide = 3.0
	framesHigh = 1.3
)

// boxes returns the frames that are no letters.
func boxes(framed []ring, th int) []ring {
	return slices.DeleteFunc(slices.Clone(framed), func(f ring) bool {
		return float64(f.W()) < framesWide*float64(th) || float64(f.H()) < framesHigh*float64(th)
	})
}

// sidesOf returns the lines that frames are made of, those of neighbours in one piece.
func sidesOf(framed []ring, th int) []Rule {
	var across, down []Rule
	for _, f := range framed {
		across = append(across, f.sides[:2]...)
		down = append(down, f.sides[2].swapped(), f.sides[3].swapped())
	}
	out := joinCollinear(across, th)
	for _, r := range joinCollinear(down, th) {
		out = append(out, r.swapped())
	}
	for i := range out {
		out[i].framed = true
	}
	return out
}

// fills reports that a patch is as large as the page: the picture's dark edge.
func (c Component) fills(b *Bitmap) bool { return 50*c.W() > 49*b.W && 50*c.H() > 49*b.H }

// ringOf looks for a patch's four sides.
func (b *Bitmap) ringOf(c Component) (ring, bool) {
	f := ring{Box: c.Box}
	thick := float64(c.Area) / float64(2*(c.W()+c.H()))
	ink := -4 * thick * thick // the corners belong to two sides each
	thin, thickest := math.Inf(1), 0.0
	for k := range f.sides {
		side, n, ok := b.side(c.Box, k, thick)
		if !ok {
			return f, false
		}
		f.sides[k] = side
		ink += float64(n)
		thin, thickest = min(thin, side.Thick), max(thickest, side.Thick)
	}
	return f, ink >= frameAll*float64(c.Area) && thickest <= frameEven*thin+2 && thickest <= max(frameFine, frameThick*float64(min(c.W(), c.H())))
}

// side fits a line to the first ink that is met from one side of a box: the top, the bottom, the left or the right. n counts the ink that
// lies in one stretch there.
func (b *Bitmap) side(box Box, k int, thick float64) (r Rule, n int, ok bool) {
	long, across := box.W(), box.H()
	if k > 1 {
		long, across = across, long
	}
	deep := min(across, int(3*thick+3+frameLean*float64(long)))
	at := make([]int, long) // how deep the first ink lies, -1: there is none
	var s sums
	var runs []int
	for i := range at {
		from, to := firstInk(deep, func(d int) bool { return b.inward(box, k, i, d) })
		at[i] = from
		if from >= 0 {
			s.add(float64(i), float64(from))
			runs = append(runs, to-from)
			n += min(to-from, int(3*thick)+1) // where another side meets it, the stretch goes on
		}
	}
	slope, start := s.line()
	near := 0
	for i, d := range at {
		if d >= 0 && math.Abs(start+slope*float64(i)-float64(d)) <= 1.5+thick/2 {
			near++
		}
	}
	own := float64(geom.Median(runs)) // what touches a frame from within makes it thicker
	r = Rule{X0: float64(box.X0), X1: float64(box.X1), Thick: max(1, own)}
	near0, near1 := start+own/2, start+slope*float64(long)+own/2
	switch k {
	case 0:
		r.Y0, r.Y1 = float64(box.Y0)+near0, float64(box.Y0)+near1
	case 1:
		r.Y0, r.Y1 = float64(box.Y1)-near0, float64(box.Y1)-near1
	default:
		r.Vertical, r.Y0, r.Y1 = true, float64(box.Y0), float64(box.Y1)
		r.X0, r.X1 = float64(box.X0)+near0, float64(box.X0)+near1
		if k == 3 {
			r.X0, r.X1 = float64(box.X1)-near0, float64(box.X1)-near1
		}
	}
	return r, n, float64(near) >= frameSide*float64(long)
}

// inward reports ink at place i along side k of a box, d pixels in.
func (b *Bitmap) inward(box Box, k, i, d int) bool {
	switch k {
	case 0:
		return b.At(box.X0+i, box.Y0+d)
	case 1:
		return b.At(box.X0+i, box.Y1-1-d)
	case 2:
		return b.At(box.X0+d, box.Y0+i)
	}
	return b.At(box.X1-1-d, box.Y0+i)
}

// firstInk returns the first stretch of ink among n places, -1 where there is none.
func firstInk(n int, ink func(int) bool) (from, to int) {
	for from = 0; from < n; from++ {
		if ink(from) {
			to = from + 1
			for to < n && ink(to) {
				to++
			}
			return from, to
		}
	}
	return -1, -1
}

// sums are what a straight line is fitted by.
type sums struct{ n, x, y, xx, xy float64 }

func (s *sums) add(x, y float64) {
	s.n, s.x, s.y, s.xx, s.xy = s.n+1, s.x+x, s.y+y, s.xx+x*x, s.xy+x*y
}

// line is the line of least squares.
func (s *sums) line() (slope, start float64) {
	if s.n == 0 {
		return 0, 0
	}
	if d := s.n*s.xx - s.x*s.x; d > 0 {
		slope = (s.n*s.xy - s.x*s.y) / d
	}
	return slope, (s.y - slope*s.x) / s.n
}

// What is left of frames is thin: so much of its ink lies within so many letter heights of its borders.
const (
	restWithin = 0.4
	restShare  = 0.85
)

// takeRests makes rules of the drawings that are nothing but what is left of frames: of cells that touch each other some sides are found
// as rules, the others would pass for a drawing.
func (p *Page) takeRests(th int) {
	p.Figures = slices.DeleteFunc(p.Figures, func(c Component) bool {
		within := max(4, int(restWithin*float64(th)))
		if c.W() < 3*th && c.H() < 3*th || float64(p.Ink.inkAlong(c.Box, within)) < restShare*float64(c.Area) {
			return false
		}
		for k := range 4 {
			if r, _, ok := p.Ink.side(c.Box, k, float64(within)/4); ok && r.Length() >= 3*float64(th) {
				p.Rules = append(p.Rules, r)
			}
		}
		return true
	})
}

// inkAlong counts the ink within so many pixels of a box's borders.
func (b *Bitmap) inkAlong(box Box, within int) (n int) {
	for y := box.Y0; y < box.Y1; y++ {
		for x := box.X0; x < box.X1; x++ {
			if y >= box.Y0+within && y < box.Y1-within && x == box.X0+within && box.X1-within > x {
				x = box.X1 - within
			}
			if b.At(x, y) {
				n++
			}
		}
	}
	return n
}
