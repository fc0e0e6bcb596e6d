package meter

import (
	"cmp"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"lensd/vision/geom"
)

// The strip's frame; see scripts/train/meter/strip_net.py.
const (
	stripHeight, stripWidth, stripStride = 48, 320, 4
	columns                              = stripWidth / stripStride
	windowHeight                         = 24.0 // of the counter's window in the strip
	cellWidth                            = 16.0 // the unit of predicted widths
	longest                              = 290.0
	shortest                             = 180.0 // shorter rows are stretched towards this length, whose narrow cells would have few columns each
	mostStretch                          = 1.6
	heatAt                               = 0.35
	faintAt                              = 0.05 // what may be a place where the row's pitch expects one
)

// place is one cell in strip pixels.
type place struct {
	x, y, h, w     float64
	decimal, found float64
}

// stripView maps the picture to the strip of a row: window height 24 px, centred, a short row stretched.
func stripView(q geom.Quad) (geom.Homography, error) {
	length, height := size(q)
	k := math.Min(windowHeight/math.Max(height, 1e-3), longest/math.Max(length, 1e-3))
	w, h := length*k/2*stretch(length*k), height*k/2
	const cx, cy = stripWidth / 2, stripHeight / 2
	return geom.FromQuads(q, geom.Quad{{X: cx - w, Y: cy - h}, {X: cx + w, Y: cy - h}, {X: cx + w, Y: cy + h}, {X: cx - w, Y: cy + h}})
}

// stretch is how much wider than in proportion a row of a length is cut.
func stretch(length float64) float64 {
	return math.Max(1, math.Min(mostStretch, shortest/math.Max(length, 1)))
}

// places finds the cells in the strip of q. upright is the mean logit that the strip stands upright.
func (f *Finder) places(p *pyramid, view geom.Homography) (found, faint []place, upright float64, err error) {
	bgr, err := p.cut(view, stripWidth, stripHeight, gocv.BorderReplicate)
	if err != nil {
		return nil, nil, 0, err
	}
	mean, gain := standardised(bgr)
	planes(f.long, bgr, mean, gain)
	out, err := f.strip.Forward(f.long, []int{1, 3, stripHeight, stripWidth})
	if err != nil {
		return nil, nil, 0, err
	}
	if len(out[0].Data) < 7*columns {
		return nil, nil, 0, errEmpty
	}
	found, faint, upright = decodePlaces(out[0].Data)
	return found, faint, upright, nil
}

// decodePlaces takes the maxima of the heat, best first, each at least half a cell from those before it. What is too weak
// to be a place by itself comes as faint.
func decodePlaces(data []float32) (found, faint []place, upright float64) {
	at := func(channel, c int) float64 { return float64(data[channel*columns+c]) }
	order := make([]int, columns)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(at(0, b), at(0, a)) })
	var ups, weight float64
	for _, c := range order {
		heat := 1 / (1 + math.Exp(-at(0, c)))
		if heat < faintAt {
			break
		}
		if heat >= heatAt {
			ups, weight = ups+heat*at(6, c), weight+heat
		}
		pl := place{
			x: (float64(c) + .5 + math.Max(-3, math.Min(3, at(1, c)))) * stripStride,
			y: stripHeight/2 + windowHeight*at(2, c), h: windowHeight * math.Exp(at(3, c)), w: cellWidth * math.Exp(at(4, c)),
			decimal: at(5, c), found: heat,
		}
		taken := func(o place) bool { return math.Abs(pl.x-o.x) <= .55*math.Min(pl.w, o.w)+1 }
		switch fits := pl.h > 4 && pl.w > 2 && pl.h < 4*stripHeight && pl.w < stripWidth; {
		case !fits || slices.ContainsFunc(found, taken) || slices.ContainsFunc(faint, taken):
		case heat >= heatAt:
			found = append(found, pl)
		default:
			faint = append(faint, pl)
		}
	}
	slices.SortFunc(found, func(a, b place) int { return cmp.Compare(a.x, b.x) })
	if weight > 0 {
		upright = ups / weight
	}
	return found, faint, upright
}

// line is the row's straight course through the strip: y = at + slope*(x - middle), with median cell sizes.
type line struct{ at, slope, middle, h, w, x0, x1 float64 }

// fit lays the line through the cells by least squares weighted by how sure each is.
func fit(cells []place) line {
	var w, sx, sy, sxx, sxy float64
	for _, c := range cells {
		w, sx, sy = w+c.found, sx+c.found*c.x, sy+c.found*c.y
	}
	l := line{middle: sx / w, at: sy / w, x0: cells[0].x, x1: cells[len(cells)-1].x}
	for _, c := range cells {
		d := c.x - l.middle
		sxx, sxy = sxx+c.found*d*d, sxy+c.found*d*(c.y-l.at)
	}
	if sxx > 1 {
		l.slope = sxy / sxx
	}
	l.h = median(cells, func(c place) float64 { return c.h })
	l.w = median(cells, func(c place) float64 { return c.w })
	return l
}

func median(cells []place, of func(place) float64) float64 {
	v := make([]float64, len(cells))
	for i, c := range cells {
		v[i] = of(c)
	}
	slices.Sort(v)
	return v[len(v)/2]
}

// quad is the row's box in the strip.
func (l line) quad() geom.Quad {
	a := math.Atan(l.slope)
	c := geom.Point{X: (l.x0 + l.x1) / 2}
	c.Y = l.at + l.slope*(c.X-l.middle)
	return oriented(c, a, ((l.x1-l.x0)/math.Cos(a)+l.w)/2, l.h/2)
}

// cell is the box of one place on the line. All wheels of a counter are of one height; a display's decimals may be smaller
// and stand at the line's foot or head.
func (l line) cell(p place) geom.Quad {
	w, h := math.Max(.6*l.w, math.Min(p.w, 1.4*l.w)), l.h
	c := geom.Point{X: p.x, Y: l.at + l.slope*(p.x-l.middle)}
	if p.found > sureWheel && p.h < smaller*l.h {
		w, h, c.Y = p.w, p.h, p.y
	}
	return oriented(c, math.Atan(l.slope), w/2, h/2)
}

// smaller is the share of the row's height from which down a place has a height of its own.
const smaller = 0.86

// off tells whether the strip should be cut anew: turned, out of the middle, of the wrong size or too near the border.
func (l line) off() bool {
	return math.Abs(l.slope) > 0.035 || math.Abs(l.at-stripHeight/2) > 3 || l.h < 20 || l.h > 29 || l.x0 < l.w || l.x1 > stripWidth-l.w
}
