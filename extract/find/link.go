package find

import (
	"math"

	"lensd/vision/geom"
)

// The relations of a unit to a caption.
const (
	relInside = iota // behind the caption in its line
	relLeft          // the caption stands left of it in its row
	relAbove
	relRight
	relBelow
	relTab    // the caption runs across, at the side of a group of lines
	relRegion // the caption stands over and left of it, further away
	relFar
)

// link is where a unit stands relative to a caption. Distances are in letter heights of the larger of both.
type link struct {
	rel     int
	dx, dy  float64 // of the nearest edges; dy counts from baseline to baseline
	between int     // lines that stand between both
	wall    bool    // a rule stands between both
	area    bool    // both lie in one area
	cost    float64 // how far-fetched the relation is: a first order among captions, weighed by hand; the trees do the rest
}

// link finds the relations of all units to all captions.
func (p *page) link() {
	p.links = make([]link, len(p.units)*len(p.hits))
	for i := range p.units {
		for k := range p.hits {
			p.links[i*len(p.hits)+k] = p.relate(&p.units[i], &p.hits[k])
		}
	}
}

func (p *page) relate(u *unit, h *hit) link {
	at := &p.lines[u.line]
	b := h.box[at.turn]
	tall := max(at.height, min(p.lines[h.line].height, 2*at.height), 1)
	l := link{rel: relFar, area: at.area >= 0 && at.area == p.lines[h.line].area}
	l.dx = max(b.X0-u.box.X1, u.box.X0-b.X1, 0) / tall
	l.dy = (u.box.Center().Y - b.Center().Y) / tall
	if h.line == u.line {
		return p.sameLine(u, h, l)
	}
	l = p.placed(u, h, l, b, tall)
	if l.cost > 9 {
		return l
	}
	l.between = p.between(u, h, b, at.turn)
	c, d := b.Center(), u.box.Center()
	if l.rel == relAbove || l.rel == relBelow {
		c.X, d.X = (max(b.X0, u.box.X0)+min(b.X1, u.box.X1))/2, (max(b.X0, u.box.X0)+min(b.X1, u.box.X1))/2
	}
	l.wall = p.walled(c.X, c.Y, d.X, d.Y, at.turn)
	if l.wall && l.rel != relTab {
		l.cost += 0.4
	}
	if l.area {
		l.cost -= 0.3
	}
	return l
}

// placed adds to a link how the two lie to each other, and what that costs; b is the caption's box in the unit's direction.
func (p *page) placed(u *unit, h *hit, l link, b geom.Rect, tall float64) link {
	at := &p.lines[u.line]
	over := min(b.X1, u.box.X1) - max(b.X0, u.box.X0)
	row := min(b.Y1, u.box.Y1) - max(b.Y0, u.box.Y0)
	edge := math.Abs(b.X0-u.box.X0) / tall
	switch turn := p.lines[h.line].turn; {
	case turn%2 != at.turn%2 && row > 0.3*u.box.H() && over <= 0:
		l.rel, l.cost = relTab, 0.8+0.04*l.dx+0.1*math.Abs(l.dy)
	case row > 0.4*min(b.H(), u.box.H()) && over <= 0.2*min(b.W(), u.box.W()):
		l.rel, l.cost = relLeft, 0.5+0.06*l.dx+0.3*math.Abs(l.dy)
		if b.X0 > u.box.X0 {
			l.rel, l.cost = relRight, 3+0.1*l.dx
		}
	case over > 0 || edge < 2.5:
		l.rel, l.cost = relAbove, 0.5+0.3*l.dy+0.03*edge
		if l.dy < 0 {
			l.rel, l.cost = relBelow, 2.5-0.3*l.dy
		}
		l.dx = (u.box.X0 - b.X0) / tall
	case l.dy > 0 && b.X0 < u.box.X0:
		l.rel, l.cost = relRegion, 1.2+0.3*l.dy+0.05*l.dx
	default:
		l.cost = 5 + 0.1*math.Abs(l.dy) + 0.1*l.dx
	}
	return l
}

// sameLine relates a unit to a caption of its own line.
func (p *page) sameLine(u *unit, h *hit, l link) link {
	switch {
	case u.from <= h.Start && u.to >= h.End:
		l.rel, l.cost = relFar, 6 // the caption is part of the span: the span is no value, or the caption none
		return l
	case h.Start < u.from:
		l.rel, l.cost = relInside, 0.04*l.dx
		for _, k := range p.lines[u.line].hits {
			if o := p.hits[k]; o.Start > h.Start && o.End <= u.from {
				l.between++
			}
		}
		if printed(p.lines[u.line].text[min(h.End, u.from):u.from]) > 0 {
			l.between++
		}
		l.cost += 0.8 * float64(l.between)
	default:
		l.rel, l.cost = relRight, 3+0.1*l.dx
	}
	return l
}

// between counts the lines that stand between a unit and a caption.
func (p *page) between(u *unit, h *hit, b geom.Rect, turn int) (n int) {
	lo, hi := min(b.Center().Y, u.box.Center().Y), max(b.Center().Y, u.box.Center().Y)
	x0, x1 := min(b.X1, u.box.X0), max(b.X1, u.box.X0)
	for i := range p.lines {
		if i == u.line || i == h.line || printed(p.lines[i].text) == 0 || p.lines[i].turn%2 != turn%2 {
			continue
		}
		c := p.lines[i].box[turn]
		at := c.Center()
		if hi-lo < 0.6*u.box.H() { // side by side
			if at.X > x0 && at.X < x1 && at.Y > u.box.Y0 && at.Y < u.box.Y1 {
				n++
			}
		} else if at.Y > lo && at.Y < hi && c.X0 < u.box.X1 && c.X1 > u.box.X0 {
			n++
		}
	}
	return n
}
