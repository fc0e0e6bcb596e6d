package codes

import (
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

// triples returns the squares whose three corners are finder patterns of one size: two sides of one length at a right angle.
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
				far := geom.Point{X: b.at.X + c.at.X - a.at.X, Y: b.at.Y + c.at.Y - a.at.Y}
				box := geom.Quad{a.at, b.at, far, c.at}.Bounds()
				m := 4 * a.module
				out = append(out, region{box: geom.Rect{X0: box.X0 - m, Y0: box.Y0 - m, X1: box.X1 + m, Y1: box.Y1 + m}})
			}
		}
	}
	return out
}

// corner reports whether a is the corner between b and c of a QR code of 21 to 177 modules.
func corner(a, b, c finder) bool {
	x, y := geom.Point{X: b.at.X - a.at.X, Y: b.at.Y - a.at.Y}, geom.Point{X: c.at.X - a.at.X, Y: c.at.Y - a.at.Y}
	p, q := math.Hypot(x.X, x.Y), math.Hypot(y.X, y.Y)
	low, high := min(a.module, b.module, c.module), max(a.module, b.module, c.module)
	return high < 1.6*low && p > 11*low && p < 180*high && math.Abs(p-q) < 0.2*p && math.Abs(x.X*y.X+x.Y*y.Y) < 0.25*p*q
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
