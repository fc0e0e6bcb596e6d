package find

import (
	"math"
	"sort"

	"lensd/vision/geom"
)

// block is a run of lines under each other without a gap, a rule or a jump of the left edge between them: an address, a
// paragraph, a cell.
type block struct {
	lines  []int
	order  int     // among the blocks with an address, from the top; -1: it has none
	height float64 // median of its letters
	sum    [classes]float64
	phone  float64
}

// neighbours finds for each line the next one above and below in its column, and the blocks.
func (p *page) neighbours() {
	for i := range p.lines {
		best := math.Inf(1)
		for j := range p.lines {
			if gap, ok := p.under(i, j); ok && gap < best {
				best = gap
				p.lines[i].below = j
			}
		}
	}
	for i := range p.lines {
		if j := p.lines[i].below; j >= 0 && p.lines[j].above < 0 {
			p.lines[j].above = i
		} else if j >= 0 {
			a, b := p.lines[p.lines[j].above].box[p.lines[j].turn], p.lines[i].box[p.lines[j].turn]
			if b.Y1 > a.Y1 {
				p.lines[j].above = i
			}
		}
	}
	p.chain()
}

// under says that line j stands below line i in its column, and how far in letter heights.
func (p *page) under(i, j int) (float64, bool) {
	a, b := &p.lines[i], &p.lines[j]
	if i == j || a.turn != b.turn || printed(b.text) == 0 || !p.old && p.stain(b) {
		return 0, false
	}
	x, y := a.box[a.turn], b.box[a.turn]
	h := max(a.height, b.height, 0.5*p.size)
	if y.Center().Y < x.Center().Y+0.5*h || y.Y0-x.Y1 > 3.5*h {
		return 0, false
	}
	over := min(x.X1, y.X1) - max(x.X0, y.X0)
	if over < 0.3*min(x.W(), y.W()) && math.Abs(x.X0-y.X0) > 2*h {
		return 0, false
	}
	return (y.Center().Y-x.Center().Y)/h + 0.05*math.Abs(x.X0-y.X0)/h, true
}

// stain says that a line is a sign or two in much smaller print than the page's: the rest of a frame or of a drawing.
func (p *page) stain(l *line) bool {
	return printed(l.text) <= 2 && l.height < 0.6*p.size
}

// chain numbers the blocks.
func (p *page) chain() {
	for i := range p.lines {
		p.lines[i].block = -1
	}
	order := make([]int, len(p.lines))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool {
		return p.lines[order[i]].box[0].Y0 < p.lines[order[j]].box[0].Y0
	})
	for _, i := range order {
		if p.lines[i].block >= 0 {
			continue
		}
		n := len(p.blocks)
		p.blocks = append(p.blocks, block{order: -1})
		for at := i; at >= 0 && p.lines[at].block < 0; {
			p.lines[at].block = n
			p.blocks[n].lines = append(p.blocks[n].lines, at)
			next := p.lines[at].below
			if next < 0 || p.lines[next].above != at || !p.joined(at, next) {
				break
			}
			at = next
		}
	}
}

// joined says that two lines under each other belong to one block.
func (p *page) joined(i, j int) bool {
	a, b := &p.lines[i], &p.lines[j]
	x, y := a.box[a.turn], b.box[a.turn]
	h := max(a.height, b.height)
	return y.Y0-x.Y1 < 1.3*h && !p.walled(x.Center().X, x.Center().Y, x.Center().X, y.Center().Y, a.turn) && a.dark == b.dark
}

// walled says that a rule stands between two points of a frame.
func (p *page) walled(x0, y0, x1, y1 float64, turn int) bool {
	for _, r := range p.rules[turn] {
		if r.W() > r.H() {
			y := (r.Y0 + r.Y1) / 2
			if (y > y0) != (y > y1) {
				x := x0 + (x1-x0)*(y-y0)/(y1-y0)
				if x >= r.X0 && x <= r.X1 {
					return true
				}
			}
			continue
		}
		x := (r.X0 + r.X1) / 2
		if (x > x0) != (x > x1) {
			y := y0 + (y1-y0)*(x-x0)/(x1-x0)
			if y >= r.Y0 && y <= r.Y1 {
				return true
			}
		}
	}
	return false
}

// gather sums up the blocks' words and orders those that look like addresses, and prepares what all fields' features share.
func (p *page) gather() {
	for b := range p.blocks {
		blk := &p.blocks[b]
		var hs []float64
		for _, i := range blk.lines {
			hs = append(hs, p.lines[i].height)
			if u := p.whole(i); u != nil {
				for c := range u.class {
					blk.sum[c] += u.class[c]
				}
			}
			for _, m := range p.lines[i].typed {
				if m.Type == Phone {
					blk.phone = 1
				}
			}
		}
		blk.height = geom.Median(hs)
	}
	n := 0
	for b := range p.blocks {
		if blk := &p.blocks[b]; blk.sum[classStreet]+blk.sum[classTown] > 1.2 {
			blk.order = n
			n++
		}
	}
	p.link()
	p.base = make([][]float32, len(p.units))
	for i := range p.units {
		p.base[i] = p.common(i, n)
	}
}

// whole returns the unit of a line with the most text, nil for a line of captions alone.
func (p *page) whole(i int) *unit {
	var best *unit
	for _, k := range p.lines[i].units {
		if u := &p.units[k]; (len(p.lines[i].hits) == 0 || u.behind >= 0 || best == nil) && (best == nil || u.to-u.from > best.to-best.from) {
			best = u
		}
	}
	return best
}
