package find

import (
	"math"

	"lensd/vision/geom"
)

// judgments is how many features tell of the whole assignment that a run is part of.
const judgments = 2*8 + 11 + 3*4 + 4 + 8 + 6 + classes + 8 + 2 + 5

// context returns what the rest of an assignment says of one of its runs.
func (p *page) context(f int, chosen []*run) []float64 {
	r := chosen[f]
	owner := p.owners(chosen)
	first, last := p.units[r.units[0]].line, p.units[r.units[len(r.units)-1]].line
	start := first
	for p.left[start] >= 0 {
		start = p.left[start]
	}
	v := p.neighbour(p.lines[start].above, first, f, owner)
	v = append(v, p.neighbour(p.rowBelow(last, p.column(r.units[0])), last, f, owner)...)
	v = append(v, p.extentOf(f, r, owner)...)
	v = append(v, p.mates(f, chosen)...)
	v = append(v, p.opposite(f, chosen)...)
	v = append(v, p.captioned(f, chosen)...)
	v = append(v, p.leftover(f, chosen, owner)...)
	return append(v, p.worded(f, r, chosen)...)
}

// owners tells of each line which field's run takes a part of it, -1: none.
func (p *page) owners(chosen []*run) []int {
	out := make([]int, len(p.lines))
	for i := range out {
		out[i] = -1
	}
	for f, r := range chosen {
		if r != nil {
			for _, u := range r.units {
				out[p.units[u].line] = f
			}
		}
	}
	return out
}

// role says what a line is beside field f: a caption, nothing, or by kin whose.
func (p *page) role(line, f int, owner []int) float64 {
	switch {
	case owner[line] >= 0:
		return 2 + float64(p.kin(f, owner[line]))
	case p.lines[line].caption:
		return 1
	}
	return 0
}

// neighbour describes the line j over or under line i of a run.
func (p *page) neighbour(j, i, f int, owner []int) []float64 {
	if j < 0 {
		return []float64{-1, missing, 0, missing, 0, 0, 0, 0}
	}
	a, b := &p.lines[i], &p.lines[j]
	x, y := a.box[a.turn], b.box[a.turn]
	v := []float64{p.role(j, f, owner), math.Abs(y.Center().Y-x.Center().Y) / a.height, b.height / a.height, (y.X0 - x.X0) / a.height}
	if u := p.whole(j); u != nil {
		return append(v, u.class[classPerson], u.class[classFirm], u.class[classStreet], u.class[classTown])
	}
	return append(v, 0, 0, 0, 0)
}

// extentOf describes how a run's lines lie: their rows, gaps and heights, what of them it leaves out, and what else stands among them.
func (p *page) extentOf(f int, r *run, owner []int) []float64 {
	a := &p.units[r.units[0]]
	l := &p.lines[a.line]
	tall, low, gap, rows, edge := l.height, l.height, 0.0, 1.0, 0.0
	before, after := float64(p.loose(a.line, 0, a.from)), 0.0
	for k, i := range r.units {
		u := &p.units[i]
		after = max(after, float64(p.loose(u.line, u.to, len(p.lines[u.line].text))))
		tall, low = max(tall, p.lines[u.line].height), min(low, p.lines[u.line].height)
		if k == 0 {
			continue
		}
		before = max(before, float64(p.loose(u.line, 0, u.from)))
		w := p.units[r.units[k-1]].box
		if d := u.box.Center().Y - w.Center().Y; d > 0.5*l.height {
			rows++
			gap, edge = max(gap, d/l.height), max(edge, math.Abs(u.box.X0-a.box.X0)/l.height)
		}
	}
	box := p.bounds(r, l.turn)
	inside, among := 0.0, 0.0
	for j := range p.lines {
		if c := p.lines[j].box[l.turn].Center(); owner[j] != f && !p.lines[j].caption && c.X > box.X0 && c.X < box.X1 && c.Y > box.Y0 && c.Y < box.Y1 {
			inside++
			among += flag(owner[j] >= 0)
		}
	}
	next := -1.0
	if j := p.right[p.units[r.units[len(r.units)-1]].line]; j >= 0 {
		next = p.role(j, f, owner)
	}
	prev := -1.0
	if j := p.left[a.line]; j >= 0 {
		prev = p.role(j, f, owner)
	}
	return []float64{rows, gap, edge, tall / low, before, after, inside, among, next, prev, box.W() / l.height}
}

// loose counts the letters and figures of a part of a line that belong to none of its captions.
func (p *page) loose(line, from, to int) int {
	l := &p.lines[line]
	n := printed(l.text[from:to])
	for _, k := range l.hits {
		if h := p.hits[k]; h.Start >= from && h.End <= to {
			n -= printed(l.text[h.Start:min(h.End, len(l.text))])
		}
	}
	return max(0, n)
}

// bounds is what a run covers.
func (p *page) bounds(r *run, turn int) geom.Rect {
	var out geom.Rect
	for _, i := range r.units {
		b := p.lines[p.units[i].line].box[turn]
		if p.lines[p.units[i].line].turn == turn {
			b = p.units[i].box
		}
		out = out.Union(b)
	}
	return out
}

// mates describes where the other fields of the run's party stand and how large their print is.
func (p *page) mates(f int, chosen []*run) []float64 {
	l := &p.lines[p.units[chosen[f].units[0]].line]
	at := p.bounds(chosen[f], l.turn)
	var v []float64
	for _, t := range []Type{Name, Address, Phone} {
		mate := -1
		for g, r := range chosen {
			if r != nil && g != f && p.kin(f, g) == 1 && p.kind.Fields[g].Type == t {
				mate = g
			}
		}
		if mate < 0 {
			v = append(v, missing, missing, missing, 0)
			continue
		}
		b := p.bounds(chosen[mate], l.turn)
		v = append(v, (b.Y0-at.Y1)/l.height, (at.Y0-b.Y1)/l.height, (b.X0-at.X0)/l.height, p.lines[p.units[chosen[mate].units[0]].line].height/l.height)
	}
	return v
}

// opposite compares a run with that of the other party.
func (p *page) opposite(f int, chosen []*run) []float64 {
	l := &p.lines[p.units[chosen[f].units[0]].line]
	at := p.bounds(chosen[f], l.turn)
	for g, r := range chosen {
		if r != nil && p.alike(f, g) {
			b := p.bounds(r, l.turn)
			return []float64{(b.Y0 - at.Y0) / p.size, (b.X0 - at.X0) / p.size, p.lines[p.units[r.units[0]].line].height / l.height, r.score - chosen[f].score}
		}
	}
	return []float64{missing, missing, 0, 0}
}
