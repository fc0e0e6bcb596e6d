package meter

import (
	"cmp"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"lensd/extract/meter"
	"lensd/vision/geom"
	"lensd/vision/nets"
)

// frame is the strip of a net that finds places along a row and reads them; see scripts/train/meter/roll_net.py and line_net.py.
// Lengths are pixels of the strip.
type frame struct {
	height, width int
	window, cell  float64 // height of a place as cut, and the unit of predicted widths
	longest       float64 // longer rows are cut smaller
	shortest      float64 // shorter ones are stretched towards this length, for narrow places would have few columns each
	digits        bool    // the net reads a display's digits, else wheels
}

// wheels is the frame of the row reader of wheels.
func wheels() frame {
	fr := segments()
	fr.digits = false
	return fr
}

// segments is the frame of the line reader of displays.
func segments() frame {
	return frame{height: 56, width: 384, window: 30, cell: 18, longest: 350, shortest: 200, digits: true}
}

func (fr frame) columns() int { return fr.width / stripStride }

// channels of the net's output: seven of a place, and a logit for each digit or tenth of a ring.
func (fr frame) channels() int {
	if fr.digits {
		return firstDigit + 10
	}
	return firstDigit + meter.Bins
}

// net is the one that reads the frame's strips.
func (f *Finder) net(fr frame) *nets.Net {
	if fr.digits {
		return f.line
	}
	return f.wheelRow
}

const (
	stripStride = 4
	firstDigit  = 7 // channel
	mostStretch = 1.6
	heatAt      = 0.35
	faintAt     = 0.05 // what may be a place where the row's pitch expects one
)

// place is one cell in strip pixels.
type place struct {
	x, y, h, w     float64
	decimal, found float64
	digits         [10]float64 // log-probabilities, where the net reads
}

// view maps the picture to the strip of a row: its places window px high, centred, a short row stretched.
func (fr frame) view(q geom.Quad) (geom.Homography, error) {
	length, height := q.Size()
	k := math.Min(fr.window/math.Max(height, 1e-3), fr.longest/math.Max(length, 1e-3))
	w, h := length*k/2*fr.stretch(length*k), height*k/2
	cx, cy := float64(fr.width)/2, float64(fr.height)/2
	return geom.FromQuads(q, geom.Quad{{X: cx - w, Y: cy - h}, {X: cx + w, Y: cy - h}, {X: cx + w, Y: cy + h}, {X: cx - w, Y: cy + h}})
}

// stretch is how much wider than in proportion a row of a length is cut.
func (fr frame) stretch(length float64) float64 {
	return math.Max(1, math.Min(mostStretch, fr.shortest/math.Max(length, 1)))
}

// places finds the places in the strip that view cuts. upright is the mean logit that the strip stands upright.
func (f *Finder) places(p *pyramid, fr frame, view geom.Homography) (found, faint []place, upright float64, err error) {
	data, err := f.strips(p, fr, view)
	if err != nil {
		return nil, nil, 0, err
	}
	found, faint, upright = fr.decode(data)
	return found, faint, upright, nil
}

// strips is what the frame's net gives for the strip that view cuts.
func (f *Finder) strips(p *pyramid, fr frame, view geom.Homography) ([]float32, error) {
	bgr, err := p.cut(view, fr.width, fr.height, gocv.BorderReplicate)
	if err != nil {
		return nil, err
	}
	in := f.long[:len(bgr)]
	mean, gain := standardised(bgr)
	planes(in, bgr, mean, gain)
	out, err := f.net(fr).Forward(in, []int{1, 3, fr.height, fr.width})
	if err != nil {
		return nil, err
	}
	if len(out[0].Data) < fr.channels()*fr.columns() {
		return nil, errEmpty
	}
	return out[0].Data, nil
}

// decode takes the maxima of the heat, best first, each at least half a cell from those before it. What is too weak to be a
// place by itself comes as faint.
func (fr frame) decode(data []float32) (found, faint []place, upright float64) {
	at := func(channel, c int) float64 { return float64(data[channel*fr.columns()+c]) }
	order := make([]int, fr.columns())
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
		pl := fr.place(at, c, heat)
		taken := func(o place) bool { return math.Abs(pl.x-o.x) <= .55*math.Min(pl.w, o.w)+1 }
		switch fits := pl.h > 4 && pl.w > 2 && pl.h < 4*float64(fr.height) && pl.w < float64(fr.width); {
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

// place is what one column of the output says.
func (fr frame) place(at func(channel, c int) float64, c int, heat float64) place {
	pl := place{
		x: (float64(c) + .5 + math.Max(-3, math.Min(3, at(1, c)))) * stripStride,
		y: float64(fr.height)/2 + fr.window*at(2, c), h: fr.window * math.Exp(at(3, c)), w: fr.cell * math.Exp(at(4, c)),
		decimal: at(5, c), found: heat,
	}
	if fr.digits {
		for d := range pl.digits {
			pl.digits[d] = at(firstDigit+d, c)
		}
		all := meter.LogSum(pl.digits[:])
		for d := range pl.digits {
			pl.digits[d] -= all
		}
	}
	return pl
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
	return geom.Median(v)
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
func (l line) off(fr frame) bool {
	return math.Abs(l.slope) > 0.06 || math.Abs(l.at-float64(fr.height)/2) > fr.window/5 || l.h < .75*fr.window || l.h > 1.33*fr.window ||
		l.x0 < l.w || l.x1 > float64(fr.width)-l.w
}
