package codes

import (
	"image"
	"math"
	"slices"
)

// profile is the ink across bars, 0 for paper to 1, with the edges that it shows.
type profile struct {
	ink     []float64
	up, off []float64 // where bars begin and where they end, in pixels
}

// leaning returns by how many pixels a row the bars of a region lean, found as the lean at which their sum is sharpest.
func leaning(img *image.Gray, r image.Rectangle) float64 {
	best, top := 0.0, -1.0
	for lean := -0.06; lean <= 0.0601; lean += 0.01 {
		row := gather(img, r, r, lean, mean)
		sharp := 0.0
		for i := 1; i < len(row); i++ {
			sharp += (row[i] - row[i-1]) * (row[i] - row[i-1])
		}
		if sharp *= 1 - 0.5*math.Abs(lean); sharp > top {
			best, top = lean, sharp
		}
	}
	return best
}

// mean and bright are ways to join the pixels along a bar: bright looks past what is printed across the bars.
func mean(column []byte) float64 {
	s := 0
	for _, v := range column {
		s += int(v)
	}
	return float64(s) / float64(len(column))
}

func bright(column []byte) float64 {
	slices.Sort(column)
	return float64(column[len(column)*4/5])
}

// gather joins the rows of a region to one along bars that lean. What leans is measured from the row in the middle of
// whole, so that parts of a region keep its places.
func gather(img *image.Gray, r, whole image.Rectangle, lean float64, how func([]byte) float64) []float64 {
	out := make([]float64, r.Dx())
	step := max(1, r.Dy()/40)
	mid := float64(whole.Min.Y+whole.Max.Y) / 2
	var starts, shifts []int
	for y := r.Min.Y; y < r.Max.Y; y += step {
		starts = append(starts, y*img.Stride)
		shifts = append(shifts, r.Min.X+int(math.Round(lean*(float64(y)-mid))))
	}
	column := make([]byte, len(starts))
	for i := range out {
		for k, start := range starts {
			column[k] = img.Pix[start+min(max(i+shifts[k], img.Rect.Min.X), img.Rect.Max.X-1)]
		}
		out[i] = how(column)
	}
	return out
}

// alike returns the correlation of two rows.
func alike(a, b []float64) float64 {
	n := float64(len(a))
	var sa, sb, saa, sbb, sab float64
	for i := range a {
		sa, sb, saa, sbb, sab = sa+a[i], sb+b[i], saa+a[i]*a[i], sbb+b[i]*b[i], sab+a[i]*b[i]
	}
	va, vb := n*saa-sa*sa, n*sbb-sb*sb
	if va <= 0 || vb <= 0 {
		return 0
	}
	return (n*sab - sa*sb) / math.Sqrt(va*vb)
}

// Limits of a profile.
const (
	leastContrast = 30  // grey levels between bars and spaces
	flank         = 0.5 // of the ink where a bar begins
)

// newProfile scales a row of grey levels to ink: between the darkest and the lightest level of the surroundings, because
// light is seldom even along a label.
func newProfile(row []float64) (profile, bool) {
	reach := max(24, len(row)/5)
	p := profile{ink: make([]float64, len(row))}
	clear := false
	lo, hi := 255.0, 0.0
	for i, v := range row {
		from, to := max(0, i-reach), min(len(row), i+reach+1)
		if i == 0 || from > 0 && (row[from-1] == lo || row[from-1] == hi) {
			lo, hi = slices.Min(row[from:to]), slices.Max(row[from:to])
		}
		lo, hi = min(lo, row[to-1]), max(hi, row[to-1])
		if hi-lo >= leastContrast {
			p.ink[i] = (hi - v) / (hi - lo)
			clear = true
		}
	}
	for i := 1; i < len(p.ink); i++ {
		a, b := p.ink[i-1], p.ink[i]
		at := float64(i) - 0.5 + (flank-a)/(b-a)
		switch {
		case a < flank && b >= flank:
			p.up = append(p.up, at)
		case a >= flank && b < flank && len(p.up) > 0:
			p.off = append(p.off, at)
		}
	}
	return p, clear && len(p.up) >= 10 && len(p.off) >= 10
}

// at interpolates the ink at a place between pixels; pixel i spans i to i+1.
func (p *profile) at(x float64) float64 {
	x -= 0.5
	i := int(math.Floor(x))
	if i < 0 || i+1 >= len(p.ink) {
		return 0
	}
	t := x - float64(i)
	return p.ink[i]*(1-t) + p.ink[i+1]*t
}

// reversed returns the profile read from the other end.
func (p *profile) reversed() profile {
	n := len(p.ink)
	out := profile{ink: make([]float64, n)}
	for i, v := range p.ink {
		out.ink[n-1-i] = v
	}
	for i := len(p.off) - 1; i >= 0; i-- {
		out.up = append(out.up, float64(n)-p.off[i])
	}
	for i := len(p.up) - 1; i >= 0; i-- {
		out.off = append(out.off, float64(n)-p.up[i])
	}
	return out
}
