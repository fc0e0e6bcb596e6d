package tawi

import (
	"bufio"
	"bytes"
	_ "embed"
	"math"
	"strconv"
	"strings"

	"lensd/extract"
	"lensd/vision/geom"
)

//go:embed official.tsv
var officialForm []byte

// blank is the official form: the places of its parts in points, the y axis downwards from the lower edge.
type blank map[string][]geom.Rect

// parseBlank reads official.tsv; a line that is none is left out, which TestOfficial would see.
func parseBlank(data []byte) blank {
	b := blank{}
	sc := bufio.NewScanner(bytes.NewReader(data))
	for sc.Scan() {
		f := strings.Split(sc.Text(), "\t")
		if len(f) != 5 {
			continue
		}
		var v [4]float64
		for i := range v {
			v[i], _ = strconv.ParseFloat(f[i+1], 64)
		}
		b[f[0]] = append(b[f[0]], geom.Rect{X0: v[0], Y0: -v[3], X1: v[2], Y1: -v[1]})
	}
	return b
}

// affine maps points of the form to pixels of the sheet.
type affine struct{ xx, xy, x, yx, yy, y float64 }

func (a affine) point(p geom.Point) geom.Point {
	return geom.Point{X: a.xx*p.X + a.xy*p.Y + a.x, Y: a.yx*p.X + a.yy*p.Y + a.y}
}

func (a affine) rect(r geom.Rect) geom.Rect {
	return geom.QuadOf(r).Map(a.point).Bounds()
}

// pair is a square of the form and the one on the sheet that is taken for it.
type pair struct{ form, sheet geom.Point }

// Registration is believed when this many squares lie within so many points of where the form has them.
const (
	enoughSquares = 9
	withinPoints  = 2.6
	pageWidth     = 595.0 // points
	mostSquares   = 60    // looked at; a page with more of that size is another form, and pairs of pairs are many
)

// register lays the official form over the page by its squares: two of them in a row give scale and place (a sheet is
// upright), and the guess that most others agree with is refined by least squares.
func register(form blank, ticks []extract.Tick, width int) (affine, bool) {
	var seen []geom.Point
	var sides []float64
	whole := float64(width) / pageWidth // pixels a point where the sheet is the whole page
	for _, t := range ticks {
		if w := t.Quad.Bounds().W(); w > 9.5*0.8*whole && w < 14.5*1.15*whole && len(seen) < mostSquares {
			seen, sides = append(seen, t.Quad.Center()), append(sides, w)
		}
	}
	var want []geom.Point
	for _, r := range form["square"] {
		want = append(want, r.Center())
	}
	var best []pair
	for i, a := range want {
		for j, b := range want {
			if i == j || b.X-a.X < 100 || math.Abs(b.Y-a.Y) > 25 {
				continue
			}
			for k, c := range seen {
				for l, d := range seen {
					scale := (d.X - c.X) / (b.X - a.X)
					if k == l || scale < 0.8 || sides[k] < 9.5*scale || sides[k] > 14.5*scale || math.Abs((d.Y-c.Y)/scale-(b.Y-a.Y)) > 6 {
						continue
					}
					guess := affine{xx: scale, x: c.X - scale*a.X, yy: scale, y: c.Y - scale*a.Y}
					if in := agreeing(guess, want, seen, 4*withinPoints*scale); len(in) > len(best) {
						best = in
					}
				}
			}
		}
	}
	return refined(best, want, seen)
}

// refined fits a place of the form to the squares that agree on it.
func refined(best []pair, want, seen []geom.Point) (affine, bool) {
	if len(best) < enoughSquares {
		return affine{}, false
	}
	a := fit(best)
	for range 3 {
		in := agreeing(a, want, seen, withinPoints*math.Hypot(a.xx, a.yx))
		if len(in) < enoughSquares {
			return a, false
		}
		a = fit(in)
	}
	return a, true
}

// agreeing returns the squares of the form that have one on the sheet where a says, within so many pixels.
func agreeing(a affine, want, seen []geom.Point, within float64) []pair {
	var out []pair
	for _, w := range want {
		at := a.point(w)
		best, least := -1, within
		for i, s := range seen {
			if d := at.Dist(s); d < least {
				best, least = i, d
			}
		}
		if best >= 0 {
			out = append(out, pair{w, seen[best]})
		}
	}
	return out
}

// fit is the affine map of least squares; pairs are centred first, so that the sums stay well conditioned.
func fit(in []pair) affine {
	n := float64(len(in))
	var f, s geom.Point
	for _, p := range in {
		f.X, f.Y, s.X, s.Y = f.X+p.form.X/n, f.Y+p.form.Y/n, s.X+p.sheet.X/n, s.Y+p.sheet.Y/n
	}
	var xx, xy, yy, ux, uy, vx, vy float64
	for _, p := range in {
		x, y, u, v := p.form.X-f.X, p.form.Y-f.Y, p.sheet.X-s.X, p.sheet.Y-s.Y
		xx, xy, yy = xx+x*x, xy+x*y, yy+y*y
		ux, uy, vx, vy = ux+u*x, uy+u*y, vx+v*x, vy+v*y
	}
	d := xx*yy - xy*xy
	if d < 1e-6 {
		return affine{xx: 1, yy: 1, x: s.X - f.X, y: s.Y - f.Y}
	}
	a := affine{xx: (ux*yy - uy*xy) / d, xy: (uy*xx - ux*xy) / d, yx: (vx*yy - vy*xy) / d, yy: (vy*xx - vx*xy) / d}
	a.x, a.y = s.X-a.xx*f.X-a.xy*f.Y, s.Y-a.yx*f.X-a.yy*f.Y
	return a
}
