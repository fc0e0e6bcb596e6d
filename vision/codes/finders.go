package codes

import (
	"cmp"
	"context"
	"image"
	"math"
	"slices"

	"lensd/vision/geom"
)

// Squares decodes the QR codes of a page by their three finder patterns (ISO/IEC 18004): a fraction of Read's time, which
// tries whatever is full of edges, as all print is.
func Squares(ctx context.Context, img *image.Gray) (Found, error) {
	var out Found
	for _, r := range triples(finders(img)) {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		if got := decodeSquare(img, r); got.ok {
			out.add(got, r, true)
		}
	}
	return out, nil
}

// finder is the centre of a finder pattern and the side of its modules, in pixels.
type finder struct {
	at     geom.Point
	module float64
	n      int // scan lines that crossed it
}

// Scanning: every rowStep-th row is enough for the centre of a finder pattern, which is three modules high.
const (
	rowStep  = 2
	tile     = 64 // pixels, within which light is even
	contrast = 50 // grey levels between ink and paper
	most     = 60 // finder patterns that are looked at; more are print
)

// finders lists what looks like a finder pattern along and across.
func finders(img *image.Gray) []finder {
	limits := thresholds(img)
	w, h := img.Rect.Dx(), img.Rect.Dy()
	tiles := (w + tile - 1) / tile
	dark := func(x, y int) bool { return img.Pix[y*img.Stride+x] < limits[y/tile*tiles+x/tile] }
	var out []finder
	for y := rowStep; y < h; y += rowStep {
		var runs [5]int // dark, light, dark, light, dark
		n, last := 0, false
		for x := range w + 1 {
			now := x < w && dark(x, y)
			if x < w && now == last {
				n++
				continue
			}
			copy(runs[:], runs[1:])
			runs[4] = n
			if side, ok := proportioned(runs); ok && last {
				middle := float64(x) - float64(runs[4]+runs[3]) - float64(runs[2])/2
				if f, ok := crossed(dark, geom.Point{X: middle, Y: float64(y)}, side, h); ok {
					out = noted(out, f)
				}
			}
			n, last = 1, now
		}
	}
	return slices.DeleteFunc(out, func(f finder) bool { return f.n < 2 })
}

// proportioned reports whether five runs are 1:1:3:1:1, and the module's side.
func proportioned(runs [5]int) (side float64, ok bool) {
	total := runs[0] + runs[1] + runs[2] + runs[3] + runs[4]
	if total < 12 {
		return 0, false
	}
	side = float64(total) / 7
	slack := side*0.5 + 0.7
	for i, n := range [5]float64{1, 1, 3, 1, 1} {
		if math.Abs(float64(runs[i])-n*side) > slack*math.Sqrt(n) {
			return 0, false
		}
	}
	return side, true
}

// crossed asks for the same proportions across a pattern's middle and returns its centre.
func crossed(dark func(x, y int) bool, at geom.Point, side float64, height int) (finder, bool) {
	x, y := int(at.X), int(at.Y)
	limit := int(6 * side)
	reach := func(step int) (runs [3]int, ok bool) {
		k, want := y, true
		for i := range runs {
			for k >= 0 && k < height && dark(x, k) == want && runs[i] <= limit {
				runs[i]++
				k += step
			}
			want = !want
		}
		return runs, runs[1] > 0 && runs[2] > 0
	}
	up, ok := reach(-1)
	down, ok2 := reach(1)
	if !ok || !ok2 {
		return finder{}, false
	}
	tall, ok := proportioned([5]int{up[2], up[1], up[0] + down[0] - 1, down[1], down[2]})
	if !ok || tall > 1.5*side || side > 1.5*tall {
		return finder{}, false
	}
	return finder{geom.Point{X: at.X, Y: float64(y) + float64(down[0]-up[0])/2}, (side + tall) / 2, 1}, true
}

// noted adds a pattern, or to the count of the one at its place.
func noted(all []finder, f finder) []finder {
	for i, o := range all {
		if math.Abs(o.at.X-f.at.X) < 2*o.module && math.Abs(o.at.Y-f.at.Y) < 2*o.module {
			all[i].n++
			return all
		}
	}
	return append(all, f)
}

