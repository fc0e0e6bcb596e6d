package meter

import (
	"image"
	"math"
	"slices"

	"lensd/extract/meter"
	"lensd/vision/geom"
)

// What lies around a hub is looked at along so many rays, out to so many px of the plate.
const (
	rays  = 90
	reach = 62
)

// disc is what lies around a hub, by rays that begin upwards and go clockwise.
type disc struct {
	bgr   [reach][rays][3]byte
	hand  [reach][rays]float64 // 0: the face's colour, 1: the hub's
	noise float64              // contrast of the hub with the face, in spreads of the face
	red   float64              // redness of the hub over the face's, levels
}

// wheel holds the rays' directions and the waves of ten marks.
type wheel struct{ sin, cos, tenSin, tenCos [rays]float64 }

func newWheel() *wheel {
	w := &wheel{}
	for a := range rays {
		t := 2 * math.Pi * float64(a) / rays
		w.sin[a], w.cos[a] = math.Sincos(t)
		w.tenSin[a], w.tenCos[a] = math.Sincos(10 * t)
	}
	return w
}

// scale reads a hub as a scale's; ok is false where no hand is seen or nothing comes again ten times around it.
func (pl plate) scale(h hub) (s meter.Scale, ok bool) {
	at, best := h.at, tens{}
	for i, d := range []image.Point{{}, {X: -2}, {X: 2}, {Y: -2}, {Y: 2}} {
		t := pl.tens(h.at.Add(d), 2*h.thick)
		if t.share > best.share {
			best, at = t, h.at.Add(d)
		}
		if i == 0 && t.share < leastTicks/2 {
			return s, false
		}
	}
	if best.share < leastTicks {
		return s, false
	}
	g := pl.around(at)
	g.tell(h.thick, best.radius)
	turn, looks, ok := g.pointing()
	if !ok {
		return s, false
	}
	looks.Ticks, looks.Phase, looks.Contrast, looks.Reach = best.share, best.phase, g.noise, looks.Reach/float64(best.radius)
	if g.red > meter.RedHand {
		looks.Warm = 1
	}
	r, x, y := float64(best.radius), float64(at.X), float64(at.Y)
	return meter.Scale{
		Quad: pl.back.Quad(geom.QuadOf(geom.Rect{X0: x - r, Y0: y - r, X1: x + r, Y1: y + r})), Middle: pl.back.Apply(geom.Point{X: x, Y: y}),
		Radius: r / plateRow, At: geom.Point{X: (x - plateX) / plateRow, Y: (y - plateY) / plateRow},
		Position: math.Mod(turn/36+10, 10), Red: g.red, Looks: looks,
	}, true
}

// leastTicks is the share of change below which nothing comes again ten times.
const leastTicks = 0.06

// offset is where in the plate a point lies, r px along ray a from c; beyond the plate it is the nearest of it.
func (pl plate) offset(c image.Point, a, r int) int {
	x := min(max(int(float64(c.X)+pl.wheel.sin[a]*float64(r)+.5), 0), plateWidth-1)
	y := min(max(int(float64(c.Y)-pl.wheel.cos[a]*float64(r)+.5), 0), plateHeight-1)
	return 3 * (y*plateWidth + x)
}

// around gathers the rays' colours.
func (pl plate) around(c image.Point) *disc {
	g := &disc{}
	for a := range rays {
		for r := range reach {
			i := pl.offset(c, a, r)
			g.bgr[r][a] = [3]byte(pl.bgr[i : i+3])
		}
	}
	return g
}

// tens is the radius at which most of what changes around a middle comes again ten times, marks, figures or both; phase is the
// cosine of the angle between them and where a scale's stand whose zero is above the middle, in tenths of a turn.
type tens struct {
	share, phase float64
	radius       int
}

