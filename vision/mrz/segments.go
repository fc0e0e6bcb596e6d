package mrz

import (
	"math"
	"sort"

	"lensd/vision/geom"
)

// segment is a code line as the finder sees it, in pixels of the picture.
type segment struct {
	from, to geom.Point // centre line, in reading direction
	pitch    float64    // between characters
	weight   float64    // summed certainty
}

func (s segment) length() float64 { return s.from.Dist(s.to) }

// dir returns the reading direction as a unit vector.
func (s segment) dir() geom.Point {
	l := math.Max(s.length(), 1e-9)
	return geom.Point{X: (s.to.X - s.from.X) / l, Y: (s.to.Y - s.from.Y) / l}
}

// minCells is the least number of map cells that make a line: eight characters at the smallest pitch.
const minCells = 8

// segments finds the lines of a heat map: connected cores, their axis by moments, their sense by the net's vote, and
// pieces of one line joined again.
func segments(m *heat) []segment {
	var out []segment
	seen := make([]bool, len(m.core))
	for i := range m.core {
		if m.core[i] < 0.5 || seen[i] {
			continue
		}
		if s, ok := axis(m, flood(m, seen, i)); ok {
			out = append(out, s)
		}
	}
	return join(out)
}

// flood collects the cells connected to start (8 neighbours).
func flood(m *heat, seen []bool, start int) []int {
	stack, cells := []int{start}, []int(nil)
	seen[start] = true
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		cells = append(cells, i)
		x, y := i%m.w, i/m.w
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				nx, ny := x+dx, y+dy
				if nx < 0 || ny < 0 || nx >= m.w || ny >= m.h {
					continue
				}
				if j := ny*m.w + nx; !seen[j] && m.core[j] >= 0.4 {
					seen[j] = true
					stack = append(stack, j)
				}
			}
		}
	}
	return cells
}

// axis fits a line to cells by second moments. It refuses masses that are not long and thin.
func axis(m *heat, cells []int) (segment, bool) {
	if len(cells) < minCells {
		return segment{}, false
	}
	var sw, sx, sy, sc, ss, sp float64
	for _, i := range cells {
		w := float64(m.core[i])
		sw += w
		sx += w * float64(i%m.w)
		sy += w * float64(i/m.w)
		sc += w * float64(m.cos[i])
		ss += w * float64(m.sin[i])
		sp += w * math.Log(float64(m.pitch[i]))
	}
	cx, cy := sx/sw, sy/sw
	var xx, xy, yy float64
	for _, i := range cells {
		w, dx, dy := float64(m.core[i]), float64(i%m.w)-cx, float64(i/m.w)-cy
		xx += w * dx * dx
		xy += w * dx * dy
		yy += w * dy * dy
	}
	a := 0.5 * math.Atan2(2*xy, xx-yy)
	ux, uy := math.Cos(a), math.Sin(a)
	if ux*sc+uy*ss < 0 {
		ux, uy = -ux, -uy
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, i := range cells {
		t := (float64(i%m.w)-cx)*ux + (float64(i/m.w)-cy)*uy
		low, high = math.Min(low, t), math.Max(high, t)
	}
	pitch := math.Exp(sp/sw) / m.scale
	s := segment{m.point(cx+ux*(low-0.5), cy+uy*(low-0.5)), m.point(cx+ux*(high+0.5), cy+uy*(high+0.5)), pitch, sw}
	return s, s.length() > 3*pitch
}

// join merges pieces that lie on one line, follow the same direction and are less than a third of a line apart.
func join(in []segment) []segment {
	sort.Slice(in, func(i, j int) bool { return in[i].weight > in[j].weight })
	for merged := true; merged; {
		merged = false
		for i := 0; i < len(in) && !merged; i++ {
			for j := i + 1; j < len(in) && !merged; j++ {
				if s, ok := pair(in[i], in[j]); ok {
					in[i] = s
					in = append(in[:j], in[j+1:]...)
					merged = true
				}
			}
		}
	}
	return in
}

// pair joins two pieces of one line.
func pair(a, b segment) (segment, bool) {
	d, e := a.dir(), b.dir()
	if d.X*e.X+d.Y*e.Y < 0.94 || math.Abs(math.Log(a.pitch/b.pitch)) > 0.5 {
		return segment{}, false
	}
	along := func(p geom.Point) float64 { return (p.X-a.from.X)*d.X + (p.Y-a.from.Y)*d.Y }
	off := func(p geom.Point) float64 { return math.Abs((p.Y-a.from.Y)*d.X - (p.X-a.from.X)*d.Y) }
	gap := math.Max(along(b.from)-a.length(), -along(b.to))
	// An offset that grows with the distance is the slope's error, not another line.
	slack := a.pitch * (0.6 + 0.02*math.Max(0, gap)/a.pitch)
	if gap > 14*a.pitch || math.Min(off(b.from), off(b.to)) > slack || math.Max(off(b.from), off(b.to)) > 1.8*a.pitch {
		return segment{}, false
	}
	out := segment{a.from, a.to, (a.pitch*a.weight + b.pitch*b.weight) / (a.weight + b.weight), a.weight + b.weight}
	if along(b.from) < 0 {
		out.from = b.from
	}
	if along(b.to) > a.length() {
		out.to = b.to
	}
	return out, true
}