// triples returns the squares whose three corners are finder patterns of one size: two sides of one length at a right angle. Of squares that
// overlap it is the one that is most so: among a code's modules something may look like a finder pattern.
func triples(all []finder) []region {
	if len(all) > most {
		return nil
	}
	var out []region
	for i, a := range all {
		for j, b := range all {
			for k, c := range all[min(j+1, len(all)):] {
				if i == j || i == j+1+k || !corner(a, b, c) {
					continue
				}
				q := outline(a, b, c)
				out = append(out, region{box: q.Bounds(), quad: q, skew: skew(a, b, c)})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b region) int { return cmp.Compare(a.skew, b.skew) })
	var apart []region
	for _, r := range out {
		if !slices.ContainsFunc(apart, func(o region) bool { return o.quad.Holds(r.box.Center()) || r.quad.Holds(o.box.Center()) }) {
			apart = append(apart, r)
		}
	}
	return apart
}

// edge is how far beyond the middle of a finder pattern a code ends, in modules: three and a half, and what a blur adds.
const edge = 3.75

// outline is the square of the code whose corners are a, which lies between the others, b and c, from its upper left corner clockwise as the
// code stands.
func outline(a, b, c finder) geom.Quad {
	x, y := geom.Point{X: b.at.X - a.at.X, Y: b.at.Y - a.at.Y}, geom.Point{X: c.at.X - a.at.X, Y: c.at.Y - a.at.Y}
	if x.X*y.Y < x.Y*y.X {
		x, y = y, x
	}
	side, m := (math.Hypot(x.X, x.Y)+math.Hypot(y.X, y.Y))/2, edge*(a.module+b.module+c.module)/3
	at := func(u, v float64) geom.Point {
		return geom.Point{X: a.at.X + u*x.X + v*y.X, Y: a.at.Y + u*x.Y + v*y.Y}
	}
	lo, hi := -m/side, 1+m/side
	return geom.Quad{at(lo, lo), at(hi, lo), at(hi, hi), at(lo, hi)}
}

// How much of a QR code is dark: it is masked so that about half is (ISO/IEC 18004, 7.8.3). Of print less is. And how far a code on a page that
// was straightened is from a square.
const (
	leastDark    = 0.3
	mostDark     = 0.7
	surelySquare = 0.1
)

// matrices are the squares between three finder patterns that are as dark as a QR code. What is square is one though nothing decodes it: its
// modules are no print.
func matrices(img *image.Gray) []region {
	all := triples(finders(img))
	all = slices.DeleteFunc(all, func(r region) bool {
		d := darkness(img, clip(img, r.box))
		return d < leastDark || d > mostDark
	})
	for i := range all {
		all[i].dense = all[i].skew < surelySquare
	}
	return all
}

// darkness is the share of a part of a picture that is darker than the middle between its darkest and its lightest.
func darkness(img *image.Gray, r image.Rectangle) float64 {
	low, high, n := byte(255), byte(0), 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for _, v := range img.Pix[y*img.Stride+r.Min.X : y*img.Stride+r.Max.X] {
			low, high = min(low, v), max(high, v)
		}
	}
	limit := byte((int(low) + int(high)) / 2)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for _, v := range img.Pix[y*img.Stride+r.Min.X : y*img.Stride+r.Max.X] {
			if v < limit {
				n++
			}
		}
	}
	return float64(n) / max(1, float64(r.Dx()*r.Dy()))
}

// skew tells how far the sides from a to b and c are from one length and a right angle.
func skew(a, b, c finder) float64 {
	x, y := geom.Point{X: b.at.X - a.at.X, Y: b.at.Y - a.at.Y}, geom.Point{X: c.at.X - a.at.X, Y: c.at.Y - a.at.Y}
	p, q := math.Hypot(x.X, x.Y), math.Hypot(y.X, y.Y)
	return math.Abs(p-q)/p + math.Abs(x.X*y.X+x.Y*y.Y)/(p*q)
}

// mostSkew is that of the corners of a code; leastSides and mostSides are how many modules lie between their middles.
const (
	mostSkew   = 0.3
	leastSides = 11
	mostSides  = 180
)

// corner reports whether a is the corner between b and c of a QR code of 21 to 177 modules.
func corner(a, b, c finder) bool {
	p := a.at.Dist(b.at)
	low, high := min(a.module, b.module, c.module), max(a.module, b.module, c.module)
	return high < 1.6*low && p > leastSides*low && p < mostSides*high && skew(a, b, c) < mostSkew
}

// thresholds gives each tile of a picture the grey level between its ink and its paper, 0 where it is blank.
func thresholds(img *image.Gray) []byte {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	tw, th := (w+tile-1)/tile, (h+tile-1)/tile
	out := make([]byte, tw*th)
	for i := range out {
		x0, y0 := i%tw*tile, i/tw*tile
		low, high := byte(255), byte(0)
		for y := y0; y < min(y0+tile, h); y += 3 {
			for x := x0; x < min(x0+tile, w); x += 3 {
				v := img.Pix[y*img.Stride+x]
				low, high = min(low, v), max(high, v)
			}
		}
		if int(high)-int(low) >= contrast {
			out[i] = byte((int(low) + int(high)) / 2)
		}
	}
	return out
}