func (pl plate) tens(c image.Point, least float64) (best tens) {
	const band = 1
	from := max(9, int(least))
	var re, im, change [reach]float64
	for r := from - band; r < reach; r++ {
		var sum, square float64
		for a := range rays {
			i := pl.offset(c, a, r)
			v := (float64(pl.bgr[i]) + float64(pl.bgr[i+1]) + float64(pl.bgr[i+2])) / 3
			re[r], im[r] = re[r]+v*pl.wheel.tenCos[a], im[r]+v*pl.wheel.tenSin[a]
			sum, square = sum+v, square+v*v
		}
		change[r] = square - sum*sum/rays
	}
	for r := from; r < reach-band; r++ {
		var x, y, all float64
		for k := r - band; k <= r+band; k++ {
			x, y, all = x+re[k], y+im[k], all+change[k]
		}
		const n = 2*band + 1
		if s := 2 * (x*x + y*y) / n / rays / math.Max(all, n*rays*fewLevels); s > best.share {
			best = tens{s, math.Abs(x) / math.Hypot(x, y), r}
		}
	}
	return best
}

// fewLevels is the variance below which a ring changes by noise alone.
const fewLevels = 9.0

// tell says of each point how much it has the hub's colour rather than the face's.
func (g *disc) tell(thick float64, radius int) {
	hub, face := g.middle(0, int(.8*thick)+1), g.middle(max(radius/4, int(1.2*thick))+1, radius)
	var along [3]float64
	var length float64
	for c := range 3 {
		along[c] = hub[c] - face[c]
		length += along[c] * along[c]
	}
	length = math.Max(length, 1)
	g.red = along[2] - (along[0]+along[1])/2
	rest := make([]float64, 0, reach*rays)
	for r := range reach {
		for a, v := range g.bgr[r] {
			var t float64
			for c := range 3 {
				t += (float64(v[c]) - face[c]) * along[c] / length
			}
			g.hand[r][a] = t
			if float64(r) > thick && r < radius && t < .5 { // the face: of hands some cover half of it
				rest = append(rest, math.Abs(t))
			}
		}
	}
	slices.Sort(rest)
	if len(rest) > 0 {
		g.noise = 1 / (rest[len(rest)/2] + .01)
	}
}

// middle is the median colour between two radii.
func (g *disc) middle(from, to int) (colour [3]float64) {
	to = min(max(to, from+1), reach)
	for c := range colour {
		var hist [256]int
		for r := from; r < to; r++ {
			for a := range rays {
				hist[g.bgr[r][a][c]]++
			}
		}
		for sum, v := 0, 0; v < len(hist); v++ {
			if sum += hist[v]; 2*sum > (to-from)*rays {
				colour[c] = float64(v)
				break
			}
		}
	}
	return colour
}

// pointing tells where the hand points, degrees clockwise from upwards, and its looks; Reach is in px. ok is false without one.
func (g *disc) pointing() (turn float64, looks meter.ScaleLooks, ok bool) {
	var run [rays]float64
	for a := range rays {
		run[a] = g.run(a)
	}
	top := 0
	for a := range rays {
		if run[a] > run[top] {
			top = a
		}
	}
	if run[top] < 6 {
		return 0, looks, false
	}
	// The middle of what reaches nearly as far as the tip, weighed by how far.
	var weight, sum float64
	for d := -8; d <= 8; d++ {
		w := math.Max(0, run[(top+d+rays)%rays]-.6*run[top])
		weight, sum = weight+w, sum+w*float64(d)
	}
	turn = (float64(top) + sum/weight) * 360 / rays
	const apart = 14 // rays, of what is no part of the tip
	var second, wide float64
	for a := range rays {
		if d := (a - top + rays) % rays; min(d, rays-d) > apart {
			second = math.Max(second, run[a])
		}
		if run[a] > run[top]/2 {
			wide++
		}
	}
	sorted := slices.Sorted(slices.Values(run[:]))
	looks.Reach, looks.Lone, looks.Slim, looks.Hub = run[top], 1-second/run[top], wide/rays, sorted[rays/4]/run[top]
	return turn, looks, true
}

// run is how far the hub's colour reaches along a ray without a gap of more than one px.
func (g *disc) run(a int) float64 {
	far, gap := 0, 0
	for r := 1; r < reach; r++ {
		if v := math.Max(g.hand[r][a], math.Max(g.hand[r][(a+1)%rays], g.hand[r][(a+rays-1)%rays])*.8); v > .5 {
			far, gap = r, 0
		} else if gap++; gap > 1 {
			break
		}
	}
	return float64(far)
}
